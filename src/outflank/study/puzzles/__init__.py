"""Puzzles: positions with one right move, proved exactly, and how they are made and rated."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.study.puzzles.making import Weaker, numbered, positions_of, puzzle_of, rated
    from outflank.study.puzzles.puzzle import (
        PUZZLES_FILE,
        InvalidPuzzles,
        Kind,
        Puzzle,
        puzzle_from_line,
        read_puzzles,
        shipped_puzzles,
        write_puzzles,
    )
    from outflank.study.puzzles.standing import (
        Standing,
        daily_puzzle,
        next_puzzle,
        puzzle_change,
    )

__all__ = [
    "PUZZLES_FILE",
    "InvalidPuzzles",
    "Kind",
    "Puzzle",
    "Standing",
    "Weaker",
    "daily_puzzle",
    "next_puzzle",
    "numbered",
    "positions_of",
    "puzzle_change",
    "puzzle_from_line",
    "puzzle_of",
    "rated",
    "read_puzzles",
    "shipped_puzzles",
    "write_puzzles",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "making": "Weaker numbered positions_of puzzle_of rated",
            "puzzle": "PUZZLES_FILE InvalidPuzzles Kind Puzzle puzzle_from_line read_puzzles "
            "shipped_puzzles write_puzzles",
            "standing": "Standing daily_puzzle next_puzzle puzzle_change",
        },
    )
