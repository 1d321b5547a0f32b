"""Opponents that the owner of a server invites: other programs and player files, under a name.

Visitors choose them by that name; what is run for it is the owner's alone to say, when the server
starts: ``grhino=gtp:gtp-rhino --level=3``.
"""

import re
from dataclasses import dataclass

from outflank.players import (
    InvalidPlayerFile,
    InvalidSetting,
    UnknownOpponent,
    find_opponent,
    make_player,
    opponents,
)
from outflank.sitting import HUMAN
from outflank.web.settings import InvalidSettings

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
EXPECTED = "an opponent is NAME=gtp:COMMAND, NAME=nboard:COMMAND or NAME=FILE.py"


@dataclass(frozen=True, slots=True)
class Invited:
    """An invited opponent: the name visitors see, and the text that makes the player."""

    name: str
    text: str
    sentence: str
    sizes: tuple[int, ...]


def invite(invitation: str) -> Invited:
    """Read an invitation and see that it can be kept: a program is started once and greeted."""
    name, equals, text = invitation.partition("=")
    name, text = name.strip(), text.strip()
    if not equals or not text:
        raise InvalidSettings(f"{EXPECTED}; got {invitation!r}")
    if not _NAME.fullmatch(name):
        raise InvalidSettings(
            f"an opponent's name is 1 to 40 letters, digits, - or _; got {name!r} in {invitation!r}"
        )
    if name.lower() in (HUMAN, *opponents()):
        raise InvalidSettings(f"{name} is taken by an opponent of the catalogue; choose another")
    # Imported only here: a server without invitations does not wait for it.
    from outflank.protocols import ProgramFailed

    try:
        opponent, _ = find_opponent(text)
        sentence = _met(text) or opponent.sentence
    except (UnknownOpponent, InvalidPlayerFile, InvalidSetting, ProgramFailed) as error:
        raise InvalidSettings(f"the opponent {name} cannot be offered: {error}") from None
    return Invited(name, text, sentence, opponent.sizes)


def invite_all(invitations: tuple[str, ...]) -> dict[str, Invited]:
    """All invited opponents by name."""
    invited: dict[str, Invited] = {}
    for invitation in invitations:
        one = invite(invitation)
        if one.name in invited:
            raise InvalidSettings(f"two opponents are called {one.name}; give one another name")
        invited[one.name] = one
    return invited


def _met(text: str) -> str:
    """What to tell visitors about another program, once it answered; not the command behind it."""
    from outflank.protocols import ExternalPlayer, NBoardPlayer

    player = make_player(text)
    if not isinstance(player, ExternalPlayer):
        return ""
    player.meet()
    protocol = "NBoard" if isinstance(player, NBoardPlayer) else "GTP"
    called = f", {player.program_name}" if player.program_name else ""
    return f"Another program{called}, asked over {protocol}."
