"""Where games are kept, and how they come in and go out."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.storage.archive import (
        ARCHIVE_FILE,
        AlreadyImported,
        Archive,
        Found,
        FoundGame,
        Imported,
        NotInArchive,
        Query,
        open_archive,
    )
    from outflank.storage.backup import InvalidBackup, back_up, restore
    from outflank.storage.club import (
        Club,
        ClubTable,
        Member,
        NameTaken,
        NoSuchMember,
        Played,
        Ranked,
        TableSeat,
    )
    from outflank.storage.database import Database, InvalidDatabase, file_url
    from outflank.storage.exploring import explored, own_explorer
    from outflank.storage.games import (
        Branch,
        Entry,
        Exchange,
        Finished,
        Games,
        Kept,
        NoSuchGame,
        Standing,
        TooManyEvents,
        TooManyGames,
    )
    from outflank.storage.limits import Limits, StorageFull
    from outflank.storage.meetings import (
        Holder,
        KeptMeeting,
        Listed,
        Meetings,
        NextTable,
        NoSuchInvitation,
        Shared,
    )
    from outflank.storage.models import EVERYBODY
    from outflank.storage.own import data_folder, own_cards, own_folder, own_puzzles
    from outflank.storage.person import everything_of, forget_person
    from outflank.storage.practice import PracticeCards, TooManyCards, open_practice
    from outflank.storage.puzzles import PuzzleCards
    from outflank.storage.recovery import NoSuchCode, NothingToTake, Recovery
    from outflank.storage.saves import LONGEST_NAME, InvalidSaveName, NoSuchSave, Saves
    from outflank.storage.seeks import Seek, Seeks
    from outflank.storage.sharing import (
        EXPORTS,
        NOTE,
        InvalidRecord,
        InvalidSave,
        InvalidTranscript,
        exported,
        load_game,
        pack_game,
        read_anything,
        read_game,
        read_transcript,
        report,
        save_game,
        unpack_game,
        write_game,
        written,
    )
    from outflank.storage.upkeep import (
        Forgotten,
        TableSize,
        problems,
        shrink,
        sizes,
        sweep,
        would_forget,
    )

__all__ = [
    "ARCHIVE_FILE",
    "EVERYBODY",
    "EXPORTS",
    "LONGEST_NAME",
    "NOTE",
    "AlreadyImported",
    "Archive",
    "Branch",
    "Club",
    "ClubTable",
    "Database",
    "Entry",
    "Exchange",
    "Finished",
    "Forgotten",
    "Found",
    "FoundGame",
    "Games",
    "Holder",
    "Imported",
    "InvalidBackup",
    "InvalidDatabase",
    "InvalidRecord",
    "InvalidSave",
    "InvalidSaveName",
    "InvalidTranscript",
    "Kept",
    "KeptMeeting",
    "Limits",
    "Listed",
    "Meetings",
    "Member",
    "NameTaken",
    "NextTable",
    "NoSuchCode",
    "NoSuchGame",
    "NoSuchInvitation",
    "NoSuchMember",
    "NoSuchSave",
    "NotInArchive",
    "NothingToTake",
    "Played",
    "PracticeCards",
    "PuzzleCards",
    "Query",
    "Ranked",
    "Recovery",
    "Saves",
    "Seek",
    "Seeks",
    "Shared",
    "Standing",
    "StorageFull",
    "TableSeat",
    "TableSize",
    "TooManyCards",
    "TooManyEvents",
    "TooManyGames",
    "back_up",
    "data_folder",
    "everything_of",
    "explored",
    "exported",
    "file_url",
    "forget_person",
    "load_game",
    "open_archive",
    "open_practice",
    "own_cards",
    "own_explorer",
    "own_folder",
    "own_puzzles",
    "pack_game",
    "problems",
    "read_anything",
    "read_game",
    "read_transcript",
    "report",
    "restore",
    "save_game",
    "shrink",
    "sizes",
    "sweep",
    "unpack_game",
    "would_forget",
    "write_game",
    "written",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "archive": "ARCHIVE_FILE AlreadyImported Archive Found FoundGame Imported "
            "NotInArchive Query open_archive",
            "exploring": "explored own_explorer",
            "backup": "InvalidBackup back_up restore",
            "own": "data_folder own_cards own_folder own_puzzles",
            "limits": "Limits StorageFull",
            "club": "Club ClubTable Member NameTaken NoSuchMember Played Ranked TableSeat",
            "seeks": "Seek Seeks",
            "person": "everything_of forget_person",
            "meetings": "Holder KeptMeeting Listed Meetings NextTable NoSuchInvitation Shared",
            "models": "EVERYBODY",
            "database": "Database InvalidDatabase file_url",
            "games": "Branch Entry Exchange Finished Games Kept NoSuchGame Standing TooManyEvents "
            "TooManyGames",
            "practice": "PracticeCards TooManyCards open_practice",
            "puzzles": "PuzzleCards",
            "sharing": "EXPORTS NOTE InvalidRecord InvalidTranscript exported load_game "
            "pack_game read_anything read_game read_transcript report save_game unpack_game "
            "write_game written",
            "upkeep": "Forgotten TableSize problems shrink sizes sweep would_forget",
            "recovery": "NoSuchCode NothingToTake Recovery",
            "saves": "LONGEST_NAME InvalidSave InvalidSaveName NoSuchSave Saves",
        },
    )
