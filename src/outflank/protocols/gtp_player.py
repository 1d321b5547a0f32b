"""An external program that speaks GTP with the Othello dialect, as a player."""

import re
import time

from outflank.board import Board, Square, square_name
from outflank.formats.record import played
from outflank.protocols.external import DEFAULT_SECONDS, ExternalPlayer, moves_to
from outflank.protocols.process import Program, ProgramFailed

_REPLY = re.compile(r"([=?])\s*(\d+)?\s?(.*)")
MOST_KNOWN = 2000  # cached positions, about thirty games


class GtpPlayer(ExternalPlayer):
    """A GTP program such as ``gtp-rhino`` or ``edax -gtp``: ``gtp:COMMAND``."""

    def __init__(self, command: str) -> None:
        super().__init__(command)
        self._known: dict[Board, list[Square]] = {}
        """Known positions with the moves from the usual start to them."""
        self._shown: list[Square] = []  # the moves on the program's board
        self._pass_shown_after = -1  # the number of moves after which a pass was last sent

    def _greet(self, program: Program) -> None:
        deadline = time.monotonic() + self.greeting_seconds
        self._shown = []
        self._pass_shown_after = -1
        self._known.setdefault(Board(), [])
        commands = self._ask(program, "list_commands", deadline).split()
        if "genmove" not in commands:
            raise ProgramFailed(
                f"{self.called} does not speak GTP: it does not support the genmove command"
            )
        self.program_name = self._ask(program, "name", deadline)
        if "set_game" in commands:
            self._ask(program, "set_game Othello", deadline)
        self._ask(program, "boardsize 8", deadline)
        self._ask(program, "clear_board", deadline)
        if self.seconds != DEFAULT_SECONDS and "time_settings" in commands:
            # Time per move, in whole seconds as required by the protocol.
            self._ask(program, f"time_settings 0 {max(int(self.seconds), 1)} 1", deadline)

    def _answer(self, program: Program, board: Board) -> str:
        deadline = time.monotonic() + self.seconds
        self._show(program, self._moves_of(board), deadline)
        answer = self._ask(program, f"genmove {board.turn.value}", deadline).strip()
        self._follow(board, answer)
        return answer

    def _moves_of(self, board: Board) -> list[Square]:
        """Return the moves to a position, from a known predecessor or by search."""
        if board in self._known:
            return self._known[board]
        moves = self._way_told(board) or self._continued(board) or moves_to(board)
        if moves is None:
            raise ProgramFailed(
                f"{self.called} accepts games but no positions, and no short game leads to "
                f"{board.to_text()}; start its game from the usual position"
            )
        if len(self._known) > MOST_KNOWN:
            self._known = {Board(): []}
        self._known[board] = moves
        return moves

    def _way_told(self, board: Board) -> list[Square] | None:
        return list(self._told) if played(None, self._told) == board else None

    def _continued(self, board: Board) -> list[Square] | None:
        discs = board.mover_bits.bit_count() + board.opponent_bits.bit_count()
        for known, moves in reversed(self._known.items()):
            have = known.mover_bits.bit_count() + known.opponent_bits.bit_count()
            if not 0 <= discs - have <= 3:
                continue
            found = _way(known, board, discs - have)
            if found is not None:
                return moves + found
        return None

    def _follow(self, board: Board, answer: str) -> None:
        """Record that ``genmove`` also made the move on the program's board."""
        try:
            after = board.play(answer.lower())
        except ValueError:
            return  # rejected by the caller, with the answer in the message
        square = (board.empties - after.empties).bits.bit_length() - 1
        moves = [*self._known[board], square]
        self._shown = moves
        self._known[after] = moves

    def _show(self, program: Program, moves: list[Square], deadline: float) -> None:
        """Set up the position with the missing moves, or from an empty board."""
        if self._shown != moves[: len(self._shown)]:
            self._ask(program, "clear_board", deadline)
            self._shown = []
            self._pass_shown_after = -1
        board = Board()
        for at, square in enumerate(moves):
            if board.must_pass:
                if at >= len(self._shown) and self._pass_shown_after != at:
                    self._ask(program, f"play {board.turn.value} pass", deadline, may_refuse=True)
                board = board.pass_turn()
            if at >= len(self._shown):
                self._ask(program, f"play {board.turn.value} {square_name(square)}", deadline)
            board = board.play(square)
        if board.must_pass and self._pass_shown_after != len(moves):
            self._ask(program, f"play {board.turn.value} pass", deadline, may_refuse=True)
            self._pass_shown_after = len(moves)
        self._shown = list(moves)

    def _ask(
        self, program: Program, command: str, deadline: float, *, may_refuse: bool = False
    ) -> str:
        """Send a command and return the response text, skipping lines before ``=`` or ``?``."""
        program.send(command)
        reply = None
        while reply is None:
            reply = _REPLY.match(program.receive(deadline))
        lines = [reply[3]]
        while line := program.receive(deadline):
            lines.append(line)
        text = "\n".join(lines).strip()
        if reply[1] == "?" and not may_refuse:
            raise ProgramFailed(f"{self.called} rejected {command!r}: {text or 'no reason given'}")
        return text


def _way(known: Board, board: Board, moves: int) -> list[Square] | None:
    """Return the moves that lead from one position to another, if there are only a few."""
    known = known.after_forced_pass
    if moves == 0:
        return [] if known == board else None
    missing = (known.empties - board.empties) & known.legal_moves
    for square in missing:
        rest = _way(known.play(square), board, moves - 1)
        if rest is not None:
            return [square, *rest]
    return None
