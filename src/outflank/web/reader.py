"""A reading process: takes what visitors send, a line each, and answers with one. See ``reading``.

A question is ``{"kind": "paste", "text": "f5d6…"}``, or ``"save"`` for a file; an answer has
what was ``read`` (a ``Read``, or the save written anew, so that nothing is in it but a game) or the
``problem`` with the text, in a sentence.
"""

import dataclasses
import json
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any

from outflank.board import Board
from outflank.sitting import Game
from outflank.storage import NOTE, InvalidRecord, read_anything, read_game, save_game
from outflank.workers import speak_apart

SECONDS = 1.0  # of computing for one text
MOST_SHOWN = 100  # games


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game that was pasted."""

    size: int
    start: str | None
    transcript: str
    black: str
    white: str
    result: str | None
    note: str
    """What was taken for what, where it could be meant otherwise."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a pasted text is, and the games in it."""

    format: str
    games: Sequence[ReadGame]


def read_paste(text: str) -> dict[str, Any]:
    """What a pasted text is, and the first of its games."""
    pasted = read_anything(text)
    games = [_read(game) for game in pasted.games[:MOST_SHOWN]]
    return dataclasses.asdict(Read(pasted.format, games))


def read_save(text: str) -> str:
    """The game in a file, ours or another program's, as we would have saved it."""
    return save_game(read_game(text))


READERS: dict[str, Callable[[str], Any]] = {"paste": read_paste, "save": read_save}


def main(questions: IO[bytes], answers: IO[bytes], seconds: float = SECONDS) -> None:
    """Answer until nobody asks; a text that takes longer ends us, whatever is busy with it."""
    for question in questions:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        asked = json.loads(question)
        try:
            told = {"read": READERS[asked["kind"]](asked["text"])}
        except InvalidRecord as error:
            told = {"problem": str(error)}
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.write(json.dumps(told).encode() + b"\n")
        answers.flush()


def _read(game: Game) -> ReadGame:
    game.go_to(game.ply + len(game.future))
    note = game.info.get(NOTE, "")
    return ReadGame(
        size=game.size,
        start=None if game.start == Board(game.size) else game.start.to_text(),
        transcript=game.transcript,
        black=game.info.get("black", ""),
        white=game.info.get("white", ""),
        result=None if game.outcome is None else str(game.outcome),
        note=f"{note[0].upper()}{note[1:]}." if note else "",
    )


if __name__ == "__main__":
    main(*speak_apart())
