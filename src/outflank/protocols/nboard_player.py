"""An external program that speaks the NBoard protocol, as a player."""

import re
import time
from typing import ClassVar

from outflank.board import Board
from outflank.formats import GameRecord, write_ggf
from outflank.protocols.external import DEFAULT_SECONDS, ExternalPlayer
from outflank.protocols.process import Program, ProgramDied, ProgramFailed

_ANSWER = re.compile(r"===\s*([A-Za-z]\w+)")


class NBoardPlayer(ExternalPlayer):
    """An NBoard program such as ``ntest`` or ``edax -nboard``: ``nboard:depth=12 COMMAND``."""

    SETTINGS: ClassVar[dict[str, tuple[float, float, float]]] = {
        "seconds": (DEFAULT_SECONDS, 0.1, 86400.0),
        "depth": (8, 1, 60),
    }

    def __init__(self, command: str) -> None:
        super().__init__(command)
        self._pings = 0

    def _greet(self, program: Program) -> None:
        program.send("nboard 2")
        program.send(f"set depth {int(self.settings['depth'])}")
        try:
            self._synchronise(program, time.monotonic() + self.greeting_seconds)
        except ProgramDied:
            raise  # whether it ended before or after the ping is random and carries no information
        except ProgramFailed as error:
            raise ProgramFailed(
                f"{self.called} does not speak the NBoard protocol: it did not respond to ping "
                f"({error.sentence})",
                error.details,
            ) from None

    def _answer(self, program: Program, board: Board) -> str:
        deadline = time.monotonic() + self.seconds
        # A game that starts at this position needs no history, so any position works.
        program.send(f"set game {write_ggf(GameRecord(b'', start=board))}")
        self._synchronise(program, deadline)
        program.send("go")
        while True:
            line = program.receive(deadline)
            answer = _ANSWER.match(line.strip())
            if answer is not None:
                return answer[1]

    def _synchronise(self, program: Program, deadline: float) -> None:
        """Wait until the program has processed all commands; other output is ignored."""
        self._pings += 1
        program.send(f"ping {self._pings}")
        while True:
            line = program.receive(deadline).strip()
            if line.startswith("set myname "):
                self.program_name = line.removeprefix("set myname ").strip()
            if line == f"pong {self._pings}":
                return
