"""The games of the opening explorer: those of the archive and the user's own."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache

from outflank.board import Board
from outflank.formats import InvalidSave
from outflank.storage.archive.archive import ARCHIVE_FILE, Archive, FoundGame, Query, open_archive
from outflank.storage.files.data_dir import data_folder
from outflank.storage.files.saves import Saves
from outflank.storage.games.games import LINES_CACHED
from outflank.study.explorer import (
    ExplorerView,
    Known,
    PlayedLine,
    explorer_view,
    own_moves,
    played_line,
)
from outflank.translation import N_, _

HOW = N_(
    "The archive has no games yet. `outflank archive import FILES` imports WTHOR, GGF, SGF and "
    "other files."
)
SHOWN = 5  # number of archive games to list


def explored(
    board: Board, opening: str, archive: Archive | None, own: Iterable[PlayedLine], how: str = HOW
) -> ExplorerView:
    """Return what is known about a position; ``opening`` is its name, if it has one."""
    known = None if archive is None else archive_moves(archive, board)
    return explorer_view(board, opening, known, own_moves(board, own), _(how))


def archive_moves(archive: Archive, board: Board) -> Known:
    """Return the archive's statistics of a position; it covers only 8×8 boards."""
    if board.size != 8:
        return Known(0)
    found = archive.search(Query(board=board), limit=SHOWN)
    return Known(found.total, tuple(found.next_moves), tuple(_title(game) for game in found.games))


def own_explorer(saves: Saves) -> Callable[[Board, str], ExplorerView]:
    """Return an explorer of this user's saved games and archive, which it does not create."""
    opened: list[Archive] = []

    @lru_cache(LINES_CACHED)
    def line(name: str, _changed: float) -> PlayedLine:
        return played_line(saves.load(name))

    def explore(board: Board, opening: str) -> ExplorerView:
        if not opened and (data_folder() / ARCHIVE_FILE).exists():
            opened.append(open_archive())
        archive = opened[0] if opened and opened[0].list_sources() else None
        return explored(board, opening, archive, _saved(saves, line))

    return explore


def _saved(saves: Saves, line: Callable[[str, float], PlayedLine]) -> Iterator[PlayedLine]:
    for name in saves.names():
        with suppress(InvalidSave):  # damaged saves are reported when opened
            yield line(name, saves.changed(name))


def _title(game: FoundGame) -> str:
    score = "" if game.score is None else f" {(64 + game.score) // 2}–{(64 - game.score) // 2}"
    year = "" if game.year is None else f"{game.year} "
    return f"{year}{game.black} – {game.white}{score}"
