"""The openings API: a visitor's repertoires, what is left to learn, and a quiz of names.

Positions are trained through the practice API.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from flask import Blueprint, request
from msgspec import Meta

from outflank.board import Color, square_name
from outflank.openings.names import local_name, openings, slug
from outflank.storage.study.game_reviews import GameReviews
from outflank.storage.study.opening_cards import OpeningCards
from outflank.storage.study.repertoire_files import (
    RepertoireFormat,
    read_repertoire,
    write_repertoire,
)
from outflank.study.repertoire.departure import departure
from outflank.study.repertoire.name_quiz import name_question
from outflank.study.repertoire.proposal import Style, from_games, merge, opening_named, propose
from outflank.study.repertoire.repertoire import (
    LONGEST,
    Repertoire,
    RepertoireError,
    after_line,
    parse_line,
)
from outflank.study.repertoire.repertoire_view import RepertoireBoard, repertoire_board
from outflank.study.repertoire.umigame import umigame_number
from outflank.study.views import Position as PositionView
from outflank.study.views import position_of
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import Request, SquareName
from outflank.web.api.routing import game_or_link_id, route
from outflank.web.context import games
from outflank.web.games.game_service import game_service
from outflank.web.http.visitors import visitor

bp = Blueprint("openings", __name__, url_prefix="/api")
LARGEST_TEXT = 400_000

OpeningLine = Annotated[
    list[SquareName], Meta(max_length=LONGEST, description=f"up to {LONGEST} moves from the start")
]


class RepertoireChange(Request):
    """What to add to a repertoire, or remove: the fields that the change needs."""

    change: Annotated[
        Literal["propose", "line", "games", "import", "remove", "clear"],
        Meta(description="propose, line, games, import, remove (a position) or clear"),
    ]
    style: Annotated[
        Style, Meta(description="few (lines to learn), masters (what they play) or fights")
    ] = "masters"
    opening: Annotated[
        str, Meta(max_length=80, description="the name of an opening; empty: the whole game")
    ] = ""
    line: OpeningLine = []  # noqa: RUF012 - msgspec copies it
    text: Annotated[
        str,
        Meta(max_length=LARGEST_TEXT, description="a repertoire as JSON, SGF or a link"),
    ] = ""


class RepertoirePlace(Request):
    """A position of a repertoire."""

    line: OpeningLine = []  # noqa: RUF012 - msgspec copies it


@dataclass(frozen=True, slots=True)
class RepertoireView:
    """A repertoire and what is left to learn of it."""

    color: Color
    positions: int
    known: int
    due: int
    new: int
    note: str  # what became of the last change


@dataclass(frozen=True, slots=True)
class OpeningName:
    """A named opening; the Umigame numbers count the lines to memorize by the book."""

    name: str
    setting: str  # the name in the settings of players
    moves: str
    black: int
    white: int


@dataclass(frozen=True, slots=True)
class OpeningsView:
    """The named openings, and the visitor's repertoires."""

    openings: Sequence[OpeningName]
    black: RepertoireView
    white: RepertoireView


@dataclass(frozen=True, slots=True)
class NameQuestionView:
    """An opening on the board and the names to choose from."""

    position: PositionView
    moves: str
    choices: Sequence[str]
    right: int  # the index of the right name


@dataclass(frozen=True, slots=True)
class RepertoireText:
    """A repertoire as a file; a link is the end of a URL, after `#repertoire=`."""

    text: str
    name: str  # of the file


@dataclass(frozen=True, slots=True)
class DepartureView:
    """Where a game left the visitor's repertoire."""

    color: Color
    by: Literal["you", "opponent", "end"]
    number: int
    sentence: str
    line: Sequence[str]  # the line to add, with the suggested move


@dataclass(frozen=True, slots=True)
class Departures:
    departures: Sequence[DepartureView]


@route(bp, "GET", "/openings", lane="slow")
def list_openings() -> OpeningsView:
    """List the named openings with the lines to memorize, and count what is left to learn."""
    named = [
        OpeningName(
            local_name(one.name),
            slug(one.name),
            one.moves,
            *(umigame_number(after_line(parse_line(one.moves)), color) for color in Color),
        )
        for one in openings().table
    ]
    return OpeningsView(sorted(named, key=lambda one: one.name), *map(_view, Color))


NAME_SEED = {
    "description": "the same number gives the same question; at random without it",
    "schema": {"type": "integer"},
}


