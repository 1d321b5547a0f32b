"""A program at a shared table of a server: it runs here, in a guarded process, and plays there."""

import threading
import time
from collections.abc import Callable

from outflank.board import Color, square_name
from outflank.distance.client import Refused, Server, Stream, Unreachable
from outflank.distance.links import Link, TableView, sit_down, table_view
from outflank.sitting import Game, TimeLeft, parse_time_control
from outflank.table import CannotAnswer, ProcessThinkers

SPARE = 0.5  # seconds of its clock that a program leaves for the line
STAY = 60.0  # seconds that it waits for somebody who left, to play again
LONGEST = 60.0  # seconds for a move in a game without a clock
PAUSE = 1.0  # seconds before it asks again a server that did not take its move
LATE = 2.0  # seconds past its clock, when a program is ended: by then the server ended the game


class VisitingProgram:
    """Plays at one table, and again for as long as the other player wants.

    A program that fails gives up, as it forfeits in the arena.
    """

    def __init__(
        self,
        server: Server,
        player: str,
        thinkers: ProcessThinkers,
        tell: Callable[[str], None] = lambda sentence: None,
        *,
        agrees: Callable[[TableView], bool] = lambda view: True,
        lingers: bool = True,
    ) -> None:
        """``agrees`` answers proposals; one that ``lingers`` waits while the other is there.

        Only such a one tells of its line: it has but one.
        """
        self._agrees = agrees
        self._lingers = lingers
        self._server = server
        self._player = player
        self._thinkers = thinkers
        self._tell = tell
        self._left = threading.Event()
        self._lines: set[Stream] = set()

    def leave(self) -> None:
        """Play no longer, wherever it plays."""
        self._left.set()
        for line in self._lines.copy():
            line.close()

    def sit_down(self, link: Link, name: str) -> TableView:
        """Take the seat of an invitation, or come back to it; ``LookupError`` where it is taken."""
        view = sit_down(self._server, link, name, program=True)
        if view.company.you is None:
            raise LookupError("the seat is taken, and a program does not watch")
        return view

    def play(self, view: TableView) -> TableView:
        """Play until a game ends that is not played again; as it stands then."""
        while True:
            other = self.play_one(view)
            if other.company.another is None:
                return other
            view = table_view(self._server.get(f"/api/meetings/{other.company.another}"))

    def play_one(self, view: TableView) -> TableView:
        """Play until a game ends, and nobody wants to play again or they do; as it stands then."""
        names = " against ".join(view.seat(color).title for color in Color)
        self._tell(f"Playing {view.company.you} in {names}.")
        while not self._left.is_set():
            try:
                view = self._follow(view)
                break
            except Unreachable:  # a move did not get through: a new line shows the table as it is
                self._left.wait(PAUSE)
        self._tell("It was called off." if view.company.called_off else f"{view.status}.")
        return view

    def _follow(self, view: TableView) -> TableView:
        """Play for as long as the line to the table holds."""
        at = time.monotonic()
        line = self._server.stream("/api/events", table=view.id)
        self._lines.add(line)
        try:
            for event in line.events(self._tell if self._lingers else _nobody):
                if event.kind == "message":
                    view, at = table_view(event.data), time.monotonic()
                    self._react(view)
                if view.company.called_off or view.company.another is not None:
                    return view
                if view.over and view.company.terms.event:
                    return view  # the event says who plays whom
                since = view.company.place(_other(view)).gone if self._lingers else 0.0
                if view.over and since is not None and since + time.monotonic() - at > STAY:
                    return view  # nobody is there to play again
        finally:
            line.close()
            self._lines.discard(line)
        return view  # it leaves

    def _react(self, view: TableView) -> None:
        """Answer what is asked, and move; where that is no longer wanted nothing is to be done."""
        path = f"/api/meetings/{view.id}"
        try:
            if view.company.may.answer:
                self._server.do(f"{path}/answer", yes=self._agrees(view))
            elif view.company.may.move:
                try:
                    square = self._choose(view)
                except CannotAnswer as failure:
                    self._tell(f"The program {failure}. It forfeits the game.")
                    if failure.details.strip():
                        self._tell(failure.details.rstrip())
                    said = f"{failure}"[:300]
                    self._server.do(f"{path}/resign", failure=failure.kind, message=said)
                    return
                self._server.do(f"{path}/moves", square=square, ply=view.ply)
        except Refused as refusal:
            if refusal.status != 409:
                raise
            # The table has moved on meanwhile; what it is like now comes by the stream.

    def _choose(self, view: TableView) -> str:
        game = Game(size=view.size)
        for ply in view.moves:
            if ply.square is not None:
                game.play(ply.square)
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


def _nobody(_sentence: str) -> None:
    """Told where others tell the same."""


def _other(view: TableView) -> Color:
    return Color.WHITE if view.company.you is Color.BLACK else Color.BLACK
