"""The first game of a minute: the rules by doing, five positions with one move each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from outflank.board import Board, Color, parse_square, square_name
from outflank.play.view import PlyView, flips_of_moves
from outflank.study.words import listed


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position, what to do in it, and what is said about the move."""

    title: str
    task: str
    position: str
    wanted: tuple[str, ...]  # the squares that are meant; any legal one where none is named
    done: str  # what the move showed: `{square}`, what was `{turned}`, and how many discs are there
    other: str = ""  # what is said about a legal move that is not meant


LESSONS = (
    Lesson(
        "Place a disc",
        "You are Black. Put a disc where it catches a white one between itself and another of "
        "yours, in a straight line. The dots show where.",
        "---------------------------OX------XO--------------------------- X",
        (),
        "{turned} was caught between two black discs, and is black now. Every move must catch "
        "something.",
    ),
    Lesson(
        "Catch in many directions",
        "Lines run across, up and down, and slanting, and a move catches along all of them. Find "
        "the square that catches five discs at once.",
        "------------X-----X-O-X----OOO----XO---------------------------- X",
        ("e5",),
        "Five discs along four lines: {turned}.",
        "{square} would catch only {turned}. There is a square that catches five.",
    ),
    Lesson(
        "Who cannot move passes",
        "Take either empty corner, and see what is left for White.",
        "-OXXXXXXXXXXOOXXXXXOOXXXXXOXXOOXXOOXXOXXXOXOOXXXXXXOOXXX-OXXXXXX X",
        (),
        "White can catch nothing anywhere, so White passes and it is your move again.",
    ),
    Lesson(
        "Corners are for ever",
        "A disc turns only between two others, and behind a corner there is nothing. Take the "
        "corner.",
        "--------------------X-----OOXO-----XOO----XOOO---O--X----------- X",
        ("a8",),
        "Nobody can ever turn {square} again, nor what you build beside it. Corners win games.",
        "{square} is allowed, but a corner is free. Take the corner.",
    ),
    Lesson(
        "More discs win",
        "When nobody can move the game is over, and whoever has more discs wins. One square is "
        "left: fill it.",
        "XXXXXXXXXOOOOXOXXXOXXXOXXXXOOXOXXOXOXXOXXOOXXOOXXXOOOOOXOOOOOOO- X",
        ("h8",),
        "Black {black}, White {white}: you win! Now you know all the rules.",
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
    """Each legal square and what it turns, while the lesson waits for a move."""
    moves: Sequence[PlyView]  # the move that was made, if it was the one that is meant
    done: bool


def lesson_view(number: int, square: str | None = None) -> LessonView:
    """A lesson, from 1; with a square, what is said about the move there.

    A move that is not the one meant is taken back with a hint; ``IllegalMove`` and
    ``InvalidSquare`` are raised as on every board.
    """
    lesson = LESSONS[number - 1]
    board = Board.from_text(lesson.position)
    sentence, moves = lesson.task, []
    if square is not None:
        at = parse_square(square, board.size)
        after = board.play(at)
        name = square_name(at, board.size)
        turned = board.flips(at).names
        done = not lesson.wanted or name in lesson.wanted
        sentence = (lesson.done if done else lesson.other).format(
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
        lesson.title,
        sentence,
        board.size,
        board.to_text().split(" ")[0],
        {} if moves else flips_of_moves(board),
        moves,
        bool(moves),
    )
