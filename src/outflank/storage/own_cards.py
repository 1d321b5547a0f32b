"""The cards of this computer's user, for screens that open long before somebody practises."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank.storage.practice import PracticeCards


def own_cards() -> "PracticeCards":
    """Open them; SQL is loaded only now, as that takes a while."""
    from outflank.storage.practice import open_practice

    return open_practice()
