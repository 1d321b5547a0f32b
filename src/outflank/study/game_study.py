"""The review of a game as a state machine: navigation, findings and variations.

Each method changes the state and returns the instructions to carry out, which
``study.controllers`` does. There is no thread, clock, input or output here.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from outflank.board import (
    Board,
    Color,
    IllegalMove,
    InvalidSquare,
    Square,
    sentence,
    square_name,
)
from outflank.game import MOST, Game, Tree, Way, position
from outflank.openings.names import opening_name
from outflank.study import words
from outflank.study.instructions import (
    AnalyzeMove,
    OpenPractice,
    RefreshView,
    ReviewInstructions,
    SaveErrors,
    SaveVariations,
)
from outflank.study.judging import rule
from outflank.study.review import Finding, MadeMove, MoveReview, Review, judged, moves_of
from outflank.study.tree_view import tree_view
from outflank.study.views import (
    NEXT,
    REASON,
    Decided,
    Label,
    MoveView,
    Position,
    ReviewView,
    Spent,
    move_view,
    names,
    position_of,
)
from outflank.study.why.lines import follow
from outflank.translation import _, language, ngettext

NAME_LENGTH, COMMENT_LENGTH = 80, 2000
"""Length limits for the name and the comment of a position, in characters."""


@dataclass(frozen=True, slots=True)
class StudyState:
    """The state of a study between two requests, without the game itself."""

    findings: tuple[Finding, ...] = ()
    ply: int | None = None  # None: the end of the game, where a review starts
    running: bool = False
    note: str = ""
    way: Way | None = None
    """The moves to the current position, if it is not in the game."""
    line: Way = ()  # the displayed line, from the start of the game
    line_from: int = 0  # the number of its moves before the line starts


class GameStudy:
    """A game with the findings about its moves, and the current position.

    >>> game = Game()
    >>> game.play("f5")
    >>> study = GameStudy(game, [Color.BLACK])
    >>> analyze, refresh = study.start_or_stop()
    >>> analyze.made.ply, analyze.made.move
    (0, 37)
    >>> study.add_finding(Finding(0, 37, 0, 0, False, (37,), None))
    [RefreshView()]
    >>> study.view.progress
    'Discs lost: Black 0, White 0.'
    """

    def __init__(
        self,
        game: Game,
        mine: Collection[Color],
        state: StudyState | None = None,
        *,
        batch: int = 1,
    ) -> None:
        state = state or StudyState()
        self.game = _whole(game)
        self.mine = frozenset(mine) or frozenset(Color)
        """The sides whose errors are practiced; both if no person played."""
        self.ply = self.game.ply if state.ply is None else self.game.resting_ply(state.ply, -1)
        self.running = state.running
        self.note = state.note
        self._batch = batch  # moves requested together
        self._pending: set[int] = set()  # the plies of the requested moves
        self.tree = self.game.tree
        self._way: Way | None = None
        self._line, self._line_from = state.line, state.line_from
        self._saving = False
        self._made = {made.ply: made for made in moves_of(self.game)}
        self._findings: dict[int, Finding] = {}
        self._reviews: dict[int, MoveReview] = {}
        self._views: dict[int, MoveView] = {}
        self._outcome = game.final_outcome
        self._opening = opening_name(self.game)
        for finding in state.findings:
            self._learn(finding)
        position(self.game.start, state.line)  # raises an error for an illegal line
        if state.way is not None:
            position(self.game.start, state.way)
            self._go(state.way, walking=bool(state.line))
            self.note = state.note

    # --- Queries ---------------------------------------------------------------------------------

    @property
    def state(self) -> StudyState:
        findings = tuple(self._findings[ply] for ply in sorted(self._findings))
        return StudyState(
            findings, self.ply, self.running, self.note, self._way, self._line, self._line_from
        )

    @property
    def review(self) -> Review:
        moves = tuple(self._reviews[ply] for ply in sorted(self._reviews))
        return Review(self.game.start, moves, len(self._made), self._opening)

    @property
    def waiting(self) -> list[MadeMove]:
        """The moves that are not analyzed yet, last first."""
        return [
            self._made[ply] for ply in sorted(self._made, reverse=True) if ply not in self._reviews
        ]

    @property
    def way(self) -> Way:
        return self._played(self.ply) if self._way is None else self._way

    @property
    def view(self) -> ReviewView:
        review = self.review
        here = self._views.get(self.ply) if self._way is None and not self._line else None
        return ReviewView(
            ply=self.ply,
            plies=self.game.ply,
            position=self._position(here),
            headline=self._headline if here is None else here.headline,
            best="" if here is None else here.best,
            why=self._comment if here is None else here.why,
            moves=tuple(self._views[move.ply] for move in review.moves),
            points=review.points,
            opening=self._opening,
            lost={color: review.totals(color).discs_lost for color in Color},
            summary=_summary(review),
            decided=decided_by(review),
            rule=rule(),
            spent=tuple(
                Spent(at, ply.color, ply.seconds)
                for at, ply in enumerate(self.game.history)
                if ply.seconds is not None
            ),
            progress=self._progress(review),
            done=len(review.moves),
            total=review.total,
            running=self.running,
            complete=review.complete,
            can_practise=not self.running and bool(self._own_errors),
            tree=tree_view(self.tree, self.way, self.game.size),
            line=self._line_words,
            note=self.note,
        )

    # --- The analysis ----------------------------------------------------------------------------

    def start_or_stop(self) -> ReviewInstructions:
        self.running = not self.running and not self.review.complete
        self.note = ""
        return self._request_moves()

    def resume(self) -> ReviewInstructions:
        """Request again the moves whose analysis was lost with its process."""
        self._pending.clear()
        return self._request_moves()

    def add_finding(self, finding: Finding) -> ReviewInstructions:
        self._pending.discard(finding.ply)
        self._learn(finding)
        if self.review.complete:
            self.running = False
        return self._request_moves()

    def _request_moves(self) -> ReviewInstructions:
        """Request the next moves, last first: later results speed up earlier searches."""
        if not self.running or self._pending:
            return [RefreshView()]
        moves = self.waiting[: self._batch]
        self._pending = {made.ply for made in moves}
        return [*map(AnalyzeMove, moves), RefreshView()]

    # --- Navigation ------------------------------------------------------------------------------

    def go_to(self, ply: int) -> ReviewInstructions:
        """Go to the position after this number of moves and passes."""
        return self._look(self.game.resting_ply(ply, -1))

    def step(self, by: int) -> ReviewInstructions:
        """Go one move forward (+1) or back (-1)."""
        way = self.way
        if self._line:
            return self._go(self._line[: max(len(way) + by, self._line_from)], walking=True)
        if self._way is None:
            return self._look(self.game.resting_ply(self.ply + by, by))
        on = self.tree.children(way)[:1] if way in self.tree and by > 0 else ()
        return self._go(on[0] if on else way if by > 0 else way[:-1])

    def step_to_error(self, by: int) -> ReviewInstructions:
        """Go to the next error (+1) or the previous one (-1)."""
        ahead = [e.ply for e in self.review.errors if (e.ply - self.ply) * by > 0]
        if ahead:
            return self._look(ahead[0] if by > 0 else ahead[-1])
        return self._say(
            _("There is no next error.") if by > 0 else _("There is no earlier error.")
        )

    def go_to_place(self, place: int) -> ReviewInstructions:
        """Go to a position of the tree by its number in the view."""
        places = [way for _depth, line in self.tree.lines() for way in line]
        return self._go(places[min(max(place, 0), len(places) - 1)])

    def step_variation(self, by: int) -> ReviewInstructions:
        """Go to the next (+1) or previous (-1) alternative here, including the game itself."""
        parent = self.way if self._way is None else self._way[:-1]
        on = self.tree.children(parent) if parent in self.tree else ()
        choices = [way for way in on if not self.tree.is_played(way)]
        if self.tree.is_played(parent):
            choices.insert(0, parent)
        if len(choices) < 2:
            return self._say(_("There is no other variation here."))
        at = choices.index(self.way) if self.way in choices else 0
        return self._go(choices[(at + by) % len(choices)])

    def show_line(self) -> ReviewInstructions:
        """Show the line that a reason refers to, or its next move."""
        if not self._line:
            known = self._reviews.get(self.ply) if self._way is None else None
            if known is None or known.reason is None or not known.reason.replay:
                return self._say(_("There is no line to show here."))
            before = self.way
            self._line, self._line_from = (*before, *known.reason.replay), len(before)
        elif self.way == self._line:
            return self._go(self._line[: self._line_from])
        return self._go(self._line[: len(self.way) + 1], walking=True)

    # --- Variations ------------------------------------------------------------------------------

    def try_move(self, square: Square) -> ReviewInstructions:
        """Play a move here, and add it to the tree if it is new."""
        way = (*self.way, square)
        try:
            position(self.game.start, way)
        except (IllegalMove, InvalidSquare) as error:
            return self._say(sentence(error))
        if way in self.tree:
            return self._go(way)
        if self.tree.tried >= MOST:
            return self._say(
                _(
                    "A game can have at most {most} moves in variations. Delete some first.",
                    most=MOST,
                )
            )
        return [*self._grow(self.tree.with_way(way)), *self._go(way)]

    def annotate(self, name: str, comment: str) -> ReviewInstructions:
        """Name the current variation, and comment on the current position."""
        tree = self.tree.noted(self.way, comment=comment.strip()[:COMMENT_LENGTH])
        fork = tree.fork(self.way)
        return self._grow(tree.noted(fork, name=name.strip()[:NAME_LENGTH]))

    def promote(self) -> ReviewInstructions:
        """Move the current variation before the others."""
        promoted = self.tree.promoted(self.way) if self.way in self.tree else None
        if not promoted:
            return self._say(_("No other variation comes before this one."))
        return self._grow(promoted)

    def delete(self) -> ReviewInstructions:
        """Delete the current move of a variation and everything after it."""
        way = self.way
        if self._way is None:
            return self._say(_("Only moves of variations can be deleted, not moves of the game."))
        saved = self._grow(self.tree.without(way)) if way in self.tree else []
        return [*saved, *self._go(way[:-1])]

    # --- Practice --------------------------------------------------------------------------------

    def practice_errors(self) -> ReviewInstructions:
        """Add the user's errors to the positions to practice."""
        if self.running or not self._reviews:
            return self._say(_("The review is still running. Wait until it is done, or stop it."))
        if not self._own_errors:
            return self._say(_("You have no errors to practice."))
        if self._saving:
            return []  # the key was pressed twice
        self._saving = True
        source = " – ".join(words.player_names(self.game.info))
        looking = self._say(_("Searching for all moves that lose nothing…"))
        return [*looking, SaveErrors(self._own_errors, source)]

    def errors_saved(self, added: int) -> ReviewInstructions:
        """Record how many positions to practice are new."""
        self._saving = False
        note = _("You practice these positions already.")
        if added:
            note = ngettext(
                "{count} new position to practice.", "{count} new positions to practice.", added
            )
        return [*self._say(note), OpenPractice()]

    # --- Private ---------------------------------------------------------------------------------

    def _look(self, ply: int) -> ReviewInstructions:
        self.ply, self._way, self._line, self.note = ply, None, (), ""
        return [RefreshView()]

    def _say(self, note: str) -> ReviewInstructions:
        self.note = note
        return [RefreshView()]

    def _go(self, way: Way, *, walking: bool = False) -> ReviewInstructions:
        """Go to a position; a displayed line ends unless the position is part of it."""
        line = self._line if walking else ()
        common = next(n for n in range(len(way), -1, -1) if self.tree.is_played(way[:n]))
        self._look(self._ply_after(common))
        self._line = line
        self._way = None if self.tree.is_played(way) else way
        return [RefreshView()]

    def _grow(self, tree: Tree) -> ReviewInstructions:
        self.tree, self.note = tree, ""
        self.game.variations = tree.variations
        return [SaveVariations(tree.variations), RefreshView()]

    @property
    def _line_words(self) -> str:
        if self._line:
            return _("Back to the game") if self.way == self._line else _("Next move of the line")
        known = self._reviews.get(self.ply) if self._way is None else None
        return _("Show the line") if known and known.reason and known.reason.replay else ""

    @property
    def _comment(self) -> str:
        """Return the text for a position outside the game: the reason or a note."""
        if self._line:
            known = self._views.get(self._ply_after(self._line_from))
            return "" if known is None else known.why
        return self.tree.note(self.way).comment

    def _played(self, ply: int) -> Way:
        return tuple(made.move for at, made in self._made.items() if at < ply)

    def _ply_after(self, moves: int) -> int:
        plies = list(self._made)
        return plies[moves] if moves < len(plies) else self.game.ply

    def _learn(self, finding: Finding) -> None:
        made = self._made.get(finding.ply)
        known = None if made is None else _understood(made, finding, language())
        if known is None:
            raise ValueError(f"there is no such move after {finding.ply} moves and passes")
        self._findings[finding.ply] = finding
        self._reviews[finding.ply], self._views[finding.ply] = known

    @property
    def _own_errors(self) -> tuple[MoveReview, ...]:
        return tuple(error for error in self.review.errors if error.color in self.mine)

    def _position(self, here: MoveView | None) -> Position:
        way = self.way
        if self._way is None and not self._line:
            board = self.game.history[self.ply - 1].board if self.ply else self.game.start
        else:
            board = position(self.game.start, way)
        labels, noted = self._marks(board) if here is None else (here.labels, here.noted)
        last = way[-1] if way else None
        return position_of(board, legal=True, last=last, labels=labels, noted=noted)

    def _marks(self, board: Board) -> tuple[dict[str, Label], tuple[str, ...]]:
        """Return labels for the next moves, and the squares of a displayed reason."""
        way, size = self.way, board.size
        on = [self._line[: len(way) + 1]] if self._line else []
        on = on or (list(self.tree.children(way)[:1]) if way in self.tree else [])
        about: tuple[Square, ...] = ()
        if self._line:
            known = self._reviews.get(self._ply_after(self._line_from))
            about = known.reason.squares if known and known.reason else ()
        labels = {square_name(at, size): REASON for at in about if board[at] is None}
        labels |= {square_name(place[-1], size): NEXT for place in on if place != way}
        return labels, names(tuple(at for at in about if board[at] is not None), size)

    @property
    def _headline(self) -> str:
        way = self.way
        if self._way is not None or self._line[: len(way)] == way != self._line[: self._line_from]:
            names = {
                "move": f"{len(way)}. {square_name(way[-1], self.game.size)}",
                "color": position(self.game.start, way[:-1]).turn,
                "at": len(way) - self._line_from,
                "of": len(self._line) - self._line_from,
                "name": self.tree.note(self.tree.fork(way)).name,
            }
            if self._line:
                return _("{move} ({color}): move {at} of {of} of the line", **names)
            if names["name"]:
                return _("{move} ({color}): {name}", **names)
            return _("{move} ({color}), not played", **names)
        made = self._made.get(self.ply)
        if made is None:
            return _("The last position") if self._outcome is None else f"{self._outcome}"
        move = f"{made.number}. {square_name(made.move, self.game.size)}"
        return _("{move} ({color}): not analyzed yet", move=move, color=made.board.turn)

    def _progress(self, review: Review) -> str:
        if review.complete:
            return _summary(review)
        counts = {"done": len(review.moves), "total": review.total}
        if self.running:
            return _("Analyzing the moves, last to first: {done} of {total}", **counts)
        return _("Stopped after {done} of {total} moves", **counts)


