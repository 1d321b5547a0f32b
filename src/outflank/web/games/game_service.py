"""The game service: load a game, call its session, save it, return its view.

Visitors' own games and shared games use the same code path. Between requests, memory holds only
what the database confirms. A change is first written to disk, then acknowledged, and then published
to all viewers.
"""

import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
from flask import current_app
from sqlalchemy import delete, insert
from sqlalchemy.orm import Session

from outflank.board import Board, Color, InvalidSquare, Square, parse_square, square_name
from outflank.club.ladder import pace_of
from outflank.club.names import checked_guest, name_key
from outflank.engine import Recipe
from outflank.game import Game, TimeControl, TimeLeft
from outflank.openings.chosen import move_of_opening
from outflank.openings.names import english_opening_name
from outflank.play import instructions as do
from outflank.play.opening_text import opening_of_player, opening_text
from outflank.play.opponents.hosted import HostedSeats
from outflank.play.opponents.records import PastGame, next_opponents
from outflank.play.opponents.seating import InvalidSeat
from outflank.play.seat import HUMAN, Seat
from outflank.play.session import RATED_FROM, GameSession
from outflank.play.session_data import SharedState, Terms
from outflank.play.thinkers.instant import instant_answer
from outflank.play.thinkers.processes import ThinkerPool
from outflank.play.view import GameView, NextView, Notice, ReplyView, before_reply, seen_by, view_of
from outflank.storage.club.members import Club
from outflank.storage.games.games import (
    Games,
    NoSuchGame,
    Step,
    StoredGame,
)
from outflank.storage.games.invitations import Invitations
from outflank.storage.models import EVERYBODY, ClubTableRow, GameRow, ResultRow
from outflank.translation import N_, _, language, speaking
from outflank.web.api.errors import ApiError
from outflank.web.games import game_log, links
from outflank.web.games.notifier import Audience, ChangeNotifier, GameChange, Viewer

GAMES = "outflank.games"
RATED_SIZE = 8
KNOWN_DISCS = 8  # of positions that occur in too many games to keep them from anyone
STATUSES = {
    "illegal-move": 422,
    "watching": 403,
}  # statuses of rejected actions; the default is 409
_BRANCHED = {
    "game": N_("You continue in a copy. The finished game stays in My Games."),
    "link": N_("You continue in a copy of your own. You find it in My Games."),
}

