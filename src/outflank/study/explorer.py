"""The opening explorer: the known moves of a position, side by side.

The book gives scores; tournament games, the archive and the user's own games give frequencies and
results. The book and the shipped statistics of tournament games are looked up here. Callers pass
in the statistics of other games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Color, Square, Symmetry, listed, square_name
from outflank.book import default_book
from outflank.book.proven import PROVEN, SOURCE, proven_draw
from outflank.game import Game
from outflank.openings.statistics import PositionFigures, opening_statistics
from outflank.study.repertoire.umigame import umigame_number
from outflank.study.words import worth
from outflank.translation import N_, _, ngettext

MOST_EXAMPLES = 5  # example games
CREDIT = N_(
    "Tournament games: positions of the first 24 moves in at least 5 games. The figures are "
    "computed from WTHOR, the archive of the French Othello Federation."
)


@dataclass(frozen=True, slots=True)
class NextMove:
    """A move played from a position: its frequency and results from the mover's view."""

    squares: tuple[Square, ...]
    """The move and its equivalents under the symmetries of the position."""
    games: int
    won: int
    drawn: int
    lost: int
    average: float | None  # sum of disc differences, for the mover


@dataclass(frozen=True, slots=True)
class Known:
    """The statistics of a position in a collection of games."""

    games: int  # games that reached it
    moves: tuple[NextMove, ...] = ()
    examples: tuple[str, ...] = ()  # some of the games, one line each


@dataclass(frozen=True, slots=True)
class Share:
    """A move's frequency and results, formatted for display."""

    games: int
    won: str  # share of wins, such as `52 %`; empty without results
    drawn: str
    lost: str
    average: str  # average disc difference, such as `+2.5`


@dataclass(frozen=True, slots=True)
class ExplorerRow:
    """One move and everything known about it."""

    move: str
    same: tuple[str, ...]  # the equivalent moves under a symmetry of the position
    book: str  # its score in the opening book, such as `+2`; empty if unknown
    umigame: str  # the lines to memorize for Black and White, such as `2:7`; empty outside the book
    tournaments: Share | None  # the games of the statistics that ship with Outflank
    archive: Share | None
    own: Share | None


@dataclass(frozen=True, slots=True)
class ExplorerView:
    """The moves of a position, known moves first."""

    headline: str
    rows: tuple[ExplorerRow, ...]
    notes: tuple[str, ...]  # what is missing, and how to get it
    examples: tuple[str, ...]


def explorer_view(
    board: Board, opening: str, archive: Known | None, own: Known, how: str
) -> ExplorerView:
    """Combine the data of the book, an archive and the user's own games.

    ``archive`` is None if there is no archive; ``how`` then explains how to get one.
    """
    values = {result.move: result.score for result in default_book().results(board)}
    figures = opening_statistics().at(board)
    shipped = [] if figures is None else merged(board, figures.moves)
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
                    umigame_text(board.play(orbit[0]).after_forced_pass),
                    _share(orbit, shipped),
                    None if archive is None else _share(orbit, archive.moves),
                    _share(orbit, own.moves),
                ),
            )
        )
    rows.sort(key=lambda row: _order(*row))
    notes = [] if values or not rows else [_("The opening book does not have this position.")]
    if held := proven_draw(board):
        names = listed([square_name(square) for square in held])
        notes.insert(0, _(PROVEN, moves=names, source=SOURCE))
    if archive is None:
        notes.append(how)
    elif not archive.games:
        notes.append(_("No game of the archive reached this position."))
    if not own.games:
        notes.append(_("None of your games reached this position."))
    if figures is not None:
        notes.append(_(CREDIT))
    if board.is_over:
        notes = [_("The game is over here.")]
    headlines = [opening] if opening else [_made(board)]
    if board in default_book():
        black, white = (umigame_number(board, color) for color in Color)
        headlines.append(
            _("Lines to learn: Black {black}, White {white}", black=black, white=white)
        )
    if figures is not None:
        headlines.append(_tournaments(figures))
    if archive is not None:
        headlines.append(_("Games in the archive: {count}", count=archive.games))
    headlines.append(_("Your games: {count}", count=own.games))
    return ExplorerView(
        " · ".join(headlines),
        tuple(row for _known, row in rows),
        tuple(notes),
        () if archive is None else archive.examples[:MOST_EXAMPLES],
    )


def umigame_text(board: Board) -> str:
    """Return the Umigame numbers for Black and White; empty outside the book.

    >>> umigame_text(Board(6))
    ''
    """
    if board not in default_book():
        return ""
    return ":".join(str(umigame_number(board, color)) for color in Color)


def _tournaments(figures: PositionFigures) -> str:
    first, last = figures.years
    return _(
        "Tournament games: {count:,} ({first}–{last})",
        count=figures.games,
        first=first,
        last=last,
    )


def _made(board: Board) -> str:
    moves = board.size * board.size - len(board.empties) - 4
    if moves <= 0:
        return _("Starting position")
    return ngettext("After {count} move", "After {count} moves", moves)


Key: TypeAlias = tuple[int, int, int, Color]
"""A canonical position: size, mover's discs, opponent's discs, side to move."""


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """The next move in each position of a game, and the result."""

    next: Mapping[Key, Square | None]
    """The move, in the orientation of the key; None at the end and for a pass."""
    score: int | None  # Black's discs minus White's; None if the game is unfinished


def played_line(game: Game) -> PlayedLine:
    """Return the line of a game, including undone moves at its end."""
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
    """Return the statistics of a position in the user's own games, under any symmetry."""
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
    """Return the canonical position and the symmetry that leads to it."""
    mover, opponent, size = board.mover_bits, board.opponent_bits, board.size
    turned = [
        (symmetry.bits(mover, size), symmetry.bits(opponent, size), number)
        for number, symmetry in enumerate(Symmetry)
    ]
    own, other, number = min(turned)
    return (size, own, other, board.turn), list(Symmetry)[number]


def merged(board: Board, rows: Iterable[Sequence[int]]) -> list[NextMove]:
    """Return the next moves, with symmetric moves merged.

    A row holds a move, the numbers of games, wins, draws and losses, and the sum of disc
    differences.
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
    """Return the legal moves in groups of symmetric moves."""
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
    """Return a sort key: the book score first, then the frequency."""
    shares = row.tournaments, row.archive, row.own
    games = [0 if share is None else share.games for share in shares]
    return (1 if known is None else 0, -(known or 0), -sum(games), row.move)
