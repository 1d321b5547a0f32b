"""Create every player once before the first game and request a move from it."""

from concurrent.futures import Executor

from outflank.arena.playing.executors import await_some, play_safely
from outflank.arena.records import Assignment
from outflank.arena.runs import Play, RunSettings
from outflank.translation import _


class CannotPlay(ValueError):
    """A player that failed the trial; the message says why and where in its file."""


def try_out(settings: RunSettings, executor: Executor, play: Play = play_safely) -> None:
    """Request a first move from every player, in the same environment as the games."""
    asked = []
    for entrant in {entrant.spec: entrant for entrant in settings.entrants}.values():
        first = Assignment(
            game=0,
            round=0,
            pair=0,
            black=entrant,
            white=entrant,
            opening="",
            size=settings.size,
            seed=settings.seed,
            limits=settings.limits,
            trial=True,
        )
        asked.append(executor.submit(play, [first]))
    for future in asked:
        while not future.done():
            await_some([future])
        fault = future.result()[0].fault
        if fault is not None:
            raise CannotPlay(
                _("{name} cannot play. {error}", name=fault.player, error=fault.message)
            )
