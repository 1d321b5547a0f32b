"""Play and judge one game between two players in this process.

The referee never raises because of a player: any error ends the game as that player's forfeit, with
the position, the answer and the traceback. Crashes of the whole process are judged from outside by
`guard`, which reads the notes written here.
"""

import contextlib
import traceback
from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING

from outflank.arena.openings import opening_moves, replay_opening
from outflank.arena.playing.notes import Notes
from outflank.arena.records import MARGIN, Assignment, Fault, FaultKind, PlayedGame
from outflank.board import Board, Color, InvalidSquare, square_name
from outflank.game import TimeLeft, outcome_on_board
from outflank.players import ClockedPlayer, FollowingPlayer, LoadingPlayer, Player
from outflank.players.files import place_of
from outflank.players.player import answer_forms
from outflank.translation import N_, _

if TYPE_CHECKING:
    from outflank.engine import Engine


LOADING = 60.0  # seconds for a player to load, not counted on its clock
SOLVING = 3600.0  # seconds to solve a game
MakePlayer = Callable[[str, int, int], Player]  # spec, seed and board size


def play_game(assignment: Assignment, make: MakePlayer, notes: Notes | None = None) -> PlayedGame:
    """Play a game to its end or to the first fault."""
    players: list[Player] = []
    try:
        return _play(assignment, make, notes or Notes(), players)
    finally:
        for player in players:
            # External programs must be closed; errors at this point do not change the result.
            close = getattr(player, "close", None)
            if callable(close):
                with contextlib.suppress(Exception):
                    close()


def _play(
    assignment: Assignment, make: MakePlayer, notes: Notes, players: list[Player]
) -> PlayedGame:
    limit = assignment.limits.seconds
    names = square_names(assignment.size)
    board = replay_opening(assignment.opening, assignment.size)
    # Index by number, because a dictionary of enum keys costs more than a move.
    entrants, spent = (assignment.black, assignment.white), [0.0, 0.0]
    moves = [assignment.opening]

    def ended(
        winner: Color | None,
        discs: tuple[int, int] | None,
        fault: Fault | None,
        adjudicated: int = 0,
    ) -> PlayedGame:
        return PlayedGame.of(
            assignment,
            "".join(moves),
            winner,
            discs,
            seconds=(spent[0], spent[1]),
            fault=fault,
            adjudicated=adjudicated,
        )

    def forfeit(
        color: Color, kind: FaultKind, message: str, answer: object = None, trace: str = ""
    ) -> PlayedGame:
        shown = None if answer is None else repr(answer)[:200]
        player = entrants[color is not Color.BLACK].name
        fault = Fault(player, kind, board.to_text(), shown, message, trace)
        return ended(color.opponent, None, fault)

    def fault_of(error: BaseException, color: Color, text: str) -> PlayedGame:
        kind = FaultKind.MEMORY if isinstance(error, MemoryError) else FaultKind.CRASH
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        place = place_of(error)
        if place and place not in what:
            what += f" ({place})"
        return forfeit(color, kind, _(text, error=what), trace=_trace_of(error))

    for color, entrant in list(zip(Color, entrants, strict=True))[: 1 if assignment.trial else 2]:
        notes.loading(color, monotonic() + max(LOADING, limit))
        try:
            players.append(make(entrant.spec, assignment.player_seed(color), assignment.size))
            if isinstance(players[-1], LoadingPlayer):
                players[-1].get_ready()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - any fault of a player is a forfeit
            return fault_of(error, color, N_("It could not be created: {error}"))

    left = [assignment.limits.clock] * 2
    # Programs that need the game's history get its moves: after two passes in a row they
    # could not reconstruct it.
    followers = [player if isinstance(player, FollowingPlayer) else None for player in players]
    way = [board.square(move) for move in opening_moves(assignment.opening)]
    # This loop is the arena's overhead, so attributes are looked up once.
    black, thinking, played = Color.BLACK, notes.thinking, notes.played
    clock, increment = assignment.limits.clock, assignment.limits.increment
    adjudicate = assignment.adjudicate
    while True:
        legal = board.legal_moves
        if not legal:
            if board.is_over:
                break
            board = board.pass_turn()
            continue
        turn = board.turn
        number = 0 if turn is black else 1
        if adjudicate and len(board.empties) <= adjudicate:
            thinking(turn, monotonic() + SOLVING)
            winner, discs = _solved(board)
            return ended(winner, discs, None, len(board.empties))
        player = players[number]
        if follower := followers[number]:
            follower.follow(way)
        if clock:
            limit = left[number] + MARGIN
        started = monotonic()
        thinking(turn, started + limit)
        try:
            answer: object
            if clock and isinstance(player, ClockedPlayer):
                answer = player.choose_in_time(board, TimeLeft(max(0.0, left[number]), increment))
            else:
                answer = player.choose(board)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - any fault of a player is a forfeit
            spent[number] += monotonic() - started
            return fault_of(error, turn, N_("It raised an error: {error}"))
        took = monotonic() - started
        spent[number] += took
        if took > limit:
            text = N_("It took {took:.2f} s for a move, and the limit is {limit:g} s.")
            if clock:
                text = N_("It ran out of time: {took:.2f} s for a move with {left:.2f} s left.")
            message = _(text, took=took, limit=limit, left=max(0.0, left[number]))
            return forfeit(turn, FaultKind.TIME, message, answer)
        left[number] += increment - took
        try:
            square = answer if type(answer) is int else board.square(answer)
        except InvalidSquare:
            square = -1
        if square not in legal:
            message = _(
                "Its answer {answer} is not a legal move. Legal moves: {moves}. {forms}",
                answer=repr(answer)[:80],
                moves=legal,
                forms=answer_forms(board),
            )
            return forfeit(turn, FaultKind.ILLEGAL, message, answer)
        board = board.play(square)
        played(square)
        moves.append(names[square])
        way.append(square)
        if assignment.trial:
            return ended(None, None, None)

    outcome = outcome_on_board(board)
    return ended(outcome.winner, (outcome.black, outcome.white), None)


def _solved(board: Board) -> tuple[Color | None, tuple[int, int]]:
    """Return the winner with best play, and the discs of Black and White."""
    score = _solver().solve(board).score
    ahead = score if board.turn is Color.BLACK else -score
    squares = board.size * board.size
    winner = None if not ahead else Color.BLACK if ahead > 0 else Color.WHITE
    return winner, ((squares + ahead) // 2, (squares - ahead) // 2)


@cache
def _solver() -> "Engine":
    from outflank.engine import Engine  # imported only when games are adjudicated

    return Engine(memory=16)


@cache
def square_names(size: int) -> tuple[str, ...]:
    return tuple(square_name(square, size) for square in range(size * size))


def _trace_of(error: BaseException) -> str:
    """Format the traceback without the referee's own frame."""
    inner = error.__traceback__.tb_next if error.__traceback__ else None
    return "".join(traceback.format_exception(type(error), error, inner))[-4000:]
