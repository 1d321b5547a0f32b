"""Transcripts: the moves of a game in sequence, ``f5d6c3…``."""

import re

from outflank.board import Board, IllegalMove, InvalidSquare
from outflank.formats.errors import InvalidRecord, no_pass
from outflank.game import Game
from outflank.translation import _


class InvalidTranscript(InvalidRecord):
    """Text that is not a legal sequence of moves; the message says where."""


_TOKEN = re.compile(r"(?P<blank>[\s,;]+)|(?P<pass>pass|pa|ps|--)|(?P<square>[a-p][0-9]{1,2})", re.I)


def read_transcript(text: str, start: Board | None = None) -> Game:
    """Play the moves of a transcript, ignoring case and blanks.

    Passes (``pa``, ``ps``, ``pass`` or ``--``) are optional, but only allowed where they are
    forced.

    >>> read_transcript("F5 d6 C3").transcript
    'f5d6c3'
    """
    game = Game(start)
    passes_unwritten = len(game.history)
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise _wrong(text, at, game, _("Expected a square such as f5, or a pass (pa)."))
        if token["pass"]:
            if not passes_unwritten:
                raise _wrong(text, at, game, no_pass(game.turn))
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
    """Return the moves of a game up to the current position, without passes."""
    return game.transcript


def _wrong(text: str, at: int, game: Game, why: str) -> InvalidTranscript:
    values = {"number": at + 1, "text": repr(text[at : at + 12]), "moves": game.transcript}
    where = (
        _("at character {number} ({text}) after {moves}", **values)
        if game.transcript
        else _("at character {number} ({text})", **values)
    )
    return InvalidTranscript(f"{where}: {why}")
