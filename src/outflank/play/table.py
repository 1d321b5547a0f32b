"""The interface between a screen and the game it shows, local or remote."""

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
    def redraw(self) -> None: ...

    def redraw_values(self) -> None:
        """Show the values of the moves; nothing else changed."""

    def say(self, sentence: str) -> None: ...

    def refuse(self, sentence: str) -> None:
        """Show why the action was refused."""

    def announce_pass(self, sentence: str) -> None: ...

    def announce_failure(self, sentence: str) -> None:
        """Show that a computer player failed; the game waits."""

    def announce_end(self, sentence: str, after: str) -> None:
        """Show the result; ``after`` is the record against this opponent, if any."""

    def your_turn(self) -> None:
        """Get the player's attention."""

    def share_link(self, link: str) -> None: ...


class Table(Protocol):
    """A series of games on one screen.

    ``LocalTable`` plays on this computer, ``RemoteTable`` on a server. Actions that only the other
    one supports are refused with a message, so screens can treat both alike.
    """

    is_remote: ClassVar[bool]
    screen: Screen  # set by the screen before `begin`
    view: GameView  # the displayed game, without clock, hint and values

    @property
    def live(self) -> GameView:
        """The current game, even while an earlier position is shown."""
        return self.view

    @property
    def game(self) -> Game: ...

    @property
    def scene(self) -> BoardScene: ...

    @property
    def own_colors(self) -> list[Color]: ...

    @property
    def timed(self) -> bool:
        return self.live.clock is not None

    def remaining(self, color: Color) -> float | None:
        """Return the seconds left on a side's clock; None without a clock."""

    def why_not_review(self) -> str | None:
        """Return why the game cannot be analyzed now; None if it can."""
        return None

    @property
    def can_look_back(self) -> bool:
        """True if the arrow keys go through the game: it is over, or was just opened."""
        return self.live.over and self.why_not_review() is None

    def review(self, open_deck: "Callable[[], Deck]", post: "Post") -> "ReviewController | None":
        """Open the analysis of the game; refuse and return None if it is not possible now."""
        from outflank.study.controllers.review import ReviewController

        reason = self.why_not_review()
        if reason is not None:
            self.screen.refuse(reason)
            return None
        self.opened = None
        return ReviewController(
            self.game,
            self.own_colors,
            post=post,
            open_deck=open_deck,
            keep=self.autosave,
            title_of=seat_title,
        )

    def begin(self) -> None:
        """Start or continue the game."""

    def leave(self) -> str | None:
        """Stop all activity; return the name of the local save, if any."""

    def tick(self) -> None:
        """Check the clock; a server checks its own clocks."""
        return

    # --- Actions of all tables -------------------------------------------------------------------

    def choose(self, square: Square) -> None: ...

    def undo(self) -> None:
        """Undo a move, or propose it."""

    def resign(self) -> None: ...

    def rematch(self) -> None:
        """Start a rematch, or propose it."""

    def go_to(self, ply: int) -> None: ...

    def step(self, by: int) -> None:
        """Show an earlier or later position."""

    # --- Local games only ------------------------------------------------------------------------

    pace: float = 0.0  # the least seconds per computer move, so that people can follow
    shows_values: bool = False
    values: "MoveValues"  # the known values of the moves, best first
    opened: Game | None = None  # the game that was just opened, until it is analyzed
    busy: bool = False  # instructions are being carried out

    def redo(self) -> None:
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
        """Return the setup of this game as a basis for the next one, and its player maker."""
        self.screen.refuse(_(ONLY_LOCAL))
        return None

    def new_game(self, setup: GameSetup) -> None:
        self.screen.refuse(_(ONLY_LOCAL))

    def play_from(self, board: Board) -> None:
        """Start a game at a position with the same players."""
        self.screen.refuse(_(ONLY_LOCAL))

    def save(self, name: str) -> bool:
        """Save the game under a name; return True on success."""
        self.screen.refuse(_(ONLY_LOCAL))
        return False

    def open_game(self, game: Game) -> None:
        self.screen.refuse(_(ONLY_LOCAL))

    def load(self, name: str) -> bool:
        """Load a saved game; return True on success."""
        self.screen.refuse(_(ONLY_LOCAL))
        return False

    def autosave(self) -> str | None:
        """Save an unfinished game; return the name of the save, or None."""
        return None

    # --- Remote games only -----------------------------------------------------------------------

    link: str = ""  # the invitation link, for the player who created the game here
    disconnected: bool = False
    pending: int = 0  # actions that the server has not answered yet

    def news(self) -> list[NewsView]:
        """Return the notices about the other player, with their actions."""
        return []

    @property
    def facts(self) -> str:
        """Return the spectators and the terms of the game in one line."""
        return ""

    def act(self, action: TableAction) -> None:
        self.screen.refuse(_(ONLY_REMOTE))

    def agree(self, yes: bool) -> None:
        """Answer a proposal; with False, also withdraw the player's own."""
        self.screen.refuse(_(ONLY_REMOTE))

    def claim(self) -> None:
        self.screen.refuse(_(ONLY_REMOTE))

    def abort(self) -> None:
        self.screen.refuse(_(ONLY_REMOTE))

    def speak(self, phrase: str) -> None:
        self.screen.refuse(_(ONLY_REMOTE))

    def write(self, text: str) -> None:
        """Send the opponent a message, if the server allows it."""
        self.screen.refuse(_(ONLY_REMOTE))

    def mute(self) -> None:
        """Hide or show the phrases of other players."""
        self.screen.refuse(_(ONLY_REMOTE))
