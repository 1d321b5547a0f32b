"""The opening explorer: what is known of a position's moves, side by side.

The book says what each is worth, the archive what masters played and how that went, and one's own
games the same. Only the book is looked up here; callers pass in what their games say.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Color, Square, Symmetry, square_name
from outflank.book import default_book
from outflank.game import Game
from outflank.study.words import worth
from outflank.translation import _, ngettext

MOST_EXAMPLES = 5  # games that are named


@dataclass(frozen=True, slots=True)
class NextMove:
    """A move played from a position: how often, and how it ended for the side that made it."""

    squares: tuple[Square, ...]
    """The move, with those that are the same but for a symmetry of the position."""
    games: int
    won: int
    drawn: int
    lost: int
    average: float | None  # discs, for the side that moved


@dataclass(frozen=True, slots=True)
class Known:
    """What a collection of games says of a position."""

    games: int  # how many came to it
    moves: tuple[NextMove, ...] = ()
    examples: tuple[str, ...] = ()  # some of the games, a line each


@dataclass(frozen=True, slots=True)
class Share:
    """How often a move was played, and how that went for the side that made it."""

    games: int
    won: str  # the part of the games that were won, such as `52 %`; empty where none has a result
    drawn: str
    lost: str
    average: str  # discs, such as `+2.5`


@dataclass(frozen=True, slots=True)
class ExplorerRow:
    """One move, and all that is known of it."""

    move: str
    same: tuple[str, ...]  # other moves that a symmetry of the position makes the same
    book: str  # its value in the opening book, such as `+2`; empty where that does not know it
    archive: Share | None
    own: Share | None


@dataclass(frozen=True, slots=True)
class ExplorerView:
    """The moves of a position, those that are known first."""

    headline: str
    rows: tuple[ExplorerRow, ...]
    notes: tuple[str, ...]  # what is not known, and how it could be
    examples: tuple[str, ...]


def explorer_view(
    board: Board, opening: str, archive: Known | None, own: Known, how: str
) -> ExplorerView:
    """What the book, an archive and one's own games say of a position.

    ``archive`` is None where there is none; ``how`` then says how to get one.
    """
    values = {result.move: result.score for result in default_book().results(board)}
    rows = []
    for orbit in _orbits(board):
        known = next((values[square] for square in orbit if square in values), None)
        rows.append(
            (
                known,
                ExplorerRow(
                    square_name(orbit[0], board.size),
                    tuple(square_name(square, board.size) for square in orbit[1:]),
                    "" if known is None else worth(known),
                    None if archive is None else _share(orbit, archive.moves),
                    _share(orbit, own.moves),
                ),
            )
        )
    rows.sort(key=lambda row: _order(*row))
    notes = [] if values or not rows else [_("The opening book does not have this position.")]
    if archive is None:
        notes.append(how)
    elif not archive.games:
        notes.append(_("No game of the archive reached this position."))
    if not own.games:
        notes.append(_("None of your games reached this position."))
    if board.is_over:
        notes = [_("The game is over here.")]
    headlines = [opening] if opening else [_made(board)]
    if archive is not None:
        headlines.append(_("Games in the archive: {count}", count=archive.games))
    headlines.append(_("Your games: {count}", count=own.games))
    return ExplorerView(
        " · ".join(headlines),
        tuple(row for _known, row in rows),
        tuple(notes),
        () if archive is None else archive.examples[:MOST_EXAMPLES],
    )


def _made(board: Board) -> str:
    moves = board.size * board.size - len(board.empties) - 4
    if moves <= 0:
        return _("Starting position")
    return ngettext("After {count} move", "After {count} moves", moves)


Key: TypeAlias = tuple[int, int, int, Color]
"""A position, the same however it is turned: size, mover's and opponent's discs, whose turn."""


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """What was played next in each position of a game, and how the game ended."""

    next: Mapping[Key, Square | None]
    """The move, turned as the key's position is; None at the end, and for a pass."""
    score: int | None  # Black's discs less White's; None where it has not ended


