"""The views of study screens: plain data with finished sentences, the same for all screens."""

from dataclasses import dataclass, field, replace

from outflank.board import Board, Color, Square, square_name
from outflank.game import Game
from outflank.study.course.course import LessonLink, lesson_of_reasons
from outflank.study.judging import Judgement, judge
from outflank.study.review import GraphPoint, MoveReview
from outflank.study.values import Fate, MoveValue
from outflank.study.words import about
from outflank.translation import N_, _, ngettext

LINE_MOVES = 6  # moves of the best line that a panel shows


@dataclass(frozen=True, slots=True)
class Label:
    """A label on an empty square; ``position_of`` translates it.

    It has the color of a won, drawn or lost move.
    """

    text: str
    short: str  # one character for small squares
    tone: Fate
    mark: str  # the mark on screens without labels: `best`, `played` or `why`


BEST = Label(N_("best"), "*", Fate.WON, "best")
SAME = Label("=", "=", Fate.WON, "played")
NEXT = Label(N_("next"), ">", Fate.DRAWN, "played")
REASON = Label("!", "!", Fate.DRAWN, "why")
GOOD = Label(N_("good"), "*", Fate.WON, "best")
WRONG = Label(N_("no"), "x", Fate.LOST, "played")


def lost(discs: int) -> Label:
    return Label(f"-{discs}", "x", Fate.LOST, "played")


@dataclass(frozen=True, slots=True)
class Position:
    """A board with its markings; squares have names."""

    size: int
    board: str  # one character per square: X, O or -
    turn: Color
    legal: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The squares that may be chosen now, with the discs that each flips."""
    last: str | None = None
    labels: dict[str, Label] = field(default_factory=dict)
    noted: tuple[str, ...] = ()  # discs that a reason refers to


@dataclass(frozen=True, slots=True)
class MoveView:
    """An analyzed move in words."""

    ply: int
    number: int
    color: Color
    name: str
    loss: int
    judgement: Judgement
    listed: bool  # in the list of errors
    score: int  # the value of the position before it, from Black's view
    headline: str  # the move and its cost
    best: str  # the best move with its value and line, and the value of the move played
    why: str  # why it was bad or good, if known
    replay: tuple[str, ...]  # the moves to replay until that appears
    labels: dict[str, Label]
    noted: tuple[str, ...]
    lesson: LessonLink | None = None  # that explains the reason

    @property
    def verdict(self) -> str:
        """The judgement in one word, for lists."""
        return _("good") if self.why and not self.listed else _(self.judgement.value)


@dataclass(frozen=True, slots=True)
class TreeMove:
    """A move of a line, or the start of the game; the user can go there."""

    place: int
    name: str
    here: bool  # the current position
    noted: bool  # it has a comment


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the tree: first the game itself, then the variations."""

    depth: int
    number: int  # of its first move
    name: str
    moves: tuple[TreeMove, ...]


@dataclass(frozen=True, slots=True)
class TreeView:
    """The game with its variations, and the current position."""

    lines: tuple[LineView, ...]
    way: str  # the moves to the current position
    aside: bool  # not part of the game itself
    name: str  # of the current line
    comment: str  # at the current position
    can_back: bool
    can_on: bool
    can_promote: bool
    can_delete: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """The move that gave away the proven win or draw for the last time."""

    ply: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Spent:
    ply: int
    color: Color
    seconds: float


@dataclass(frozen=True, slots=True)
class ReviewView:
    ply: int  # moves and passes before the current position
    plies: int  # moves and passes in the game
    position: Position  # the position before the described move
    headline: str
    best: str
    why: str
    moves: tuple[MoveView, ...]  # all analyzed moves, in game order
    points: tuple[GraphPoint, ...]
    opening: str
    lost: dict[Color, int]
    summary: str  # the discs each side lost
    decided: Decided | None
    rule: str  # what inaccuracies, mistakes and blunders are
    spent: tuple[Spent, ...]  # thinking times, if known
    progress: str  # the progress in a few words
    done: int
    total: int
    running: bool
    complete: bool
    can_practise: bool
    tree: TreeView
    line: str  # the label of `ShowLine`; empty if there is no line to show
    note: str  # what became of the last command

    @property
    def lesson(self) -> LessonLink | None:
        """The lesson that explains the described move."""
        here = None if self.tree.aside else self.ply
        return next((move.lesson for move in self.moves if move.ply == here), None)

    @property
    def errors(self) -> tuple[MoveView, ...]:
        return tuple(move for move in self.moves if move.listed)

    @property
    def commented(self) -> tuple[MoveView, ...]:
        """The errors and the good moves with a comment."""
        return tuple(move for move in self.moves if move.listed or move.why)


@dataclass(frozen=True, slots=True)
class PracticeView:
    position: Position
    number: int
    total: int
    asking: bool  # an answer is expected
    solved: bool  # the answer is shown, and the next position is available
    headline: str  # the position and its task
    sentence: str  # the comment on the last answer
    give_up: str = field(default_factory=lambda: _("Show the answer"))  # label of the button
    again: bool = False  # an ending can be restarted after its end, too
    lessons: tuple[str, ...] = ()  # the themes of a solved puzzle, and its line
    along: tuple[Position, ...] = ()  # the positions of its line, which can be stepped
    step: int = 0  # the one that is shown
    until: float | None = None  # the end of a timed run, in seconds since 1970
    found: int = 0  # puzzles solved in it
    lesson: LessonLink | None = None  # that explains the theme of a solved puzzle


@dataclass(frozen=True, slots=True)
class ValueView:
    """The value of a move, in discs for the side that makes it."""

    square: str
    score: int
    exact: bool
    best: bool
    fate: Fate | None
    judgement: Judgement  # the judgement if it were played
    depth: int
    book: bool
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditorView:
    position: Position
    text: str  # the position as text, to copy
    brush: str  # the brush: `black`, `white` or `empty`
    counts: str
    headline: str  # the side to move, as a sentence
    problem: str  # why the position is not playable; empty if it is
    remark: str  # why no game reaches this playable position
    note: str  # what became of the last command
    can_play: bool
    can_undo: bool
    values: tuple[ValueView, ...]  # the values of the moves, if requested


def value_view(value: MoveValue, size: int, most: int) -> ValueView:
    """Return a view of a value; ``most`` is the value of the best move."""
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
    """Return the view of a board; with ``legal``, the user may choose a square."""
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


def positions_along(game: Game) -> list[tuple[Board, Square | None]]:
    """Each position of a game in which a side is to move, with the move before it."""
    found: list[tuple[Board, Square | None]] = []
    board, last = game.start, None
    for ply in game.history:
        if ply.square is None:
            board = board.pass_turn()
            continue
        found.append((board, last))
        board, last = board.play(ply.square), ply.square
    return [*found, (board, last)]


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
        lesson=lesson_of_reasons(move.reasons),
    )
