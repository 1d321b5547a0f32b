"""The arena's guide: its players play, and it names what there is."""

import re
from pathlib import Path

import pytest

from outflank.arena.playing.guard import Guard
from outflank.arena.records import Assignment, Entrant
from outflank.arena.tournament_formats import FORMATS
from outflank.cli.registry import command_parser

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "arena.md"


@pytest.mark.parametrize("format", list(FORMATS))
def test_every_format_is_in_the_guide(format: str) -> None:
    assert f"`{format}`" in GUIDE.read_text()


@pytest.mark.parametrize("command", ["match", "tournament", "ladder", "tune", "learn"])
def test_every_option_in_the_guide_exists(command: str) -> None:
    """An option named on a line with a command must be one of that command."""
    known = set(re.findall(r"--[a-z-]+", command_parser(command).format_help()))
    for line in GUIDE.read_text().splitlines():
        if line.startswith(f"outflank {command} "):
            assert set(re.findall(r"--[a-z-]+", line.partition("#")[0])) <= known


def test_the_players_in_the_guide_play(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S)
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
