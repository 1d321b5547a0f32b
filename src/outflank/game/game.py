"""A game: moves, forced passes, undo and redo, and the end."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from outflank.board import (
    Board,
    Color,
    IllegalMove,
    InvalidSquare,
    Square,
    names_of_squares,
    square_name,
)
from outflank.board.guesses import Guess, public_names
from outflank.game.clock import LONGEST, TimeControl
from outflank.game.outcome import Outcome, Reason, outcome_by_default, outcome_on_board
from outflank.game.variations import Tree, Variation
from outflank.game.writing import writer
from outflank.translation import _

_MOVE = re.compile(r"[A-Pa-p]\d{1,2}")
_TRANSCRIPT = re.compile(rf"\s*(?:{_MOVE.pattern}[\s,]*)*")


class GameOver(IllegalMove):
    """A move was made in a game that is already over."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A move or a forced pass, and the position after it."""

    color: Color
    square: Square | None
    board: Board
    seconds: float | None = None

    @property
    def is_pass(self) -> bool:
        """True for a forced pass."""
        return self.square is None

    @property
    def name(self) -> str:
        """The square's name, or ``pass``."""
        return "pass" if self.square is None else square_name(self.square, self.board.size)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Ending:
    """A resignation or loss on time; kept for redo when undone."""

    loser: Color
    reason: Reason
    in_force: bool = True


