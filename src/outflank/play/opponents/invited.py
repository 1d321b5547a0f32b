"""Opponents that the owner of a server invites: other programs and player files, under a name.

Visitors choose them by that name; what is run for it is the owner's alone to say, when the server
starts: ``grhino=gtp:gtp-rhino --level=3``.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from outflank.play.opponents.catalogue import OpponentView
from outflank.play.seat import HUMAN
from outflank.players import InvalidPlayerFile, InvalidSetting, UnknownOpponent, meet, opponents

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
EXPECTED = "an opponent is NAME=gtp:COMMAND, NAME=nboard:COMMAND or NAME=FILE.py"


class InvalidInvitation(ValueError):
    """An opponent that cannot be invited; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Invited:
    """An invited opponent: the name visitors see, and the text that makes the player."""

    name: str
    text: str
    sentence: str
    sizes: tuple[int, ...]

    @property
    def view(self) -> OpponentView:
        """The opponent as a screen offers it; nobody has measured it, and nothing can be set."""
        return OpponentView(self.name, self.name, self.sentence, False, "", (), self.sizes, ())


def invite(invitation: str) -> Invited:
    """Read an invitation and see that it can be kept: a program is started once and greeted."""
    name, equals, text = invitation.partition("=")
    name, text = name.strip(), text.strip()
    if not equals or not text:
        raise InvalidInvitation(f"{EXPECTED}; got {invitation!r}")
    if not _NAME.fullmatch(name):
        raise InvalidInvitation(
            f"an opponent's name is 1 to 40 letters, digits, - or _; got {name!r} in {invitation!r}"
        )
    if name.lower() in (HUMAN, *opponents()):
        raise InvalidInvitation(f"{name} is taken by an opponent of the catalogue; choose another")
    try:
        opponent = meet(text)
    except (UnknownOpponent, InvalidPlayerFile, InvalidSetting) as error:
        raise InvalidInvitation(f"the opponent {name} cannot be offered: {error}") from None
    return Invited(name, text, opponent.sentence, opponent.sizes)


def invite_all(invitations: Iterable[str]) -> dict[str, Invited]:
    invited: dict[str, Invited] = {}
    for invitation in invitations:
        one = invite(invitation)
        if one.name in invited:
            raise InvalidInvitation(f"two opponents are called {one.name}; give one another name")
        invited[one.name] = one
    return invited
