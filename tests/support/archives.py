"""A small archive of games for tests."""

from pathlib import Path

from outflank.board import parse_square
from outflank.formats import GameRecord
from outflank.storage.archive.archive import ARCHIVE_FILE, open_archive
from outflank.storage.database import file_url

GAMES = (
    ("f5d6c3d3c4", "Ann", "Bob", "Club", "1985", 4),
    ("f5f6e6f4", "Ann", "Cid", "Paris Open", "1999", -2),
    ("f5d6c5f4e3", "Cid", "Ann", "Club", "2001", 0),
    ("f5d6c3", "Bob", "Dan", "Rome Cup", "2005", 10),
)


def fill(folder: Path, url: str = "") -> None:
    """Put four games into the archive of a data folder, or in another database."""
    records = [
        GameRecord(
            bytes(parse_square(moves[at : at + 2]) for at in range(0, len(moves), 2)),
            black=black,
            white=white,
            event=event,
            date=year,
            score=score,
        )
        for moves, black, white, event, year, score in GAMES
    ]
    archive = open_archive(url or file_url(folder / ARCHIVE_FILE))
    archive.import_games(records, name="small.ggf", digest="small")
    archive.close()
