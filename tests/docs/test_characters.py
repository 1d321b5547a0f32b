"""The guide names every character as it is."""

from pathlib import Path

from outflank.play.opponents.characters import CHARACTERS

GUIDE = Path(__file__).parents[2] / "docs" / "opponents.md"


def test_the_guide_has_a_row_for_each() -> None:
    rows = [line for line in GUIDE.read_text("utf-8").splitlines() if line.startswith("| ")]
    for one in CHARACTERS:
        assert f"| {one.name} | `{one.seat}` | {one.line} |" in rows