@route(bp, "GET", "/openings/quiz", query={"seed": NAME_SEED})
def quiz() -> NameQuestionView:
    """Ask for the name of an opening."""
    question = name_question(Random(request.args.get("seed")))
    position = position_of(question.board, legal=False, last=question.line[-1])
    moves = " ".join(map(square_name, question.line))
    return NameQuestionView(position, moves, question.choices, question.right)


@route(bp, "POST", "/openings/<color>", errors=(404, 422), lane="slow")
def change_repertoire(color: str, body: RepertoireChange) -> RepertoireView:
    """Add lines to a repertoire, which replace other answers, or remove some."""
    side = _side(color)
    deck = _deck(side)
    old = deck.repertoire()
    note = ""
    match body.change:
        case "clear":
            deck.save(Repertoire(side))
        case "remove":
            deck.save(old.without(after_line(_line(body.line))))
        case _:
            new = _new_lines(side, body)
            if new.color is not side:
                why = _("This is a repertoire for {color}.", color=new.color)
                raise ApiError(422, "another-color", why)
            merged = merge(old, new)
            deck.save(merged.repertoire)
            note = merged.sentence
    return _view(side, note)


@route(bp, "POST", "/openings/<color>/position", errors=(404, 409, 422))
def show_position(color: str, body: RepertoirePlace) -> RepertoireBoard:
    """Return a position of a repertoire with its answer, or with the opponent's moves."""
    line = _line(body.line)
    game_service().expect_not_rated(visitor(), after_line(line))
    return repertoire_board(_deck(_side(color)).repertoire(), line)


FORMAT = {
    "description": "json, sgf or link",
    "schema": {"type": "string", "enum": ["json", "sgf", "link"]},
}


@route(bp, "GET", "/openings/<color>/file", errors=(400, 404), query={"format": FORMAT})
def export_repertoire(color: str) -> RepertoireText:
    """Return a repertoire as a file or a link."""
    formats: dict[str, RepertoireFormat] = {"json": "json", "sgf": "sgf", "link": "link"}
    kind = formats.get(request.args.get("format", "json"))
    if kind is None:
        why = _("The format must be json, sgf or link.")
        raise ApiError(400, "invalid-request", why)
    text = write_repertoire(_deck(_side(color)).repertoire(), kind)
    return RepertoireText(text, f"repertoire-{_side(color).value}.{kind}")


@route(bp, "GET", "/games/<game>/repertoire", errors=(404, 409))
def find_departures(game: str) -> Departures:
    """Return where a game left the visitor's repertoires, and who left them."""
    session = game_service().find_own(visitor(), game_or_link_id(game)).session
    game_service().expect_not_rated(visitor(), session.game.board)
    mine = [color for color, seat in session.seats.items() if not seat.is_computer]
    found = (departure(session.game, _deck(color).repertoire()) for color in mine)
    return Departures(
        [
            DepartureView(
                one.color,
                one.by,
                one.number,
                one.sentence,
                [*map(square_name, (*one.line, one.suggested))]
                if one.suggested is not None
                else [],
            )
            for one in found
            if one is not None
        ]
    )


def opening_deck(color: Color | None, line: Sequence[str]) -> OpeningCards:
    """Return the positions to train."""
    return OpeningCards(games().database, visitor(), color or Color.BLACK, _line(line))


def _deck(color: Color) -> OpeningCards:
    return opening_deck(color, ())


def _side(text: str) -> Color:
    try:
        return Color(text)
    except ValueError:
        why = _("A repertoire is for black or white.")
        raise ApiError(404, "no-such-color", why) from None


def _line(moves: Sequence[str]) -> tuple[int, ...]:
    return parse_line("".join(moves))


def _view(color: Color, note: str = "") -> RepertoireView:
    deck = _deck(color)
    left = deck.progress(time.time())
    total = left.known + left.due + left.new
    return RepertoireView(color, total, left.known, left.due, left.new, note)


def _new_lines(color: Color, body: RepertoireChange) -> Repertoire:
    if body.change == "line":
        new = Repertoire(color).with_line(_line(body.line))
        if not new.answers:
            raise RepertoireError(_("This line has no move of {color}.", color=color))
        return new
    if body.change == "games":
        own = GameReviews(games().database, visitor()).own_games()
        return from_games(color, (each.game for each in own if each.color is color))
    if body.change == "import":
        return read_repertoire(body.text, color)
    opening = opening_named(body.opening) if body.opening.strip() else None
    return propose(color, body.style, opening)
