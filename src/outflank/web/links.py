"""Games that live in a link and nowhere else: ``~4.lrS@2`` in the place of a game's id.

Whoever opens a link looks at the game in it; a game is only made when somebody plays on or saves.
"""

from typing import Final

from outflank.board import Color
from outflank.sitting import HUMAN, Game
from outflank.storage import InvalidRecord, Kept, Standing, pack_game, unpack_game
from outflank.web.problems import Problem, sentence

MARK = "~"
KIND: Final = "link"
PATTERN = r"~[2-8][A-Za-z0-9_.@-]{1,1200}"


def is_link(game: str) -> bool:
    """Whether an id is a game in a link."""
    return game.startswith(MARK)


def kept_of(game: str) -> Kept:
    """The game that an id carries; two people sit at it."""
    try:
        return shown(unpack_game(game.removeprefix(MARK)))
    except InvalidRecord as error:
        raise broken_link(str(error)) from None


def broken_link(why: str) -> Problem:
    """What is said of a link that nobody can have made."""
    text = f"This link is broken, so there is no game to show: {why}. Ask for it again"
    return Problem(404, "broken-link", sentence(text))


def shown(game: Game) -> Kept:
    """A game in a link, standing where it stands now."""
    standing = Standing(game, dict.fromkeys(Color, HUMAN))
    return Kept(f"{MARK}{pack_game(game)}", KIND, None, 1, False, standing)
