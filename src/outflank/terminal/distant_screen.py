"""A shared table on a full screen: the game is played with somebody elsewhere, or watched."""

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from outflank.board import Color
from outflank.distance import DistantTable
from outflank.sitting import LONGEST_TEXT, NEWS_DEEDS, PHRASES, NewsDeed, NewsView, Wish
from outflank.storage import own_cards
from outflank.study import cannot_review
from outflank.table import Post, ReviewDesk
from outflank.terminal.board_view import BoardView
from outflank.terminal.dialogs import LineScreen, QuestionScreen
from outflank.terminal.help_screen import HelpScreen
from outflank.terminal.looks import Look
from outflank.terminal.panels import Balance, Messages, MoveList, SeatPanel, counts_text
from outflank.terminal.review_screen import ReviewScreen

NOTICE_SECONDS = 6.0  # that a phrase or a pass is told, also when the game goes on
TICK = 0.2  # seconds between two looks at clocks and absences
DEED_KEYS: dict[NewsDeed, str] = {
    "agree": "y",
    "decline": "z",
    "withdraw": "z",
    "claim": "t",
    "call-off": "ctrl+x",
    "close": "ctrl+x",
    "invite": "ctrl+l",
}
"""The key for what a piece of news offers."""


class CompanyPanel(Static):
    """What there is to know of the others at the table."""

    def show(self, table: DistantTable) -> None:
        """Show the news, a paragraph each."""
        news = table.news()
        self.border_title = "At this table"
        self.border_subtitle = table.facts
        self.display = bool(news or table.facts)
        self.update(Text("\n".join(told(one) for one in news)))


def told(news: NewsView) -> str:
    """A piece of news, and the keys for what can be done about it."""
    keys = [
        f"{DEED_KEYS[deed]}: {NEWS_DEEDS[deed].lower()}" for deed in news.deeds if deed in DEED_KEYS
    ]
    return f"{news.sentence} ({', '.join(keys)})" if keys else news.sentence


WRITE = "write"


