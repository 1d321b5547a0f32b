"""Openings of games: a prepared list, random moves, or a file.

Two deterministic players would always repeat the same game from the start position, and a single
opening may favor one color. So games start from many openings, each played twice.
"""

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path

from outflank.board import Board
from outflank.openings.balanced import balanced_text
from outflank.translation import _

BALANCED = "balanced"
RANDOM_OPENINGS = 1000  # in every run, so that a longer one starts with the same ones
ATTEMPTS = 50  # stop after this many consecutive random lines to known positions
_MOVE = re.compile(r"[a-p]\d{1,2}")


class OpeningError(ValueError):
    """Openings that cannot be used; the message says where and why."""


def opening_moves(opening: str) -> list[str]:
    """Return the square names of an opening, in order."""
    return _MOVE.findall(opening)


@lru_cache(maxsize=4096)
def replay_opening(opening: str, size: int) -> Board:
    """Return the position after an opening, after any forced pass."""
    board = Board(size)
    for move in opening_moves(opening):
        board = board.after_forced_pass.play(move)
    return board


def load_openings(choice: str, size: int, seed: int, count: int) -> list[str]:
    """Load the openings of a run, in playing order.

    `balanced` is the included list (8×8), `random:6` is six random moves, `start` is the start
    position; anything else is a file with one transcript per line. Lists are shuffled by the seed,
    so that a short run plays a sample of them.
    """
    kind, _colon, argument = choice.partition(":")
    if kind == "start" and not argument:
        return [""]
    if kind == "random":
        plies = _plies(argument, size)
        return list(random_openings(plies, size, seed, count))
    if choice == BALANCED:
        if size != 8:
            raise OpeningError(
                _(
                    "The balanced openings are for 8×8 boards. On {size}×{size} use --openings "
                    "random:4.",
                    size=size,
                )
            )
        # This list is checked by a test and not replayed at every start.
        lines = [line for line in balanced_text().split("\n") if line and line[0] != "#"]
    else:
        path = Path(choice)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise OpeningError(
                _(
                    "Openings must be balanced, start, random:N or a file of transcripts, not "
                    "{text}: {error}",
                    text=repr(choice),
                    error=error,
                )
            ) from None
        lines = parse_openings(text, size, str(path))
    random.Random(f"openings/{seed}").shuffle(lines)
    return lines


def default_openings(size: int) -> str:
    """Return the default openings: balanced on 8×8, random moves on other sizes."""
    if size == 8:
        return BALANCED
    return "random:2" if size == 4 else "random:4"


def parse_openings(text: str, size: int, source: str) -> list[str]:
    """Parse one transcript per line; blank lines and # comments are ignored."""
    # Imported here because playing processes never read a file of openings.
    from outflank.formats import InvalidTranscript, read_transcript

    openings: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        moves = line.partition("#")[0].strip()
        if not moves:
            continue
        try:
            game = read_transcript(moves, Board(size))
        except InvalidTranscript as error:
            raise OpeningError(f"{source}, line {number}: {error}") from None
        if game.outcome is not None:
            raise OpeningError(
                f"{source}, line {number}: " + _("The game is over after these moves.")
            )
        openings.append(game.transcript)
    if not openings:
        raise OpeningError(
            _(
                "{source} has no openings. It needs one transcript per line, such as f5d6c3.",
                source=source,
            )
        )
    return openings


def random_openings(plies: int, size: int, seed: int, count: int) -> Iterator[str]:
    """Yield openings of random moves to distinct positions, up to symmetry.

    When all positions are used, they repeat. The first ones do not depend on ``count``.
    """
    dice = random.Random(f"random openings/{seed}/{plies}/{size}")
    seen: dict[Board, str] = {}
    for _each in range(count):
        for _attempt in range(ATTEMPTS):
            line, board = _random_line(plies, size, dice)
            position = board.canonical()
            if position not in seen:
                break
        else:
            break
        seen[position] = line
        yield line
    yield from islice(cycle(seen.values()), count - len(seen))


def _random_line(plies: int, size: int, dice: random.Random) -> tuple[str, Board]:
    while True:
        board, line = Board(size), []
        for _each in range(plies):
            board = board.after_forced_pass
            if board.is_over:
                break
            move = dice.choice(board.legal_moves.names)
            line.append(move)
            board = board.play(move)
        if not board.is_over:
            return "".join(line), board


def _plies(argument: str, size: int) -> int:
    most = size * size // 2
    if not argument.isdigit() or not 0 < int(argument) <= most:
        raise OpeningError(
            _(
                "The N of random:N must be from 1 to {most} on {size}×{size}, not {text}.",
                most=most,
                size=size,
                text=argument,
            )
        )
    return int(argument)
