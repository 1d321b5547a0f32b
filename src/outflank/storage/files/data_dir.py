"""The user's data directory and the practice cards in it."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from outflank.storage.files.permissions import private_folder

if TYPE_CHECKING:
    from collections.abc import Collection

    from outflank.board import Color, Square
    from outflank.game import Game
    from outflank.storage.study.lesson_answers import LessonAnswers
    from outflank.storage.study.opening_cards import OpeningCards
    from outflank.storage.study.practice_cards import PracticeCards
    from outflank.storage.study.puzzle_cards import PuzzleCards
    from outflank.study.puzzles.puzzle import PuzzleMode
    from outflank.study.puzzles.themes import Theme


def data_folder() -> Path:
    """Return ``OUTFLANK_DATA`` if it is set, else the system's folder for user data."""
    return Path(os.environ.get("OUTFLANK_DATA") or platformdirs.user_data_dir("outflank"))


def own_folder(folder: Path | None = None) -> Path:
    """Create the data folder if necessary, accessible to its owner only."""
    return private_folder(folder or data_folder(), ours="OUTFLANK_DATA" not in os.environ)


def own_cards() -> "PracticeCards":
    """Open the practice cards; importing SQLAlchemy is postponed until they are needed."""
    from outflank.storage.study.practice_cards import open_practice

    return open_practice()


def own_puzzles(mode: "PuzzleMode" = "puzzle", theme: "Theme | None" = None) -> "PuzzleCards":
    """Open the puzzles, which are stored with the cards."""
    from outflank.storage.study.practice_cards import open_practice
    from outflank.storage.study.puzzle_cards import PuzzleCards

    return PuzzleCards(open_practice().database, mode=mode, theme=theme)


def own_answers() -> "LessonAnswers":
    """Open the progress in lessons, which is stored with the cards."""
    from outflank.storage.study.lesson_answers import LessonAnswers
    from outflank.storage.study.practice_cards import open_practice

    return LessonAnswers(open_practice().database)


def own_openings(color: "Color", start: "tuple[Square, ...]" = ()) -> "OpeningCards":
    """Open the repertoire of a color, which is stored with the cards."""
    from outflank.storage.study.opening_cards import OpeningCards
    from outflank.storage.study.practice_cards import open_practice

    return OpeningCards(open_practice().database, color=color, start=start)


def own_departures(colors: "Collection[Color]", game: "Game") -> str:
    """Return where a game left the repertoires of the colors that the user played."""
    from outflank.storage.study.practice_cards import PRACTICE_FILE
    from outflank.study.repertoire.departure import departure

    if not (data_folder() / PRACTICE_FILE).exists():
        return ""
    found = (departure(game, own_openings(color).repertoire()) for color in colors)
    return " ".join(one.sentence for one in found if one is not None)
