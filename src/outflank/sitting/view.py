"""A sitting as a screen shows it: everything there is to draw, in plain words and numbers.

Squares are names, such as ``f5``. Whoever draws a view needs no rules, and whoever sends one
elsewhere can: a view is frozen and holds nothing but texts, numbers and other views.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from outflank.board import Board, Color, Square, square_name
from outflank.game import Game, Outcome, Reason
from outflank.players import opponents
from outflank.sitting import messages as m
from outflank.sitting.sitting import HUMAN, Sitting

PACES = (4.0, 2.0, 1.0, 0.5, 0.2, 0.0)  # seconds a computer's move waits at least to be seen
USUAL_PACE = 0.5
PLIES_KNOWN = 20_000  # of the games that are played now


@dataclass(frozen=True, slots=True)
class CountsView:
    """How many discs and empty squares there are."""

    black: int
    white: int
    empty: int


@dataclass(frozen=True, slots=True)
class LastMoveView:
    """The latest move, whoever passed since."""

    square: str
    color: Color


@dataclass(frozen=True, slots=True)
class PlyView:
    """A move of the game and what it turned, or a pass; also those taken back."""

    ply: int
    number: int | None
    """Which move it is; a pass has none."""
    color: Color
    square: str | None
    flips: Sequence[str]

    @property
    def name(self) -> str:
        """The square, or ``pass``."""
        return self.square or "pass"


@dataclass(frozen=True, slots=True)
class SeatView:
    """Who sits at one side."""

    spec: str
    """The text that names the player: ``human``, or an opponent such as ``positional``."""
    human: bool
    title: str
    description: str
    face: str
    """The name of its picture; empty where it has none."""


@dataclass(frozen=True, slots=True)
class SeatsView:
    """Who plays."""

    black: SeatView
    white: SeatView

    def of(self, color: Color) -> SeatView:
        """Who sits at a side."""
        return self.black if color is Color.BLACK else self.white


@dataclass(frozen=True, slots=True)
class ThinkingView:
    """The computer that is asked for a move."""

    ticket: int
    color: Color


@dataclass(frozen=True, slots=True)
class CanView:
    """What can be done now."""

    undo: bool
    redo: bool
    study: bool
    """Whether the engine can say what moves are worth on such a board."""
    why_not: str | None
    """Why it cannot, in a sentence."""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """How the game ended."""

    winner: Color | None
    black: int
    white: int
    reason: Reason
    sentence: str


@dataclass(frozen=True, slots=True)
class ClockView:
    """The time both sides have left, in seconds, when this was sent."""

    control: str
    """Minutes for the game and seconds a move, such as 5+3."""
    black: float
    white: float
    running: Color | None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that just happened, to be told once."""

    kind: Literal["branch", "note", "pass", "failure", "finished"]
    color: Color | None
    sentence: str


