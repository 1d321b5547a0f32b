"""What a screen of study draws: plain data with every sentence in it, the same for all screens."""

from dataclasses import dataclass, field, replace

from outflank.board import Board, Color, Square, square_name
from outflank.study.judging import Judgement, judge
from outflank.study.review import GraphPoint, MoveReview
from outflank.study.values import Fate, MoveValue
from outflank.study.words import about
from outflank.translation import N_, _, ngettext

LINE_MOVES = 6  # of the best line that a panel shows


@dataclass(frozen=True, slots=True)
class Label:
    """A word on an empty square, which ``position_of`` translates.

    Its color is that of a won, drawn or lost move.
    """

    text: str
    short: str  # one character for small squares
    tone: Fate
    mark: str  # how a screen without words on squares marks it: `best`, `played` or `why`


BEST = Label(N_("best"), "*", Fate.WON, "best")
SAME = Label("=", "=", Fate.WON, "played")
NEXT = Label(N_("next"), ">", Fate.DRAWN, "played")
REASON = Label("!", "!", Fate.DRAWN, "why")
GOOD = Label(N_("good"), "*", Fate.WON, "best")
WRONG = Label(N_("no"), "x", Fate.LOST, "played")


def lost(discs: int) -> Label:
    """On a move that cost something."""
    return Label(f"-{discs}", "x", Fate.LOST, "played")


@dataclass(frozen=True, slots=True)
class Position:
    """A board with what is to be seen on it; squares have their names."""

    size: int
    board: str  # its discs, a character a square: X, O or -
    turn: Color
    legal: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The squares that may be chosen now, and the discs that each would turn."""
    last: str | None = None
    labels: dict[str, Label] = field(default_factory=dict)
    noted: tuple[str, ...] = ()  # discs that a reason is about


@dataclass(frozen=True, slots=True)
class MoveView:
    """A move that was looked at, in words."""

    ply: int
    number: int
    color: Color
    name: str
    loss: int
    judgement: Judgement
    listed: bool  # whether it stands in the list of errors
    score: int  # the value of the position before it, from Black's view
    headline: str  # the move and what it cost
    best: str  # the best move with its value and line, and the value of the one made
    why: str  # why it was bad or good, where something can be said
    replay: tuple[str, ...]  # the moves after which that shows
    labels: dict[str, Label]
    noted: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """What it was, in a word for a list."""
        return _("good") if self.why and not self.listed else _(self.judgement.value)


@dataclass(frozen=True, slots=True)
class TreeMove:
    """A move of a line, or the start of the game; a person may go there."""

    place: int
    name: str
    here: bool  # whether that is looked at
    noted: bool  # whether it has a comment


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the tree: first the game as it was played, then whatever else was tried."""

    depth: int
    number: int  # of its first move
    name: str
    moves: tuple[TreeMove, ...]


@dataclass(frozen=True, slots=True)
class TreeView:
    """What was played, what else was tried, and the place that is looked at."""

    lines: tuple[LineView, ...]
    way: str  # the moves that lead to the place
    aside: bool  # whether the game itself did not go there
    name: str  # of the line that the place is on
    comment: str  # at the place
    can_back: bool
    can_on: bool
    can_promote: bool
    can_delete: bool


@dataclass(frozen=True, slots=True)
class Door:
    """Where the result was decided."""

    ply: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Spent:
    ply: int
    color: Color
    seconds: float


@dataclass(frozen=True, slots=True)
class ReviewView:
    ply: int  # how many moves and passes have been made in the position that is looked at
    plies: int  # how many there are in the whole game
    position: Position  # the one before the move that is told of
    headline: str
    best: str
    why: str
    moves: tuple[MoveView, ...]  # all that were looked at, in the order of the game
    points: tuple[GraphPoint, ...]
    opening: str
    lost: dict[Color, int]
    summary: str  # the discs each side lost
    turned: str  # where the game turned, if it did
    door: Door | None
    spent: tuple[Spent, ...]  # where time went, if that is known
    progress: str  # how far the review is, in a few words
    done: int
    total: int
    running: bool
    complete: bool
    can_practise: bool
    tree: TreeView
    line: str  # what `ShowLine` does now; empty where there is no line to show
    note: str  # what became of the last command

    @property
    def errors(self) -> tuple[MoveView, ...]:
        return tuple(move for move in self.moves if move.listed)

    @property
    def commented(self) -> tuple[MoveView, ...]:
        """The errors, and the good moves that are worth a word."""
        return tuple(move for move in self.moves if move.listed or move.why)


