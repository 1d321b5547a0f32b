"""Where games are kept."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.storage.archive import (
        ARCHIVE_FILE,
        AlreadyImported,
        Archive,
        Found,
        FoundGame,
        NextMove,
        NotInArchive,
        Query,
        open_archive,
    )
    from outflank.storage.database import Database, InvalidDatabase, file_url
    from outflank.storage.games import (
        Branch,
        Entry,
        Games,
        Kept,
        NoSuchGame,
        Standing,
        TooManyGames,
    )
    from outflank.storage.own import data_folder, own_cards
    from outflank.storage.practice import PracticeCards, open_practice
    from outflank.storage.saves import LONGEST_NAME, InvalidSaveName, NoSuchSave, Saves

__all__ = [
    "ARCHIVE_FILE",
    "LONGEST_NAME",
    "AlreadyImported",
    "Archive",
    "Branch",
    "Database",
    "Entry",
    "Found",
    "FoundGame",
    "Games",
    "InvalidDatabase",
    "InvalidSaveName",
    "Kept",
    "NextMove",
    "NoSuchGame",
    "NoSuchSave",
    "NotInArchive",
    "PracticeCards",
    "Query",
    "Saves",
    "Standing",
    "TooManyGames",
    "data_folder",
    "file_url",
    "open_archive",
    "open_practice",
    "own_cards",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "archive": "ARCHIVE_FILE AlreadyImported Archive Found FoundGame NextMove NotInArchive "
            "Query open_archive",
            "own": "data_folder own_cards",
            "database": "Database InvalidDatabase file_url",
            "games": "Branch Entry Games Kept NoSuchGame Standing TooManyGames",
            "practice": "PracticeCards open_practice",
            "saves": "LONGEST_NAME InvalidSaveName NoSuchSave Saves",
        },
    )
