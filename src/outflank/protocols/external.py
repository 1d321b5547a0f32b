"""External engines as players: ``gtp:COMMAND`` and ``nboard:COMMAND``.

Words such as ``seconds=5`` or ``depth=12`` before the program's name are settings of the player.
"""

import shlex
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from outflank.board import Board, Square, parse_square
from outflank.protocols.process import Program, ProgramDied, ProgramFailed, split_command

DEFAULT_SECONDS = 60.0  # per move; a slower program is considered hung


def parse_command(
    text: str, known: dict[str, tuple[float, float, float]]
) -> tuple[dict[str, float], str]:
    """Split settings from the command; ``known`` maps names to (default, low, high)."""
    settings = {name: default for name, (default, _, _) in known.items()}
    try:
        words = split_command(text)
    except ValueError as error:
        raise ProgramFailed(f"the command {text!r} cannot be read: {error}") from None
    while words and "=" in words[0] and words[0].partition("=")[0] in known:
        name, _, value = words.pop(0).partition("=")
        _, low, high = known[name]
        try:
            settings[name] = float(value)
        except ValueError:
            settings[name] = float("nan")
        if not low <= settings[name] <= high:
            raise ProgramFailed(f"{name} must be a number from {low:g} to {high:g}; got {value!r}")
    if not words:
        raise ProgramFailed(f"a program is missing after the settings in {text!r}")
    return settings, shlex.join(words)


class ExternalPlayer(ABC):
    """An external program as a player; after a crash it is restarted once."""

    SIZES: ClassVar[tuple[int, ...]] = (8,)
    SETTINGS: ClassVar[dict[str, tuple[float, float, float]]] = {
        "seconds": (DEFAULT_SECONDS, 0.1, 86400.0)
    }

    def __init__(self, command: str) -> None:
        settings, self.command = parse_command(command, self.SETTINGS)
        self.seconds = settings["seconds"]
        self.settings = settings
        self.called = repr(self.command)  # the program's name in messages
        self.program_name = ""  # the name that the program reported
        self.restarts = 0
        self.greeting_seconds = 60.0  # to start and load, even on a busy machine
        self._told: tuple[Square, ...] = ()
        self._program: Program | None = None

    def choose(self, board: Board) -> Square:
        if board.size not in self.SIZES:
            raise ProgramFailed(f"{self.called} plays only on 8×8; got {board.size}×{board.size}")
        try:
            return self._asked(board)
        except ProgramDied:
            self.close()
            self.restarts += 1
            return self._asked(board)

    def follow(self, moves: Sequence[Square]) -> None:
        """Store the moves from the usual start to the next position."""
        self._told = tuple(moves)

    def get_ready(self) -> None:
        self._start()

    def meet(self) -> None:
        """Start the program, check that it supports the protocol, and end it."""
        self.greeting_seconds = 10.0  # the user waits
        try:
            self._start()
        finally:
            self.close()

    def close(self) -> None:
        """End the program; the next move restarts it."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def _asked(self, board: Board) -> Square:
        try:
            name = self._answer(self._start(), board)
        except ProgramDied:
            raise
        except ProgramFailed:
            self.close()
            raise
        return self._checked(name, board)

    def _start(self) -> Program:
        if self._program is None:
            self._program = Program(self.command, self.called)
            self._greet(self._program)
        return self._program

    def _checked(self, name: str, board: Board) -> Square:
        try:
            square = parse_square(name)
        except ValueError:
            square = -1
        if square not in board.legal_moves:
            self.close()
            raise ProgramFailed(
                f"{self.called} answered {name!r}, but the legal moves of {board.turn} are "
                f"{board.legal_moves}",
                f"the position was {board.to_text()}",
            )
        return square

    @abstractmethod
    def _greet(self, program: Program) -> None:
        """Send the commands needed after the start."""

    @abstractmethod
    def _answer(self, program: Program, board: Board) -> str:
        """Send the position and request a move; return the program's square."""


def moves_to(board: Board, most_nodes: int = 300_000) -> list[Square] | None:
    """Search for moves from the usual start to a position; None if it is too far.

    They are used to set up a position in programs that accept only games.
    """
    start = Board(board.size)
    target_black, target_white = board.black_bits, board.white_bits
    taken = target_black | target_white
    if (start.mover_bits | start.opponent_bits) & ~taken:
        return None
    dead: set[Board] = set()
    nodes = 0

    def search(at: Board, path: list[Square]) -> bool:
        nonlocal nodes
        at = at.after_forced_pass
        if at == board:
            return True
        nodes += 1
        if at in dead or nodes > most_nodes:
            return False
        if (at.mover_bits | at.opponent_bits) != taken:
            for square in at.legal_moves:
                if taken >> square & 1:
                    path.append(square)
                    if search(at.play(square), path):
                        return True
                    path.pop()
        dead.add(at)
        return False

    path: list[Square] = []
    return path if search(start, path) else None
