"""A GTP server with the Othello dialect used by programs and hosts (Quarry, GoGui)."""

import re
from collections.abc import Callable, Iterable
from threading import Event

from outflank.board import SIZES, Board, Color, IllegalMove, Square, parse_square, square_name
from outflank.engine.clock import seconds_for_move
from outflank.game import Game
from outflank.protocols.answering import Answerer, ThinkingBudget
from outflank.protocols.pondering import Pondering

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}


# Commands with a constant answer.
_CONSTANT = {
    "protocol_version": "2",
    "list_games": "Othello",
    "komi": "",  # from Go; hosts send it anyway
    "gogui-rules_game_id": "Othello",
}


class Refusal(Exception):
    """An error that is reported with ``?``."""


class GtpEngine:
    """A game that a host controls by commands.

    >>> from outflank.protocols.answering import PlayerAnswerer
    >>> class First:
    ...     def choose(self, board):
    ...         return next(iter(board.legal_moves))
    >>> engine = GtpEngine(PlayerAnswerer(First(), "first"), budget=ThinkingBudget(depth=1))
    >>> engine.answer("1 genmove black")
    '=1 d3\\n\\n'
    >>> engine.answer("play black d3")
    '? illegal move\\n\\n'
    """

    def __init__(
        self, answerer: Answerer, *, budget: ThinkingBudget, version: str = "", ponder: bool = False
    ) -> None:
        self.answerer = answerer
        self.pondering = Pondering(answerer) if ponder else None
        self._ours: Color | None = None  # the side it plays
        self.budget = budget
        self.version = version
        self.sizes = getattr(answerer, "sizes", SIZES)
        self.game = Game()
        self.ended = False
        self._clock: tuple[float, float, int] | None = None
        self._left: dict[Color, tuple[float, int]] = {}
        self._commands: dict[str, Callable[[list[str]], str]] = {
            name: _always(answer) for name, answer in _CONSTANT.items()
        }
        self._commands |= {
            name.removeprefix("_do_").replace("gogui_", "gogui-"): getattr(self, name)
            for name in dir(self)
            if name.startswith("_do_")
        }

    def serve(self, lines: Iterable[str], write: Callable[[str], object]) -> None:
        """Respond to commands until ``quit`` or the end of the input."""
        for line in lines:
            if self.pondering:
                self.pondering.end()
            write(self.answer(line))
            if self.ended:
                break
            if self.pondering and self._ours is self.game.turn.opponent:
                self.pondering.begin(self.game.board)
        if self.pondering:
            self.pondering.end()

    def answer(self, line: str) -> str:
        """Return the response to one command; empty for a blank line or a comment."""
        text = _CONTROL.sub("", line.replace("\t", " ")).partition("#")[0].strip()
        if not text:
            return ""
        words = text.split()
        number = words.pop(0) if words[0].isdecimal() else ""
        if not words:
            return f"?{number} unknown command\n\n"
        command = self._commands.get(words[0].lower())
        try:
            if command is None:
                raise Refusal("unknown command")
            result = command(words[1:])
        except Refusal as refusal:
            return f"?{number} {refusal}\n\n"
        return f"={number} {result}\n\n" if result else f"={number}\n\n"

    # --- About the program -----------------------------------------------------------------------

    def _do_name(self, words: list[str]) -> str:
        return f"Outflank {self.answerer.name}"

    def _do_version(self, words: list[str]) -> str:
        return self.version

    def _do_known_command(self, words: list[str]) -> str:
        return "true" if words and words[0].lower() in self._commands else "false"

    def _do_list_commands(self, words: list[str]) -> str:
        return "\n".join(sorted(self._commands))

    def _do_quit(self, words: list[str]) -> str:
        self.ended = True
        return ""

    def _do_set_game(self, words: list[str]) -> str:
        if " ".join(words).lower() not in ("othello", "reversi"):
            raise Refusal("unsupported game")
        return ""

    # --- The board -------------------------------------------------------------------------------

    def _do_boardsize(self, words: list[str]) -> str:
        if not words or not words[0].isdecimal():
            raise Refusal("boardsize not an integer")
        if int(words[0]) not in self.sizes:
            raise Refusal("unacceptable size")
        self.game = Game(size=int(words[0]))
        self.answerer.clear()
        return ""

    def _do_clear_board(self, words: list[str]) -> str:
        self.game = Game(size=self.game.size)
        self.answerer.clear()
        return ""

    def _do_play(self, words: list[str]) -> str:
        color, move = self._color(words), " ".join(words[1:2]).lower()
        if move in ("pass", "pa", "ps"):
            self._pass(color)
            return ""
        try:
            square = parse_square(move, self.game.size)
        except ValueError:
            raise Refusal("invalid color or coordinate") from None
        if self.game.is_over or self.game.turn is not color:
            raise Refusal("illegal move")
        try:
            self.game.play(square)
        except IllegalMove:
            raise Refusal("illegal move") from None
        return ""

    def _do_undo(self, words: list[str]) -> str:
        if not self.game.can_undo:
            raise Refusal("cannot undo")
        self.game.undo()
        return ""

    def _do_showboard(self, words: list[str]) -> str:
        return "\n" + self.game.board.diagram()

    def _do_final_score(self, words: list[str]) -> str:
        outcome = self.game.outcome
        if outcome is None:
            raise Refusal("cannot score")
        if outcome.winner is None:
            return "0"
        return f"{'B' if outcome.winner is Color.BLACK else 'W'}+{abs(outcome.score)}"

    # --- Thinking --------------------------------------------------------------------------------

    def _do_genmove(self, words: list[str]) -> str:
        square = self._chosen(self._color(words))
        if square is None:
            return "pass"
        self._ours = self.game.turn
        self.game.play(square)
        return square_name(square, self.game.size)

    def _do_reg_genmove(self, words: list[str]) -> str:
        square = self._chosen(self._color(words))
        return "pass" if square is None else square_name(square, self.game.size)

    def _do_time_settings(self, words: list[str]) -> str:
        try:
            main, byoyomi, stones = float(words[0]), float(words[1]), int(words[2])
        except (IndexError, ValueError):
            raise Refusal("time settings not three numbers") from None
        self._clock = (main, byoyomi, stones)
        self._left = {}
        return ""

    def _do_time_left(self, words: list[str]) -> str:
        color = self._color(words)
        try:
            self._left[color] = (float(words[1]), int(words[2]))
        except (IndexError, ValueError):
            raise Refusal("time left not two numbers") from None
        return ""

    # --- GoGui's queries about unknown games ---------------------------------------------------

    def _do_gogui_rules_board(self, words: list[str]) -> str:
        board = self.game.board
        signs = {Color.BLACK: "X", Color.WHITE: "O", None: "."}
        rows = board.to_rows(signs[Color.BLACK], signs[Color.WHITE], signs[None])
        return "\n".join(map(" ".join, rows))

    def _do_gogui_rules_board_size(self, words: list[str]) -> str:
        return str(self.game.size)

    def _do_gogui_rules_legal_moves(self, words: list[str]) -> str:
        return "" if self.game.is_over else " ".join(self.game.board.legal_moves.names)

    def _do_gogui_rules_side_to_move(self, words: list[str]) -> str:
        return self.game.turn.value

    def _do_gogui_rules_final_result(self, words: list[str]) -> str:
        return str(self.game.outcome or "The game is not over.")

    # --- Inside ----------------------------------------------------------------------------------

    def _color(self, words: list[str]) -> Color:
        color = _COLORS.get(words[0].lower()) if words else None
        if color is None:
            raise Refusal("syntax error (wrong or missing color)")
        return color

    def _pass(self, color: Color) -> None:
        """Accept a pass; the game has already made it if it was forced."""
        if not self._has_passed(color) and not self.game.is_over:
            raise Refusal("illegal move")

    def _chosen(self, color: Color) -> Square | None:
        board = self.game.board
        if self.game.is_over or (board.turn is not color and self._has_passed(color)):
            return None
        if board.turn is not color:
            raise Refusal("wrong color")
        budget = self._allotted(board)
        known = self.answerer.opening(board, budget)
        if known is not None:
            return known.move
        best = None
        for thoughts in self.answerer.think(board, budget, 1, Event()):
            best = thoughts[0].move
        return best

    def _has_passed(self, color: Color) -> bool:
        history = self.game.history
        return bool(history) and history[-1].is_pass and history[-1].color is color

    def _allotted(self, board: Board) -> ThinkingBudget:
        """Return the budget for this move from ``time_left`` and ``time_settings``."""
        if self._clock is None:
            return self.budget
        main, byoyomi, stones = self._clock
        if main == 0 and byoyomi > 0 and stones == 0:
            return self.budget  # "no time limits", as the specification puts it
        left, left_stones = self._left.get(board.turn, (main, 0))
        if left_stones > 0:
            return ThinkingBudget(seconds=max(0.02, 0.9 * left / left_stones))
        seconds = seconds_for_move(left, len(board.empties))
        if stones > 0 and left <= 0:
            seconds = 0.9 * byoyomi / stones
        return ThinkingBudget(seconds=seconds)


def _always(answer: str) -> Callable[[list[str]], str]:
    return lambda words: answer
