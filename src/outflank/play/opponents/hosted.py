"""The opponents that a server offers to its visitors."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from outflank.board import Color, listed, sentence
from outflank.engine import Recipe
from outflank.game import Game
from outflank.play.opponents.catalogue import FRIENDLY, OpponentView, offered_opponents
from outflank.play.opponents.invited import Invited
from outflank.play.opponents.seating import InvalidSeat, described
from outflank.play.seat import HUMAN
from outflank.play.view import SeatView
from outflank.players import (
    RATED_SIZE,
    InvalidSetting,
    RecipePlayer,
    files_of,
    find_opponent,
    make_player,
    opponents,
)
from outflank.translation import _, language

# Settings that would use up the server's resources; visitors choose a level of the engine instead.
OWNERS = {"engine": {"threads", "memory", "depth", "nodes", "seconds"}}
PAGE_SIZE = 8  # the largest board of the engine in the browser
SEATS_KNOWN = 256  # cached results
LONGEST_SEAT = 200  # characters
_SEAT = re.compile(r"[A-Za-z0-9_-]+(:[A-Za-z0-9_=.,+ -]*)?")


class HostedSeats:
    """The seats that visitors of one server may choose, and their descriptions."""

    def __init__(
        self,
        invited: Mapping[str, Invited] | None = None,
        black: str = HUMAN,
        white: str = FRIENDLY,
    ) -> None:
        self._invited = dict(invited or {})
        self._of_the_catalogue = lru_cache(SEATS_KNOWN)(self._check_catalogue)
        self.usual: dict[Color, str] = {}  # the seats of a game that names no players
        for color, text in ((Color.BLACK, black), (Color.WHITE, white)):
            try:
                self.usual[color] = self.checked(text, RATED_SIZE)
            except InvalidSeat as error:
                raise InvalidSeat(
                    _(
                        "The {color} player of a visitor's first game is not offered. {error} "
                        "(Offer a program or a file under a name first: --opponent NAME=FILE.py)",
                        color=color,
                        error=sentence(error),
                    )
                ) from None

    @property
    def invited_names(self) -> list[str]:
        return list(self._invited)

    def files(self) -> list[Path]:
        return [file for one in self._invited.values() for file in files_of(one.text)]

    def checked(self, text: str, size: int) -> str:
        """Return the text of a seat if a visitor may choose it on this board size.

        Player files and external programs (``gtp:COMMAND``) execute their text, so a visitor can
        only choose those the owner invited, by name. Any other text is refused before it is used.
        """
        text = text.strip()
        if text == HUMAN:
            return text
        if text in self._invited:
            sizes = self._invited[text].sizes
        else:
            sizes = self._of_the_catalogue(text, size)
        if size not in sizes:
            raise InvalidSeat(
                _(
                    "{player} does not play on {size}×{size}. These opponents do: {names}",
                    player=text.partition(":")[0],
                    size=size,
                    names=self._names(size),
                )
            )
        return text

    def of_game(self, game: Game, usual: Mapping[Color, str] | None = None) -> dict[Color, str]:
        """Return the seats of a loaded game, or the usual ones where they are not available."""
        seats = {}
        for color, otherwise in (usual or self.usual).items():
            seats[color] = HUMAN
            for text in (otherwise, game.info.get(color.value, otherwise)):
                seats[color] = self.available(text, game.size) or seats[color]
        return seats

    def available(self, seat: str, size: int) -> str | None:
        """Return the seat in its normal form, or None if it is no longer offered."""
        try:
            return self.checked(seat, size)
        except InvalidSeat:
            return None

    def player_text(self, seat: str) -> str:
        return self._invited[seat].text if seat in self._invited else seat

    def recipe(self, seat: str, size: int, roll: float, *, timed: bool) -> Recipe | None:
        """Return how a visitor's own machine can play for a seat; None if it cannot."""
        known = None if seat in self._invited else _recipe(seat, size, timed=timed)
        return None if known is None else replace(known, roll=roll)

    def describe(self, seat: str, size: int) -> SeatView:
        if seat in self._invited:
            return SeatView(seat, False, seat, self._invited[seat].sentence, "")
        return described(seat, size, language())

    def opponents(self) -> list[OpponentView]:
        """Return the available opponents, with the settings that visitors may change."""
        known = offered_opponents().values()
        return [
            *(one.without(OWNERS.get(one.name, set())) for one in known),
            *(one.view for one in self._invited.values()),
        ]

    def _check_catalogue(self, text: str, size: int) -> tuple[int, ...]:
        """Return the board sizes of an opponent; refuse settings reserved for the owner."""
        known = text.partition(":")[0] in opponents()
        short = len(text) <= LONGEST_SEAT
        if not known or not short or not _SEAT.fullmatch(text) or ".py" in text.lower():
            raise InvalidSeat(
                _(
                    "{text} is not an opponent here. Choose {human} or one of: {names}",
                    text=repr(text[:60]),
                    human=HUMAN,
                    names=self._names(size),
                )
            )
        try:
            opponent, settings = find_opponent(text)
        except InvalidSetting as error:
            raise InvalidSeat(str(error)) from None
        owned = OWNERS.get(opponent.name, set()) | {file.name for file in opponent.files}
        if taken := sorted(owned & set(settings)):
            raise InvalidSeat(
                _(
                    "Only the host of the server can set {settings} of {player}. Leave it out",
                    settings=listed(taken),
                    player=opponent.name,
                )
            )
        return opponent.sizes

    def _names(self, size: int) -> str:
        return listed(one.name for one in self.opponents() if size in one.sizes)


@lru_cache(maxsize=SEATS_KNOWN)
def _recipe(text: str, size: int, *, timed: bool) -> Recipe | None:
    if size > PAGE_SIZE or not hasattr(find_opponent(text)[0].make, "recipe"):
        return None  # not created here: only thinkers run its code
    player = make_player(text, size=size)
    return player.recipe(timed=timed) if isinstance(player, RecipePlayer) else None
