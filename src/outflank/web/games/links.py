"""Games that exist only in a link: ``~4.lrS@2`` instead of a game's id.

Opening a link shows its game; the game is stored only when the visitor plays on or saves it.
"""

from outflank.board import Color
from outflank.formats import InvalidRecord, pack_game, unpack_game
from outflank.game import Game
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.storage.games.games import StoredGame
from outflank.translation import _
from outflank.web.api.errors import ApiError

MARK = "~"
PATTERN = r"~[2-8][A-Za-z0-9_.@-]{1,1200}"


def link_of(game: Game) -> str:
    """Return the id that encodes a game."""
    return f"{MARK}{pack_game(game)}"


def stored_game(link: str) -> StoredGame:
    """Return the game in a link, with two people as players."""
    try:
        return as_stored(unpack_game(link.removeprefix(MARK)))
    except InvalidRecord as error:
        raise broken_link(str(error)) from None


def as_stored(game: Game) -> StoredGame:
    """Return the game of a link at its current position."""
    session = GameSession(game, {color: Seat() for color in Color})
    return StoredGame(link_of(game), "link", None, "", 1, session)


def broken_link(why: str) -> ApiError:
    """Return the error for an invalid link."""
    text = _("This game link is broken. Ask for a new one.")
    return ApiError(404, "broken-link", f"{text} ({why})")
