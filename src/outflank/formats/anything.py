"""Paste anything: one function that finds out what a text is and reads it."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, islice

from outflank.formats.errors import InvalidRecord
from outflank.formats.format import TextFormat
from outflank.formats.record import NOTE
from outflank.formats.registry import recognised
from outflank.game import Game
from outflank.translation import _

LONGEST_PASTE = 1 << 20  # characters
MOST_GAMES = 1000


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text turned out to be, and the games in it; a position is a game that begins there."""

    format: str
    games: tuple[Game, ...]

    @property
    def game(self) -> Game:
        return self.games[0]

    @property
    def note(self) -> str:
        """What was taken for what in the first game, where that could be otherwise."""
        return self.game.info.get(NOTE, "")


def read_anything(text: str) -> Pasted:
    """Read a text whose format nobody named: a game, many games, or a position.

    >>> read_anything("1. F5 d6 2. C3 d3").game.transcript
    'f5d6c3d3'
    >>> read_anything("(;GM[Othello]B[f5]W[d6];)").format
    'GGF'

    It knows every format of ``formats.registry`` that is text: transcripts (one a line, or one over
    several lines), move lists, GGF, SGF, positions, diagrams, JSON, links with a game in them, ….
    """
    if len(text) > LONGEST_PASTE:
        raise InvalidRecord(
            _(
                "A pasted text can have up to {most:,} characters, not {count:,}. For large files "
                "use `outflank convert` or `outflank archive import`.",
                most=LONGEST_PASTE,
                count=len(text),
            )
        )
    text = text.lstrip("\ufeff").replace("\u200b", "").strip()
    if not text:
        raise InvalidRecord(_("The text is empty. Paste a game or a position, such as f5d6c3."))
    format = recognised(text)
    texts = _documents(text) if format.document else [text]
    found = [(recognised(part), part) for part in texts]
    every = chain.from_iterable(_games(format, part) for format, part in found)
    games = tuple(islice(every, MOST_GAMES + 1))
    name = found[0][0].name
    if not games:
        raise InvalidRecord(
            _("This looks like {format}, but there is no game in it.", format=_(name))
        )
    if len(games) > MOST_GAMES:
        raise InvalidRecord(
            _("A pasted text can have up to {most:,} games. This one has more.", most=MOST_GAMES)
        )
    return Pasted(name, games)


def read_game(text: str) -> Game:
    """The first game in a text of any format.

    What the reader assumed, and that there are more games, is in ``info["note"]``.

    >>> read_game("f5d6\\nc4c3").info
    {'note': 'This is the first of 2 games in the text.'}
    """
    pasted = read_anything(text)
    more = _("This is the first of {count:,} games in the text.", count=len(pasted.games))
    notes = [pasted.note, more if len(pasted.games) > 1 else ""]
    if any(notes):
        pasted.game.info[NOTE] = " ".join(filter(None, notes))
    return pasted.game


def _documents(text: str) -> list[str]:
    """JSON documents, one a line; or one over many lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines if all(line.startswith("{") for line in lines) else [text]


def _games(format: TextFormat, text: str) -> Iterable[Game]:
    if format.games is not None:
        return format.games(text)
    return (record.game() for record in format.read(io.StringIO(text)))
