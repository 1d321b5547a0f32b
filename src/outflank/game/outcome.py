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

    The empty squares count for the winner. A resigned or timed-out game counts as a wipe-out, as in
    most tournaments.
    """

    winner: Color | None
    black: int
    white: int
    reason: Reason

    @property
    def score(self) -> int:
        """Black's discs minus White's."""
        return self.black - self.white

    def __str__(self) -> str:
        if self.winner is None:
            return f"Draw, {self.black}–{self.white}"
        discs = sorted((self.black, self.white), reverse=True)
        how = {
            Reason.NO_MOVES: "",
            Reason.RESIGNATION: f" ({self.winner.opponent} resigned)",
            Reason.TIME: f" ({self.winner.opponent} ran out of time)",
        }[self.reason]
        return f"{self.winner} wins {discs[0]}–{discs[1]}{how}"


def outcome_on_board(board: Board) -> Outcome:
    """The outcome of a position where neither side can move."""
    black, white = board.count(Color.BLACK), board.count(Color.WHITE)
    empties = len(board.empties)
    if black == white:
        half = empties // 2
        return Outcome(None, black + half, white + half, Reason.NO_MOVES)
    if black > white:
        return Outcome(Color.BLACK, black + empties, white, Reason.NO_MOVES)
    return Outcome(Color.WHITE, black, white + empties, Reason.NO_MOVES)


def outcome_by_default(loser: Color, reason: Reason, size: int) -> Outcome:
    """The outcome when one side gives up or runs out of time."""
    all_discs = size * size
    black, white = (0, all_discs) if loser is Color.BLACK else (all_discs, 0)
    return Outcome(loser.opponent, black, white, reason)
