"""Detect the format of a text and read it."""

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
    """The detected format of a text and its games; a position is a game that starts there."""

    format: str
    games: tuple[Game, ...]

    @property
    def game(self) -> Game:
        return self.games[0]

    @property
    def note(self) -> str:
        """The assumptions made for ambiguous parts of the first game."""
        return self.game.info.get(NOTE, "")


def read_anything(text: str) -> Pasted:
    """Read a text in an unknown format: a game, several games, or a position.

    >>> read_anything("1. F5 d6 2. C3 d3").game.transcript
    'f5d6c3d3'
    >>> read_anything("(;GM[Othello]B[f5]W[d6];)").format
    'GGF'

    It accepts every text format of ``formats.registry``: transcripts (one per line, or one over
    several lines), move lists, GGF, SGF, positions, diagrams, JSON, links that contain a game, and
    others.
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
    """Read the first game in a text of any format.

    ``info["note"]`` lists assumptions of the reader and mentions further games.

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
    """Split a text into JSON documents: one per line, or one over several lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines if all(line.startswith("{") for line in lines) else [text]


def _games(format: TextFormat, text: str) -> Iterable[Game]:
    if format.games is not None:
        return format.games(text)
    return (record.game() for record in format.read(io.StringIO(text)))
