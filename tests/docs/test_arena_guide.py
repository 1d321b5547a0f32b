"""The arena's guide: its players play, and it names what there is."""

import re
from pathlib import Path

import pytest

from outflank.arena.pairings import FORMATS
from outflank.arena.playing.guard import Guard
from outflank.arena.records import Assignment, Entrant

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "arena.md"
PAGES = [GUIDE, ROOT / "docs" / "arena-runs.md", ROOT / "docs" / "tuning.md"]


@pytest.mark.parametrize("format", list(FORMATS))
def test_every_format_is_in_the_guide(format: str) -> None:
    assert f"`{format}`" in GUIDE.read_text()


def test_the_players_in_the_guide_play(tmp_path: Path) -> None:
    guide = "".join(page.read_text() for page in PAGES)
    blocks = re.findall(r"```python\n(.*?)```", guide, re.S)
    texts = [block for block in blocks if "def choose" in block]
    assert len(texts) == 2
    guard = Guard()
    try:
        for number, text in enumerate(texts):
            path = tmp_path / f"player{number}.py"
            path.write_text(text)
            game = Assignment(
                0, 0, 0, Entrant("it", str(path)), Entrant("first", "first"), "", 8, 1
            )
            assert guard.play(game).fault is None
    finally:
        guard.close()
