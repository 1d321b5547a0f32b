"""The tasks of exercises: which legal moves are right, counted on the board.

Each task but ``BEST`` counts something after every legal move; the moves with the most, or the
fewest, are right. For ``BEST`` the engine has proved or estimated the values in advance.
"""

from collections.abc import Callable, Iterable
from enum import Enum

from outflank.board import Board, Square, square_name
from outflank.study.puzzles.themes import Solution, Theme
from outflank.study.why.shapes import (
    corners,
    discs_of,
    frontier,
    regions,
    safe_moves,
    stable_discs,
)
from outflank.translation import N_, Forms, Nn_, _, ngettext

Evidence = Callable[[Board, Square], Iterable[Square]]


def _flips(board: Board, move: Square) -> Iterable[Square]:
    return board.flips(move)


def _replies(board: Board, move: Square) -> Iterable[Square]:
    return board.play(move).legal_moves


def _opened(board: Board, move: Square) -> Iterable[Square]:
    return board.play(move).legal_moves - board.opponent_moves


def _corners_given(board: Board, move: Square) -> Iterable[Square]:
    return board.play(move).legal_moves & corners(board.size)


def _frontier(board: Board, move: Square) -> Iterable[Square]:
    after = board.play(move)
    return frontier(after, discs_of(after, board.turn))


def _stable(board: Board, move: Square) -> Iterable[Square]:
    return stable_discs(board.play(move), board.turn)


def _odd(board: Board, move: Square) -> Iterable[Square]:
    """Return one square of each odd region."""
    return [next(iter(region)) for region in regions(board.play(move)) if len(region) % 2]


def _safe_replies(board: Board, move: Square) -> Iterable[Square]:
    return safe_moves(board.play(move))


def _shows(theme: Theme) -> Evidence:
    """Count the move itself if it has a theme."""
    return lambda board, move: (move,) if theme.fits(Solution(board, (move,), (move,))) else ()


def _nothing(board: Board, move: Square) -> Iterable[Square]:
    return ()


class ExerciseTask(Enum):
    """A task: its key, its sentence, what it counts, whether most is right, and the comment."""

    BEST = ("best", N_("Find the best move for {color}."), _nothing, False, None)
    FEWEST_FLIPS = (
        "fewest-flips",
        N_("Find the move that flips the fewest discs."),
        _flips,
        False,
        Nn_("{move} flips {count} disc.", "{move} flips {count} discs."),
    )
    MOST_FLIPS = (
        "most-flips",
        N_("Find the move that flips the most discs."),
        _flips,
        True,
        Nn_("{move} flips {count} disc.", "{move} flips {count} discs."),
    )
    PASS = (
        "pass",
        N_("Find the move after which {opponent} has to pass."),
        _replies,
        False,
        Nn_(
            "After {move}, {opponent} has {count} legal move.",
            "After {move}, {opponent} has {count} legal moves.",
        ),
    )
    MOBILITY = (
        "fewest-replies",
        N_("Find the move that leaves {opponent} the fewest legal moves."),
        _replies,
        False,
        Nn_(
            "After {move}, {opponent} has {count} legal move.",
            "After {move}, {opponent} has {count} legal moves.",
        ),
    )
    CORNER = (
        "corner",
        N_("Take a corner."),
        _shows(Theme.CORNER),
        True,
        None,
    )
    GUARD = (
        "no-corner",
        N_("Find the move after which {opponent} cannot take a corner."),
        _corners_given,
        False,
        Nn_(
            "After {move}, {opponent} can take {count} corner.",
            "After {move}, {opponent} can take {count} corners.",
        ),
    )
    THREAT = (
        "threat",
        N_("Find the move that threatens a corner you could not take before."),
        _shows(Theme.THREAT),
        True,
        None,
    )
    QUIET = (
        "quiet",
        N_("Find the move that opens no new square to {opponent}."),
        _opened,
        False,
        Nn_(
            "{move} opens {count} new square to {opponent}.",
            "{move} opens {count} new squares to {opponent}.",
        ),
    )
    FRONTIER = (
        "frontier",
        N_("Find the move after which the fewest of your discs touch an empty square."),
        _frontier,
        False,
        Nn_(
            "After {move}, {count} of your discs touches an empty square.",
            "After {move}, {count} of your discs touch an empty square.",
        ),
    )
    STABLE = (
        "stable",
        N_("Find the move after which you have the most stable discs."),
        _stable,
        True,
        Nn_(
            "After {move}, you have {count} stable disc.",
            "After {move}, you have {count} stable discs.",
        ),
    )
    NO_SAFE_REPLY = (
        "no-safe-reply",
        N_("Find the move after which every reply of {opponent} opens a corner to you."),
        _safe_replies,
        False,
        Nn_(
            "After {move}, {count} reply of {opponent} opens no corner.",
            "After {move}, {count} replies of {opponent} open no corner.",
        ),
    )
    WEDGE = (
        "wedge",
        N_("Find the wedge."),
        _shows(Theme.WEDGE),
        True,
        None,
    )
    TEMPO = (
        "tempo",
        N_("Find the move into a region where {opponent} can neither play nor reply."),
        _shows(Theme.TEMPO),
        True,
        None,
    )
    PARITY = (
        "parity",
        N_("Find the move after which every region has an even number of empty squares."),
        _odd,
        False,
        Nn_(
            "After {move}, {count} region has an odd number of empty squares.",
            "After {move}, {count} regions have an odd number of empty squares.",
        ),
    )

    def __init__(
        self, key: str, sentence: str, evidence: Evidence, most: bool, comment: Forms | None
    ) -> None:
        self.key = key
        self._sentence = sentence
        self.evidence = evidence
        self.most = most
        self._comment = comment

    @property
    def counted(self) -> bool:
        return self is not ExerciseTask.BEST

    @property
    def has_comment(self) -> bool:
        return self._comment is not None

    def sentence(self, board: Board) -> str:
        return _(self._sentence, color=board.turn, opponent=board.turn.opponent)

    def count(self, board: Board, move: Square) -> int:
        return len(tuple(self.evidence(board, move)))

    def right_moves(self, board: Board) -> tuple[Square, ...]:
        """Return the moves with the most, or the fewest; not for ``BEST``."""
        counts = {move: self.count(board, move) for move in board.legal_moves}
        wanted = (max if self.most else min)(counts.values())
        return tuple(move for move, count in counts.items() if count == wanted)

    def comment(self, board: Board, move: Square) -> str:
        """Return what the task counts after a move; empty for ``BEST``."""
        if self._comment is None:
            return ""
        name, opponent = square_name(move, board.size), board.turn.opponent
        return ngettext(*self._comment, self.count(board, move), move=name, opponent=opponent)
