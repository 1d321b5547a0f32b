"""Endings to play out: win against perfect defense, or save a lost one.

A state machine like a round of practice, shown on the same screens. The result with perfect play
is proved before the first move, so that the final comment is correct.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from outflank.board import Board, IllegalMove, Square
from outflank.study.instructions import FindReply, PlayOutInstructions, RefreshView
from outflank.study.puzzles.puzzle import Goal, shipped_puzzles
from outflank.study.values import Analyst, Effort
from outflank.study.views import PracticeView, position_of
from outflank.study.words import not_legal, played_out, with_perfect_play
from outflank.translation import N_, _

Ending: TypeAlias = Literal["won", "lost"]
MOST_EMPTIES = 14  # solved without noticeable delay
PERFECT = Effort(1, 60)  # the defense of a won ending: exact
FALLIBLE = Effort(2, 0)
"""The defense of a lost ending: looks two moves ahead and never solves."""


@dataclass(frozen=True, slots=True)
class PlayOutState:
    """The state of an ending between two requests."""

    ending: Ending = "won"
    number: int = -1  # the index of the ending; -1 before the first
    moves: tuple[Square, ...] = ()
    note: str = ""


class PlayOut:
    def __init__(self, state: PlayOutState | None = None) -> None:
        state = state or PlayOutState()
        self.ending: Ending = state.ending
        if not -1 <= state.number < len(endings(self.ending)):
            raise ValueError("there is no such ending; begin again")
        self.begin(max(0, state.number))
        self.note = state.note
        try:
            for square in state.moves:
                self._make(square)
        except IllegalMove:
            raise ValueError("these are no moves of this ending; begin again") from None

    # --- Queries ---------------------------------------------------------------------------------

    @property
    def state(self) -> PlayOutState:
        return PlayOutState(self.ending, self.number, self.moves, self.note)

    @property
    def view(self) -> PracticeView:
        board = self.board
        asking = not board.is_over and board.turn is self.person
        win = N_("Ending {number}: you play {color}. Win the game.")
        swindle = N_("Ending {number}: you play {color}. Do better than the expected loss.")
        return PracticeView(
            position_of(board, legal=asking, last=self.last),
            number=self.number + 1,
            total=len(endings(self.ending)),
            asking=asking,
            solved=board.is_over,
            headline=_(
                win if self.ending == "won" else swindle, number=self.number + 1, color=self.person
            ),
            sentence=self._sentence,
            give_up=_("Start again"),
            again=bool(self.moves),
        )

    # --- Actions ---------------------------------------------------------------------------------

    def begin(self, number: int) -> PlayOutInstructions:
        self.number = number % len(endings(self.ending))
        self.board, self.worth = endings(self.ending)[self.number]
        self.person = self.board.turn
        self.moves: tuple[Square, ...] = ()
        self.last: Square | None = None
        self.note = ""
        return [RefreshView()]

    def begin_again(self) -> PlayOutInstructions:
        return self.begin(self.number)

    def go_on(self) -> PlayOutInstructions:
        return self.begin(self.number + 1)

    def choose(self, square: Square) -> PlayOutInstructions:
        """Play this square; after the end, any square continues."""
        self.note = ""
        if self.board.is_over:
            return self.go_on()
        if self.board.turn is not self.person:
            return []
        legal = self.board.legal_moves
        if square not in legal:
            self.note = not_legal(legal)
            return [RefreshView()]
        self._make(square)
        return [RefreshView(), *self.resume()]

    # --- The opponent ----------------------------------------------------------------------------

    def reply(self, board: Board, square: Square) -> PlayOutInstructions:
        """Play the opponent's move that was found for this position."""
        self.note = ""
        if board == self.board:
            self._make(square)
        return [RefreshView(), *self.resume()]

    def resume(self) -> PlayOutInstructions:
        """Request the opponent's move if it is the opponent's turn."""
        if self.board.is_over or self.board.turn is self.person:
            return []
        return [FindReply(self.board, PERFECT if self.ending == "won" else FALLIBLE)]

    # --- Private ---------------------------------------------------------------------------------

    def _make(self, square: Square) -> None:
        board = self.board.play(square)
        self.board = board.pass_turn() if board.must_pass else board
        self.moves, self.last = (*self.moves, square), square

    @property
    def _sentence(self) -> str:
        if self.note:
            return self.note
        if self.board.is_over:
            score = self.board.score
            return played_out(self.worth, score if self.board.turn is self.person else -score)
        if self.moves:
            return ""
        defense = _("Your opponent defends perfectly.")
        if self.ending == "lost":
            defense = _("Your opponent makes mistakes.")
        return f"{with_perfect_play(self.worth)} {defense}"


def find_reply(analyst: Analyst, request: FindReply) -> Square:
    move = analyst.analyze(request.board, request.effort.limit, lines=1)[0].move
    return int(move)


@cache
def endings(ending: Ending) -> tuple[tuple[Board, int], ...]:
    """Return endings to play out, made from puzzles, with their scores for the side to move.

    A lost ending is the position after the right move of a puzzle.
    """
    found = []
    for puzzle in shipped_puzzles():
        board = puzzle.board
        if puzzle.goal is not Goal.WIN or len(board.empties) > MOST_EMPTIES:
            continue
        if ending == "lost":
            board = board.play(puzzle.answer)
            if board.is_over or board.must_pass:
                continue
        found.append((board, puzzle.score if ending == "won" else -puzzle.score))
    return tuple(found)
