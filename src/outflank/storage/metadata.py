"""All tables of the database; importing this module registers each of them."""

from outflank.storage.archive import archive_tables
from outflank.storage.models import Base
from outflank.storage.study import (
    game_reviews,
    lesson_answers,
    opening_cards,
    practice_cards,
    puzzle_cards,
)

# Imported for their tables.
REGISTERED = (
    archive_tables,
    game_reviews,
    lesson_answers,
    opening_cards,
    practice_cards,
    puzzle_cards,
)
metadata = Base.metadata
