"""What a screen and the game it shows know of each other, wherever the game is played."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Protocol

from outflank.board import Board, Color, Square
from outflank.game import Game
from outflank.play.new_game import GameSetup
from outflank.play.news import NewsView, TableAction
from outflank.play.opponents.catalogue import seat_title
from outflank.play.opponents.seating import PlayerMaker
from outflank.play.scene import BoardScene
from outflank.play.view import GameView
from outflank.translation import N_, _

if TYPE_CHECKING:
    from outflank.study.controllers.practice import Deck
    from outflank.study.controllers.review import ReviewController
    from outflank.study.values import MoveValues
    from outflank.workers.background import Post

ONLY_LOCAL = N_("This works only in a game on this computer.")
ONLY_REMOTE = N_("This works only in an online game.")


class Screen(Protocol):
    """What a table needs from the screen that shows it."""

    def redraw(self) -> None: ...

    def redraw_values(self) -> None:
        """Show the values of the moves; nothing else has changed."""

    def say(self, sentence: str) -> None: ...

    def refuse(self, sentence: str) -> None:
        """Show why nothing happened."""

    def announce_pass(self, sentence: str) -> None: ...

    def announce_failure(self, sentence: str) -> None:
        """Show that a computer player failed; the game waits."""

    def announce_end(self, sentence: str, after: str) -> None:
        """Show how the game ended; ``after`` is the record against this opponent, if any."""

    def your_turn(self) -> None:
        """Call a person who may look elsewhere."""

    def share_link(self, link: str) -> None: ...


class Table(Protocol):
    """One game after another on one screen.

    ``LocalTable`` plays here, ``RemoteTable`` on a server. What only one of them can do is refused
    here, in a sentence, so that a screen needs not know which one it shows.
    """

    is_remote: ClassVar[bool]
    screen: Screen  # assigned by the screen before `begin`
    view: GameView  # what there is to see, besides the clock, the hint and the values

    @property
    def live(self) -> GameView:
        """The game as it stands now, also while an earlier position is shown."""
        return self.view

    @property
    def game(self) -> Game: ...

    @property
    def scene(self) -> BoardScene:
        """What there is to see on the board."""
        ...

    @property
    def own_colors(self) -> list[Color]: ...

    @property
    def timed(self) -> bool:
        return self.live.clock is not None

    def remaining(self, color: Color) -> float | None:
        """The seconds left on a side's clock; None in a game without one."""

    def why_not_review(self) -> str | None:
        """Why the game cannot be reviewed now; None where it can."""
        from outflank.study.review import cannot_review  # the plain game needs no review

        return cannot_review(self.game)

    def review(self, open_deck: "Callable[[], Deck]", post: "Post") -> "ReviewController | None":
        """The review of the game; None, and refused, where it cannot be reviewed now."""
        from outflank.study.controllers.review import ReviewController

        reason = self.why_not_review()
        if reason is not None:
            self.screen.refuse(reason)
            return None
        return ReviewController(
            self.game,
            self.own_colors,
            post=post,
            open_deck=open_deck,
            keep=self.autosave,
            title_of=seat_title,
        )

    def begin(self) -> None:
        """Start, or go on with, the game."""

    def leave(self) -> str | None:
        """Stop everything that goes on; the name under which the game was saved here, if any."""

    def tick(self) -> None:
        """Check the clock; a server checks its own."""
        return

    # --- Actions at every table ------------------------------------------------------------------

    def choose(self, square: Square) -> None: ...

    def undo(self) -> None:
        """Take back a move, or propose to."""

    def resign(self) -> None: ...

    def rematch(self) -> None:
        """Play once more, or propose to."""

    def go_to(self, ply: int) -> None: ...

    def step(self, by: int) -> None:
        """Show an earlier or later position."""

    # --- Only in a game here ---------------------------------------------------------------------

    pace: float = 0.0  # the seconds a computer's move takes at least, so that people can follow
    shows_values: bool = False
    values: "MoveValues"  # the values of the moves as far as they are known, best first
    busy: bool = False  # whether instructions are being carried out at this moment

    def redo(self) -> None:
        """Make again what was taken back."""
        self.screen.refuse(_(ONLY_LOCAL))

    def swap(self) -> None:
        self.screen.refuse(_(ONLY_LOCAL))

    def pause_or_resume(self) -> None:
        self.screen.refuse(_(ONLY_LOCAL))

    def change_pace(self, step: int) -> None:
        """Make the computers play faster (-1) or slower (+1)."""
        self.screen.refuse(_(ONLY_LOCAL))

    def ask_for_hint(self) -> None:
        self.screen.refuse(_(ONLY_LOCAL))

    def toggle_values(self) -> None:
        self.screen.refuse(_(ONLY_LOCAL))

    def setup(self) -> tuple[GameSetup, PlayerMaker] | None:
        """The setup of this game, to change for the next one, and what makes its players."""
        self.screen.refuse(_(ONLY_LOCAL))
        return None

    def new_game(self, setup: GameSetup) -> None:
        self.screen.refuse(_(ONLY_LOCAL))

    def play_from(self, board: Board) -> None:
        """Begin a game of the same players at a position."""
        self.screen.refuse(_(ONLY_LOCAL))

    def save(self, name: str) -> bool:
        """Save the game under a name; whether that worked."""
        self.screen.refuse(_(ONLY_LOCAL))
        return False

    def load(self, name: str) -> bool:
        """Go on with a saved game; whether that worked."""
        self.screen.refuse(_(ONLY_LOCAL))
        return False

    def autosave(self) -> str | None:
        """Save the game while it goes on; the name of the save, or None."""
        return None

    # --- Only with a player elsewhere ------------------------------------------------------------

    link: str = ""  # the invitation to the free seat, for the player who made the table from here
    disconnected: bool = False
    pending: int = 0  # how many actions the server has not answered yet

    def news(self) -> list[NewsView]:
        """What there is to know of the other player, and what can be done about it."""
        return []

    @property
    def facts(self) -> str:
        """Who watches, and the terms of the game, in a line."""
        return ""

    def act(self, action: TableAction) -> None:
        self.screen.refuse(_(ONLY_REMOTE))

    def agree(self, yes: bool) -> None:
        """Answer a proposal, or withdraw one's own with no."""
        self.screen.refuse(_(ONLY_REMOTE))

    def claim(self) -> None:
        """Win a game that the other player left."""
        self.screen.refuse(_(ONLY_REMOTE))

    def abort(self) -> None:
        """Propose to call the game off."""
        self.screen.refuse(_(ONLY_REMOTE))

    def speak(self, phrase: str) -> None:
        self.screen.refuse(_(ONLY_REMOTE))

    def write(self, text: str) -> None:
        """Write to the other player, where the server allows it."""
        self.screen.refuse(_(ONLY_REMOTE))

    def mute(self) -> None:
        """Hide the phrases of others, or show them again."""
        self.screen.refuse(_(ONLY_REMOTE))