def played_line(game: Game) -> PlayedLine:
    """The line of a game, with the moves that were undone at its end."""
    plies = (*game.history, *game.future)
    found: dict[Key, Square | None] = {}
    squares = [*(ply.square for ply in plies), None]
    for board, square in zip([game.start, *(ply.board for ply in plies)], squares, strict=True):
        key, symmetry = _key(board)
        turned = None if square is None else symmetry.square(square, board.size)
        found.setdefault(key, turned)
    outcome = game.final_outcome
    return PlayedLine(found, None if outcome is None else outcome.black - outcome.white)


def own_moves(board: Board, lines: Iterable[PlayedLine]) -> Known:
    """What one's own games say of a position, turned in any way."""
    key, symmetry = _key(board)
    back = {symmetry.square(square, board.size): square for square in board.legal_moves}
    came, rows = 0, []
    for line in lines:
        if key not in line.next:
            continue
        came += 1
        square = line.next[key]
        if square is not None:
            rows.append((back[square], 1, *_result(line, board.turn)))
    return Known(came, tuple(merged(board, rows)))


def _key(board: Board) -> tuple[Key, Symmetry]:
    """A position as ``canonical`` has it, and how it is turned to become that."""
    mover, opponent, size = board.mover_bits, board.opponent_bits, board.size
    turned = [
        (symmetry.bits(mover, size), symmetry.bits(opponent, size), number)
        for number, symmetry in enumerate(Symmetry)
    ]
    own, other, number = min(turned)
    return (size, own, other, board.turn), list(Symmetry)[number]


def merged(board: Board, rows: Iterable[Sequence[int]]) -> list[NextMove]:
    """The next moves, those counted together that a symmetry of the position makes the same.

    A row is a move, its games, those won, drawn and lost, and the sum of the discs, for its side.
    """
    same = _symmetries(board)
    counts: dict[tuple[Square, ...], list[int]] = {}
    for square, *numbers in rows:
        orbit = tuple(sorted({symmetry.square(square, board.size) for symmetry in same}))
        before = counts.setdefault(orbit, [0] * 5)
        counts[orbit] = [a + b for a, b in zip(before, numbers, strict=True)]
    moves = []
    for orbit, (count, won, drawn, lost, score) in counts.items():
        scored = won + drawn + lost
        moves.append(NextMove(orbit, count, won, drawn, lost, score / scored if scored else None))
    return sorted(moves, key=lambda move: -move.games)


def _result(line: PlayedLine, mover: Color) -> tuple[int, int, int, int]:
    if line.score is None:
        return 0, 0, 0, 0
    score = line.score if mover is Color.BLACK else -line.score
    return int(score > 0), int(score == 0), int(score < 0), score


def _symmetries(board: Board) -> list[Symmetry]:
    return [symmetry for symmetry in Symmetry if board.transformed(symmetry) == board]


def _orbits(board: Board) -> list[tuple[Square, ...]]:
    """The legal moves, those together that a symmetry of the position makes the same."""
    same = _symmetries(board)
    orbits = {
        tuple(sorted({symmetry.square(square, board.size) for symmetry in same}))
        for square in board.legal_moves
    }
    return sorted(orbits)


def _share(orbit: tuple[Square, ...], moves: Sequence[NextMove]) -> Share | None:
    move = next((move for move in moves if move.squares == orbit), None)
    if move is None:
        return None
    scored = move.won + move.drawn + move.lost
    won, drawn, lost = (
        f"{round(100 * part / scored)} %" if scored else ""
        for part in (move.won, move.drawn, move.lost)
    )
    average = "" if move.average is None else worth(move.average, digits=1)
    return Share(move.games, won, drawn, lost, average)


def _order(known: int | None, row: ExplorerRow) -> tuple[int, int, int, str]:
    """By the book, then by how often it was played."""
    games = [0 if share is None else share.games for share in (row.archive, row.own)]
    return (1 if known is None else 0, -(known or 0), -sum(games), row.move)
