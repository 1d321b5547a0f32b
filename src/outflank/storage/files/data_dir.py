"""What is this user's own: the folder where everything is kept, and the cards to practise."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from outflank.storage.files.permissions import private_folder

if TYPE_CHECKING:
    from outflank.storage.study.practice_cards import PracticeCards
    from outflank.storage.study.puzzle_cards import PuzzleCards


def data_folder() -> Path:
    """``OUTFLANK_DATA`` if that is set, else the system's place for a user's data."""
    return Path(os.environ.get("OUTFLANK_DATA") or platformdirs.user_data_dir("outflank"))


def own_folder(folder: Path | None = None) -> Path:
    """Make the data folder, if it is not there, for its owner alone."""
    return private_folder(folder or data_folder(), ours="OUTFLANK_DATA" not in os.environ)


def own_cards() -> "PracticeCards":
    """Open the cards; SQL is loaded only now, as screens open long before somebody practises."""
    from outflank.storage.study.practice_cards import open_practice

    return open_practice()


def own_puzzles(*, daily: bool = False) -> "PuzzleCards":
    """Open the puzzles, kept beside the cards."""
    from outflank.storage.study.practice_cards import open_practice
    from outflank.storage.study.puzzle_cards import PuzzleCards

    return PuzzleCards(open_practice().database, daily=daily)
