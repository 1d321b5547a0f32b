"""Load untrusted players in a sandbox, so that none of their code runs outside it.

Within ``sandboxed()``, player files are loaded and external programs are started only in a
sandboxed process. Run as a program, this module is that process.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outflank.players import catalogue
from outflank.players.catalogue import Opponent, UnknownOpponent
from outflank.players.files import InvalidPlayerFile
from outflank.players.parameters import FileParameter, InvalidSetting, Parameter
from outflank.players.player import Player
from outflank.translation import _
from outflank.workers.sandbox import Sandbox
from outflank.workers.service import serve
from outflank.workers.service_process import (
    ServiceDied,
    ServiceError,
    ServiceProcess,
    ServiceTimeout,
)

SECONDS = 60.0  # to load a file or start a program
MEMORY_MB = 4096
_PROBLEMS = {kind.__name__: kind for kind in (InvalidPlayerFile, InvalidSetting, UnknownOpponent)}


@contextmanager
def sandboxed(wanted: bool = True) -> Iterator[None]:
    """Load players only in a sandbox; raises ``SandboxUnavailable`` if there is none."""
    if not wanted:
        yield
        return
    Sandbox().check()
    known: dict[tuple[str, str], Opponent] = {}

    def look(text: str, how: catalogue.Look, files: Sequence[Path]) -> Opponent:
        if (text, how) not in known:
            sandbox = Sandbox(tuple(files))
            sandbox.check()
            known[text, how] = _load(text, how, sandbox)
        return known[text, how]

    before, catalogue.look_from_outside = catalogue.look_from_outside, look
    try:
        yield
    finally:
        catalogue.look_from_outside = before


def _load(text: str, how: str, sandbox: Sandbox) -> Opponent:
    child = ServiceProcess(["-m", __name__], memory_mb=MEMORY_MB, sandbox=sandbox)
    try:
        loaded: dict[str, Any] = child.call(how, text, within=SECONDS)
    except ServiceError as error:
        if error.kind in _PROBLEMS:
            raise _PROBLEMS[error.kind](str(error)) from None
        raise InvalidPlayerFile(
            _("{name} cannot be loaded: {error}", name=text, error=f"{error.kind}: {error}")
        ) from None
    except ServiceDied as died:
        printed = died.printed.strip().rpartition("\n")[2]
        raise InvalidPlayerFile(
            _("{name} ended the process that loaded it: {error}", name=text, error=printed)
        ) from None
    except ServiceTimeout:
        raise InvalidPlayerFile(
            _("{name} was not loaded within {seconds:g} s.", name=text, seconds=SECONDS)
        ) from None
    finally:
        child.end()
    return Opponent(
        name=str(loaded["name"]),
        description=str(loaded["description"]),
        parameters=tuple(
            Parameter(**{**one, "names": tuple(one["names"])}) for one in loaded["parameters"]
        ),
        make=_with_seed if loaded["takes_seed"] else _without,
        sizes=tuple(map(int, loaded["sizes"])),
        files=tuple(FileParameter(**one) for one in loaded["files"]),
    )


class _InSandbox:
    """A placeholder for a player that can only be created in the sandbox."""

    def choose(self, board: object) -> int:
        raise RuntimeError("this player runs only in a sandbox")


def _with_seed(seed: int = 0, **settings: object) -> Player:
    return _InSandbox()


def _without(**settings: object) -> Player:
    return _InSandbox()


# --- In the sandbox ------------------------------------------------------------------------------


def _described(opponent: Opponent) -> dict[str, Any]:
    return {
        "name": opponent.name,
        "description": opponent.description,
        "parameters": [dataclasses.asdict(one) for one in opponent.parameters],
        "files": [dataclasses.asdict(one) for one in opponent.files],
        "sizes": opponent.sizes,
        "takes_seed": opponent.takes_seed,
    }


if __name__ == "__main__":
    serve(
        {
            "read": lambda text: _described(catalogue.find_opponent(text)[0]),
            "meet": lambda text: _described(catalogue.meet(text)),
        },
        errors=(Exception,),
    )
