"""What a player is: anything that chooses a square."""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

from outflank.board import Board, InvalidSquare, Square, SquareLike, square_forms, square_name
from outflank.engine import Recipe
from outflank.game import TimeLeft
from outflank.translation import _


@runtime_checkable
class Player(Protocol):
    """Chooses moves. A class with this one method can play any game."""

    def choose(self, board: Board) -> Square:
        """The square to play; called only where there is a legal move.

        ``ask`` and the arena also take a name, or a pair of row and column from 0.
        """
        ...


Worth = TypeVar("Worth", int, float)
Strategy: TypeAlias = Callable[[Board], SquareLike]
"""A player as one function: it takes a board and returns a legal square."""


class FunctionPlayer:
    """Plays what a function chooses."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def choose(self, board: Board) -> Square:
        """The function's answer as it is: the caller checks it, and can show it if it is wrong."""
        return self.strategy(board)  # type: ignore[return-value]


@runtime_checkable
class ProbabilisticPlayer(Player, Protocol):
    """A player that can also say how likely each of its moves is."""

    def distribution(self, board: Board) -> dict[Square, float]:
        """How likely each legal move is; the numbers add up to one."""
        ...


@runtime_checkable
class StoppablePlayer(Player, Protocol):
    """A player that another thread can stop while it thinks."""

    def stop(self) -> None:
        """End the current search; the answer of ``choose`` is then not used."""
        ...


@runtime_checkable
class FollowingPlayer(Player, Protocol):
    """A player that receives the moves of the game before it is asked for one.

    Other programs are such players: some take games and not positions.
    """

    called: str
    """Its name in messages."""

    def follow(self, moves: Sequence[Square]) -> None:
        """The moves from the usual start to the position of the next question."""
        ...


@runtime_checkable
class ClockedPlayer(Player, Protocol):
    """A player that divides the time of a whole game among its moves."""

    def choose_in_time(self, board: Board, left: TimeLeft) -> Square:
        """The square to play, with this time left on the player's clock."""
        ...


@runtime_checkable
class LoadingPlayer(Player, Protocol):
    """A player that loads something before it can think, which no clock should count."""

    def get_ready(self) -> None:
        """Load it now; otherwise it is loaded with the first question."""
        ...


@runtime_checkable
class RecipePlayer(Player, Protocol):
    """A player whose moves any engine can find, such as the one in a visitor's browser."""

    def recipe(self, *, timed: bool) -> Recipe | None:
        """How to play as it does, with a clock or without; None if that needs its own files."""
        ...


@runtime_checkable
class ClosablePlayer(Player, Protocol):
    """A player that holds a resource, such as another program, until it is closed."""

    def close(self) -> None:
        """Release it; the next question may acquire it again."""
        ...


class NoLegalMove(ValueError):
    """A move was requested in a position without one: the player must pass, or the game is over."""


FailureKind = Literal["crash", "illegal", "time", "memory"]
"""How a player fails, as the arena counts it."""


class PlayerFailed(RuntimeError):
    """A player raised an error or answered with something that is not a legal move.

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
    """Ask a player for a move and make sure that it is one.

    With a clock, ``left`` is the time of a player that uses clocks. ``way`` are the moves from the
    usual start to the board, where they are known.

    Every error inside the player becomes one ``PlayerFailed`` that names the player, the position
    and the answer; the original error is its cause.
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
            problem += " " + _("It would be legal with row and column exchanged.")
        raise PlayerFailed(who, board, problem)
    return square


def answer_forms(board: Board) -> str:
    """The forms of a player's answer, with the first legal move as the example."""
    return square_forms(board.legal_moves[0], board.size)


def refuse_without_move(board: Board) -> None:
    """Raise where the side to move has no move to choose."""
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
    """The legal move that is worth most, of equals the first in reading order."""
    refuse_without_move(board)
    return max(board.legal_moves, key=worth)  # max keeps the first of equals


def _name_of(player: Player) -> str:
    if isinstance(player, FunctionPlayer):
        return getattr(player.strategy, "__name__", type(player.strategy).__name__)
    return type(player).__name__


def _shown(answer: object) -> str:
    text = repr(answer)
    return text if len(text) <= 80 else text[:79] + "…"
