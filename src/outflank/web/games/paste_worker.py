"""The process that parses visitors' texts and files; started by ``paste_sandbox``."""

import dataclasses
import faulthandler
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from outflank.board import Board
from outflank.formats import NOTE, InvalidRecord, read_anything, read_game, save_game
from outflank.game import Game
from outflank.translation import ENGLISH, _, speaking
from outflank.workers.service import serve
from outflank.workers.service_process import ServiceDied

SECONDS = 1.0  # CPU time per text
WALL = 3  # times as long on a clock, where processor time cannot be limited
MOST_SHOWN = 100  # games


@dataclass(frozen=True, slots=True)
class ReadGame:
    size: int
    start: str | None
    transcript: str
    black: str
    white: str
    result: str | None
    note: str  # assumptions made while reading


@dataclass(frozen=True, slots=True)
class Read:
    """The format of a pasted text, and its games."""

    format: str
    games: Sequence[ReadGame]


def read_paste(text: str) -> dict[str, Any]:
    """Return the format of a pasted text, and the first of its games."""
    pasted = read_anything(text)
    games = [_read(game) for game in pasted.games[:MOST_SHOWN]]
    return dataclasses.asdict(Read(_(pasted.format), games))


def read_save(text: str) -> str:
    """Return the game in a file of any program as a save without other content."""
    return save_game(read_game(text))


READERS: dict[str, Callable[[str], Any]] = {"paste": read_paste, "save": read_save}


def main(readers: Mapping[str, Callable[[str], Any]] = READERS, seconds: float = SECONDS) -> None:
    """Run the worker; a text that takes too long ends the process, even in native code."""

    def limited(read: Callable[[str], Any], text: str, language: str = ENGLISH) -> Any:
        _limit(seconds)
        try:
            with speaking(language):
                return read(text)
        finally:
            _limit(0.0)

    handlers = {kind: partial(limited, read) for kind, read in readers.items()}
    serve(handlers, errors=(InvalidRecord,))


def _limit(seconds: float) -> None:
    """End this process after so much processor time, on Windows so much time; 0: no limit."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)
    elif seconds:
        faulthandler.dump_traceback_later(WALL * seconds, exit=True)
    else:
        faulthandler.cancel_dump_traceback_later()


def is_timeout(died: ServiceDied) -> bool:
    if sys.platform == "win32":
        return died.printed.startswith("Timeout (")
    return died.code == -signal.SIGPROF


def _read(game: Game) -> ReadGame:
    game.go_to(game.ply + len(game.future))
    return ReadGame(
        size=game.size,
        start=None if game.start == Board(game.size) else game.start.to_text(),
        transcript=game.transcript,
        black=game.info.get("black", ""),
        white=game.info.get("white", ""),
        result=None if game.outcome is None else str(game.outcome),
        note=game.info.get(NOTE, ""),
    )


if __name__ == "__main__":
    main()
