"""The types of request fields, with their limits and descriptions."""

from typing import Annotated

from msgspec import Meta, Struct

from outflank.board import SIZES
from outflank.play.opponents.hosted import LONGEST_SEAT
from outflank.storage.files.saves import LONGEST_NAME

# In Python, unlike JavaScript, ``$`` alone also matches before a final line break.
END = r"(?!\n)$"


class Request(Struct, forbid_unknown_fields=True):
    """A request body: every field is validated, and unknown fields are rejected."""


Yes = Annotated[bool, Meta(description="true or false")]
SquareName = Annotated[
    str, Meta(pattern=f"^[A-Pa-p](?:[1-9]|1[0-6]){END}", description="a square such as f5")
]
SeatText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_SEAT,
        description="human, or an opponent such as positional:corner=40",
    ),
]
PersonName = Annotated[
    str, Meta(min_length=1, max_length=40, description="a person's name, 1 to 40 characters")
]
ClockText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=20,
        description="minutes and seconds per move, or days per move, such as 5+3, 1:30+0 or 3d",
    ),
]
GameName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_NAME,
        description=f"1 to {LONGEST_NAME} printable characters",
    ),
]
Size = Annotated[
    int,
    Meta(
        ge=SIZES[0],
        le=SIZES[-1],
        multiple_of=2,
        description=f"an even number from {SIZES[0]} to {SIZES[-1]}",
    ),
]
PositionText = Annotated[
    str,
    Meta(
        max_length=600,
        description="a position: all squares from a1 (X, O or -), then the side to move",
    ),
]
OpeningList = Annotated[
    str,
    Meta(
        max_length=100_000,
        description="where the game begins, if not at the usual start: balanced for a random "
        "balanced opening, or openings of which one is chosen, one per line",
    ),
]
RequestId = Annotated[
    str,
    Meta(
        pattern=f"^[A-Za-z0-9_-]{{8,64}}{END}",
        description="8 to 64 letters and digits that identify this request",
    ),
]
Version = Annotated[
    int, Meta(ge=1, le=2**31 - 1, description="the version of the game that the client has")
]
ThinkingSeconds = Annotated[
    float, Meta(ge=0, le=86400, description="from 0 to 86400, the thinking time in seconds")
]
Ticket = Annotated[int, Meta(ge=1, le=2**31 - 1, description="the ticket of the pending reply")]
PlyNumber = Annotated[
    int, Meta(ge=0, le=1000, description="a number of moves and passes, 0 or more")
]


def line(longest: int, description: str) -> Meta:
    """Return the limits of a single-line text without control characters."""
    return Meta(max_length=longest, pattern=rf"^[^\x00-\x1f\x7f]*{END}", description=description)
