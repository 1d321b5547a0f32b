"""Files with one game per line, such as ``f5d6c3… +12 W``, plain or xz-compressed."""

import lzma
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.translation import N_, _

HELP = N_("a file with one game per line, plain or .xz")
SOURCE = N_("only games whose line ends in a word with this first letter; default: all")
NO_SOURCE = N_("No line of {files} ends in a word that begins with {letter}.")


def read_game_lines(path: Path) -> list[str]:
    opener = lzma.open if path.suffix == ".xz" else open
    try:
        with opener(path, "rt", encoding="ascii") as file:
            lines = [line for line in file if line.strip()]
    except (ValueError, EOFError, lzma.LZMAError) as error:
        raise no_games(path, error) from None
    if not lines:
        raise UsageError(_("{path} has no games.", path=path))
    return lines


def no_games(path: Path, why: Exception) -> UsageError:
    return UsageError(
        _(
            "{path} must have one game per line, with moves from the start such as f5d6c3. {error}",
            path=path,
            error=why,
        )
    )
