"""Files with a game a line, such as ``f5d6c3… +12 W``, as they are or xz-compressed."""

import lzma
from pathlib import Path

from outflank.cli.shared.errors import UsageError

HELP = "a game a line, or .xz"


def read_game_lines(path: Path) -> list[str]:
    opener = lzma.open if path.suffix == ".xz" else open
    try:
        with opener(path, "rt", encoding="ascii") as file:
            lines = [line for line in file if line.strip()]
    except (ValueError, EOFError, lzma.LZMAError) as error:
        raise no_games(path, error) from None
    if not lines:
        raise UsageError(f"{path} has no game")
    return lines


def no_games(path: Path, why: Exception) -> UsageError:
    return UsageError(
        f"{path}: expected a game a line, moves from the start such as f5d6c3…: {why}"
    )
