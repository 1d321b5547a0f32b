"""An NBoard protocol server: the engine inside Chris Welty's NBoard and similar programs.

https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm — unknown lines are ignored,
as the specification requires of both sides.
"""

import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence

from outflank.board import Board, Color, IllegalMove, InvalidSquare, parse_square, square_name
from outflank.engine.clock import seconds_for_move
from outflank.formats import GameRecord, InvalidRecord, read_ggf_game
from outflank.protocols.answering import DEFAULT_DEPTH, Answerer, EngineThought, ThinkingBudget
from outflank.protocols.pondering import Pondering

_ENDS_WITH_PASS = re.compile(r"\[\s*PA[^\]]*\]\s*;\s*\)\s*\Z", re.IGNORECASE)
_BARE_MOVE = re.compile(r"(?:[A-Ha-h][1-8]|PA|pa)(?:/.*)?\Z")
_TIME = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)")


class NBoardEngine:
    """The state between commands, and a search that ``ping`` interrupts."""

    def __init__(
        self, answerer: Answerer, write: Callable[[str], object], *, ponder: bool = False
    ) -> None:
        self.answerer = answerer
        self.pondering = Pondering(answerer) if ponder else None
        self._ours: Color | None = None  # the side of its last move
        self.depth = DEFAULT_DEPTH
        self._depth_was_set = False
        self.boards = [Board()]
        """The positions of the game, the current one last; it may require a pass."""
        self._seconds_left: dict[Color, float] = {}
        self._write = write
        self._writing = threading.Lock()
        self._stop = threading.Event()
        self._thinking: threading.Thread | None = None

    @property
    def board(self) -> Board:
        return self.boards[-1]

    def serve(self, lines: Iterable[str]) -> None:
        """Execute commands until ``quit`` or the end of the input, then finish the search."""
        for line in lines:
            if line.strip().lower() == "quit":
                self._stop.set()
                break
            self._handle_and_ponder(line)
        if self.pondering:
            self.pondering.end()
        self._wait()

    def _handle_and_ponder(self, line: str) -> None:
        if self.pondering:
            self.pondering.end()
        self.handle(line)
        # Our move is on the board only after the host has sent it back.
        opponent_moves = self._thinking is None and self._ours is self.board.turn.opponent
        if self.pondering and opponent_moves:
            self.pondering.begin(self.board)

    def handle(self, line: str) -> None:
        """Execute a command; searches run in the background until finished or stopped."""
        word, _, rest = line.strip().partition(" ")
        if word.lower() == "ping":
            self._stop.set()
            self._wait()
            self._say(f"pong {rest.strip()}")
            return
        self._wait()  # other commands wait for the search
        if _BARE_MOVE.match(line.strip()):
            self._move(line.strip())  # NBoard 1.1 sends moves without the keyword
            return
        commands: dict[str, Callable[[str], None]] = {
            "nboard": self._nboard,
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "learn": lambda _: self._say("learned"),
            "analyze": self._analyze,
            "clear": lambda _: self.answerer.clear(),
        }
        follow = commands.get(word.lower())
        if follow is not None:
            follow(rest.strip())

    # --- Commands --------------------------------------------------------------------------------

    def _nboard(self, version: str) -> None:
        self._say(f"set myname {self._name}")

    def _set(self, rest: str) -> None:
        what, _, value = rest.partition(" ")
        if what == "depth" and value.strip().isdecimal():
            self.depth = max(1, int(value))
            self._depth_was_set = True
            self._say(f"set myname {self._name}")
        elif what == "game":
            self._set_game(value)

    def _set_game(self, text: str) -> None:
        try:
            record = read_ggf_game(text)
        except InvalidRecord as error:
            self._say(f"status The game cannot be read: {error}".replace("\n", " "))
            return
        if record.size != 8:
            self._say(f"status {record.size}×{record.size} is not played here, only 8×8")
            return
        boards = [Board() if record.start is None else record.start]
        for square in record.moves:
            if boards[-1].must_pass:
                boards.append(boards[-1].pass_turn())
            boards.append(boards[-1].play(square))
        if boards[-1].must_pass and _ENDS_WITH_PASS.search(text):
            boards.append(boards[-1].pass_turn())
        self.boards = boards
        self._ours = None
        self._seconds_left = _clocks(record)

    def _move(self, rest: str) -> None:
        name = rest.split("/")[0].strip().lower()
        try:
            if name == "pa":
                self.boards.append(self.board.pass_turn())
            else:
                self.boards.append(self.board.play(parse_square(name)))
        except (IllegalMove, InvalidSquare) as error:
            self._say(f"status {error}")

    def _hint(self, rest: str) -> None:
        lines = int(rest) if rest.isdecimal() else 1
        self._start(lambda: self._show_hints(max(1, lines)))

    def _show_hints(self, lines: int) -> None:
        self._say("status Analyzing")
        if self.board.legal_moves:
            self._thoughts(self.board, lines, ThinkingBudget(depth=self.depth))
        elif self.board.must_pass:
            self._show_pass()
        self._say("status")

    def _show_pass(self) -> None:
        """Report the value of a forced pass, from the position after it."""
        passed = self.board.pass_turn()
        best = self._quietly(passed)
        if best is not None and best.value is not None:
            line = "PA" + _line(best)
            self._say(f"search {line} {-best.value:z.2f} 0 {_depth(best)}")

    def _go(self, rest: str) -> None:
        self._start(self._choose)

    def _choose(self) -> None:
        board = self.board
        if not board.legal_moves:
            self._say("=== PA")
            return
        began = time.monotonic()
        budget = ThinkingBudget(depth=self.depth)
        left = self._seconds_left.get(board.turn)
        if left is not None:
            deepest = self.depth if self._depth_was_set else None
            budget = ThinkingBudget(deepest, seconds_for_move(left, len(board.empties)))
        self._say("status Thinking")
        best = self.answerer.opening(board, budget)
        if best is None:
            best = self._thoughts(board, 1, budget)
        else:
            self._show([best])
        if best is None or self._stop.is_set():
            return  # a ping arrived, so the host no longer needs the result
        value = "" if best.value is None else f"{best.value:z.2f}"
        self._ours = board.turn
        move = square_name(best.move).upper()
        self._say(f"=== {move}/{value}/{time.monotonic() - began:.2f}")

    def _analyze(self, rest: str) -> None:
        self._start(self._analyze_game)

    def _analyze_game(self) -> None:
        """Report the value of every position in discs for Black, last position first."""
        for made in reversed(range(len(self.boards))):
            board = self.boards[made]
            value: float | None = None
            if board.is_over:
                value = float(board.score)
            elif board.must_pass:
                best = self._quietly(board.pass_turn())
                value = None if best is None or best.value is None else -best.value
            else:
                best = self._quietly(board)
                value = None if best is None else best.value
            if self._stop.is_set():
                return
            if value is not None:
                self._say(f"analysis {made} {value if board.turn is Color.BLACK else -value:z.2f}")

    # --- Thinking --------------------------------------------------------------------------------

    def _thoughts(self, board: Board, lines: int, budget: ThinkingBudget) -> EngineThought | None:
        """Search and report; return the best move of the last opinion."""
        best = None
        for thoughts in self.answerer.think(board, budget, lines, self._stop):
            if best is not None and self._stop.is_set():
                break
            best = thoughts[0]
            self._show(thoughts)
        return best

    def _show(self, thoughts: Sequence[EngineThought]) -> None:
        for thought in thoughts:
            if thought.value is not None:
                kind = "book" if thought.book else "search"
                self._say(f"{kind} {_line(thought)} {thought.value:z.2f} 0 {_depth(thought)}")
        if thoughts[0].nodes:
            self._say(f"nodestats {thoughts[0].nodes} {thoughts[0].seconds:.2f}")

    def _quietly(self, board: Board) -> EngineThought | None:
        best = None
        for thoughts in self.answerer.think(board, ThinkingBudget(depth=self.depth), 1, self._stop):
            best = thoughts[0]
        return best

    def _start(self, work: Callable[[], None]) -> None:
        self._stop.clear()
        self._thinking = threading.Thread(target=self._guarded, args=(work,), daemon=True)
        self._thinking.start()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 — reported to the host; continue with the next command
            self._say(f"status {type(error).__name__}: {error}".replace("\n", " "))

    def _wait(self) -> None:
        if self._thinking is not None:
            self._thinking.join()
            self._thinking = None

    # --- Formatting ----------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return f"Outflank {self.answerer.name} {self.depth}"

    def _say(self, line: str) -> None:
        with self._writing:
            self._write(line + "\n")


def _line(thought: EngineThought) -> str:
    return "".join(square_name(square).upper() for square in thought.line)


def _depth(thought: EngineThought) -> str:
    return "100%" if thought.exact else str(max(1, thought.depth))


def _clocks(record: GameRecord) -> dict[Color, float]:
    """Return the seconds left for each side, if the game has a clock."""
    left = {}
    board = Board() if record.start is None else record.start
    spent = {Color.BLACK: 0.0, Color.WHITE: 0.0}
    for at, square in enumerate(record.moves):
        board = board.after_forced_pass
        spent[board.turn] += (record.seconds[at] or 0.0) if record.seconds else 0.0
        board = board.play(square)
    for color, tag in ((Color.BLACK, "TB"), (Color.WHITE, "TW")):
        total = _seconds(record.extra.get(tag) or record.extra.get("TI") or "")
        if total:
            left[color] = max(0.0, total - spent[color])
    return left


def _seconds(text: str) -> float:
    """Return the main time of a GGF clock such as ``15:00/00:05/02:00``."""
    match = _TIME.match(text.strip())
    if match is None:
        return 0.0
    if match[4] is not None:
        return 60 * float(match[4])
    return 3600 * int(match[1] or 0) + 60 * int(match[2]) + float(match[3])
