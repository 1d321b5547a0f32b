"""A table for screens that stay open: a sitting with its players, clock, hints and saves."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.table.at_once import answer_at_once
    from outflank.table.background import Post
    from outflank.table.explorer_desk import ExplorerDesk
    from outflank.table.hints import Adviser, opponent_as_adviser
    from outflank.table.keeper import Keeper, Shelf
    from outflank.table.open_table import OpenTable, Screen
    from outflank.table.process_thinkers import (
        EXTRA,
        CannotAnswer,
        ProcessThinkers,
        Stopped,
        ThinkingRoom,
        Thoughts,
    )
    from outflank.table.shown import Shown
    from outflank.table.stopwatch import Stopwatch
    from outflank.table.study_desks import Deck, EditorDesk, PlayOutDesk, PracticeDesk, ReviewDesk
    from outflank.table.table import Table
    from outflank.table.thinkers import Thinkers

__all__ = [
    "EXTRA",
    "Adviser",
    "CannotAnswer",
    "Deck",
    "EditorDesk",
    "ExplorerDesk",
    "Keeper",
    "OpenTable",
    "PlayOutDesk",
    "Post",
    "PracticeDesk",
    "ProcessThinkers",
    "ReviewDesk",
    "Screen",
    "Shelf",
    "Shown",
    "Stopped",
    "Stopwatch",
    "Table",
    "Thinkers",
    "ThinkingRoom",
    "Thoughts",
    "answer_at_once",
    "opponent_as_adviser",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "at_once": "answer_at_once",
            "background": "Post",
            "explorer_desk": "ExplorerDesk",
            "hints": "Adviser opponent_as_adviser",
            "keeper": "Keeper Shelf",
            "shown": "Shown",
            "stopwatch": "Stopwatch",
            "study_desks": "Deck EditorDesk PlayOutDesk PracticeDesk ReviewDesk",
            "table": "Table",
            "thinkers": "Thinkers",
            "process_thinkers": "EXTRA CannotAnswer ProcessThinkers Stopped ThinkingRoom Thoughts",
            "open_table": "OpenTable Screen",
        },
    )
