"""A seat of a game: a local person, a remote person or a computer player."""

from dataclasses import dataclass, field

from outflank.translation import _

GUEST = "Guest"  # the usual name of a guest
HUMAN = "human"
"""The player of a person's seat; other players are texts of opponents, such as ``positional``."""


def person_title(name: str, member: str | None, program: bool) -> str:
    """Return a remote player's name as others see it: guests and programs are marked."""
    if program:
        return _("{name} (program)", name=name)
    return name if member or name == GUEST else _("{name} (guest)", name=name)


@dataclass(frozen=True, slots=True)
class Seat:
    player: str = HUMAN  # `human`, or the text of an opponent, such as `engine:13`
    name: str = ""  # the name of a person; empty if unknown
    elsewhere: bool = False
    """True for a remote player, who must accept proposals."""
    key: str = ""
    """The secret of a remote client, in no view; empty after the client was deleted."""
    program: bool = False  # a remote program, not a person
    member: str = ""  # the public id of a member of the club; empty for a guest
    face: str = ""
    rating: int | None = None  # in the club, when the seat was taken; None if unrated
    is_computer: bool = field(init=False, repr=False, compare=False)
    """True if a local thinker finds the moves."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_computer", self.player != HUMAN)

    @property
    def title(self) -> str:
        return person_title(self.name, self.member, self.program)
