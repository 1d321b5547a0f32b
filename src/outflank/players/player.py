"""The player protocols, and the safe way to request a move."""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

from outflank.board import Board, InvalidSquare, Square, SquareLike, square_forms, square_name
from outflank.engine import Recipe
from outflank.game import TimeLeft
from outflank.translation import _


@runtime_checkable
class Player(Protocol):
    """Chooses moves; this single method is all a player needs."""

    def choose(self, board: Board) -> Square:
        """Return the square to play; called only if there is a legal move.

        ``ask`` and the arena also accept a square name, or a pair of row and column from 0.
        """
        ...


Worth = TypeVar("Worth", int, float)
Strategy: TypeAlias = Callable[[Board], SquareLike]
"""A player as a function that takes a board and returns a legal square."""


class FunctionPlayer:
    """A player from a function."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def choose(self, board: Board) -> Square:
        """Return the function's answer; the caller validates it and can show it in errors."""
        return self.strategy(board)  # type: ignore[return-value]


@runtime_checkable
class ProbabilisticPlayer(Player, Protocol):
    """A player that can also return the probability of each move."""

    def distribution(self, board: Board) -> dict[Square, float]:
        """Return the probability of each legal move; they add up to one."""
        ...


@runtime_checkable
class StoppablePlayer(Player, Protocol):
    """A player that can be stopped from another thread."""

    def stop(self) -> None:
        """Stop the current search; the result of ``choose`` is discarded."""
        ...


@runtime_checkable
class FollowingPlayer(Player, Protocol):
    """A player that receives the moves of the game before each request.

    Some external programs need this, because they accept games but not positions.
    """

    called: str
    """Its name in messages."""

    def follow(self, moves: Sequence[Square]) -> None:
        """Receive the moves from the usual start to the next position."""
        ...


@runtime_checkable
class ClockedPlayer(Player, Protocol):
    """A player that manages the time of a whole game."""

    def choose_in_time(self, board: Board, left: TimeLeft) -> Square:
        """Return the square to play, given the remaining time."""
        ...


@runtime_checkable
class LoadingPlayer(Player, Protocol):
    """A player that loads data before its first move, outside its clock time."""

    def get_ready(self) -> None:
        """Load the data now instead of on the first move."""
        ...


@runtime_checkable
class RecipePlayer(Player, Protocol):
    """A player whose moves can be computed elsewhere, such as in the browser's engine."""

    def recipe(self, *, timed: bool) -> Recipe | None:
        """Return the recipe of its moves, with or without a clock; None if unavailable."""
        ...


@runtime_checkable
class ClosablePlayer(Player, Protocol):
    """A player that holds a resource, such as a child process, until closed."""

    def close(self) -> None:
        """Release the resource; the next move may acquire it again."""
        ...


class NoLegalMove(ValueError):
    """A move was requested in a position without one: the player must pass, or the game is over."""


FailureKind = Literal["crash", "illegal", "time", "memory"]
"""The kinds of player failures that the arena counts."""


class PlayerFailed(RuntimeError):
    """A player raised an error or returned something other than a legal move.

    ``problem`` is a sentence about it, such as ``It raised an error: …``.
    """

    def __init__(
        self, player: str, board: Board, problem: str, kind: FailureKind = "illegal"
    ) -> None:
        super().__init__(
            _(
                "{player} failed in {position}. {problem}",
                player=player,
                position=board.to_text(),
                problem=problem,
            )
        )
        self.kind = kind
        self.player = player
        self.board = board
        self.problem = problem


def ask(
    player: Player,
    board: Board,
    name: str | None = None,
    left: TimeLeft | None = None,
    *,
    way: Sequence[Square] | None = None,
) -> Square:
    """Request a move from a player and validate it.

    ``left`` is the remaining time, for players that use clocks. ``way`` contains the moves from the
    usual start to the board, if known.

    Every error of the player is raised as ``PlayerFailed``, with the player, the position and the
    answer; the original error is its cause.
    """
    legal = board.legal_moves
    refuse_without_move(board)
    who = name or _name_of(player)
    if way is not None and isinstance(player, FollowingPlayer):
        player.follow(way)
    try:
        if left is not None and isinstance(player, ClockedPlayer):
            answer = player.choose_in_time(board, left)
        else:
            answer = player.choose(board)
    except (Exception, SystemExit) as error:
        kind: FailureKind = "memory" if isinstance(error, MemoryError) else "crash"
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise PlayerFailed(
            who, board, _("It raised an error: {error}", error=what), kind
        ) from error
    try:
        square = board.square(answer)
    except InvalidSquare:
        problem = _(
            "Its answer {answer} is not a square. {forms}",
            answer=_shown(answer),
            forms=answer_forms(board),
        )
        raise PlayerFailed(who, board, problem) from None
    if square not in legal:
        name = square_name(square, board.size)
        problem = _(
            "Its answer {square} is not a legal move. Legal moves: {moves}. {forms}",
            square=name,
            moves=legal,
            forms=answer_forms(board),
        )
        row, column = divmod(square, board.size)
        if not isinstance(answer, str | int) and column * board.size + row in legal:
            problem += " " + _("It would be legal with row and column swapped.")
        raise PlayerFailed(who, board, problem)
    return square


def answer_forms(board: Board) -> str:
    """Describe the accepted answers, with the first legal move as the example."""
    return square_forms(board.legal_moves[0], board.size)


def refuse_without_move(board: Board) -> None:
    """Raise ``NoLegalMove`` if the side to move has no legal move."""
    if not board.legal_moves:
        raise NoLegalMove(
            _("The game is over in {position}.", position=board.to_text())
            if board.is_over
            else _(
                "{color} has no legal move in {position} and must pass.",
                color=board.turn,
                position=board.to_text(),
            )
        )


def best_move(board: Board, worth: Callable[[Square], Worth]) -> Square:
    """Return the legal move with the highest value; ties go to the first in reading order."""
    refuse_without_move(board)
    return max(board.legal_moves, key=worth)  # max returns the first maximum


def _name_of(player: Player) -> str:
    if isinstance(player, FunctionPlayer):
        return getattr(player.strategy, "__name__", type(player.strategy).__name__)
    return type(player).__name__


def _shown(answer: object) -> str:
    text = repr(answer)
    return text if len(text) <= 80 else text[:79] + "…"
