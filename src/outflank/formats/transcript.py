"""Transcripts: the moves of a game one after the other, ``f5d6c3…``."""

import re

from outflank.board import Board, IllegalMove, InvalidSquare
from outflank.formats.errors import InvalidRecord
from outflank.game import Game


class InvalidTranscript(InvalidRecord):
    """Text that is not a legal sequence of moves; the sentence says where."""


_TOKEN = re.compile(r"(?P<blank>[\s,;]+)|(?P<pass>pass|pa|ps|--)|(?P<square>[a-p][0-9]{1,2})", re.I)


def read_transcript(text: str, start: Board | None = None) -> Game:
    """Play the moves of a transcript, in any case and with any blanks between them.

    Passes (``pa``, ``ps``, ``pass`` or ``--``) may be written or left out; where one is written it
    must be one.

    >>> read_transcript("F5 d6 C3").transcript
    'f5d6c3'
    """
    game = Game(start)
    passes_unwritten = len(game.history)
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise _wrong(text, at, game, "expected a square such as f5, or a pass (pa)")
        if token["pass"]:
            if not passes_unwritten:
                raise _wrong(text, at, game, f"{game.turn} has a move and may not pass")
            passes_unwritten -= 1
        elif token["square"]:
            before = game.ply
            try:
                game.play(token["square"])
            except (IllegalMove, InvalidSquare) as error:
                raise _wrong(text, at, game, str(error)) from None
            passes_unwritten = game.ply - before - 1
        at = token.end()
    return game


def write_transcript(game: Game) -> str:
    """The moves of a game up to where it stands, without the passes."""
    return game.transcript


def _wrong(text: str, at: int, game: Game, why: str) -> InvalidTranscript:
    after = f" after {game.transcript}" if game.transcript else ""
    return InvalidTranscript(f"at character {at + 1} ({text[at : at + 12]!r}){after}: {why}")
