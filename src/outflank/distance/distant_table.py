"""A shared table on a screen that stays open: the game is on a server, and others sit at it.

What ``OpenTable`` is for a game at home: a screen shows ``view`` and tells what its person does.
Everything is decided by the server; what happens there comes by a stream, in a thread, and is
handed to the screen's own thread by ``post``. One may look back while the others go on.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Protocol

from outflank.board import Color, Square, square_name
from outflank.distance.client import Refused, Server, Stream, Unreachable
from outflank.distance.links import TableView, table_view
from outflank.sitting import (
    CountsView,
    Game,
    LastMoveView,
    NewsDeed,
    NewsView,
    Wish,
    absence_news,
)
from outflank.table import Post, Shown


class DistantScreen(Protocol):
    """What a distant table needs from the screen that shows it."""

    def redraw(self) -> None:
        """Show the table as it is now."""

    def say(self, sentence: str) -> None:
        """Tell something."""

    def refuse(self, sentence: str) -> None:
        """Tell why nothing happened."""

    def announce_pass(self, sentence: str) -> None:
        """Tell that a side had no move."""

    def announce_end(self, sentence: str) -> None:
        """Tell how the game ended."""

    def your_turn(self) -> None:
        """Call a person who may look elsewhere."""

    def hand_out(self, link: str) -> None:
        """Let the person have a link to send."""


class DistantTable:
    """One game after another with somebody elsewhere, or watched."""

    def __init__(
        self,
        server: Server,
        view: TableView,
        *,
        link: str = "",
        screen: DistantScreen,
        post: Post,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.screen = screen
        self.link = link
        """The invitation to the free seat, for who made the table from here."""
        self.live = view
        """The table as the server last told it."""
        self.view: TableView = view
        """What there is to see: the table, or an earlier position of its game."""
        self.watchers = 0
        self.cut = False
        """Whether nothing comes from the server just now."""
        self.muted = False
        """Whether what others say is kept from this person."""
        self.under_way = 0
        """How many things this person did have not been answered yet."""
        self._server = server
        self._post = post
        self._now = now
        self._told_at = self._seen_at = now()
        self._closed = False
        self._played: tuple[TableView | None, Game] = None, Game()
        self._line: Stream | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="deeds")

    def begin(self) -> None:
        """From now on hear what happens."""
        self._listen(self.live.id)
        self.screen.redraw()

    def leave(self) -> None:
        """Hear and do nothing more here; the server notices that one has gone."""
        self._closed = True
        if self._line is not None:
            self._line.close()
        self._worker.shutdown(wait=False, cancel_futures=True)

    # --- What a screen shows ---------------------------------------------------------------------

    @property
    def you(self) -> Color | None:
        """The side this person plays; None for one who watches."""
        return self.live.company.you

    @property
    def game(self) -> Game:
        """The game so far, of our own; played through once for each that came."""
        view, game = self._played
        if view is not self.live:
            game = Game(size=self.live.size)
            for ply in self.live.moves:
                if ply.square is not None:
                    game.play(ply.square)
            self._played = self.live, game
        return game

    @property
    def shown(self) -> Shown:
        """What there is to see on the board."""
        return Shown.of_game(self.view, None, {})

    @property
    def timed(self) -> bool:
        """Whether the game has a clock."""
        return self.live.clock is not None

    def remaining(self, color: Color) -> float | None:
        """The seconds left on a side's clock, as the server told it and time went on."""
        clock = self.live.clock
        if clock is None:
            return None
        left = clock.black if color is Color.BLACK else clock.white
        return max(0.0, left - self._since) if clock.running is color else left

    @property
    def looking_back(self) -> bool:
        """Whether an earlier position is looked at while the game goes on."""
        return self.view.ply < len(self.live.moves)

    def news(self) -> list[NewsView]:
        """What there is to know now, and what can be done about it."""
        live, company, since = self.live, self.live.company, self._since
        news = list(company.news)
        if self.link and company.free is not None and not company.called_off:
            news.append(NewsView(f"Your friend sits down with {self.link}"))
        if self.cut:
            news.append(NewsView(f"The line to {self._server.name} is cut; it is tried again."))
        if self.looking_back:
            news.append(NewsView("You look back while the game goes on."))
        for color in Color:
            gone = company.place(color).gone
            if gone is None or color is company.you or live.over or company.called_off:
                continue
            claim = company.may.claim
            left = None if claim is None else max(0.0, claim - since)
            news.append(absence_news(live.seat(color).title, gone + since, left))
        return news

    @property
    def facts(self) -> str:
        """Who watches, and what was agreed, in a line."""
        terms = self.live.company.terms
        facts = [
            "" if self.you else "you watch",
            f"{self.watchers:,} watching" if self.watchers else "",
            "" if terms.takebacks else "no taking back",
            "rated" if terms.rated else "",
            "" if self.live.clock is None else f"clock {self.live.clock.control}",
        ]
        return " · ".join(fact for fact in facts if fact)

    @property
    def _since(self) -> float:
        return self._now() - self._told_at

    # --- What a person does ----------------------------------------------------------------------

    def choose(self, square: Square) -> None:
        """Play on a square."""
        if self.looking_back:
            self.screen.refuse("You look back; come to the game again to move.")
            return
        thought = round(self._now() - self._seen_at, 3)
        name = square_name(square, self.live.size)
        self._do("moves", square=name, ply=self.live.ply, thought=thought)

    def propose(self, wish: Wish) -> None:
        """Propose something to the other player."""
        self._do("proposal", wish=wish)

    def answer(self, yes: bool) -> None:
        """Answer what is proposed; one's own proposal is taken back with no."""
        self._do("answer", yes=yes)

    def resign(self) -> None:
        """Give up."""
        self._do("resign")

    def claim(self) -> None:
        """Win a game that the other one left."""
        self._do("claim")

    def speak(self, phrase: str) -> None:
        """Say one of the phrases."""
        self._do("phrase", phrase=phrase)

    def write(self, text: str) -> None:
        """Say something in words of one's own, where the server allows it."""
        self._do("text", text=text)

    def act(self, deed: NewsDeed) -> None:
        """Do what a piece of news offers."""
        match deed:
            case "agree" | "decline" | "withdraw":
                self.answer(deed == "agree")
            case "claim":
                self.claim()
            case "close" | "call-off":
                self.propose("abort")
            case "invite":
                if self.link:
                    self.screen.hand_out(self.link)
                else:
                    self.screen.refuse("The link is where the table was made: there it is sent.")

    def mute(self) -> None:
        """Hear no phrases any more, or again."""
        self.muted = not self.muted
        self.screen.say("Phrases are kept from you." if self.muted else "You hear phrases again.")

    def step(self, by: int) -> None:
        """Look some moves back or on; where somebody passed nothing is to be seen."""
        self.go_to(self.game.resting_ply(self.view.ply + by, by))

    def go_to(self, ply: int) -> None:
        """Look at the position after so many plies."""
        ply = min(max(ply, 0), len(self.live.moves))
        self.view = (
            self.live if ply == len(self.live.moves) else _earlier(self.live, self.game, ply)
        )
        self.screen.redraw()

    def _do(self, path: str, **wanted: Any) -> None:
        table = self.live.id
        self.under_way += 1

        def ask() -> None:
            try:
                answer = table_view(self._server.do(f"/api/meetings/{table}/{path}", **wanted))
            except Refused as refusal:
                now = None if refusal.table is None else table_view(refusal.table)
                sentence = str(refusal)
                self._hand_over(lambda: self._refused(sentence, now))
            except Unreachable as error:
                sentence = f"{error}. Look whether it was done, and do it again if not."
                self._hand_over(lambda: self.screen.refuse(sentence))
            else:
                self._hand_over(lambda: self._arrived(answer))
            self._hand_over(self._answered)

        self._worker.submit(ask)

    def _answered(self) -> None:
        self.under_way -= 1

    def _refused(self, sentence: str, now: TableView | None) -> None:
        if now is not None:
            self._arrived(now)
        self.screen.refuse(sentence)

    # --- What comes from the server --------------------------------------------------------------

    def _listen(self, table: str) -> None:
        if self._line is not None:
            self._line.close()
        line = self._line = self._server.stream("/api/events", table=table)
        threading.Thread(target=self._hear, args=[line], name="table", daemon=True).start()

    def _hear(self, line: Stream) -> None:
        try:
            for event in line.events():
                match event.kind:
                    case "message":
                        view = table_view(event.data)
                        self._hand_over(lambda view=view: self._arrived(view))  # type: ignore[misc]
                    case "watchers":
                        count = int(event.data)
                        self._hand_over(lambda count=count: self._counted(count))  # type: ignore[misc]
                    case "cut" | "open":
                        cut = event.kind == "cut"
                        self._hand_over(lambda cut=cut: self._cut(cut))  # type: ignore[misc]
        except Refused as refusal:
            sentence = str(refusal)
            self._hand_over(lambda: self.screen.refuse(sentence))

    def _hand_over(self, job: Callable[[], None]) -> None:
        def unless_closed() -> None:
            if not self._closed:
                job()

        if not self._closed:
            self._post(unless_closed)

    def _counted(self, watchers: int) -> None:
        self.watchers = watchers
        self.screen.redraw()

    def _cut(self, cut: bool) -> None:
        if cut is not self.cut:
            self.cut = cut
            self.screen.redraw()

    def _arrived(self, view: TableView) -> None:
        before = self.live
        if view.id == before.id and view.version <= before.version:
            return
        if view.id != before.id and view.id != before.company.another:
            return  # of a table that was left
        looking = self.looking_back and view.id == before.id
        self.live, self._told_at = view, self._now()
        if view.ply != before.ply or view.id != before.id:
            self._seen_at = self._told_at
        if not looking:
            self.view = view
        self.screen.redraw()
        self._tell(before, view)
        if view.company.another is not None and before.company.another is None and not looking:
            self._follow(view.company.another)

    def _tell(self, before: TableView, view: TableView) -> None:
        """Say what is new, apart from what is seen."""
        for notice in view.notices:
            if notice.kind == "pass":
                self.screen.announce_pass(notice.sentence)
        if view.outcome is not None and (view.id != before.id or before.outcome is None):
            self.screen.announce_end(view.outcome.sentence)
        known = max((one.number for one in before.company.said), default=0)
        for one in view.company.said if view.id == before.id and not self.muted else ():
            if one.number > known and one.color is not view.company.you:
                self.screen.say(f"{view.seat(one.color).title}: {one.text}")
        if view.company.may.move and not before.company.may.move:
            self.screen.your_turn()

    def _follow(self, another: str) -> None:
        """They play again: come along."""

        def look() -> None:
            try:
                view = table_view(self._server.get(f"/api/meetings/{another}"))
            except (Refused, Unreachable) as problem:
                sentence = str(problem)
                self._hand_over(lambda: self.screen.refuse(sentence))
                return
            self._hand_over(lambda: self._arrived(view))
            self._hand_over(lambda: self._listen(another))

        self._worker.submit(look)


def _earlier(view: TableView, game: Game, ply: int) -> TableView:
    """A table as it was after so many plies."""
    board = game.history[ply - 1].board if ply else game.start
    last = next((one for one in reversed(view.moves[:ply]) if one.square), None)
    return replace(
        view,
        board=board.to_text().split(" ")[0],
        turn=board.turn,
        counts=CountsView(board.count(Color.BLACK), board.count(Color.WHITE), len(board.empties)),
        legal={},
        last=None if last is None or not last.square else LastMoveView(last.square, last.color),
        ply=ply,
        outcome=None,
        notices=(),
    )
