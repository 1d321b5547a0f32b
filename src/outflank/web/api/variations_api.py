"""The variations API: try, browse, comment, promote and delete variations of a game.

As with a review, the page sends an event with the state from the last response. Variations are
saved with the game.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from flask import Blueprint
from msgspec import Meta

from outflank.board import parse_square, sentence
from outflank.formats import InvalidRecord
from outflank.game import Game
from outflank.storage.games.games import Step, StoredGame
from outflank.study import instructions
from outflank.study.game_study import GameStudy, StudyState
from outflank.study.views import Position as PositionView
from outflank.study.views import TreeView
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import Request, SquareName
from outflank.web.api.routing import game_or_link_id, route
from outflank.web.context import games
from outflank.web.games import links
from outflank.web.games.game_service import game_service
from outflank.web.http.visitors import visitor

bp = Blueprint("variations", __name__)

Direction = Annotated[int, Meta(ge=-1, le=1, description="1 forward, -1 back")]


class NoteText(Request):
    """The name and comment of a node of the tree."""

    name: Annotated[str, Meta(max_length=80, description="the line's name, up to 80 characters")]
    comment: Annotated[
        str, Meta(max_length=2000, description="a comment of up to 2,000 characters")
    ]


class VariationStep(Request):
    """A step in the variation tree: set one field, or none to view the tree."""

    study: Annotated[
        StudyState | None, Meta(description="the study of the last response; null at the start")
    ] = None
    play: SquareName | None = None
    place: Annotated[int, Meta(ge=0, le=100_000, description="the number of a node")] | None = None
    step: Direction | None = None
    aside: Direction | None = None
    note: Annotated[NoteText | None, Meta(description="the node's new note; null: unchanged")] = (
        None
    )
    change: Annotated[
        Literal["promote", "delete"] | None, Meta(description="promote or delete")
    ] = None


@dataclass(frozen=True, slots=True)
class VariationsAnswer:
    """The current node and the tree around it."""

    study: StudyState
    position: PositionView
    headline: str
    tree: TreeView
    note: str


@route(bp, "POST", "/api/games/<game>/variations", errors=(404, 409, 422))
def variations(game: str, body: VariationStep) -> VariationsAnswer:
    """Try another move in a game, or browse, annotate, promote or delete variations."""
    key = game_or_link_id(game)
    stored = game_service().find_own(visitor(), key)
    study, changed = _after(stored.session.game, body)
    if changed:
        if key.startswith(links.MARK):
            alone = _("A game in a link cannot keep variations. Play on or save it first.")
            raise ApiError(409, "refused", alone)

        def step(now: StoredGame) -> Step | None:
            nonlocal study
            study, grown = _after(now.session.game, body)
            if not grown:
                return None
            now.session.game.variations = study.game.variations
            games().check_notes(now.session.game)
            return Step(now.session)

        try:
            games().change(visitor(), key, "variations", {}, step)
        except InvalidRecord as error:
            raise ApiError(422, "too-long", sentence(error)) from None
    view = study.view
    return VariationsAnswer(study.state, view.position, view.headline, view.tree, view.note)


def _after(game: Game, body: VariationStep) -> tuple[GameStudy, bool]:
    """Return the study after an action, and whether the game's tree has changed."""
    try:
        study = GameStudy(game, (), body.study)
        requested = _apply(study, body)
    except ValueError as error:
        why = sentence(error) + " " + _("Open the variations again.")
        raise ApiError(422, "another-game", why) from None
    return study, any(isinstance(each, instructions.SaveVariations) for each in requested)


def _apply(study: GameStudy, body: VariationStep) -> instructions.ReviewInstructions:
    requested: instructions.ReviewInstructions = []
    if body.place is not None:
        requested += study.go_to_place(body.place)
    if body.step:
        requested += study.step(body.step)
    if body.aside:
        requested += study.step_variation(body.aside)
    if body.play is not None:
        requested += study.try_move(parse_square(body.play, study.game.size))
    if body.note is not None:
        requested += study.annotate(body.note.name, body.note.comment)
    if body.change is not None:
        requested += study.promote() if body.change == "promote" else study.delete()
    return requested
