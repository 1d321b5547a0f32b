"""Strangers' players, looked at through walls: their code runs behind them from its first line.

Within ``behind_walls()`` this process runs no player's file and greets no program to learn what it
is: a child behind walls does, and tells. Run as a program of its own, this module is that child.
"""

import dataclasses
import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outflank.players import catalogue
from outflank.players.catalogue import Opponent, UnknownOpponent
from outflank.players.files import InvalidPlayerFile
from outflank.players.parameters import FileParameter, InvalidSetting, Parameter
from outflank.players.player import Player
from outflank.workers import Child, TooLong, Walls, speak_apart

SECONDS = 60.0  # to load a file, or to greet a program
MEMORY_MB = 4096
_PROBLEMS = {kind.__name__: kind for kind in (InvalidPlayerFile, InvalidSetting, UnknownOpponent)}


@contextmanager
def behind_walls(wanted: bool = True) -> Iterator[None]:
    """Look at players from there alone for a while; ``CannotIsolate`` where there are no walls."""
    if not wanted:
        yield
        return
    Walls().check()
    known: dict[tuple[str, str], Opponent] = {}

    def look(text: str, how: catalogue.Look, files: Sequence[Path]) -> Opponent:
        if (text, how) not in known:
            known[text, how] = _ask(text, how, Walls(tuple(files)))
        return known[text, how]

    before, catalogue.look_from_outside = catalogue.look_from_outside, look
    try:
        yield
    finally:
        catalogue.look_from_outside = before


def _ask(text: str, how: str, walls: Walls) -> Opponent:
    child = Child([sys.executable, "-m", __name__], memory_mb=MEMORY_MB, walls=walls)
    try:
        child.send(json.dumps([how, text]).encode() + b"\n", SECONDS)
        line = child.receive(SECONDS)
        told: dict[str, Any] = json.loads(line or b"{}")
    except (EOFError, OSError, TooLong, ValueError):
        child.signal(signal.SIGKILL)
        child.wait(SECONDS)
        words = child.last_words().strip().rpartition("\n")[2]
        raise InvalidPlayerFile(f"{text} ended the process that loaded it: {words}") from None
    finally:
        child.end()
    if not told:
        raise InvalidPlayerFile(f"{text} was not loaded within {SECONDS:g} s")
    if "problem" in told:
        raise _PROBLEMS.get(told["kind"], InvalidPlayerFile)(str(told["problem"]))
    return Opponent(
        name=str(told["name"]),
        sentence=str(told["sentence"]),
        parameters=tuple(
            Parameter(**{**one, "names": tuple(one["names"])}) for one in told["parameters"]
        ),
        make=_with_seed if told["takes_seed"] else _without,
        sizes=tuple(map(int, told["sizes"])),
        files=tuple(FileParameter(**one) for one in told["files"]),
    )


class _Elsewhere:
    """Stands for a player that is made behind walls alone."""

    def choose(self, board: object) -> int:
        raise RuntimeError("this player plays behind walls alone")


def _with_seed(seed: int = 0, **settings: object) -> Player:
    return _Elsewhere()


def _without(**settings: object) -> Player:
    return _Elsewhere()


# --- Behind the walls ----------------------------------------------------------------------------

_LOOKS: dict[str, Callable[[str], Opponent]] = {
    "read": lambda text: catalogue.find_opponent(text)[0],
    "meet": catalogue.meet,
}


def tell(how: str, text: str) -> str:
    """What there is to know of a player, or what is wrong with it."""
    try:
        found = _LOOKS[how](text)
        return json.dumps(
            {
                "name": found.name,
                "sentence": found.sentence,
                "parameters": [dataclasses.asdict(one) for one in found.parameters],
                "files": [dataclasses.asdict(one) for one in found.files],
                "sizes": found.sizes,
                "takes_seed": found.takes_seed,
            }
        )
    except Exception as error:  # noqa: BLE001 — a stranger's code, whose mistakes are told
        kind = type(error).__name__
        problem = str(error) if kind in _PROBLEMS else f"{text} cannot be loaded: {kind}: {error}"
        return json.dumps({"kind": kind, "problem": problem})


if __name__ == "__main__":
    questions, answers = speak_apart()
    answers.write(tell(*json.loads(questions.readline())).encode() + b"\n")
    answers.flush()