class PhraseScreen(ModalScreen[str | None]):
    """Asks what to say."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, write: bool) -> None:
        """``write`` is whether one may do so in words of one's own."""
        super().__init__()
        self._choices = dict(PHRASES) | ({WRITE: "Write…"} if write else {})

    def compose(self) -> ComposeResult:
        """The phrases."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Say"
            yield OptionList(*(Option(text, id=phrase) for phrase, text in self._choices.items()))

    @on(OptionList.OptionSelected)
    def accept(self, event: OptionList.OptionSelected) -> None:
        """Give the chosen phrase back."""
        self.dismiss(event.option.id)


def _key(keys: str, action: str, label: str, help: str, *, show: bool = True) -> Binding:
    return Binding(keys, action, label, show=show, tooltip=help)


class DistantGameScreen(Screen[None]):
    """A shared table. The letters a to p are for squares; commands take the others."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-normal"), (110, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        _key("question_mark,f1", "help", "Help", "show this help"),
        _key("q", "leave", "Quit", "leave; the same link leads back to your seat"),
        _key("y", "answer(True)", "Agree", "agree to what is proposed", show=False),
        _key("z", "answer(False)", "Decline", "decline it, or withdraw your own", show=False),
        _key("u", "propose('take-back')", "Take back", "ask to take back your last move"),
        _key("s", "speak", "Say", "say something"),
        _key("v", "mute", "Mute", "hear no phrases, or hear them again", show=False),
        _key("ctrl+l", "invite", "Link", "copy the link for your friend", show=False),
        _key("x", "resign", "Resign", "give up"),
        _key("ctrl+x", "propose('abort')", "Call off", "ask to call the game off", show=False),
        _key("t", "claim", "Claim", "win a game that was left for a minute", show=False),
        _key("r,ctrl+r", "propose('rematch')", "Rematch", "ask to play again"),
        _key("w,f7", "review", "Review", "what every move cost, when the game is over"),
        _key("left_square_bracket", "step(-1)", "Back", "look one move back", show=False),
        _key("right_square_bracket", "step(1)", "On", "look one move on", show=False),
        _key("ctrl+t", "app.light_or_dark", "Light", "a light or a dark screen", show=False),
        Binding("ctrl+c", "leave", "Quit", show=False),
    ]

    def __init__(self, table: DistantTable, look: Look, *, post: Post) -> None:
        super().__init__()
        self._post = post
        self._table = table
        self._look = look
        self._told = ("", 0, "")
        table.screen = self

    def compose(self) -> ComposeResult:
        """The board at the left, everything else beside it."""
        yield Static(id="title")
        with Horizontal(id="room"):
            with Vertical(id="middle"):
                yield BoardView(self._table.shown, look=self._look, id="board")
                yield Messages(id="messages", classes="-grows")
            with Vertical(id="side"):
                yield SeatPanel(Color.BLACK)
                yield SeatPanel(Color.WHITE)
                yield Balance(id="balance")
                yield CompanyPanel(id="company")
                yield MoveList()
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Listen as soon as the screen stands."""
        self.query_one(BoardView).focus()
        self.call_after_refresh(self._table.begin)
        self.set_interval(TICK, self._tick)

    def on_resize(self) -> None:
        """The panels fit their text to the new width."""
        self.call_after_refresh(self.redraw)

    # --- What the table tells --------------------------------------------------------------------

    def redraw(self) -> None:
        """Show the table as it is now."""
        view = self._table.view
        self.query_one(BoardView).show(self._table.shown)
        self.query_one(Balance).show(view)
        self.query_one(MoveList).show(view)
        now = view.id, view.ply, view.status
        if now != self._told and not self._table.live.over:  # what can be done after the end stays
            self.query_one(Messages).clear()
        self._told = now  # until a move, what was said stays whatever comes from others
        self._tick()
        yours = "your move · " if self._table.live.company.may.move else ""
        opening = f" · {view.opening}" if view.opening else ""
        self.query_one("#title", Static).update(
            f"[b]Outflank[/b]   {yours}{view.size}×{view.size} · move {view.number}{opening}"
        )

    def _tick(self) -> None:
        """Show what changes by itself: clocks, and for how long somebody has been away."""
        table = self._table
        for panel in self.query(SeatPanel):
            panel.show(
                table.view,
                table.remaining(panel.color),
                called_off=table.live.company.called_off,
            )
        self.query_one(CompanyPanel).show(table)
        status = table.view.status
        if self.has_class("-narrow"):
            counts = counts_text(table.view, table.remaining)
            news = [told(one) for one in table.news()[-1:]]
            status = "   ".join([*news, counts] if news else [status, counts])
        self.query_one(Messages).status = status

    def say(self, sentence: str) -> None:
        """Tell something, long enough to be read."""
        self.query_one(Messages).say(sentence, seconds=NOTICE_SECONDS)

    def refuse(self, sentence: str) -> None:
        """Tell why nothing happened."""
        self.query_one(Messages).say(sentence[0].upper() + sentence[1:], refused=True)
        self.app.bell()

    def announce_pass(self, sentence: str) -> None:
        """Tell that a side had no move."""
        self.say(sentence)

    def announce_end(self, sentence: str) -> None:
        """Tell what can be done now; how the game ended stands above it."""
        again = "" if self._table.you is None else "r: play again   "
        self.query_one(Messages).say(f"{again}w: review   q: leave")

    def your_turn(self) -> None:
        """Ring, for somebody who looks elsewhere."""
        self.app.bell()

    def hand_out(self, link: str) -> None:
        """Put the link where the terminal keeps what is copied, if it lets programs do so."""
        self.app.copy_to_clipboard(link)
        self.say(f"Copied, if your terminal allows it: {link}")

    # --- Keys ------------------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(HelpScreen(BoardView.HELP, [*BoardView.BINDINGS, *self.BINDINGS]))

    def action_propose(self, wish: Wish) -> None:
        """Propose something."""
        self._table.propose(wish)

    def action_answer(self, yes: bool) -> None:
        """Agree or not."""
        self._table.answer(yes)

    def action_claim(self) -> None:
        """Win a game that was left."""
        self._table.claim()

    def action_mute(self) -> None:
        """Hear no phrases, or hear them again."""
        self._table.mute()

    def action_speak(self) -> None:
        """Say something."""
        self.app.push_screen(PhraseScreen(self._table.live.company.may.write), self._speak)

    def _speak(self, phrase: str | None) -> None:
        if phrase == WRITE:
            asked = LineScreen("Say", "To the other player alone", "Say", longest=LONGEST_TEXT)
            self.app.push_screen(asked, self._write)
        elif phrase is not None:
            self._table.speak(phrase)

    def _write(self, text: str | None) -> None:
        if text and text.strip():
            self._table.write(text.strip())

    def action_invite(self) -> None:
        """Have the link for a friend."""
        self._table.act("invite")

    def action_resign(self) -> None:
        """Give up, after a question."""
        if not self._table.live.company.may.resign:
            self._table.resign()  # the server says why not
            return
        question = QuestionScreen("Do you want to give the game up?", "Resign")
        self.app.push_screen(question, self._resign)

    def _resign(self, sure: bool | None) -> None:
        if sure:
            self._table.resign()

    def action_go_to(self, ply: int) -> None:
        """Look at the position after so many plies."""
        self._table.go_to(ply)

    def action_step(self, step: int) -> None:
        """Look one move back or on."""
        self._table.step(step)

    def action_review(self) -> None:
        """Look at the game again, move by move."""
        table = self._table
        if table.live.record is None:
            self.refuse(table.live.can.why_not or "This game cannot be studied yet.")
            return
        game = table.game
        if (reason := cannot_review(game)) is not None:
            self.refuse(reason)
            return
        humans = [table.you] if table.you else []
        desk = ReviewDesk(game, humans, post=self._post, open_deck=own_cards)
        self.app.push_screen(ReviewScreen(desk, self._look))

    def action_leave(self) -> None:
        """Leave the table."""
        self.app.exit()

    # --- What the board answers ------------------------------------------------------------------

    @on(BoardView.Chosen)
    def chosen(self, event: BoardView.Chosen) -> None:
        """A square was clicked, typed or confirmed."""
        self._table.choose(event.square)

    @on(BoardView.Typed)
    def typed(self, event: BoardView.Typed) -> None:
        """Show what was typed so far."""
        self.query_one(Messages).typed = event.text
