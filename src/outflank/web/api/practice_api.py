"""The API's practice: a visitor's own errors, asked again until they are none.

As with a review, the page sends an event with the state that the last answer gave it.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from flask import Blueprint
from msgspec import Meta

from outflank.board import Board, parse_square, sentence
from outflank.storage.study.practice_cards import PracticeCards
from outflank.storage.study.puzzle_cards import PuzzleCards
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.play_out import PlayOut, PlayOutState
from outflank.study.practice_round import PracticeRound, PracticeState
from outflank.study.views import PracticeView
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import Request, SquareName
from outflank.web.api.routing import route
from outflank.web.api.study_api import lazy_engine, my_cards
from outflank.web.context import games
from outflank.web.http.visitors import visitor

bp = Blueprint("practice", __name__)


class PracticeStep(Request):
    """What a person does in practice."""

    event: Annotated[
        Literal["begin", "choose", "give up", "go on"],
        Meta(description="begin, choose (a square), give up or go on"),
    ]
    source: Annotated[
        Literal["errors", "puzzles", "daily"],
        Meta(description="one's own errors, puzzles, or the puzzle of the day"),
    ] = "errors"
    square: SquareName | None = None
    round: Annotated[
        PracticeState | None,
        Meta(description="the round of the last answer; null at the beginning"),
    ] = None


@dataclass(frozen=True, slots=True)
class PracticeAnswer:
    """The position that is asked, or what is said where none is."""

    round: PracticeState
    view: PracticeView


@route(bp, "POST", "/api/practice", errors=(404, 422, 503), lane="slow")
def practise(body: PracticeStep) -> PracticeAnswer:
    """Ask a position that is due, and say what an answer to it is worth."""
    cards = _cards(body)
    state = body.round or PracticeState()
    try:
        practice = PracticeRound(cards.find_all(state.keys), state)
    except LookupError:
        raise ApiError(
            404, "no-such-card", _("This position is not in your practice set.")
        ) from None
    except ValueError as error:
        raise ApiError(422, "another-round", sentence(error)) from None
    with lazy_engine() as engine:
        size = (Board() if practice.card is None else practice.card.board).size
        _apply(body, PracticeController(lambda: cards, practice, analyst=engine), size)
    return PracticeAnswer(practice.state, practice.view)


class EndingStep(Request):
    """What a person does in an ending that is played out."""

    event: Annotated[
        Literal["begin", "choose", "give up", "go on"],
        Meta(description="begin, choose (a square), give up to begin it anew, or go on"),
    ]
    ending: Annotated[
        Literal["won", "lost"],
        Meta(description="a won one against perfect defence, or a lost one to be swindled"),
    ] = "won"
    square: SquareName | None = None
    round: Annotated[
        PlayOutState | None, Meta(description="the round of the last answer; null at the beginning")
    ] = None


@dataclass(frozen=True, slots=True)
class EndingAnswer:
    """The ending as it stands, the other side's answer made."""

    round: PlayOutState
    view: PracticeView


@route(bp, "POST", "/api/endings", errors=(422, 503), lane="slow")
def play_out(body: EndingStep) -> EndingAnswer:
    """Play an ending to its last disc; what it was worth is told honestly."""
    try:
        ending = PlayOut(body.round or PlayOutState(body.ending))
    except ValueError as error:
        raise ApiError(422, "another-ending", sentence(error)) from None
    with lazy_engine() as engine:
        controller = PlayOutController(ending, analyst=engine)
        _apply(body, controller, ending.board.size)
        controller.carry_out(ending.resume())
    return EndingAnswer(ending.state, ending.view)


def _apply(
    body: PracticeStep | EndingStep, controller: PracticeController | PlayOutController, size: int
) -> None:
    match body.event:
        case "begin":
            controller.begin()
        case "give up":
            controller.give_up()
        case "go on":
            controller.go_on()
        case "choose":
            controller.choose(parse_square(body.square or "", size))


def _cards(body: PracticeStep) -> PracticeCards | PuzzleCards:
    if body.source == "errors":
        return my_cards()
    return PuzzleCards(games().database, visitor(), daily=body.source == "daily")