@dataclass(init=False, repr=False, slots=True)
class Game:
    """A game of Othello with its history.

    >>> game = Game()
    >>> game.play("f5"); game.play("d6")
    >>> game.transcript, game.turn
    ('f5d6', <Color.BLACK: 'black'>)
    >>> game.undo()
    >>> game.transcript, game.can_redo
    ('f5', True)

    A side without a legal move passes automatically: the pass is in the history, and the current
    position never requires a pass. Undone moves are kept until another move is made from an earlier
    position.
    """

    start: Board
    clock: TimeControl | None
    info: dict[str, str]
    """Metadata of the game: ``black`` and ``white`` (player names), ``event``, ``date``, …"""
    variations: tuple[Variation, ...]
    """Variations and notes; ``tree`` arranges them."""
    _plies: list[Ply]
    _ply: int
    _ending: Ending | None
    _outcome: Outcome | None = field(compare=False)
    _outcome_known: bool = field(compare=False)

    def __init__(
        self,
        start: Board | str | int | None = None,
        *,
        size: int = 8,
        clock: TimeControl | None = None,
        info: dict[str, str] | None = None,
    ) -> None:
        """Start from a board, with the moves of a transcript, or on a board of a size.

        >>> Game("f5d6c3").turn, Game(6).size, Game(Board().play("f5")).turn
        (<Color.WHITE: 'white'>, 6, <Color.WHITE: 'white'>)
        """
        if not isinstance(start, Board | str | int | None):
            raise TypeError(
                f"a game starts from a Board, moves such as 'f5d6', or a size; got {start!r}"
            )
        size = start if isinstance(start, int) else size
        self.start = start if isinstance(start, Board) else Board(size)
        self.clock = clock
        self.info = dict(info or {})
        self.variations = ()
        self._plies = []
        self._ply = 0
        self._ending = None
        self._outcome, self._outcome_known = None, False
        self._enter_passes()
        if isinstance(start, str):
            self._play_transcript(start)

    @classmethod
    def from_transcript(cls, moves: str, *, size: int = 8) -> "Game":
        """Return a game with moves such as ``f5d6c3``; passes are not written."""
        return cls(moves, size=size)

    # --- State ---------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The current position."""
        return self._plies[self._ply - 1].board if self._ply else self.start

    @property
    def size(self) -> int:
        """The size of the board."""
        return self.start.size

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.board.turn

    @property
    def history(self) -> tuple[Ply, ...]:
        """The moves and forced passes made so far."""
        return tuple(self._plies[: self._ply])

    @property
    def future(self) -> tuple[Ply, ...]:
        """The undone moves and passes, which ``redo`` makes again."""
        return tuple(self._plies[self._ply :])

    @property
    def moves_recorded(self) -> int:
        """The number of moves in the whole record, including undone ones, without passes."""
        return len([ply for ply in self._plies if ply.square is not None])

    @property
    def ply(self) -> int:
        """The number of moves and passes made so far."""
        return self._ply

    @property
    def last_move(self) -> Ply | None:
        """The last move that was not a pass."""
        for ply in reversed(self._plies[: self._ply]):
            if ply.square is not None:
                return ply
        return None

    @property
    def transcript(self) -> str:
        """The moves so far as ``f5d6c3…``, without forced passes."""
        names, plies = names_of_squares(self.size), self._plies[: self._ply]
        return "".join([names[ply.square] for ply in plies if ply.square is not None])

    @property
    def moves_from_start(self) -> tuple[Square, ...] | None:
        """The squares played from the usual start; None if the game started elsewhere."""
        if self.start != Board(self.size):
            return None
        plies = self._plies[: self._ply]
        return tuple([ply.square for ply in plies if ply.square is not None])

    @property
    def tree(self) -> Tree:
        """The played moves, including undone ones, and the variations.

        >>> game = Game(); game.play("f5")
        >>> game.variations = game.tree.with_way((26,)).variations
        >>> game.tree.children(())
        ((37,), (26,))
        """
        squares = (ply.square for ply in self._plies if ply.square is not None)
        return Tree(tuple(squares), self.variations)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game; None while it is in progress."""
        if not self._outcome_known:  # read far more often than it changes
            self._outcome, self._outcome_known = self._find_outcome(), True
        return self._outcome

    @property
    def final_outcome(self) -> Outcome | None:
        """The result of the whole record, even if the game is at an earlier position."""
        if self.outcome is not None or not self.future:
            return self.outcome
        last = self._plies[-1].board
        if self._ending is not None:
            return outcome_by_default(self._ending.loser, self._ending.reason, last)
        return outcome_on_board(last) if last.is_over else None

    @property
    def ending(self) -> Ending | None:
        """A resignation or loss on time, including an undone one that can be redone."""
        return self._ending

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.outcome is not None

    def remaining(self, color: Color) -> float:
        """Return the seconds left on a side's clock."""
        if self.clock is None:
            raise ValueError("this game has no clock; give it one with Game(clock=TimeControl(…))")
        left = self.clock.seconds
        for ply in () if self.clock.per_move else self.history:
            if ply.color is color and ply.seconds is not None:
                left += self.clock.increment - ply.seconds
        if self._ending and self._ending.in_force and self._ending.reason is Reason.TIME:
            return 0.0 if color is self._ending.loser else left
        return left

    def copy(self) -> "Game":
        """Return an independent copy."""
        copy = self.branch()
        copy.variations = self.variations
        copy._plies = self._plies.copy()
        copy._ending = self._ending
        copy._outcome, copy._outcome_known = self._outcome, self._outcome_known
        return copy

    def branch(self) -> "Game":
        """Return an independent game with the moves made so far, without undone moves."""
        copy = Game(self.start, clock=self.clock, info=self.info)
        copy._plies = self._plies[: self._ply]
        copy._stand_at(self._ply)
        return copy

    # --- Making moves ----------------------------------------------------------------------------

    def play(self, move: Square | str, *, seconds: float | None = None) -> None:
        """Make a move for the side to move, and the pass that follows if one is forced.

        With a clock, ``seconds`` is the time the move took; if it exceeds the time left, the move
        is not made and the game is lost on time.
        """
        outcome = self.outcome
        if outcome is not None:
            raise GameOver(
                _(
                    "This game is already over: {outcome}. Undo a move or start a new game",
                    outcome=outcome,
                )
            )
        color = self.turn
        square = self.board.square(move)
        after = self.board.play(square)
        if seconds is None:
            if self.clock is not None:
                raise ValueError("this game has a clock, so seconds must be given for each move")
        elif not 0 <= seconds <= LONGEST:
            raise ValueError(f"seconds must be from 0 to {LONGEST}; got seconds={seconds!r}")
        elif self.clock is not None and seconds > self.remaining(color):
            self.time_out()
            return
        self._forget_future()
        self._plies.append(Ply(color, square, after, seconds))
        self._stand_at(self._ply + 1)
        self._enter_passes()

    def resign(self, color: Color | None = None) -> None:
        """Resign the game, for the side to move or for ``color``."""
        self._end(color or self.turn, Reason.RESIGNATION)

    def time_out(self, color: Color | None = None) -> None:
        """Lose the game on time, for the side to move or for ``color``."""
        self._end(color or self.turn, Reason.TIME)

    def end(self, loser: Color, reason: Reason) -> None:
        """End the game for a reason other than that neither side can move."""
        self._end(loser, reason)

    # --- Undo and redo -------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """True if there is a move or ending to undo."""
        return self._ended_early or self.last_move is not None

    @property
    def can_redo(self) -> bool:
        """True if there is a move or ending to redo."""
        return self._ply < len(self._plies) or (
            self._ending is not None and not self._ending.in_force
        )

    def undo(self) -> None:
        """Undo the last move with the passes it forced, or a resignation."""
        if not self.can_undo:
            raise ValueError(_("There is no move to undo"))
        if self._ended_early:
            self._set_ending_in_force(False)
            return
        ply = self._ply
        while self._plies[ply - 1].is_pass:
            ply -= 1
        self._stand_at(ply - 1)

    def redo(self) -> None:
        """Redo the last undone move with the passes it forced."""
        if not self.can_redo:
            raise ValueError(_("There is no move to redo"))
        if self._ply == len(self._plies):
            self._set_ending_in_force(True)
            return
        self._stand_at(self._ply + 1)
        self._skip_passes()

    def go_to(self, ply: int) -> None:
        """Go to the position after ``ply`` moves and passes; 0 is the start.

        Forced passes that follow are included, so the position never requires a pass.
        """
        if not 0 <= ply <= len(self._plies):
            raise ValueError(f"this game has plies 0 to {len(self._plies)}; got {ply!r}")
        if ply < len(self._plies):
            self._set_ending_in_force(False)
        self._stand_at(ply)
        self._skip_passes()

    def resting_ply(self, ply: int, by: int) -> int:
        """Return the ply to stop at when moving to ``ply`` in direction ``by``.

        A game never stops where a pass is forced: moving back (``by`` < 0) it stops before the
        pass, moving forward after it. The result is limited to the start and end of the record.
        """
        while 0 < ply < len(self._plies) and self._plies[ply].is_pass:
            ply += 1 if by > 0 else -1
        return min(max(ply, 0), len(self._plies))

    # --- Output --------------------------------------------------------------------------------

    def to_svg(self, *, width: int = 320, legal: bool = True) -> str:
        """Return an SVG of the current position with the last move marked, as used by notebooks."""
        last = self.last_move
        return self.board.to_svg(
            width=width, legal=legal, last_move=None if last is None else last.square
        )

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_text(self, format: str = "txt") -> str:
        """Return the game in the format of a file extension: txt, ggf, json, obf, svg, …

        >>> game = Game(); game.play("f5"); game.to_text("obf").split(";")[0]
        '---------------------------OX------XXX-------------------------- O'
        """
        return writer().written(self, format)

    def write(self, path: Path | str) -> None:
        """Write the game or a picture of it, in the format of the file extension.

        All writable formats are supported, plus svg, png and gif. An existing file is replaced.
        """
        writer().write_game(self, Path(path))

    def __repr__(self) -> str:
        start = "" if self.start == Board(self.size) else f" from {self.start.to_text()}"
        standing = self.outcome or f"{self.turn} to move"
        return f"<Game {self.transcript or 'without moves'}{start}: {standing}>"

    # --- Names that people try -------------------------------------------------------------------

    push = move = make_move = Guess('game.play("f5")')
    pass_turn = play_pass = pass_ = Guess("nothing: a game passes by itself where it must")
    legal_moves = Guess("game.board.legal_moves")
    moves = Guess("game.history, a tuple of plies, or game.transcript")
    score = score_for = winner = result = Guess(
        "game.outcome.winner or game.outcome.score; while the game goes on, game.outcome is None"
    )
    is_game_over = game_over = Guess("game.is_over")
    current_player = side_to_move = Guess("game.turn")
    load = read = from_file = open = Guess("next(read_file(path)).game(), from outflank.formats")

    def __dir__(self) -> list[str]:
        return public_names(Game, object.__dir__(self))

    # --- Inside ----------------------------------------------------------------------------------

    def _play_transcript(self, moves: str) -> None:
        if not _TRANSCRIPT.fullmatch(moves):
            raise InvalidSquare(
                f"moves are written like 'f5d6c3'; got {moves[:40]!r}. A position is "
                "Game(Board.from_text(…)), a game in another format read_game(…)"
            )
        for name in _MOVE.findall(moves):
            self.play(name)

    def _find_outcome(self) -> Outcome | None:
        board = self.board
        if self._ending is not None and self._ending.in_force:
            return outcome_by_default(self._ending.loser, self._ending.reason, board)
        return outcome_on_board(board) if board.is_over else None

    def _stand_at(self, ply: int) -> None:
        self._ply = ply
        self._outcome_known = False

    @property
    def _ended_early(self) -> bool:
        return self._ending is not None and self._ending.in_force

    def _set_ending_in_force(self, in_force: bool) -> None:
        if self._ending is not None:
            self._ending = replace(self._ending, in_force=in_force)
            self._outcome_known = False

    def _end(self, loser: Color, reason: Reason) -> None:
        if not isinstance(loser, Color):
            raise ValueError(f"a side must be Color.BLACK or Color.WHITE; got {loser!r}")
        outcome = self.outcome
        if outcome is not None:
            raise GameOver(_("This game is already over: {outcome}", outcome=outcome))
        self._forget_future()
        self._ending = Ending(loser, reason)
        self._outcome_known = False

    def _forget_future(self) -> None:
        del self._plies[self._ply :]
        self._ending = None
        self._outcome_known = False

    def _enter_passes(self) -> None:
        # After a pass the other side can move, so one pass is always enough.
        if self.board.must_pass:
            self._plies.append(Ply(self.turn, None, self.board.pass_turn()))
            self._stand_at(self._ply + 1)

    def _skip_passes(self) -> None:
        while self._ply < len(self._plies) and self._plies[self._ply].is_pass:
            self._stand_at(self._ply + 1)
