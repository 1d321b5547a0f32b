"""Tournaments whose games are played at shared tables by remote people and programs.

An event is a run with the same settings, schedules, openings and log as any other, but each player
plays one game at a time, games take as long as people need, and players may leave. The state
follows from the settings and the games played, so an interrupted event resumes without a trace.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from outflank.arena.pairings import Round
from outflank.arena.records import Assignment, Fault, FaultKind, PlayedGame
from outflank.arena.reports.ranking import Ranking, winner_line
from outflank.arena.runs import RunEnding, RunResult, RunSettings, course
from outflank.board import Board, Color
from outflank.formats import read_transcript
from outflank.game import Game, Reason, TimeControl

EVENT_FORMATS = ("swiss", "round-robin", "knock-out", "gauntlet")


@dataclass(frozen=True)
class Upcoming:
    rounds: list[Round]  # completed rounds
    begin: list[Assignment]  # games whose players are both free
    after: list[Assignment]  # games of this round whose players are still busy
    forfeited: list[PlayedGame]  # forfeits of players who left; they count as usual
    is_over: bool


def upcoming(
    settings: RunSettings,
    done: Mapping[int, PlayedGame],
    playing: Collection[int] = (),
    left: Collection[str] = (),
) -> Upcoming:
    """Return the games to start now, given those in progress and the players who ``left``.

    If both players of a game have left, Black loses it.
    """
    done = dict(done)
    forfeited: list[PlayedGame] = []
    while True:
        rounds, games = course(settings, done)
        todo = [] if games is None else list(games)
        lost = [_forfeit(one, left) for one in todo if one.game not in playing and _of(one, left)]
        if not lost:
            break
        forfeited += lost
        done |= {record.game: record for record in lost}
    busy = {name for one in todo if one.game in playing for name in _names(one)}
    begin, after = [], []
    for one in todo:
        if one.game in playing:
            continue
        if busy.isdisjoint(_names(one)):
            begin.append(one)
            busy |= _names(one)
        else:
            after.append(one)
    return Upcoming(rounds, begin, after, forfeited, games is None)


def played_at_table(
    assignment: Assignment, game: Game, fault: tuple[str, str] | None = None
) -> PlayedGame:
    """Convert a finished game to a log record, with forfeits as in a run on one machine.

    A resignation counts as a wipe-out. ``fault`` is the kind and message of a program's failure.
    """
    outcome = game.outcome
    assert outcome is not None
    seconds = dict.fromkeys(Color, 0.0)
    moved = game.history[len(opening_game(assignment).history) :]
    for ply in moved:
        seconds[ply.color] += ply.seconds or 0.0
    forfeit = None
    if outcome.reason not in (Reason.NO_MOVES, Reason.RESIGNATION):
        assert outcome.winner is not None
        loser = outcome.winner.opponent
        came = any(ply.color is loser and not ply.is_pass for ply in moved)
        kinds = {Reason.TIME: FaultKind.TIME, Reason.FORFEIT: FaultKind.ILLEGAL}
        kind = kinds.get(outcome.reason, FaultKind.ABSENT)
        if kind is FaultKind.TIME and not came:
            kind = FaultKind.ABSENT
        told = "did not come" if kind is FaultKind.ABSENT and not came else outcome.reason.did
        name = (assignment.black if loser is Color.BLACK else assignment.white).name
        message = f"{name} {told}"
        if fault is not None and outcome.reason is Reason.FORFEIT:
            kind, message = FaultKind(fault[0]), fault[1]
        forfeit = Fault(name, kind, game.board.to_text(), None, message, "")
    return PlayedGame.of(
        assignment,
        game.transcript,
        outcome.winner,
        None if forfeit else (outcome.black, outcome.white),
        seconds=(seconds[Color.BLACK], seconds[Color.WHITE]),
        fault=forfeit,
    )


def event_result(settings: RunSettings, done: Mapping[int, PlayedGame]) -> RunResult:
    """Return the state of an event, for rankings and reports."""
    rounds, todo = course(settings, done)
    ending = RunEnding.COMPLETE if todo is None else RunEnding.STOPPED
    return RunResult(settings, [done[game] for game in sorted(done)], ending, 0, rounds)


def event_ranking(result: RunResult) -> tuple[Ranking, str | None]:
    """Return the ranking of an event and, once it is over, the winner."""
    return Ranking.of_result(result), winner_line(result)


def opening_game(assignment: Assignment) -> Game:
    """Return the game after the assigned opening, with its clock.

    Each opening move takes exactly the increment, so both players start with full clocks.
    """
    limits = assignment.limits
    clock = TimeControl(limits.clock, limits.increment) if limits.clock else None
    game = Game(size=assignment.size, clock=clock)
    for ply in read_transcript(assignment.opening, Board(assignment.size)).history:
        if ply.square is not None:
            game.play(ply.square, seconds=None if clock is None else clock.increment)
    return game


def _names(assignment: Assignment) -> set[str]:
    return {assignment.black.name, assignment.white.name}


def _of(assignment: Assignment, left: Collection[str]) -> bool:
    return not _names(assignment).isdisjoint(left)


def _forfeit(assignment: Assignment, left: Collection[str]) -> PlayedGame:
    black = assignment.black.name in left
    name = (assignment.black if black else assignment.white).name
    game = opening_game(assignment)
    return PlayedGame.of(
        assignment,
        game.transcript,
        Color.WHITE if black else Color.BLACK,
        None,
        fault=Fault(name, FaultKind.ABSENT, game.board.to_text(), None, f"{name} has left", ""),
    )
