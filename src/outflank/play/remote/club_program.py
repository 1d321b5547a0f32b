"""A program as a member of a club: it accepts challenges and plays several games in parallel.

It stores nothing. The club sends its games, so a restarted program continues them.
"""

import threading
from collections.abc import Callable
from typing import Literal

import msgspec

from outflank.play.remote.client import Refused, RemoteServer, Unreachable
from outflank.play.remote.links import game_path, read_view, shared_part
from outflank.play.remote.program import RemoteProgram
from outflank.play.thinkers.processes import ProcessThinkers
from outflank.play.view import GameView
from outflank.translation import _, ngettext

Accepted = Literal["all", "casual", "rated", "none"]
ACCEPTS: tuple[Accepted, ...] = ("all", "casual", "rated", "none")


class _Person(msgspec.Struct):
    name: str


class _Game(msgspec.Struct):
    game: str


class _Challenge(msgspec.Struct):
    id: str
    who: _Person
    sent: bool
    size: int
    rated: bool


class _Event(msgspec.Struct):
    id: str
    state: str
    entrants: list[str]


class _Club(msgspec.Struct):
    events: list[_Event]


class _Yours(msgspec.Struct):
    games: list[_Game]
    challenges: list[_Challenge]


class ClubProgram:
    """Answer challenges, and play each game in its own thread."""

    def __init__(
        self,
        server: RemoteServer,
        player: str,
        thinkers: ProcessThinkers,
        *,
        most: int,
        accepts: Accepted = "all",
        plays_on: Callable[[int], bool] = lambda size: True,
        report: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """Accept challenges while fewer than ``most`` games are in progress."""
        self._server = server
        self._most = most
        self._accepts = accepts
        self._plays_on = plays_on
        self._report = report
        self._lock = threading.Lock()
        self._games: set[str] = set()  # games in progress, or waiting for a rematch
        self._running: set[str] = set()
        self._event, self._id = "", ""  # its club event, and its entry there
        self._stream = server.stream("/api/events", club="1")
        self._player = RemoteProgram(
            server, player, thinkers, report, agrees=self._agrees, lingers=False
        )

    def enter_club(self, name: str) -> None:
        self._server.post("/api/club/you", name=name)

    def enter_event(self, event: str, name: str) -> None:
        """Enter an event of the club and play until it ends."""
        self._server.post(f"/api/club/events/{event}/entry", name=name, program=True)
        self._event = event
        self._id = msgspec.json.decode(self._server.get("/api/club/you"))["who"]["id"]

    def stay(self) -> None:
        """Play until ``leave`` is called; raise ``Refused`` if the club no longer admits it."""
        for event in self._stream.events(self._report):
            if event.kind == "club" and self._event:
                ended = self._ended(msgspec.json.decode(event.data, type=_Club))
                if ended is not None:
                    self._report(ended)
                    self.leave()
            elif event.kind == "yours":
                self._see(msgspec.json.decode(event.data, type=_Yours))

    def leave(self) -> None:
        """Stop playing; opponents may claim their games after a minute."""
        self._stream.close()
        self._player.leave()

    def _ended(self, club: _Club) -> str | None:
        """Return why it no longer plays in its event; None while it does."""
        event = next((one for one in club.events if one.id == self._event), None)
        if event is None:
            return _("The host has closed the event.")
        if event.state == "over":
            return _("The event is over.")
        if self._id not in event.entrants:
            return _("The program has left the event, or the host has removed it.")
        return None

    def _see(self, yours: _Yours) -> None:
        self._running &= {one.game for one in yours.games}
        for one in yours.games:
            self._play(one.game)
        for challenge in yours.challenges:
            if not challenge.sent:
                self._answer(challenge)

    def _answer(self, challenge: _Challenge) -> None:
        why_not = self._why_not(challenge)
        player = challenge.who.name
        if why_not is None:
            self._report(_("Accepted a challenge by {player}.", player=player))
        else:
            declined = _("Declined a challenge by {player}.", player=player)
            self._report(f"{declined} {why_not}")
        try:
            path = f"/api/club/challenges/{challenge.id}/answer"
            answer = self._server.post(path, yes=why_not is None)
        except Refused as refusal:
            if refusal.status not in (404, 409):
                raise
            return  # withdrawn, or no longer possible
        game = msgspec.json.decode(answer)["game"]
        if game is not None:
            self._play(game)

    def _why_not(self, challenge: _Challenge) -> str | None:
        """Return why a challenge is declined; None if it is accepted."""
        if len(self._running) >= self._most:
            return ngettext(
                "The program already plays {count} game.",
                "The program already plays {count} games.",
                self._most,
            )
        if self._accepts == "none":
            if self._event:
                return _("The program plays in an event.")
            return _("The program accepts no challenges.")
        if self._accepts != "all" and challenge.rated != (self._accepts == "rated"):
            if self._accepts == "rated":
                return _("The program plays only rated games.")
            return _("The program plays only casual games.")
        if not self._plays_on(challenge.size):
            return _("The program does not play on {size}×{size}.", size=challenge.size)
        return None

    def _agrees(self, view: GameView) -> bool:
        """Accept every proposal, except a rematch beyond the limit on games."""
        proposal = shared_part(view).proposal
        again = proposal is not None and proposal.wish == "rematch"
        return not again or len(self._running) < self._most

    def _play(self, game: str) -> None:
        self._running.add(game)
        with self._lock:
            if game in self._games:
                return
            self._games.add(game)
        threading.Thread(target=self._play_on, args=[game], name=game, daemon=True).start()

    def _play_on(self, game: str) -> None:
        try:
            self._player.play_one(read_view(self._server.get(game_path(game))))
        except (Refused, Unreachable) as problem:
            self._report(_("The program left a game: {error}", error=problem))
        finally:
            with self._lock:
                self._games.discard(game)