@lru_cache(maxsize=4096)
def _understood(
    made: MadeMove, finding: Finding, language: str
) -> tuple[MoveReview, MoveView] | None:
    """Judge a finding and put its reasons into words; None if it does not fit the move.

    Cached per language: a server receives all findings again with every request, and reasons replay
    lines on the board.
    """
    if not _fits(made, finding):
        return None
    review = judged(made, finding)
    return review, move_view(review)


def _summary(review: Review) -> str:
    return words.discs_lost({color: review.totals(color).discs_lost for color in Color})


def decided_by(review: Review) -> Decided | None:
    """Return the move that decided the game, if that is proven and nothing changed later."""
    turning = review.turning_point
    if turning is None:
        return None
    winners = {
        (point.score > 0) - (point.score < 0) for point in review.points if point.ply > turning.ply
    }
    if len(winners) != 1:
        return None
    best, made = turning.best_score, turning.score
    return Decided(turning.ply, words.turned(turning.number, turning.name, best, made))


def _fits(made: MadeMove, finding: Finding) -> bool:
    after = made.board.play(made.move)
    replies = tuple((after.pass_turn() if after.must_pass else after).legal_moves)
    try:
        follow(made.board, finding.line)
        follow(made.board, finding.made_line)
    except (IllegalMove, InvalidSquare):
        return False
    best = finding.line[:1] == (finding.best,)
    own = finding.made_line[:1] in ((), (made.move,))
    worse = finding.score <= finding.best_score
    return best and own and worse and (finding.answer is None or finding.answer in replies)


def _whole(game: Game) -> Game:
    """Return a copy of the game with the undone moves at its end replayed."""
    copy = Game(game.start, info=game.info)
    for ply in (*game.history, *game.future):
        if ply.square is not None:
            copy.play(ply.square, seconds=ply.seconds)
    copy.variations = game.variations
    return copy
