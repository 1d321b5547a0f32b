"""A compact game record; archives hold hundreds of thousands of them in memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from outflank.board import Board, Color, Square, square_name
from outflank.game import MOST, Game, Reason, Variation
from outflank.translation import _

NOTE = "note"
"""Key in ``extra`` for a note about the reader's assumptions."""


@dataclass(slots=True)
class GameRecord:
    """The moves and metadata of a game.

    >>> record = GameRecord(bytes([37, 43]), black="Ann", white="Bo")
    >>> record.transcript, record.game().transcript
    ('f5d6', 'f5d6')

    The readers of this package create only records with legal moves.
    """

    moves: bytes
    """The squares in order, without forced passes."""
    start: Board | None = None
    """The start position; None is the usual one on 8×8."""
    black: str = ""
    white: str = ""
    event: str = ""
    date: str = ""
    """The date as written in the source; may be just a year."""
    score: int | None = None
    """Black's discs minus White's as stated in the source, with empty squares for the winner."""
    reason: Reason | None = None
    """Resignation, loss on time or a program's failure, if stated in the source."""
    theoretical: int | None = None
    """The score with perfect play from about 24 empties on (WTHOR)."""
    seconds: Sequence[float | None] | None = None
    """The time of each move."""
    evals: Sequence[float | None] | None = None
    """The players' own evaluations of each move, in discs for the mover."""
    extra: dict[str, str] = field(default_factory=dict)
    """Other data of the source, under its original names."""
    variations: tuple[Variation, ...] = ()
    """Variations and comments."""

    @property
    def size(self) -> int:
        return 8 if self.start is None else self.start.size

    @property
    def year(self) -> int | None:
        """The year at the beginning of the date, if there is one."""
        digits = self.date[:4]
        return int(digits) if len(digits) == 4 and digits.isdecimal() and digits.isascii() else None

    @property
    def transcript(self) -> str:
        """The moves as ``f5d6c3…``."""
        size = self.size
        return "".join([square_name(square, size) for square in self.moves])

    def game(self) -> Game:
        """Return the game, to be replayed, continued or reviewed."""
        game = Game(self.start, info=self._info())
        game.variations = self.variations
        times = self.seconds or [None] * len(self.moves)
        for square, spent in zip(self.moves, times, strict=True):
            game.play(square, seconds=spent)
        if not game.is_over and self.reason is not None and self.score:
            loser = Color.WHITE if self.score > 0 else Color.BLACK
            game.end(loser, self.reason)
        outcome = game.outcome
        if self.score is not None and (outcome is None or outcome.score != self.score):
            game.info["score"] = f"{self.score:+d}"
        return game

    def _info(self) -> dict[str, str]:
        known = {"black": self.black, "white": self.white, "event": self.event, "date": self.date}
        info = {key: value for key, value in known.items() if value}
        if self.theoretical is not None:
            info["theoretical"] = f"{self.theoretical:+d}"
        return {**self.extra, **info}


def record_of(game: Game) -> GameRecord:
    """Return a game, up to its current position, as a record.

    >>> game = Game(info={"black": "Ann"}); game.play("f5")
    >>> record_of(game).transcript, record_of(game).black
    ('f5', 'Ann')
    """
    info = dict(game.info)
    plies = [ply for ply in game.history if not ply.is_pass]
    timed = any(ply.seconds is not None for ply in plies)
    outcome = game.outcome
    stated = parse_score(info.pop("score", ""))
    return GameRecord(
        bytes(ply.square for ply in plies if ply.square is not None),
        None if game.start == Board() else game.start,
        black=info.pop("black", ""),
        white=info.pop("white", ""),
        event=info.pop("event", ""),
        date=info.pop("date", ""),
        score=stated if stated is not None or outcome is None else outcome.score,
        reason=None if outcome is None or outcome.reason is Reason.NO_MOVES else outcome.reason,
        theoretical=parse_score(info.pop("theoretical", "")),
        seconds=[ply.seconds for ply in plies] if timed else None,
        extra=info,
        variations=game.variations,
    )


def with_score(record: GameRecord) -> GameRecord:
    """Return a record with its stated score, or the final score of its moves.

    >>> with_score(GameRecord(b"")).score is None
    True
    """
    if record.score is not None or not record.moves:
        return record
    score = final_score(record.start, record.moves)
    return record if score is None else replace(record, score=score)


def final_score(start: Board | None, moves: Sequence[Square]) -> int | None:
    """Return Black's discs minus White's if the moves end the game; otherwise None."""
    board = played(start, moves)
    if not board.is_over:
        return None
    return board.score if board.turn is Color.BLACK else -board.score


def parse_score(text: str) -> int | None:
    """Parse a score such as ``+12``; None if the text is not a number of discs."""
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if value == value and abs(value) <= 256 and value == int(value) else None


def played(start: Board | None, moves: Sequence[Square]) -> Board:
    """Return the position after moves and the passes they force; raises ``IllegalMove``."""
    board = Board() if start is None else start
    for square in moves:
        board = board.after_forced_pass.play(square)
    return board.after_forced_pass


def too_many(tried: int) -> str:
    """Return the message for a game with too many variations."""
    return _(
        "A game can have up to {most} moves in variations, not {number}.", most=MOST, number=tried
    )


def noted(record: GameRecord, notes: Sequence[str]) -> GameRecord:
    note = " ".join(filter(None, notes))
    if note:
        record.extra[NOTE] = note
    return record
