"""The rules in five short lessons, each a position with one move to find."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from outflank.board import Board, Color, listed, parse_square, square_name
from outflank.play.view import PlyView, flips_of_moves
from outflank.translation import N_, _


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position, its task, and comments on the moves; translated when displayed."""

    title: str
    task: str
    position: str
    wanted: tuple[str, ...]  # the expected squares; empty: any legal one
    done: str  # the comment on the expected move
    other: str = ""  # the comment on any other legal move


LESSONS = (
    Lesson(
        N_("Place a disc"),
        N_(
            "You are Black. Place a disc so that a white disc lies in a straight line between it "
            "and another black disc. The dots show the legal moves."
        ),
        "---------------------------OX------XO--------------------------- X",
        (),
        N_(
            "{turned} was between two black discs, so it flipped to black. Every move must flip at "
            "least one disc."
        ),
    ),
    Lesson(
        N_("Flip in many directions"),
        N_(
            "A move flips discs along every line: horizontal, vertical and diagonal. Find the move "
            "that flips five discs."
        ),
        "------------X-----X-O-X----OOO----XO---------------------------- X",
        ("e5",),
        N_("You flipped five discs along four lines: {turned}."),
        N_("{square} flips only {turned}. Another move flips five discs."),
    ),
    Lesson(
        N_("Pass without a legal move"),
        N_("Take one of the empty corners. Then see which moves White has."),
        "-OXXXXXXXXXXOOXXXXXOOXXXXXOXXOOXXOOXXOXXXOXOOXXXXXXOOXXX-OXXXXXX X",
        (),
        N_("White has no legal move and passes. It is your turn again."),
    ),
    Lesson(
        N_("Corners are safe"),
        N_(
            "A disc flips only between two others, and there is no square behind a corner. Take "
            "the corner."
        ),
        "--------------------X-----OOXO-----XOO----XOOO---O--X----------- X",
        ("a8",),
        N_(
            "{square} can never flip again, and it protects the discs beside it. Corners win games."
        ),
        N_("{square} is legal, but a corner is free. Take the corner."),
    ),
    Lesson(
        N_("More discs win"),
        N_(
            "The game ends when neither side has a legal move. The side with more discs wins. Play "
            "on the last empty square."
        ),
        "XXXXXXXXXOOOOXOXXXOXXXOXXXXOOXOXXOXOXXOXXOOXXOOXXXOOOOOXOOOOOOO- X",
        ("h8",),
        N_("Black {black}, White {white}: you win! Now you know all the rules."),
    ),
)


@dataclass(frozen=True, slots=True)
class LessonView:
    """A lesson as a screen shows it, before or after a move."""

    number: int
    of: int
    title: str
    sentence: str
    size: int
    board: str
    legal: Mapping[str, Sequence[str]]
    """Each legal square and what it flips, while the lesson waits for a move."""
    moves: Sequence[PlyView]  # the move made, if it was expected
    done: bool


def lesson_view(number: int, square: str | None = None) -> LessonView:
    """Return a lesson, numbered from 1; with a square, comment on the move there.

    An unexpected move is undone and gets a hint. Raises ``IllegalMove`` and ``InvalidSquare`` like
    any board.
    """
    lesson = LESSONS[number - 1]
    board = Board.from_text(lesson.position)
    sentence, moves = _(lesson.task), []
    if square is not None:
        at = parse_square(square, board.size)
        after = board.play(at)
        name = square_name(at, board.size)
        turned = board.flips(at).names
        done = not lesson.wanted or name in lesson.wanted
        sentence = _(
            lesson.done if done else lesson.other,
            square=name,
            turned=listed(turned),
            black=after.count(Color.BLACK),
            white=after.count(Color.WHITE),
        )
        if done:
            moves = [PlyView(1, 1, board.turn, name, turned)]
            board = after
    return LessonView(
        number,
        len(LESSONS),
        _(lesson.title),
        sentence,
        board.size,
        board.to_text().split(" ")[0],
        {} if moves else flips_of_moves(board),
        moves,
        bool(moves),
    )