Write = Callable[[Session], object]  # an additional write in a change's transaction
Action = Callable[[GameSession, float], do.Instructions]
"""Calls one method of a session at a given time."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The position a request is meant for; if the game has changed, the request is rejected."""

    version: int | None = None
    ply: int | None = None

    def matches(self, stored: StoredGame) -> bool:
        """Return True if the game is still at this position."""
        return self.version in (None, stored.version) and self.ply in (
            None,
            stored.session.game.ply,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Performed(Step):
    """The result of an action, which is published once it is stored."""

    before: str  # the id of the game
    plies: int  # the number of moves before
    instructions: do.Instructions
    reply_view: ReplyView | None
    ended: bool  # whether it ended a shared game


class GameService:
    def __init__(
        self,
        games: Games,
        club: Club,
        seats: HostedSeats,
        *,
        bus: ChangeNotifier | None = None,
        thinkers: ThinkerPool | None = None,
        chat: bool = False,
        check_budget: Callable[[], None] = lambda: None,
    ) -> None:
        """``check_budget`` is called before each new game and may reject it.

        ``chat`` allows players to send each other free text, besides the phrases.
        """
        self.games = games
        self.club = club
        self.seats = seats
        self.bus = bus or ChangeNotifier()
        self.thinkers = thinkers
        self.chat = chat
        self.check_budget = check_budget
        self.invitations = Invitations(games.database)
        self.counters: Counter[str] = Counter()
        """The number of game events by kind."""
        self.now: Callable[[], float] = time.time
        self.time = games.time
        """The time of games, the same for all servers of a database."""

    # --- Starting --------------------------------------------------------------------------------

    def create(
        self,
        visitor: str,
        game: Game,
        players: Mapping[Color, str],
        *,
        name: str | None = None,
        request: str | None = None,
    ) -> GameView:
        """Start a game, store it and make it the current one."""
        seats = {color: Seat(self.seats.checked(players[color], game.size)) for color in Color}
        session = GameSession(game, seats)
        instructions = session.begin(self.time.now())
        self.check_budget()
        stored = self.games.create(visitor, session, name=name, request=request)
        game_log.begun(visitor, session)
        for one in instructions:
            game_log.instructed(visitor, stored.session, one)
        self.bus.current_changed(visitor, stored.id, stored.version)
        return self.view(stored, visitor, instructions)

    def begin_for_all(self) -> None:
        """Start the only game of a one-game server, unless it exists with the default players."""
        current = self.games.current(EVERYBODY)
        if current is not None:
            seats = self.games.get(EVERYBODY, current).session.seats
            if {color: seat.player for color, seat in seats.items()} == self.seats.usual:
                return
        session = GameSession(Game(), {color: Seat(self.seats.usual[color]) for color in Color})
        session.begin(self.time.now())
        self.games.create(EVERYBODY, session)

    def open(self, visitor: str, game: str) -> StoredGame:
        """Make a game, or a copy of a save, the visitor's current one."""
        opened = self.games.open(visitor, game)
        self.bus.current_changed(visitor, opened.id, opened.version)
        if opened.name is not None:
            game_log.kept(visitor, "loaded, saved", opened.name)
        return opened

    def create_shared(
        self,
        host: str,
        game: Game,
        color: Color,
        name: str,
        terms: Terms,
        *,
        request: str | None = None,
    ) -> GameView:
        """Start a shared game in which the host has one seat."""
        seat = self.seat_for(host, name, game)
        expect_rated(terms.rated, game, seat)
        session = shared_session(game, {color: seat}, terms)
        stored = self.games.create_shared(host, session, request=request)
        if terms.club:
            self.bus.club_changed()
        return self.view(stored, host)

    def seat_for(self, visitor: str, name: str, game: Game, *, program: bool = False) -> Seat:
        """Return a visitor's seat; a club member plays under the member's name."""
        self.admit(visitor)
        member = self.club.member(visitor)
        if member is None:
            name = checked_guest(name)
            if self.club.called(name_key(name)) is not None:
                raise ApiError(
                    409,
                    "name-taken",
                    _("A club member has the name {name}. Choose another name.", name=repr(name)),
                )
            return Seat(name=name, elsewhere=True, key=visitor, program=program)
        return Seat(
            name=member.name,
            elsewhere=True,
            key=visitor,
            program=program or member.program,
            member=member.id,
            face=member.face,
            rating=self.rating(member.id, game.clock),
        )

    def rating(self, member: str, clock: TimeControl | None) -> int | None:
        """Return a member's rating at this time control; None without rated games."""
        counted = self.club.rating(member, pace_of(clock))
        return round(counted.rating.value) if counted.games else None

    def admit(self, visitor: str) -> None:
        """Reject a visitor whom the host has banned."""
        if self.club.is_banned(visitor):
            why = _("The host of this club has banned you. You cannot play against others here.")
            raise ApiError(403, "banned", why)

    # --- Seats of shared games -------------------------------------------------------------------

    def invite(self, host: str, game: str) -> str:
        """Create an invitation token for the free seat."""
        stored = self._hosted(host, game)
        free = stored.session.free
        if free is None:
            why = _("This game has no free seat.")
            raise self._refusal(409, "seat-taken", why, stored, host)
        return self.invitations.create(game, free)

    def revoke_invitation(self, host: str, game: str) -> None:
        self._hosted(host, game)
        self.invitations.revoke(game)

    def look_at_invitation(self, token: str, visitor: str) -> tuple[GameView, Color, bool]:
        """Return the game of an invitation, the seat, and whether it is free."""
        stored, color = self._invited(token)
        return self.view(stored, visitor), color, stored.session.free is color

    def join(self, token: str, visitor: str, name: str, *, program: bool = False) -> GameView:
        """Take the seat of an invitation; its player can use the invitation again."""
        stored, color = self._invited(token)
        if stored.session.color_of(visitor) is not None:
            return self.view(stored, visitor)
        return self._join(stored, color, visitor, name, program=program)

    def join_in_club(self, visitor: str, game: str, name: str) -> GameView:
        """Take the free seat of a game that is open to the whole club."""
        stored = self.games.get(visitor, game)
        session = stored.session
        if session.shared is None or not session.shared.terms.club:
            raise ApiError(404, "no-such-table", _("The club has no such open game."))
        if session.color_of(visitor) is not None:
            return self.view(stored, visitor)
        if session.free is None:
            why = _("Another player joined this game first.")
            raise self._refusal(409, "seat-taken", why, stored, visitor)
        return self._join(stored, session.free, visitor, name)

    def _join(
        self, stored: StoredGame, color: Color, visitor: str, name: str, *, program: bool = False
    ) -> GameView:
        seat = self.seat_for(visitor, name, stored.session.game, program=program)
        return self.act(
            visitor,
            stored.id,
            "sat",
            lambda session, at: session.join(color, seat, at=at),
            data={"name": seat.name},
        )

    def _invited(self, token: str) -> tuple[StoredGame, Color]:
        game, color = self.invitations.find(token)
        return self.games.get("", game), color

    def _hosted(self, host: str, game: str) -> StoredGame:
        stored = self.games.get(host, game)
        if stored.owner != host:
            why = _("Only the player who created the game can invite an opponent.")
            raise self._refusal(403, "not-host", why, stored, host)
        return stored

    # --- Actions ---------------------------------------------------------------------------------

    def play(
        self,
        visitor: str,
        game: str,
        square: str,
        *,
        expected: Expected = Expected(),
        thought: float | None = None,
        request: str | None = None,
        reply: bool = False,
    ) -> GameView:
        """Play a square given by name; ``thought`` is the thinking time on the client."""

        def play(session: GameSession, at: float) -> do.Instructions:
            chosen = parse_square(square, session.game.size)
            return session.play(chosen, who=visitor, at=at, thought=thought)

        try:
            return self.act(
                visitor,
                game,
                "moves",
                play,
                data={"square": square},
                expected=expected,
                request=request,
                reply=reply,
            )
        except (ApiError, InvalidSquare) as problem:
            game_log.refused(visitor, square[:20], str(problem))
            raise

    def act(
        self,
        visitor: str,
        game: str,
        kind: str,
        action: Action,
        *,
        data: Mapping[str, Any] | None = None,
        expected: Expected = Expected(),
        request: str | None = None,
        may_branch: bool = True,
        reply: bool = False,
    ) -> GameView:
        """Perform a visitor's action in a game and return the game afterwards.

        The game's history stores ``kind`` and ``data``. With ``may_branch``, a finished game
        continues in a copy. With ``reply``, an instant computer's reply is part of the same
        transaction.
        """

        if request is not None:  # ids are per visitor: another player's may be the same
            request = sha256(f"{visitor} {request}".encode()).hexdigest()[:32]

        def step(stored: StoredGame) -> _Performed | None:
            if stored.kind == "save":
                raise ApiError(409, "refused", _("This is a saved game. Open it to continue."))
            if not expected.matches(stored):
                moved_on = _("The game has changed. You now see the current position.")
                raise self._refusal(409, "moved-on", moved_on, stored, visitor)
            branches = may_branch and (stored.kind == "link" or stored.session.rewrites)
            if branches:
                self.check_budget()
            session = stored.session.branch() if branches else stored.session
            return self._perform(stored, session, visitor, action, reply, branches)

        if game.startswith(links.MARK):
            stored, done = self._act_in_link(visitor, game, kind, data or {}, step, request)
        else:
            stored, done = self.games.change(visitor, game, kind, data or {}, step, request=request)
        if done is None:
            return self.view(stored, visitor)
        self.counters[kind] += 1
        self.counters["reply"] += done.reply is not None
        return self._publish(stored, visitor, done)

    def _perform(
        self,
        stored: StoredGame,
        session: GameSession,
        visitor: str,
        action: Action,
        reply: bool,
        branches: bool,
    ) -> _Performed | None:
        seated, was_over, plies = tuple(session.seats), session.is_over, session.game.ply
        instructions = action(session, self.time.now())
        if not instructions:
            return None
        writes: list[Write] = []
        for one in instructions:
            if isinstance(one, do.Refuse):
                status = STATUSES.get(one.code, 409)
                raise self._refusal(status, one.code, one.sentence, stored, visitor)
            if isinstance(one, do.BeginAnother):
                writes.append(self._rematch(stored, session, one))
        answer, shown, began = None, None, time.monotonic()
        if reply and (square := self._instant_answer(session)) is not None:
            opening = opening_text(session)
            shown = before_reply(session, instructions, self.seats.describe, opening)
            answer = {"square": square_name(square, session.game.size)}
            took, ticket = time.monotonic() - began, session.pending
            assert ticket is not None
            instructions = session.answer(ticket, square, at=self.time.now(), seconds=took)
        ended = session.shared is not None and session.is_over and not was_over
        if session.shared is not None and len(session.seats) != len(seated):
            writes.append(lambda db: self.games.add_seats(db, stored.id, session, seated))
        if ended:
            writes.append(self._result_writer(stored.id, session))
        return _Performed(
            session,
            answer,
            branches,
            tuple(writes),
            before=stored.id,
            plies=plies,
            instructions=instructions,
            reply_view=shown,
            ended=ended,
        )

    def _publish(self, stored: StoredGame, visitor: str, done: _Performed) -> GameView:
        """Log the change, stop obsolete thinking, and notify everyone else."""
        session = stored.session
        if game_log.logger.isEnabledFor(logging.DEBUG):
            for ply in session.game.history[done.plies :]:
                if ply.square is not None:
                    game_log.moved(visitor, session, ply)
        for one in done.instructions:
            if isinstance(one, do.StopAsking):
                if self.thinkers is not None:
                    self.thinkers.stop(topic(done.before, one.ticket))
            elif not isinstance(one, do.Redraw | do.Ask):
                game_log.instructed(visitor, session, one)
        if session.shared is None:
            if visitor == EVERYBODY and stored.id != self.games.current(visitor):
                self.games.open(
                    visitor, stored.id
                )  # on a one-game server it is always the current game
            self.bus.current_changed(visitor, stored.id, stored.version)
            view = self.view(stored, visitor, done.instructions)
            if done.as_copy:
                kind = "link" if done.before.startswith(links.MARK) else "game"
                notice = Notice("branch", None, _(_BRANCHED[kind]))
                view = replace(view, notices=[notice, *view.notices])
            return view if done.reply_view is None else replace(view, reply=done.reply_view)
        return self._publish_shared(stored, session.shared, visitor, done)

    def _publish_shared(
        self, stored: StoredGame, shared: SharedState, visitor: str, done: _Performed
    ) -> GameView:
        views: dict[Audience, GameView] = {}

        def render(audiences: Collection[Audience]) -> GameChange:
            return self._change(stored, audiences, done.instructions, views)

        self.bus.game_changed(stored.id, stored.version, render)
        if done.ended and shared.terms.rated:
            self.club.settle()
        if shared.terms.club:
            self.bus.club_changed()
        if done.ended and shared.terms.event:
            self.bus.event_game_ended(shared.terms.event)
        audience = stored.session.color_of(visitor), language()
        return views.get(audience) or self.view(stored, visitor, done.instructions)

    def _act_in_link(
        self,
        visitor: str,
        link: str,
        kind: str,
        data: Mapping[str, Any],
        step: Callable[[StoredGame], _Performed | None],
        request: str | None,
    ) -> tuple[StoredGame, _Performed | None]:
        """Browse a game in a link, which is not stored, or continue in a copy."""
        before = links.stored_game(link)
        after = step(before)
        if after is None:
            return before, None
        if not after.as_copy:
            return links.as_stored(after.session.game), after
        origin = {"from": link, "kind": kind, **data}
        return self.games.create(visitor, after.session, data=origin, request=request), after

    def _instant_answer(self, session: GameSession) -> Square | None:
        """Return the pending computer's move, if it replies instantly."""
        if session.pending is None:
            return None
        try:
            player = self.player_of(session.seat_to_move, session.game.size)
        except InvalidSeat:
            return None  # the request for the reply will report it
        return instant_answer(player, session.game.board)

    def player_of(self, seat: Seat, size: int) -> str:
        """Return the specification of a computer player; ``InvalidSeat`` if unavailable."""
        return self.seats.player_text(self.seats.checked(seat.player, size))

    # --- What is written with a change -----------------------------------------------------------

    def _rematch(self, stored: StoredGame, session: GameSession, another: do.BeginAnother) -> Write:
        assert session.shared is not None
        seats = {
            color: self.seat_for(seat.key, seat.name, another.game, program=seat.program)
            for color, seat in another.seats.items()
        }
        for seat in seats.values():  # the player may have given up the name since
            expect_rated(session.shared.terms.rated, another.game, seat)
        id_ = secrets.token_hex(16)
        again = GameSession(another.game, seats, SharedState(session.shared.terms))
        session.shared = replace(session.shared, another=id_)
        origin = {"from": stored.id}
        return lambda db: self.games.add_shared(db, id_, stored.owner, again, origin)

    def _result_writer(self, game: str, session: GameSession) -> Write:
        """Remove a finished game from the club's list and store its result."""
        result = self._result(game, session)

        def write(db: Session) -> None:
            db.execute(delete(ClubTableRow).where(ClubTableRow.game == game))
            if result is not None:
                db.execute(insert(ResultRow).values(result))

        return write

    def _result(self, game: str, session: GameSession) -> dict[str, Any] | None:
        """Return the row of a club result; None for an aborted game."""
        shared, outcome, clock = session.shared, session.game.outcome, session.game.clock
        assert shared is not None
        if not (shared.terms.club or shared.terms.rated) or outcome is None:
            return None
        black, white = (session.seats[color] for color in Color)
        # Only games of events can be given up early and still have a result.
        counts = session.game.ending is None or session.game.moves_recorded >= RATED_FROM
        return {
            "game": game,
            "at": self.now(),
            "pace": pace_of(clock),
            "control": "" if clock is None else str(clock),
            "size": session.game.size,
            "rated": shared.terms.rated and bool(black.member and white.member) and counts,
            "moves": session.game.moves_recorded,
            "black": black.member or None,
            "white": white.member or None,
            "black_name": black.name,
            "white_name": white.name,
            "score": outcome.score,
            "reason": outcome.reason.value,
            "opening": english_opening_name(session.game)[:80],
        }

    # --- Server actions --------------------------------------------------------------------------

    def call_off(self, game: str) -> bool:
        """Abort a shared game for the host; return whether it was running."""
        running = False

        def close(session: GameSession, at: float) -> do.Instructions:
            nonlocal running
            running = not session.is_over
            return session.call_off(at=at) if running else []

        self.act("", game, "closed", close)
        self.bus.club_changed()
        return running

    def present(self, game: str, color: Color, here: bool) -> None:
        """Record that a player connected or disconnected, unless already recorded."""
        session = self.games.get("", game).session
        if session.shared is None or (session.shared.gone(color) is None) == here:
            return
        if color in session.seats and session.seats[color].key:
            kind = "came" if here else "left"
            self.act("", game, kind, lambda now, at: now.present(color, here, at=at))

    def time_out(self, game: str, visitor: str = "") -> GameView:
        return self.act(visitor, game, "time", lambda session, at: session.time_out(at))

    # --- Views -----------------------------------------------------------------------------------

    def find(self, visitor: str, game: str) -> StoredGame:
        """Return a game of the visitor, a shared game, or a game in a link."""
        return (
            links.stored_game(game)
            if game.startswith(links.MARK)
            else self.games.get(visitor, game)
        )

    def find_own(self, visitor: str, game: str) -> StoredGame:
        """Return a game of the visitor or in a link; a shared game is studied as a link."""
        stored = self.find(visitor, game)
        if stored.kind == "shared":
            raise NoSuchGame()
        return stored

    def show(self, visitor: str, game: str) -> GameView:
        return self.view(self.find(visitor, game), visitor)

    def save(self, visitor: str, game: str, name: str) -> GameRow:
        if game.startswith(links.MARK):
            session = links.stored_game(game).session
            entry = self.games.save_session(visitor, session, name, game)
        else:
            entry = self.games.save(visitor, game, name)
        game_log.kept(visitor, "saved", name)
        return entry

    def change(self, game: str, audiences: Collection[Audience]) -> GameChange:
        """Render the current state of a shared game for these audiences."""
        return self._change(self.games.get("", game), audiences)

    def change_for(self, visitor: str, game: str) -> tuple[Audience, GameChange]:
        """Return a visitor's audience and the current game as rendered for it."""
        stored = self.games.get(visitor, game)
        audience = stored.session.color_of(visitor), language()
        return audience, self._change(stored, (audience,))

    def _change(
        self,
        stored: StoredGame,
        audiences: Iterable[Audience],
        instructions: Iterable[do.Instruction] = (),
        views: dict[Audience, GameView] | None = None,
    ) -> GameChange:
        session, at = stored.session, self.time.now()
        found: dict[Audience, GameView] = {}
        first: dict[str, GameView] = {}  # by language
        for viewer, code in audiences:
            with speaking(code):
                if code in first:
                    seen = seen_by(first[code], session, viewer, at, self.chat)
                else:
                    seen = self._stored_view(stored, self._view(session, instructions, viewer))
                    first[code] = seen
            found[viewer, code] = seen
        if views is not None:
            views |= found
        shared = session.shared or SharedState()
        return GameChange(
            stored.id,
            stored.version,
            {audience: msgspec.json.encode(view) for audience, view in found.items()},
            session.deadline(),
            tuple(color for color in Color if shared.gone(color) is not None),
        )

    def view(
        self, stored: StoredGame, visitor: str, instructions: Iterable[do.Instruction] = ()
    ) -> GameView:
        session = stored.session
        viewer = None if session.shared is None else session.color_of(visitor)
        view = self._stored_view(stored, self._view(session, instructions, viewer))
        if (
            view.can.study
            and session.game.size == RATED_SIZE
            and self._is_rated_now(visitor, session.game.board)
        ):
            view = replace(view, can=replace(view.can, study=False, why_not=rated_now()))
        if session.shared is None and view.over and stored.kind != "link":
            return replace(view, next=self._next(session, visitor))
        return view

    def _view(
        self,
        session: GameSession,
        instructions: Iterable[do.Instruction] = (),
        viewer: Viewer = None,
    ) -> GameView:
        return view_of(
            session,
            instructions,
            at=self.time.now(),
            viewer=viewer,
            describe=self.seats.describe,
            opening=opening_text(session),
            chat=self.chat,
        )

    def _stored_view(self, stored: StoredGame, view: GameView) -> GameView:
        session, shared = stored.session, stored.session.shared
        studied = shared is not None and (session.is_over or shared.terms.early_study)
        return replace(
            view,
            id=stored.id,
            kind=stored.kind,
            name=stored.name if shared is None else None,
            version=stored.version,
            clock=None if stored.kind == "link" else view.clock,
            recipe=None if session.pending is None else self.recipe(stored.id, session),
            record=links.link_of(session.game) if studied else None,
        )

    def recipe(self, game: str, session: GameSession) -> Recipe | None:
        """Return how the browser's engine can compute the computer's reply.

        The random numbers depend only on the game, so a repeated request gets the same ones.
        """
        if session.pending is None:
            return None
        roll = Random(topic(game, session.pending)).random()
        opening = opening_of_player(session.seat_to_move.player)
        if opening and move_of_opening(session.game.board, opening) is not None:
            return None  # the player knows the move
        left = self.time_left(session)
        size = session.game.size
        recipe = self.seats.recipe(session.seat_to_move.player, size, roll, timed=left is not None)
        if recipe is None or left is None:
            return recipe
        return recipe.in_time(left.seconds, left.increment, len(session.game.board.empties))

    def time_left(self, session: GameSession) -> TimeLeft | None:
        """Return the remaining time of the side to move; None without a clock."""
        clock, seconds = session.game.clock, session.remaining(session.game.turn, self.time.now())
        return None if clock is None or seconds is None else TimeLeft(seconds, clock.increment)

    def _next(self, session: GameSession, visitor: str) -> NextView | None:
        if len(session.humans) != 1:
            return None
        computer = session.seats[session.humans[0].opponent].player
        return next_opponents(computer, session.game.size, past_games(self.games.finished(visitor)))

    def _is_rated_now(self, visitor: str, *boards: Board) -> bool:
        """Return True if a visitor is playing one of these in a rated game, up to symmetry."""
        late = [one for one in boards if RATED_SIZE**2 - len(one.empties) >= KNOWN_DISCS]
        played = self.games.rated_boards(visitor) if late else ()
        rated = {Board.from_text(one).canonical() for one in played}
        return any(board.canonical() in rated for board in late if rated)

    def expect_not_rated(self, visitor: str, *boards: Board) -> None:
        """Refuse help with a position that the visitor is playing in a rated game."""
        if self._is_rated_now(visitor, *(one for one in boards if one.size == RATED_SIZE)):
            raise ApiError(409, "rated-now", rated_now())

    def _refusal(
        self, status: int, code: str, text: str, stored: StoredGame, visitor: str
    ) -> ApiError:
        return ApiError(status, code, text, game=self.view(stored, visitor))


def game_service() -> GameService:
    found = current_app.extensions[GAMES]
    assert isinstance(found, GameService)
    return found


def shared_session(
    game: Game, seats: Mapping[Color, Seat], terms: Terms, since: float | None = None
) -> GameSession:
    """Create the session of a new shared game."""
    for color, seat in seats.items():
        game.info[color.value] = seat.name
    return GameSession(game, dict(seats), SharedState(terms), since=since)


def past_games(finished: Iterable[tuple[str, str, int]]) -> list[PastGame]:
    """Return one person's finished games against computers, from the person's side."""
    past = []
    for black, white, score in finished:
        if black == HUMAN and white != HUMAN:
            past.append(PastGame(white, score))
        elif white == HUMAN and black != HUMAN:
            past.append(PastGame(black, -score))
    return past


def topic(game: str, ticket: int) -> str:
    """Return the key of a pending reply for the thinkers."""
    return f"{game}:{ticket}"


def expect_rated(rated: bool, game: Game, seat: Seat) -> None:
    """Reject a rated game for a guest or on another board size."""
    if rated and not seat.member:
        raise ApiError(409, "no-member", needs_name())
    if rated and game.size != RATED_SIZE:
        raise ApiError(422, "not-rated", _("Rated games need an 8×8 board."))


def rated_now() -> str:
    return _("You are playing this position in a rated game. Analyze it when the game is over.")


def needs_name() -> str:
    return _("To play rated games, choose a name in the Club first.")


def expect_persons(visitor: str) -> str:
    """Reject the request on a one-game server, where all clients are the same visitor."""
    if visitor == EVERYBODY:
        raise ApiError(409, "one-game", _("All visitors of this server share one game."))
    return visitor
