"""Who sits at one side of a game: a person here, a person elsewhere, or a computer."""

from dataclasses import dataclass, field

HUMAN = "human"
"""The player of a person's seat; every other one is the text of an opponent: ``positional``."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side's player."""

    player: str = HUMAN  # `human`, or the text of an opponent, such as `engine:13`
    name: str = ""  # what a person is called; empty where nobody said
    elsewhere: bool = False
    """Whether the person plays from another place, and so agrees to what is proposed."""
    key: str = ""
    """The secret of a client elsewhere; no view shows it. Empty once the client was deleted."""
    program: bool = False  # whether a program elsewhere plays, and not a person
    member: str = ""  # the public id of a member of the club; empty for a guest
    face: str = ""
    rating: int | None = None  # in the club, when the seat was taken; None where no game was rated
    is_computer: bool = field(init=False, repr=False, compare=False)
    """Whether a thinker of ours finds the moves."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_computer", self.player != HUMAN)
