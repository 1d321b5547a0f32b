"""The practice API: a visitor's own errors, repeated until they are learned, and puzzles.

As with a review, the page sends an event with the state from the last response.
"""

import time
from dataclasses import dataclass
from typing import Annotated, Literal

from flask import Blueprint
from msgspec import Meta

from outflank.board import Board, Color, parse_square, sentence
from outflank.storage.study.opening_cards import OpeningCards
from outflank.storage.study.practice_cards import PracticeCards
from outflank.storage.study.puzzle_cards import PuzzleCards
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.course.course import LessonLink, lesson_of_theme
from outflank.study.play_out import PlayOut, PlayOutState
from outflank.study.practice_round import RUN_SECONDS, SITTING_SECONDS, PracticeRound, PracticeState
from outflank.study.puzzles.puzzle import PuzzleMode, with_theme
from outflank.study.puzzles.themes import Theme
from outflank.study.views import PracticeView
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import Request, SquareName
from outflank.web.api.openings_api import opening_deck
from outflank.web.api.routing import route
from outflank.web.api.study_api import lazy_engine, my_cards
from outflank.web.context import challenging, games
from outflank.web.http.visitors import visitor

bp = Blueprint("practice", __name__)


class PracticeStep(Request):
    """An action in practice."""

    event: Annotated[
        Literal["begin", "choose", "give up", "go on"],
        Meta(description="begin, choose (a square), give up or go on"),
    ]
    source: Annotated[
        Literal["errors", "puzzles", "daily", "run", "openings"],
        Meta(
            description="errors (your own), puzzles, daily (the puzzle of the day), a timed run, "
            "or openings (five minutes with your repertoire)"
        ),
    ] = "errors"
    theme: Annotated[
        str, Meta(max_length=40, description="only puzzles with this theme; empty for all")
    ] = ""
    color: Annotated[
        Literal["black", "white"], Meta(description="of the repertoire: black or white")
    ] = "black"
    line: Annotated[
        list[SquareName],
        Meta(max_length=40, description="only what follows these moves of the repertoire"),
    ] = []  # noqa: RUF012 - msgspec copies it
    square: SquareName | None = None
    round: Annotated[
        PracticeState | None,
        Meta(description="the round of the last response; null at the start"),
    ] = None


@dataclass(frozen=True, slots=True)
class PracticeAnswer:
    """The position to solve, or a message if there is none."""

    round: PracticeState
    view: PracticeView


@route(bp, "POST", "/api/practice", errors=(404, 422, 503), lane="slow")
def practise(body: PracticeStep) -> PracticeAnswer:
    """Return a position that is due, and rate the answer to it."""
    cards = _cards(body)
    state = body.round or PracticeState()
    try:
        seconds = {"run": RUN_SECONDS, "openings": SITTING_SECONDS}.get(body.source)
        practice = PracticeRound(cards.find_all(state.keys), state, seconds=seconds)
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
    """An action while playing out an ending."""

    event: Annotated[
        Literal["begin", "choose", "give up", "go on"],
        Meta(description="begin, choose (a square), give up (start again) or go on"),
    ]
    ending: Annotated[
        Literal["won", "lost"],
        Meta(description="won (against perfect defense) or lost (to be swindled)"),
    ] = "won"
    square: SquareName | None = None
    round: Annotated[
        PlayOutState | None, Meta(description="the round of the last response; null at the start")
    ] = None


@dataclass(frozen=True, slots=True)
class EndingAnswer:
    """The ending, after the opponent's reply."""

    round: PlayOutState
    view: PracticeView


@route(bp, "POST", "/api/endings", errors=(422, 503), lane="slow")
def play_out(body: EndingStep) -> EndingAnswer:
    """Play out an ending and compare the result with the best possible one."""
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


def _cards(body: PracticeStep) -> PracticeCards | PuzzleCards | OpeningCards:
    if body.source == "errors":
        return my_cards()
    if body.source == "openings":
        return opening_deck(Color(body.color), body.line)
    try:
        theme = Theme.of(body.theme) if body.theme else None
    except ValueError as error:
        raise ApiError(422, "no-such-theme", sentence(error)) from None
    mode: PuzzleMode = "puzzle" if body.source == "puzzles" else body.source
    database, most = games().database, games().limits.cards
    return PuzzleCards(database, visitor(), mode=mode, theme=theme, most=most)


@dataclass(frozen=True, slots=True)
class PuzzleTheme:
    key: str
    title: str
    definition: str
    puzzles: int
    lesson: LessonLink


@dataclass(frozen=True, slots=True)
class PuzzleThemes:
    themes: tuple[PuzzleTheme, ...]


@route(bp, "GET", "/api/puzzles/themes")
def list_themes() -> PuzzleThemes:
    """The themes of the puzzles, with their definitions."""
    return PuzzleThemes(
        tuple(
            PuzzleTheme(
                theme.key,
                theme.title,
                theme.definition,
                len(with_theme(theme)),
                lesson_of_theme(theme),
            )
            for theme in Theme
        )
    )


@dataclass(frozen=True, slots=True)
class TodayView:
    """What is waiting for a returning visitor."""

    puzzle: bool  # whether the puzzle of the day is still unsolved
    days: int  # in a row with its puzzle solved
    due: int  # positions to practice now
    running: int  # unfinished games
    challenges: int  # from other members, waiting for an answer
    your_turn: int  # games with other players that wait for your move


@route(bp, "GET", "/api/today")
def today() -> TodayView:
    """Count what is waiting: a puzzle, positions to practice, unfinished games, challenges."""
    now, who = time.time(), visitor()
    puzzles = PuzzleCards(games().database, who, mode="daily")
    shelf = games().shelf(who)
    yours = challenging().yours([who])[who]
    return TodayView(
        puzzle=bool(puzzles.due(now)),
        days=puzzles.standing(now).days,
        due=len(my_cards().due(now)),
        running=sum(
            row.result is None and row.deleted is None and row.kind != "save" for row in shelf
        ),
        challenges=sum(not one.sent for one in yours.challenges),
        your_turn=sum(one.your_turn for one in yours.games),
    )
