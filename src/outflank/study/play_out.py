"""Play it out: a won ending against perfect defence, or a lost one to be swindled.

A pure state machine, as a round of practice is, and seen on the same screens. What the ending was
worth is proved before the first move, so that the end can be told honestly.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from outflank.board import Board, Color, IllegalMove, Square, SquareSet, square_name
from outflank.study import messages as m
from outflank.study import words
from outflank.study.puzzles import Kind, shipped_puzzles
from outflank.study.values import Analyst, Effort
from outflank.study.views import Position, PracticeView, discs

Ending: TypeAlias = Literal["won", "lost"]
MOST_EMPTIES = 14  # that are solved at once
PERFECT = Effort(1, 60)
"""The defence of a won ending: to the last disc."""
FALLIBLE = Effort(2, 0)
"""Who can be swindled: looks two moves ahead, and never counts to the end."""

Instructions: TypeAlias = list[m.PlayOutInstruction]


@dataclass(frozen=True, slots=True)
class PlayOutState:
    """All there is to keep between two events."""

    ending: Ending = "won"
    number: int = -1
    """Which of the endings; -1 before the first."""
    moves: tuple[Square, ...] = ()
    note: str = ""


class PlayOut:
    """An ending that is played to its last disc."""

    def __init__(self, state: PlayOutState | None = None) -> None:
        state = state or PlayOutState()
        self.ending: Ending = state.ending
        if not -1 <= state.number < len(endings(self.ending)):
            raise ValueError("there is no such ending; begin again")
        self._begin(max(0, state.number))
        self.note = state.note
        try:
            for square in state.moves:
                self._make(square)
        except IllegalMove:
            raise ValueError("these are no moves of this ending; begin again") from None

    # --- What a screen may ask -------------------------------------------------------------------

    @property
    def state(self) -> PlayOutState:
        """What is to be kept of it."""
        return PlayOutState(self.ending, self.number, self.moves, self.note)

    @property
    def view(self) -> PracticeView:
        """What there is to see."""
        board, size = self.board, self.board.size
        asking = not board.is_over and board.turn is self.person
        squares = board.legal_moves if asking else SquareSet.from_bits(0, size)
        return PracticeView(
            Position(
                size,
                discs(board),
                board.turn,
                legal={square_name(s, size): tuple(board.flips(s).names) for s in squares},
                last=None if self.last is None else square_name(self.last, size),
            ),
            number=self.number + 1,
            total=len(endings(self.ending)),
            asking=asking,
            solved=board.is_over,
            headline=words.ending_headline(self.number + 1, self.person, won=self.ending == "won"),
            sentence=self._sentence,
            give_up=words.ONCE_MORE,
            again=bool(self.moves),
        )

    # --- Events ----------------------------------------------------------------------------------

    def handle(self, event: m.PlayOutEvent) -> Instructions:
        """Take an event in; give back what to do now."""
        self.note = ""
        match event:
            case m.BeginEnding(number):
                return self._begin(number % len(endings(self.ending)))
            case m.Choose(square):
                return self._choose(square)
            case m.Answered(board, square):
                if board == self.board:
                    self._make(square)
                return [m.Redraw(), *self._ask()]
            case m.GiveUp():  # once more from the start
                return self._begin(self.number)
            case m.GoOn():
                return self.handle(m.BeginEnding(self.number + 1))

    def resume(self) -> Instructions:
        """Come back to it; an answer that is awaited is asked for anew."""
        return self._ask()

    def _choose(self, square: Square) -> Instructions:
        if self.board.is_over:
            return self.handle(m.GoOn())
        if self.board.turn is not self.person:
            return []
        legal = self.board.legal_moves
        if square not in legal:
            self.note = words.not_legal(legal)
            return [m.Redraw()]
        self._make(square)
        return [m.Redraw(), *self._ask()]

    def _ask(self) -> Instructions:
        if self.board.is_over or self.board.turn is self.person:
            return []
        return [m.AskAnswer(self.board, PERFECT if self.ending == "won" else FALLIBLE)]

    # --- Inside ----------------------------------------------------------------------------------

    def _begin(self, number: int) -> Instructions:
        self.number = number
        self.board, self.worth = endings(self.ending)[number]
        self.person = self.board.turn
        self.moves: tuple[Square, ...] = ()
        self.last: Square | None = None
        self.note = ""
        return [m.Redraw()]

    def _make(self, square: Square) -> None:
        board = self.board.play(square)
        self.board = board.pass_turn() if board.must_pass else board
        self.moves, self.last = (*self.moves, square), square

    @property
    def _sentence(self) -> str:
        if self.note:
            return self.note
        if self.board.is_over:
            return words.played_out(self.worth, _for(self.board, self.person))
        if self.moves:
            return ""
        other = "perfect defence" if self.ending == "won" else "somebody who can err"
        return words.to_play_out(self.worth, other)


def answer_of(analyst: Analyst, asked: m.AskAnswer) -> Square:
    """The other side's move."""
    move = analyst.analyse(asked.board, asked.effort.limit)[0].move
    assert move is not None, "somebody is asked who has a move"
    return move


@cache
def endings(ending: Ending) -> tuple[tuple[Board, int], ...]:
    """The endings to play out, and what each is worth to its side to move: a puzzle's position.

    A lost one is what the right move of a puzzle leaves to the other side.
    """
    found = []
    for puzzle in shipped_puzzles():
        board = puzzle.board
        if puzzle.kind is not Kind.WIN or len(board.empties) > MOST_EMPTIES:
            continue
        if ending == "lost":
            board = board.play(puzzle.answer)
            if board.is_over or board.must_pass:
                continue
        found.append((board, puzzle.score if ending == "won" else -puzzle.score))
    return tuple(found)


def _for(board: Board, color: Color) -> int:
    return board.score if board.turn is color else -board.score
