"""Opponents that the owner of a server invites under a name: programs and player files.

Visitors choose them by name. Only the owner sets the command, when the server starts:
``grhino=gtp:gtp-rhino --level=3``.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from outflank.play.opponents.catalogue import OpponentView
from outflank.play.seat import HUMAN
from outflank.players import InvalidPlayerFile, InvalidSetting, UnknownOpponent, meet, opponents
from outflank.translation import _

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class InvalidInvitation(ValueError):
    """An opponent that cannot be invited; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Invited:
    """An invited opponent: its public name and the text that creates the player."""

    name: str
    text: str
    sentence: str
    sizes: tuple[int, ...]

    @property
    def view(self) -> OpponentView:
        """The opponent as screens show it, without a rating or settings."""
        return OpponentView(self.name, self.name, self.sentence, False, "", (), self.sizes, ())


def invite(invitation: str) -> Invited:
    """Parse an invitation and check that it works; a program is started once."""
    name, equals, text = invitation.partition("=")
    name, text = name.strip(), text.strip()
    if not equals or not text:
        raise InvalidInvitation(
            _(
                "{text} is not an opponent. Write NAME=gtp:COMMAND, NAME=nboard:COMMAND or "
                "NAME=FILE.py",
                text=repr(invitation),
            )
        )
    if not _NAME.fullmatch(name):
        raise InvalidInvitation(
            _(
                "{name} in {text} is not a name for an opponent. A name has 1 to 40 letters, "
                "digits, - or _",
                name=repr(name),
                text=repr(invitation),
            )
        )
    if name.lower() in (HUMAN, *opponents()):
        raise InvalidInvitation(_("{name} is a built-in opponent. Choose another name", name=name))
    try:
        opponent = meet(text)
    except (UnknownOpponent, InvalidPlayerFile, InvalidSetting) as error:
        raise InvalidInvitation(
            _("The opponent {name} cannot be offered: {error}", name=name, error=error)
        ) from None
    return Invited(name, text, opponent.sentence, opponent.sizes)


def invite_all(invitations: Iterable[str]) -> dict[str, Invited]:
    invited: dict[str, Invited] = {}
    for invitation in invitations:
        one = invite(invitation)
        if one.name in invited:
            raise InvalidInvitation(
                _("Two opponents have the name {name}. Rename one of them", name=one.name)
            )
        invited[one.name] = one
    return invited
