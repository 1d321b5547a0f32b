"""All tables of the database; importing this module registers each of them."""

from outflank.storage.archive import archive_tables
from outflank.storage.models import Base
from outflank.storage.study import game_reviews, practice_cards, puzzle_cards

REGISTERED = (archive_tables, game_reviews, practice_cards, puzzle_cards)  # imported for them
metadata = Base.metadata
