"""The API's practice: a visitor's own errors, asked again until they are none.

As with a review, the page sends an event with the state that the last answer gave it.
"""

import time
from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from flask import Blueprint
from msgspec import Meta

from outflank.board import Board, parse_square
from outflank.storage import PracticeCards, PuzzleCards
from outflank.study import (
    PlayOut,
    PlayOutState,
    PracticeRound,
    PracticeState,
    PracticeView,
    answer_of,
    weigh,
)
from outflank.study import messages as m
from outflank.web.api import route
from outflank.web.context import games
from outflank.web.fields import Request, SquareName
from outflank.web.problems import Problem, sentence
from outflank.web.study_api import my_cards, thinking
from outflank.web.visitors import visitor

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


@route(bp, "POST", "/api/practice", refuses=(404, 422, 503), lane="slow")
def practise(wanted: PracticeStep) -> PracticeAnswer:
    """Ask a position that is due, and say what an answer to it is worth."""
    cards = _cards(wanted)
    state = wanted.round or PracticeState()
    try:
        practice = PracticeRound(cards.find_all(state.keys), state)
    except LookupError:
        raise Problem(404, "no-such-card", "You have no such position to practise.") from None
    except ValueError as error:
        raise Problem(422, "another-round", sentence(error)) from None
    events = [_event(wanted, practice)]
    while events:
        for instruction in practice.handle(events.pop(0)):
            match instruction:
                case m.FetchCards(limit):
                    now = time.time()
                    due = tuple(cards.due(now, limit))
                    events.append(m.CardsArrived(due, _stock(cards)))
                case m.KeepCard(card):
                    cards.update(card)
                case m.Weigh(card, square):
                    with thinking() as engine:
                        events.append(m.TryWeighed(weigh(card, square, engine)))
                case m.TakeStock():
                    events.append(_stock(cards))
                case m.Redraw():
                    pass  # the answer is drawn
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


@route(bp, "POST", "/api/endings", refuses=(422, 503), lane="slow")
def play_out(wanted: EndingStep) -> EndingAnswer:
    """Play an ending to its last disc; what it was worth is told honestly."""
    try:
        ending = PlayOut(wanted.round or PlayOutState(wanted.ending))
    except ValueError as error:
        raise Problem(422, "another-ending", sentence(error)) from None
    asked = [*ending.handle(_ending_event(wanted, ending)), *ending.resume()]
    while (
        work := next((each for each in asked if isinstance(each, m.AskAnswer)), None)
    ) is not None:
        with thinking() as engine:
            square = answer_of(engine, work)
        asked = ending.handle(m.Answered(work.board, square))
    return EndingAnswer(ending.state, ending.view)


def _ending_event(wanted: EndingStep, ending: PlayOut) -> m.PlayOutEvent:
    match wanted.event:
        case "begin":
            return m.BeginEnding(Random().randrange(ending.view.total))
        case "give up":
            return m.GiveUp(time.time())
        case "go on":
            return m.GoOn()
        case "choose":
            return m.Choose(_square(wanted.square, ending.board.size), time.time())


def _square(name: str | None, size: int) -> int:
    try:
        return parse_square(name or "", size)
    except ValueError as error:
        raise Problem(422, "illegal-move", sentence(error)) from None


def _cards(wanted: PracticeStep) -> PracticeCards | PuzzleCards:
    if wanted.source == "errors":
        return my_cards()
    return PuzzleCards(games().database, visitor(), daily=wanted.source == "daily")


def _event(wanted: PracticeStep, practice: PracticeRound) -> m.PracticeEvent:
    match wanted.event:
        case "begin":
            return m.Begin()
        case "give up":
            return m.GiveUp(time.time())
        case "go on":
            return m.GoOn()
        case "choose":
            size = (Board() if practice.card is None else practice.card.board).size
            return m.Choose(_square(wanted.square, size), time.time())


def _stock(cards: PracticeCards | PuzzleCards) -> m.Stock:
    return m.Stock(cards.count(), cards.next_due(), time.time())