@dataclass(frozen=True, kw_only=True)
class View:
    """A game on a table, and what just happened in it."""

    # Without slots: a screen that shows more, as the web does, hands on all of it by ``vars``.

    size: int
    board: str
    """Every square from a1: X, O or -."""
    turn: Color
    counts: CountsView
    legal: Mapping[str, Sequence[str]]
    """For the person to move: each legal square and what it turns."""
    last: LastMoveView | None
    opening: str | None
    ply: int
    moves: Sequence[PlyView]
    transcript: str
    seats: SeatsView
    paused: bool
    thinking: ThinkingView | None
    can: CanView
    outcome: OutcomeView | None
    status: str
    """Where the game stands, in a few words."""
    notices: Sequence[Notice]
    paces: Sequence[float] = PACES
    """The seconds between the moves of two computers that one can choose, slow to fast."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def humans(self) -> list[Color]:
        """The sides that people play."""
        return [color for color in Color if self.seat(color).human]

    @property
    def waits_for_human(self) -> bool:
        """Whether a person is to move; whoever is has a legal square."""
        return bool(self.legal)

    @property
    def number(self) -> int:
        """Which move is made next, or was the last one."""
        made = sum(ply.square is not None for ply in self.moves[: self.ply])
        return made if self.over else made + 1

    def seat(self, color: Color) -> SeatView:
        """Who sits at a side."""
        return self.seats.of(color)

    def discs(self, color: Color) -> int:
        """How many discs a side has."""
        return self.counts.black if color is Color.BLACK else self.counts.white

    def won(self, color: Color) -> bool:
        """Whether a side has won."""
        return self.outcome is not None and self.outcome.winner is color


def view_of(
    sitting: Sitting,
    told: Iterable[m.Instruction] = (),
    *,
    describe: Callable[[str, int], SeatView],
    opening: str | None,
) -> View:
    """The view of a sitting that has just told its screen something.

    What a sitting cannot know is given: ``describe`` says who somebody is on a board of a size,
    ``opening`` how the game began.
    """
    game = sitting.game
    board = game.board
    last = game.last_move
    black, white = (
        _named(describe(sitting.seats[color], game.size), game, color) for color in Color
    )
    seats = SeatsView(black, white)
    return View(
        size=game.size,
        board=board.to_text().split(" ")[0],
        turn=board.turn,
        counts=CountsView(board.count(Color.BLACK), board.count(Color.WHITE), len(board.empties)),
        legal=flips_of_moves(board) if sitting.waits_for_human else {},
        last=None if last is None else LastMoveView(last.name, last.color),
        opening=opening,
        ply=game.ply,
        moves=_moves(game),
        transcript=game.transcript,
        seats=seats,
        paused=sitting.paused,
        thinking=None if sitting.pending is None else ThinkingView(sitting.pending, board.turn),
        can=CanView(game.can_undo, game.can_redo, True, None),
        outcome=None if game.outcome is None else _outcome(game.outcome),
        status=_status(sitting, seats.of(board.turn).title),
        notices=[notice for one in told if (notice := _notice(one, seats)) is not None],
    )


def flips_of_moves(board: Board) -> dict[str, list[str]]:
    """Each legal square and what it turns, whoever is to move."""
    squares = board.legal_moves
    return {
        name: board.flips(square).names for name, square in zip(squares.names, squares, strict=True)
    }


def _status(sitting: Sitting, player: str) -> str:
    """Where a game stands, in a few words; ``player`` is what whoever is to move is called."""
    game = sitting.game
    if game.outcome is not None:
        return str(game.outcome)
    if sitting.waits_for_human:
        return f"{game.turn} to move"
    doing = "is paused" if sitting.paused else "is thinking…"
    return f"{player} ({game.turn}) {doing}"


def person_name(game: Game, color: Color) -> str:
    """What the person at a side is called; empty where nobody said.

    A game's record may still name the program that sat there before.
    """
    name = game.info.get(color.value, HUMAN)
    a_program = name.partition(":")[0].strip() in opponents() or "/" in name or "\\" in name
    return "" if name == HUMAN or a_program else name


def _named(seat: SeatView, game: Game, color: Color) -> SeatView:
    name = person_name(game, color) if seat.human else ""
    return replace(seat, title=name) if name else seat


def _moves(game: Game) -> list[PlyView]:
    moves = []
    before = game.start
    number = 0
    for ply, made in enumerate((*game.history, *game.future), start=1):
        number += not made.is_pass
        moves.append(_ply_view(before, made.square, ply, number))
        before = made.board
    return moves


@lru_cache(maxsize=PLIES_KNOWN)
def _ply_view(before: Board, square: Square | None, ply: int, number: int) -> PlyView:
    """A move or pass; a game that goes on is looked at after each of its moves."""
    if square is None:
        return PlyView(ply, None, before.turn, None, ())
    name = square_name(square, before.size)
    return PlyView(ply, number, before.turn, name, before.flips(square).names)


def _outcome(outcome: Outcome) -> OutcomeView:
    return OutcomeView(outcome.winner, outcome.black, outcome.white, outcome.reason, str(outcome))


def _notice(instruction: m.Instruction, seats: SeatsView) -> Notice | None:
    match instruction:
        case m.AnnouncePass(color):
            return Notice("pass", color, instruction.sentence)
        case m.ReportFailure(color, _, problem):
            return Notice("failure", color, f"{seats.of(color).title} {problem}.")
        case m.Finished(outcome):
            return Notice("finished", None, f"{outcome}.")
        case _:
            return None
