"""A program that plays one game on a server; it runs here in a guarded process."""

import threading
import time
from collections.abc import Callable

from outflank.board import Color, sentence, square_name
from outflank.game import TimeLeft, parse_time_control
from outflank.play.remote.client import EventStream, Refused, RemoteServer, Unreachable
from outflank.play.remote.links import Link, game_path, join_game, read_view, shared_part
from outflank.play.remote.remote_table import replay
from outflank.play.thinkers.processes import CannotAnswer, ProcessThinkers
from outflank.play.view import GameView
from outflank.translation import _

SPARE = 0.5  # seconds of a program's clock reserved for the connection
STAY = 60.0  # seconds to wait for a rematch with a player who left
LONGEST = 60.0  # seconds for a move in a game without a clock
PAUSE = 1.0  # seconds before a lost request is sent again
LATE = 2.0  # seconds past its clock until a program is killed; by then the game is over


class RemoteProgram:
    """Play one game, and rematches while the other player wants them.

    A program that fails forfeits the game, as in the arena.
    """

    def __init__(
        self,
        server: RemoteServer,
        player: str,
        thinkers: ProcessThinkers,
        report: Callable[[str], None] = lambda sentence: None,
        *,
        agrees: Callable[[GameView], bool] = lambda view: True,
        lingers: bool = True,
    ) -> None:
        """Prepare a program; ``agrees`` answers proposals.

        With ``lingers`` the program waits for a rematch while the opponent is present, and reports
        a lost connection; otherwise the caller does both for all its games.
        """
        self._agrees = agrees
        self._lingers = lingers
        self._server = server
        self._player = player
        self._thinkers = thinkers
        self._report = report
        self._left = threading.Event()
        self._streams: set[EventStream] = set()

    def leave(self) -> None:
        self._left.set()
        for stream in self._streams.copy():
            stream.close()

    def join(self, link: Link, name: str) -> GameView:
        """Take or retake the seat of an invitation; raise ``LookupError`` if it is taken."""
        view = join_game(self._server, link, name, program=True)
        if view.you is None:
            raise LookupError(_("The seat is taken, and a program cannot watch"))
        return view

    def play(self, view: GameView) -> GameView:
        """Play until there is no rematch; return the last game."""
        while True:
            view = self.play_one(view)
            another = shared_part(view).another
            if another is None:
                return view
            view = read_view(self._server.get(game_path(another)))

    def play_one(self, view: GameView) -> GameView:
        """Play until a game ends and its rematch starts or is ruled out; return the game."""
        black, white = view.seats.black.title, view.seats.white.title
        self._report(
            _("Playing {color}: {black} vs. {white}.", color=view.you, black=black, white=white)
        )
        while not self._left.is_set():
            try:
                view = self._follow(view)
                break
            except Unreachable:  # a new stream starts with the current game
                self._left.wait(PAUSE)
        self._report(sentence(view.status))
        return view

    def _follow(self, view: GameView) -> GameView:
        at = time.monotonic()
        stream = self._server.stream("/api/events", table=view.id)
        self._streams.add(stream)
        try:
            for event in stream.events(self._report if self._lingers else lambda _: None):
                if event.kind == "message":
                    view, at = read_view(event.data), time.monotonic()
                    self._react(view)
                shared = shared_part(view)
                if shared.called_off or shared.another is not None:
                    return view
                if view.over and shared.terms.event:
                    return view  # the event pairs the players
                away = view.seat(_opponent(view)).gone if self._lingers else 0.0
                if view.over and away is not None and away + time.monotonic() - at > STAY:
                    return view  # the opponent left
        finally:
            stream.close()
            self._streams.discard(stream)
        return view  # the program itself leaves

    def _react(self, view: GameView) -> None:
        try:
            if shared_part(view).may.answer:
                self._server.do(game_path(view.id, "proposal/answer"), yes=self._agrees(view))
            elif view.can.move:
                try:
                    square = self._choose(view)
                except CannotAnswer as failure:
                    why = sentence(_("The program failed. {problem}", problem=failure))
                    self._report(why + " " + _("It forfeits the game."))
                    if failure.details.strip():
                        self._report(failure.details.rstrip())
                    path, message = game_path(view.id, "resign"), f"{failure}"[:300]
                    self._server.do(path, failure=failure.kind, message=message)
                    return
                self._server.do(game_path(view.id, "moves"), square=square, ply=view.ply)
        except Refused as refusal:
            if refusal.status != 409:
                raise
            # The game has changed; its new state arrives on the stream.

    def _choose(self, view: GameView) -> str:
        game = replay(view)
        clock, left, within = view.clock, None, LONGEST
        if clock is not None:
            control = parse_time_control(clock.control)
            mine = clock.black if view.turn is Color.BLACK else clock.white
            left = TimeLeft(max(0.05, mine - SPARE), control.increment)
            within = mine + LATE
        way = [ply.square for ply in game.history if ply.square is not None]
        square = self._thinkers.choose(
            self._player, game.board, view.id, way=way, left=left, within=within
        )
        return square_name(square, view.size)


def _opponent(view: GameView) -> Color:
    return Color.WHITE if view.you is Color.BLACK else Color.BLACK