@dataclass(frozen=True, slots=True)
class PracticeView:
    position: Position
    number: int
    total: int
    asking: bool  # whether an answer is awaited, or given up
    solved: bool  # whether the answer is on the board, and the next position can be had
    headline: str  # which position this is and what is asked
    sentence: str  # what is said to the last answer
    give_up: str = field(default_factory=lambda: _("Show the answer"))  # what whoever gives up gets
    again: bool = False  # whether one can give up at the end, too: an ending is begun anew


@dataclass(frozen=True, slots=True)
class ValueView:
    """What a move is worth, in discs for the side that makes it."""

    square: str
    score: int
    exact: bool
    best: bool
    fate: Fate | None
    judgement: Judgement  # what it would be to play it: fine, or how bad an error
    depth: int
    book: bool
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditorView:
    position: Position
    text: str  # the position as a line of text, to be copied
    brush: str  # what a chosen square gets: `black`, `white` or `empty`
    counts: str
    headline: str  # who is to move
    problem: str  # why nobody can play on from here; empty where one can
    remark: str  # why no game comes to this position, where it can be played all the same
    note: str  # what became of the last command
    can_play: bool
    can_undo: bool
    values: tuple[ValueView, ...]  # what the moves are worth, where that was asked for


def value_view(value: MoveValue, size: int, most: int) -> ValueView:
    """A value with names for its squares; ``most`` is what the best move is worth."""
    return ValueView(
        square=square_name(value.move, size),
        score=value.score,
        exact=value.exact,
        best=value.best,
        fate=value.fate,
        judgement=judge(most, value.score, exact=value.exact),
        depth=value.depth,
        book=value.book,
        line=names(value.line, size),
    )


def position_of(
    board: Board,
    *,
    legal: bool,
    last: Square | None = None,
    labels: dict[str, Label] | None = None,
    noted: tuple[str, ...] = (),
) -> Position:
    """A board as a view has it; ``legal`` is whether a person may choose a square."""
    size = board.size
    return Position(
        size,
        board.to_text().split(" ")[0],
        board.turn,
        legal={square_name(at, size): tuple(board.flips(at).names) for at in board.legal_moves}
        if legal
        else {},
        last=None if last is None else square_name(last, size),
        labels={at: replace(each, text=_(each.text)) for at, each in (labels or {}).items()},
        noted=noted,
    )


def names(squares: tuple[Square, ...], size: int) -> tuple[str, ...]:
    return tuple(square_name(square, size) for square in squares)


def move_view(move: MoveReview) -> MoveView:
    size, board = move.board.size, move.board
    why, replay = (move.reason.squares, move.reason.replay) if move.reason else ((), ())
    labels = {square_name(square, size): REASON for square in why if board[square] is None}
    labels[move.name] = lost(move.loss) if move.loss else SAME
    labels[square_name(move.best, size)] = BEST
    listed = move.judgement.is_listed
    name = f"{move.number}. {move.name}{move.judgement.mark}"
    headline = _("{move} ({color}): no loss", move=name, color=move.color)
    line = " ".join(names(move.line[:LINE_MOVES], size))
    value = about(move.best_score, exact=move.exact)
    best = _("Best {score}: {line}.", line=line, score=value)
    if move.loss:
        headline = ngettext(
            "{move} ({color}): -{count} disc",
            "{move} ({color}): -{count} discs",
            move.loss,
            move=name,
            color=move.color,
        )
        own = about(move.score, exact=move.exact)
        best = _(
            "Best {score}: {line}. Played {own}.",
            line=line,
            score=value,
            own=own,
        )
    return MoveView(
        move.ply,
        move.number,
        move.color,
        move.name,
        move.loss,
        move.judgement,
        listed,
        move.for_black(move.best_score),
        headline=headline,
        best=best,
        why=" ".join(reason.sentence for reason in move.reasons),
        replay=names(replay, size),
        labels=labels,
        noted=names(tuple(square for square in why if board[square] is not None), size),
    )
