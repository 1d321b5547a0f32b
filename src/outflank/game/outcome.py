"""The result of a game."""

from dataclasses import dataclass
from enum import Enum

from outflank.board import Board, Color
from outflank.translation import N_, _, ngettext


class Reason(Enum):
    """Why a game is over."""

    NO_MOVES = "no moves"
    """Neither side can move (see ``Board.is_over``)."""
    RESIGNATION = "resignation"
    """The loser resigned (``Game.resign``)."""
    TIME = "time"
    """The loser's time ran out (``Game.play`` with a clock, ``Game.time_out``)."""
    FORFEIT = "forfeit"
    """The loser's program failed: it crashed or returned an illegal move."""
    ABSENCE = "absence"
    """The loser left a shared table and did not return in time."""

    @property
    def did(self) -> str:
        """The loser's action in English, as used in logs."""
        return {
            "resignation": "resigned",
            "time": "ran out of time",
            "absence": "left",
        }.get(self.value, "forfeited")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner, the discs and the reason of the end.

    Empty squares count for the winner, and half each in a draw. A resignation or loss on time
    counts as a wipe-out, as in most tournaments.

    >>> print(Outcome(Color.BLACK, 15, 1, Reason.NO_MOVES, on_board=(14, 1)))
    Black wins 14–1 (scored 15–1: the winner gets the empty square)
    >>> print(Outcome(Color.BLACK, 16, 0, Reason.RESIGNATION, on_board=(3, 6)))
    White resigned. Black wins (scored 16–0; on the board Black 3, White 6)
    """

    winner: Color | None
    black: int
    white: int
    reason: Reason
    on_board: tuple[int, int]
    """The discs of Black and White on the board."""

    @property
    def score(self) -> int:
        """Black's discs minus White's."""
        return self.black - self.white

    def __str__(self) -> str:
        """Return the sentence used for the result in all displays and exports."""
        black, white = self.on_board
        values = {
            "winner": self.winner,
            "score": f"{max(self.black, self.white)}–{min(self.black, self.white)}",
            "discs": f"{max(black, white)}–{min(black, white)}",
        }
        if self.reason is not Reason.NO_MOVES:
            assert self.winner is not None
            won = _(
                "{winner} wins (scored {score}; on the board Black {black}, White {white})",
                black=black,
                white=white,
                **values,
            )
            return f"{_(_ENDED[self.reason], loser=self.winner.opponent)} {won}"
        empties = self.black + self.white - black - white
        if self.winner is None:
            if not empties:
                return _("Draw, {discs}", **values)
            return _(
                "Draw, {discs} (scored {score}: both sides share the {count} empty squares)",
                count=empties,
                **values,
            )
        if not empties:
            return _("{winner} wins {discs}", **values)
        return ngettext(
            "{winner} wins {discs} (scored {score}: the winner gets the empty square)",
            "{winner} wins {discs} (scored {score}: the winner gets the {count} empty squares)",
            empties,
            **values,
        )


_ENDED = {
    Reason.RESIGNATION: N_("{loser} resigned."),
    Reason.TIME: N_("{loser} ran out of time."),
    Reason.FORFEIT: N_("{loser} forfeited."),
    Reason.ABSENCE: N_("{loser} left."),
}


def outcome_on_board(board: Board) -> Outcome:
    """Return the result of a position in which neither side can move."""
    black, white = on_board = _discs(board)
    empties = len(board.empties)
    if black == white:
        half = empties // 2
        return Outcome(None, black + half, white + half, Reason.NO_MOVES, on_board)
    if black > white:
        return Outcome(Color.BLACK, black + empties, white, Reason.NO_MOVES, on_board)
    return Outcome(Color.WHITE, black, white + empties, Reason.NO_MOVES, on_board)


def outcome_by_default(loser: Color, reason: Reason, board: Board) -> Outcome:
    """Return the result when one side resigns or runs out of time."""
    squares = board.size * board.size
    black, white = (0, squares) if loser is Color.BLACK else (squares, 0)
    return Outcome(loser.opponent, black, white, reason, _discs(board))


def _discs(board: Board) -> tuple[int, int]:
    return board.count(Color.BLACK), board.count(Color.WHITE)
