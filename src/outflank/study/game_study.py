"""A game that is looked at again: what every step, answer and late finding means, for all screens.

A pure state machine, as a sitting is: a screen hands it an event, carries out the instructions that
come back and draws the view. It has no thread, no clock and no input or output.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from outflank.board import Color, IllegalMove, InvalidSquare, counted, square_name
from outflank.game import Game
from outflank.study import messages as m
from outflank.study.opening import opening_name
from outflank.study.review import Finding, MadeMove, MoveReview, Review, judged, moves_of
from outflank.study.views import NEXT, Label, MoveView, Position, ReviewView, discs, move_view
from outflank.study.why import follow

Instructions: TypeAlias = list[m.ReviewInstruction]


@dataclass(frozen=True, slots=True)
class StudyState:
    """All that is not in the game itself, for whoever keeps nothing between two events."""

    findings: tuple[Finding, ...] = ()
    ply: int | None = None
    """None at the end of the game, where one begins."""
    running: bool = False
    note: str = ""


class GameStudy:
    """A game, what is known of its moves so far, and the position that is looked at.

    >>> game = Game()
    >>> game.play("f5")
    >>> study = GameStudy(game, [Color.BLACK])
    >>> find_out, _ = study.handle(m.StopOrGoOn())
    >>> find_out.made.ply, find_out.made.move
    (0, 37)
    >>> study.handle(m.Found(Finding(0, 37, 0, 0, False, (37,), None)))
    [Redraw()]
    >>> study.view.progress
    'Discs lost: Black 0, White 0.'
    """

    def __init__(
        self, game: Game, mine: Collection[Color], state: StudyState | None = None
    ) -> None:
        state = state or StudyState()
        self.game = _whole(game)
        self.mine = frozenset(mine) or frozenset(Color)
        """The sides whose errors one wants to practise: everybody's where no person played."""
        self.ply = self.game.ply if state.ply is None else self.game.resting_ply(state.ply, -1)
        self.running = state.running
        self.note = state.note
        self.pending: int | None = None
        """The ply of the move that is being looked at."""
        self._keeping = False
        self._made = {made.ply: made for made in moves_of(self.game)}
        self._findings: dict[int, Finding] = {}
        self._reviews: dict[int, MoveReview] = {}
        self._views: dict[int, MoveView] = {}
        self._outcome = game.final_outcome
        self._opening = opening_name(self.game)
        for finding in state.findings:
            self._learn(finding)

    # --- What a screen may ask -------------------------------------------------------------------

    @property
    def state(self) -> StudyState:
        """What is to be kept of it."""
        findings = tuple(self._findings[ply] for ply in sorted(self._findings))
        return StudyState(findings, self.ply, self.running, self.note)

    @property
    def review(self) -> Review:
        """What is known so far."""
        moves = tuple(self._reviews[ply] for ply in sorted(self._reviews))
        return Review(self.game.start, moves, len(self._made), self._opening)

    @property
    def waiting(self) -> list[MadeMove]:
        """The moves that were not looked at yet, the last first."""
        return [
            self._made[ply] for ply in sorted(self._made, reverse=True) if ply not in self._reviews
        ]

    @property
    def view(self) -> ReviewView:
        """What there is to see."""
        review, here = self.review, self._views.get(self.ply)
        return ReviewView(
            ply=self.ply,
            plies=self.game.ply,
            position=self._position(here),
            headline=self._headline if here is None else here.headline,
            best="" if here is None else here.best,
            why="" if here is None else here.why,
            moves=tuple(self._views[move.ply] for move in review.moves),
            points=review.points,
            opening=self._opening,
            lost={color: review.totals(color).discs_lost for color in Color},
            summary=_summary(review),
            turned=_turned(review),
            progress=self._progress(review),
            done=len(review.moves),
            total=review.total,
            running=self.running,
            complete=review.complete,
            can_practise=not self.running and bool(self._own_errors),
            note=self.note,
        )

    # --- Events ----------------------------------------------------------------------------------

    def resume(self) -> Instructions:
        """Come back to it; the move that somebody was looking at is asked for anew."""
        self.pending = None
        return [*self._ask(), m.Redraw()]

    def handle(self, event: m.ReviewEvent) -> Instructions:
        """Take an event in; give back what to do now."""
        match event:
            case m.StopOrGoOn():
                self.running = not self.running and not self.review.complete
                self.note = ""
                return [*self._ask(), m.Redraw()]
            case m.Found(finding):
                return self._found(finding)
            case m.LookAt(ply):
                return self._look(self.game.resting_ply(ply, -1))
            case m.Step(by):
                return self._look(self.game.resting_ply(self.ply + by, by))
            case m.StepToError(by):
                return self._step_to_error(by)
            case m.Practise():
                return self._practise()
            case m.CardsKept(added):
                self._keeping = False
                self.note = f"{counted(added, 'new position')} to practise."
                if not added:
                    self.note = "These positions are among those you practise already."
                return [m.Redraw(), m.OpenPractice()]

    def _found(self, finding: Finding) -> Instructions:
        if finding.ply == self.pending:
            self.pending = None
        self._learn(finding)
        if self.review.complete:
            self.running = False
        return [*self._ask(), m.Redraw()]

    def _ask(self) -> Instructions:
        """The next move to look at, the last first: what is known of later ones helps."""
        waiting = self.waiting
        if not self.running or self.pending is not None or not waiting:
            return []
        self.pending = waiting[0].ply
        return [m.FindOut(waiting[0])]

    def _look(self, ply: int) -> Instructions:
        self.ply, self.note = ply, ""
        return [m.Redraw()]

    def _step_to_error(self, by: int) -> Instructions:
        ahead = [e.ply for e in self.review.errors if (e.ply - self.ply) * by > 0]
        if ahead:
            return self._look(ahead[0] if by > 0 else ahead[-1])
        self.note = "There is no error further on." if by > 0 else "No error came before."
        return [m.Redraw()]

    def _practise(self) -> Instructions:
        if self.running or not self._reviews:
            self.note = "The review goes on; practise when it is done, or stop it."
            return [m.Redraw()]
        if not self._own_errors:
            self.note = "There are no errors of yours to practise."
            return [m.Redraw()]
        if self._keeping:
            return []  # a second press of the key
        self._keeping = True
        self.note = "Looking for all moves that lose nothing…"
        source = " – ".join(self.game.info.get(color.value, str(color)) for color in Color)
        return [m.Redraw(), m.KeepErrors(self._own_errors, source)]

    # --- Inside ----------------------------------------------------------------------------------

    def _learn(self, finding: Finding) -> None:
        made = self._made.get(finding.ply)
        known = None if made is None else _understood(made, finding)
        if known is None:
            raise ValueError(f"there is no such move after {finding.ply} moves and passes")
        self._findings[finding.ply] = finding
        self._reviews[finding.ply], self._views[finding.ply] = known

    @property
    def _own_errors(self) -> tuple[MoveReview, ...]:
        return tuple(error for error in self.review.errors if error.color in self.mine)

    def _position(self, here: MoveView | None) -> Position:
        board = self.game.history[self.ply - 1].board if self.ply else self.game.start
        made = (ply.square for ply in reversed(self.game.history[: self.ply]))
        last = next((square for square in made if square is not None), None)
        coming = self._made.get(self.ply)
        labels: dict[str, Label] = {}
        if here is not None:
            labels = here.labels
        elif coming is not None:
            labels = {square_name(coming.move, board.size): NEXT}
        return Position(
            board.size,
            discs(board),
            board.turn,
            last=None if last is None else square_name(last, board.size),
            labels=labels,
            noted=() if here is None else here.noted,
        )

    @property
    def _headline(self) -> str:
        made = self._made.get(self.ply)
        if made is None:
            return "The last position" if self._outcome is None else f"{self._outcome}"
        name = square_name(made.move, self.game.size)
        return f"{made.number}. {made.board.turn} {name}: not looked at yet"

    def _progress(self, review: Review) -> str:
        done, total = len(review.moves), review.total
        if review.complete:
            return _summary(review)
        if self.running:
            return f"Looking at the moves, the last first: {done} of {total}"
        return f"Stopped after {done} of {total} moves"


@lru_cache(maxsize=4096)
def _understood(made: MadeMove, finding: Finding) -> tuple[MoveReview, MoveView] | None:
    """A finding judged, with its reasons in words; None where it cannot be one of this move.

    Remembered: a server is given all findings of a game again with every step of its review, and
    reasons play lines out on the board.
    """
    if not _fits(made, finding):
        return None
    review = judged(made, finding)
    return review, move_view(review)


def _summary(review: Review) -> str:
    totals = ", ".join(f"{color} {review.totals(color).discs_lost}" for color in Color)
    return f"Discs lost: {totals}."


def _turned(review: Review) -> str:
    turning = review.turning_point
    if turning is None:
        return ""
    return f"The game turned at move {turning.number}, {turning.name}."


def _fits(made: MadeMove, finding: Finding) -> bool:
    """Whether a finding can be one of this move."""
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
    """The game with what was taken back, at its end; the one on the table stays as it is."""
    copy = Game(game.start, info=game.info)
    for ply in (*game.history, *game.future):
        if ply.square is not None:
            copy.play(ply.square)
    return copy
