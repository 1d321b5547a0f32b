"""The API's variations: other moves tried in a game, walked, noted, promoted and deleted.

As with a review, the page sends an event with the state that the last answer gave it; what was
tried is kept with the game.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from flask import Blueprint
from msgspec import Meta

from outflank.board import parse_square
from outflank.sitting import Game
from outflank.storage import InvalidRecord, Kept, Standing
from outflank.study import GameStudy, StudyState, TreeView
from outflank.study import Position as PositionView
from outflank.study import messages as m
from outflank.web import links
from outflank.web.api import route
from outflank.web.context import games, tables
from outflank.web.fields import Request, SquareName
from outflank.web.problems import Problem, sentence
from outflank.web.requests import game_or_link_id
from outflank.web.visitors import visitor

bp = Blueprint("variations", __name__)

Direction = Annotated[int, Meta(ge=-1, le=1, description="1 on, -1 back")]


class NoteText(Request):
    """What is written at a place of the tree."""

    name: Annotated[str, Meta(max_length=80, description="of the line, up to 80 characters")]
    comment: Annotated[str, Meta(max_length=2000, description="up to 2,000 characters")]


class VariationStep(Request):
    """What a person does in the tree: one of the fields, or none to look at it."""

    study: Annotated[
        StudyState | None, Meta(description="the study of the last answer; null at the beginning")
    ] = None
    play: SquareName | None = None
    place: Annotated[int, Meta(ge=0, le=100_000, description="one of the tree's")] | None = None
    step: Direction | None = None
    aside: Direction | None = None
    note: Annotated[
        NoteText | None, Meta(description="what is to stand at the place; null leaves it")
    ] = None
    change: Annotated[
        Literal["promote", "delete"] | None, Meta(description="promote or delete")
    ] = None


@dataclass(frozen=True, slots=True)
class VariationsAnswer:
    """The place that is looked at, and the tree around it."""

    study: StudyState
    position: PositionView
    headline: str
    tree: TreeView
    note: str


@route(bp, "POST", "/api/games/<game>/variations", refuses=(404, 409, 422))
def variations(game: str, wanted: VariationStep) -> VariationsAnswer:
    """Try another move in a game, or walk, note, promote or delete what was tried."""
    key = game_or_link_id(game)
    kept = tables().find(visitor(), key)
    study, changed = _after(kept.standing.game, wanted)
    if changed:
        if links.is_link(key):
            alone = "Nothing is kept of a game in a link; play or save it first."
            raise Problem(409, "refused", alone)

        def step(now: Kept) -> Standing | None:
            nonlocal study
            study, grown = _after(now.standing.game, wanted)
            if not grown:
                return None
            after = now.standing.game.copy()
            after.variations = study.game.variations
            games().check_notes(after)
            return replace(now.standing, game=after)

        try:
            games().change(visitor(), key, "variations", {}, step)
        except InvalidRecord as error:
            raise Problem(422, "too-long", sentence(error)) from None
    view = study.view
    return VariationsAnswer(study.state, view.position, view.headline, view.tree, view.note)


def _after(game: Game, wanted: VariationStep) -> tuple[GameStudy, bool]:
    """The study after what a person did, and whether the game's tree is another one now."""
    try:
        study = GameStudy(game, (), wanted.study)
        asked = [told for event in _events(wanted, game.size) for told in study.handle(event)]
    except ValueError as error:
        raise Problem(
            422, "another-game", f"{sentence(error)} Open the variations again."
        ) from None
    return study, any(isinstance(told, m.KeepVariations) for told in asked)


def _events(wanted: VariationStep, size: int) -> list[m.ReviewEvent]:
    events: list[m.ReviewEvent] = []
    if wanted.place is not None:
        events.append(m.LookAtPlace(wanted.place))
    if wanted.step:
        events.append(m.Step(wanted.step))
    if wanted.aside:
        events.append(m.StepAside(wanted.aside))
    if wanted.play is not None:
        events.append(m.TryMove(parse_square(wanted.play, size)))
    if wanted.note is not None:
        events.append(m.Note(wanted.note.name, wanted.note.comment))
    if wanted.change is not None:
        events.append(m.Promote() if wanted.change == "promote" else m.Delete())
    return events
