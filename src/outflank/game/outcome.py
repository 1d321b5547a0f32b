"""How a game ended, as data."""

from dataclasses import dataclass
from enum import Enum

from outflank.board import Board, Color


class Reason(Enum):
    """Why a game is over."""

    NO_MOVES = "no moves"
    """Neither side can move (see ``Board.is_over``)."""
    RESIGNATION = "resignation"
    """The loser resigned (``Game.resign``)."""
    TIME = "time"
    """The loser's time ran out (``Game.play`` with a clock, ``Game.time_out``)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, with how many discs, and why the game ended.

    The empty squares count for the winner, half of them for each side in a draw. A resigned or
    timed-out game counts as a wipe-out, as in most tournaments.

    >>> print(Outcome(Color.BLACK, 15, 1, Reason.NO_MOVES, empties=1))
    Black wins 14–1, counted 15–1: the empty square goes to the winner
    """

    winner: Color | None
    black: int
    white: int
    reason: Reason
    empties: int = 0
    """Squares that stayed empty and are counted in ``black`` and ``white``."""

    @property
    def score(self) -> int:
        """Black's discs minus White's."""
        return self.black - self.white

    def __str__(self) -> str:
        """The one sentence that every screen, route, export and review says."""
        more, less = sorted((self.black, self.white), reverse=True)
        squares = f"the {self.empties} empty squares" if self.empties > 1 else "the empty square"
        counted = f", counted {more}–{less}: {squares}" if self.empties else ""
        if self.winner is None:
            half = self.empties // 2
            return f"Draw, {more - half}–{less - half}{counted}{' are shared' if half else ''}"
        if counted:
            counted += f" {'goes' if self.empties == 1 else 'go'} to the winner"
        how = {
            Reason.NO_MOVES: "",
            Reason.RESIGNATION: f" ({self.winner.opponent} resigned)",
            Reason.TIME: f" ({self.winner.opponent} ran out of time)",
        }[self.reason]
        return f"{self.winner} wins {more - self.empties}–{less}{how}{counted}"


def outcome_on_board(board: Board) -> Outcome:
    """The outcome of a position where neither side can move."""
    black, white = board.count(Color.BLACK), board.count(Color.WHITE)
    empties = len(board.empties)
    if black == white:
        half = empties // 2
        return Outcome(None, black + half, white + half, Reason.NO_MOVES, empties)
    if black > white:
        return Outcome(Color.BLACK, black + empties, white, Reason.NO_MOVES, empties)
    return Outcome(Color.WHITE, black, white + empties, Reason.NO_MOVES, empties)


def outcome_by_default(loser: Color, reason: Reason, size: int) -> Outcome:
    """The outcome when one side gives up or runs out of time."""
    all_discs = size * size
    black, white = (0, all_discs) if loser is Color.BLACK else (all_discs, 0)
    return Outcome(loser.opponent, black, white, reason)
