"""The process that reads texts and files of visitors; ``reading`` starts it."""

import dataclasses
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from outflank.board import Board
from outflank.formats import NOTE, InvalidRecord, read_anything, read_game, save_game
from outflank.game import Game
from outflank.translation import ENGLISH, _, speaking
from outflank.workers.service import serve

SECONDS = 1.0  # of computing for one text
MOST_SHOWN = 100  # games


@dataclass(frozen=True, slots=True)
class ReadGame:
    size: int
    start: str | None
    transcript: str
    black: str
    white: str
    result: str | None
    note: str  # what was taken for what, where it could be meant otherwise


@dataclass(frozen=True, slots=True)
class Read:
    """What a pasted text is, and the games in it."""

    format: str
    games: Sequence[ReadGame]


def read_paste(text: str) -> dict[str, Any]:
    """What a pasted text is, and the first of its games."""
    pasted = read_anything(text)
    games = [_read(game) for game in pasted.games[:MOST_SHOWN]]
    return dataclasses.asdict(Read(_(pasted.format), games))


def read_save(text: str) -> str:
    """The game in a file of any program, saved again, so that it has nothing else in it."""
    return save_game(read_game(text))


READERS: dict[str, Callable[[str], Any]] = {"paste": read_paste, "save": read_save}


def main(readers: Mapping[str, Callable[[str], Any]] = READERS, seconds: float = SECONDS) -> None:
    """Serve; a text that takes longer ends the process, even within native code."""

    def limited(read: Callable[[str], Any], text: str, language: str = ENGLISH) -> Any:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            with speaking(language):
                return read(text)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    handlers = {kind: partial(limited, read) for kind, read in readers.items()}
    serve(handlers, errors=(InvalidRecord,))


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
