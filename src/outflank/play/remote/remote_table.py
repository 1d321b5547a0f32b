"""A game on a server, for a player or a spectator.

The server decides everything. Its events are read in a thread, and ``post`` passes them to the
screen's thread. Earlier positions can be shown while the game continues.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from outflank.board import Color, Square, sentence, square_name
from outflank.game import Game
from outflank.play.news import NewsView, TableAction, absence_news
from outflank.play.remote.client import EventStream, Refused, RemoteServer, Unreachable
from outflank.play.remote.links import game_path, read_view, shared_part
from outflank.play.scene import BoardScene
from outflank.play.table import Screen, Table
from outflank.play.view import CountsView, GameView, LastMoveView, SharedView
from outflank.translation import _, ngettext
from outflank.workers.background import Post


class RemoteTable(Table):
    is_remote = True
    screen: Screen

    def __init__(
        self,
        server: RemoteServer,
        view: GameView,
        *,
        link: str = "",
        post: Post,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.link = link
        self.view = view  # the game, or one of its earlier positions
        self.values = {}
        self.watchers = 0
        self.disconnected = False
        self.muted = False
        self.pending = 0
        self._live = view
        self._server = server
        self._post = post
        self._now = now
        self._received_at = self._turn_began_at = now()
        self._closed = False
        self._replayed: tuple[GameView | None, Game] = None, Game()
        self._stream: EventStream | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="actions")

    def begin(self) -> None:
        self._listen(self.live.id)
        self.screen.redraw()

    def leave(self) -> None:
        """Close the connections; the server notices that the player left."""
        self._closed = True
        if self._stream is not None:
            self._stream.close()
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._server.close()

    # --- Display ---------------------------------------------------------------------------------

    @property
    def live(self) -> GameView:
        return self._live

    @property
    def _shared(self) -> SharedView:
        return shared_part(self._live)

    @property
    def you(self) -> Color | None:
        return self._live.you

    @property
    def own_colors(self) -> list[Color]:
        return [] if self.you is None else [self.you]

    @property
    def game(self) -> Game:
        """The game so far, replayed once per received view."""
        view, game = self._replayed
        if view is not self.live:
            game = replay(self.live)
            self._replayed = self.live, game
        return game

    @property
    def scene(self) -> BoardScene:
        return BoardScene.of_game(self.view, None, {})

    def remaining(self, color: Color) -> float | None:
        """Return a side's remaining seconds: the server's value minus the time since then."""
        clock = self.live.clock
        if clock is None:
            return None
        left = clock.black if color is Color.BLACK else clock.white
        return max(0.0, left - self._since) if clock.running is color else left

    def why_not_review(self) -> str | None:
        if self.live.record is None:
            return self.live.can.why_not or _("You cannot analyze this game yet.")
        return None

    @property
    def looking_back(self) -> bool:
        """True while an earlier position of a running game is shown."""
        return self.view.ply < len(self.live.moves)

    def news(self) -> list[NewsView]:
        live, shared, since = self.live, self._shared, self._since
        news = list(shared.news)
        if self.link and shared.free is not None and not shared.called_off:
            news.append(NewsView(_("Send this link to your opponent: {link}", link=self.link)))
        if self.disconnected:
            news.append(NewsView(self._server.connection_lost))
        if self.looking_back:
            news.append(NewsView(_("You are looking at an earlier position. The game goes on.")))
        for color in Color:
            gone = live.seat(color).gone
            if gone is None or color is shared.you or live.over or shared.called_off:
                continue
            claim = shared.may.claim
            left = None if claim is None else max(0.0, claim - since)
            news.append(absence_news(live.seat(color).title, gone + since, left))
        return news

    @property
    def facts(self) -> str:
        terms, clock = self._shared.terms, self.live.clock
        facts = [
            "" if self.you else _("You're watching"),
            ngettext("{count} viewer", "{count} viewers", self.watchers) if self.watchers else "",
            "" if terms.takebacks else _("no undo"),
            _("rated") if terms.rated else "",
            "" if clock is None else _("clock {control}", control=clock.control),
        ]
        return " · ".join(fact for fact in facts if fact)

    @property
    def _since(self) -> float:
        return self._now() - self._received_at

    # --- Actions ---------------------------------------------------------------------------------

    def choose(self, square: Square) -> None:
        if self.looking_back:
            self.screen.refuse(_("This is an earlier position. Go to the latest one to move."))
            return
        thought = round(self._now() - self._turn_began_at, 3)
        name = square_name(square, self.live.size)
        self._send("moves", square=name, ply=self.live.ply, thought=thought)

    def undo(self) -> None:
        self._send("undo")

    def rematch(self) -> None:
        """Propose a rematch with colors swapped."""
        self._send("proposal", wish="rematch")

    def abort(self) -> None:
        self._send("proposal", wish="abort")

    def agree(self, yes: bool) -> None:
        self._send("proposal/answer", yes=yes)

    def resign(self) -> None:
        self._send("resign")

    def claim(self) -> None:
        self._send("claim")

    def speak(self, phrase: str) -> None:
        self._send("phrase", phrase=phrase)

    def write(self, text: str) -> None:
        self._send("text", text=text)

    def act(self, action: TableAction) -> None:
        match action:
            case "agree" | "decline" | "withdraw":
                self.agree(action == "agree")
            case "claim":
                self.claim()
            case "close" | "call-off":
                self.abort()
            case "invite":
                if self.link:
                    self.screen.share_link(self.link)
                else:
                    self.screen.refuse(_("Only the device that created the game has the link."))

    def mute(self) -> None:
        self.muted = not self.muted
        self.screen.say(_("Phrases are hidden.") if self.muted else _("Phrases are shown."))

    def step(self, by: int) -> None:
        """Show an earlier or later position; passes are skipped."""
        self.go_to(self.game.resting_ply(self.view.ply + by, by))

    def go_to(self, ply: int) -> None:
        ply = min(max(ply, 0), len(self.live.moves))
        last = ply == len(self.live.moves)
        self.view = self.live if last else _earlier(self.live, self.game, ply)
        self.screen.redraw()

    def _send(self, path: str, **body: Any) -> None:
        """Send a request; its response is handled in the screen's thread."""
        path = game_path(self.live.id, path)
        self.pending += 1

        def request() -> None:
            try:
                view = read_view(self._server.do(path, **body))
            except Refused as refusal:
                now = None if refusal.game is None else read_view(refusal.game)
                self._hand_over(partial(self._refused, str(refusal), now))
            except Unreachable as error:
                check = _("Check whether it was done. If not, try again.")
                self._hand_over(partial(self.screen.refuse, f"{sentence(error)} {check}"))
            else:
                self._hand_over(partial(self._received, view))
            self._hand_over(self._answered)

        self._worker.submit(request)

    def _answered(self) -> None:
        self.pending -= 1

    def _refused(self, sentence: str, now: GameView | None) -> None:
        if now is not None:
            self._received(now)
        self.screen.refuse(sentence)

    # --- Events of the server --------------------------------------------------------------------

    def _listen(self, game: str) -> None:
        if self._stream is not None:
            self._stream.close()
        stream = self._stream = self._server.stream("/api/events", table=game)
        threading.Thread(target=self._read, args=[stream], name="events", daemon=True).start()

    def _read(self, stream: EventStream) -> None:
        try:
            for event in stream.events():
                match event.kind:
                    case "message":
                        self._hand_over(partial(self._received, read_view(event.data)))
                    case "watchers":
                        self._hand_over(partial(self._count_watchers, int(event.data)))
                    case "cut" | "open":
                        self._hand_over(partial(self._connection, event.kind == "cut"))
        except Refused as refusal:
            self._hand_over(partial(self.screen.refuse, str(refusal)))

    def _hand_over(self, job: Callable[[], None]) -> None:
        def unless_closed() -> None:
            if not self._closed:
                job()

        if not self._closed:
            self._post(unless_closed)

    def _count_watchers(self, watchers: int) -> None:
        self.watchers = watchers
        self.screen.redraw()

    def _connection(self, lost: bool) -> None:
        if lost is not self.disconnected:
            self.disconnected = lost
            self.screen.redraw()

    def _received(self, view: GameView) -> None:
        before, another = self._live, self._shared.another
        if view.id == before.id and view.version <= before.version:
            return
        if view.id not in (before.id, another):
            return  # from a game that the player left
        still_there = view.id == before.id and self.view.ply <= len(view.moves)
        looking = self.looking_back and still_there
        self._live, self._received_at = view, self._now()
        if (view.id, view.ply) != (before.id, before.ply):
            self._turn_began_at = self._received_at
        if not looking:
            self.view = view
        self.screen.redraw()
        self._announce(before, view)
        if another is None and (now := self._shared.another) is not None and not looking:
            self._follow(now)

    def _announce(self, before: GameView, view: GameView) -> None:
        """Announce changes that the board does not show."""
        for notice in view.notices:
            if notice.kind == "pass":
                self.screen.announce_pass(notice.sentence)
        if view.outcome is not None and (view.id != before.id or before.outcome is None):
            self.screen.announce_end(sentence(view.outcome.sentence), "")
        known = max((one.number for one in shared_part(before).said), default=0)
        for one in self._shared.said if view.id == before.id and not self.muted else ():
            if one.number > known and one.color is not view.you:
                self.screen.say(f"{view.seat(one.color).title}: {one.text}")
        if view.can.move and not before.can.move:
            self.screen.your_turn()

    def _follow(self, another: str) -> None:
        def fetch() -> None:
            try:
                view = read_view(self._server.get(game_path(another)))
            except (Refused, Unreachable) as problem:
                self._hand_over(partial(self.screen.refuse, str(problem)))
                return
            self._hand_over(partial(self._received, view))
            self._hand_over(partial(self._listen, another))

        self._worker.submit(fetch)


def replay(view: GameView) -> Game:
    game = Game(size=view.size)
    for ply in view.moves:
        if ply.square is not None:
            game.play(ply.square)
    return game


def _earlier(view: GameView, game: Game, ply: int) -> GameView:
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
        can=replace(view.can, move=False),
        outcome=None,
        notices=(),
    )
