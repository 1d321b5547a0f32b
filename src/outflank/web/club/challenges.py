"""Challenges in the club, and the games that a visitor is playing."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from outflank.board import Color, sentence
from outflank.game import Game
from outflank.play.seat import person_title
from outflank.play.session import GameSession
from outflank.play.session_data import Terms
from outflank.storage.club.challenges import Challenges, NoSuchChallenge
from outflank.storage.club.members import PersonView
from outflank.storage.models import ChallengeRow, MemberRow
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.club.club_service import ClubService, clock_of
from outflank.web.games.game_service import expect_rated, shared_session

GAMES = 50  # most recent games shown per visitor


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge that you sent or received."""

    id: str
    who: PersonView  # the opponent
    sent: bool  # whether you sent it
    color: Color | None  # your color; None for a random one
    size: int
    control: str
    rated: bool
    declined: bool
    game: str | None  # the game, once the challenge is accepted


@dataclass(frozen=True, slots=True)
class YourGame:
    """A game that you are playing."""

    game: str
    who: PersonView  # the opponent
    color: Color
    your_turn: bool


@dataclass(frozen=True, slots=True)
class YoursView:
    """Your games in progress and your challenges."""

    games: Sequence[YourGame]
    challenges: Sequence[ChallengeView]


class ChallengeService:
    """Sends and answers challenges between members."""

    def __init__(self, club: ClubService) -> None:
        self._club = club
        self._service = club.service
        self._challenges = Challenges(club.service.games)

    def yours(self, visitors: Collection[str]) -> dict[str, YoursView]:
        """Return each visitor's games in progress and challenges."""
        found: dict[str, tuple[list[YourGame], list[ChallengeView]]] = {
            visitor: ([], []) for visitor in visitors
        }
        for game in self._service.games.running(visitors, GAMES * max(1, len(visitors))):
            other = PersonView.of_seat(game.opponent)
            mine = YourGame(game.game, other, game.color, game.your_turn)
            found[game.visitor][0].append(mine)
        challenges = self._challenges.of(visitors, self._club.now)
        people = {who for one in challenges for who in (one.sender, one.receiver)}
        known = self._club.people(people)
        for one in challenges:
            guest = PersonView(None, person_title(one.name, None, False), None, False, None)
            nobody = PersonView(None, _("Unknown player"), None, False, None)
            if one.sender in found:
                other = known.get(one.receiver, nobody)
                found[one.sender][1].append(_view(one, other, True))
            if one.receiver in found and one.game is None and not one.declined:
                found[one.receiver][1].append(_view(one, known.get(one.sender, guest), False))
        return {
            who: YoursView(sorted(games, key=lambda one: not one.your_turn)[:GAMES], asked)
            for who, (games, asked) in found.items()
        }

    def send(self, wanted: ChallengeRow, other: MemberRow) -> None:
        """Challenge a member who is online."""
        if other.visitor == wanted.sender:
            raise ApiError(409, "yourself", _("You cannot challenge yourself."))
        if other.here <= self._club.now or self._service.club.is_banned(other.visitor):
            raise ApiError(409, "not-here", _("{player} is not online now.", player=other.name))
        game = _new_game(wanted)
        person = self._service.seat_for(wanted.sender, wanted.name, game)
        expect_rated(wanted.rated, game, person)
        try:
            self._challenges.send(wanted, self._club.now)
        except NoSuchChallenge as error:
            raise ApiError(404, "no-such-member", sentence(error)) from None
        self._service.bus.club_changed(wanted.sender, other.visitor)

    def answer(self, visitor: str, id_: str, yes: bool) -> str | None:
        """Accept or decline a challenge; return the new game, if any."""
        now, game = self._club.now, None
        wanted = self._challenges.open(id_, visitor, now)
        if yes:
            game = self._challenges.accept(wanted, self._table(wanted), now)
        else:
            self._challenges.decline(id_, visitor, now)
        self._service.bus.club_changed(wanted.sender, visitor)
        return game

    def withdraw(self, visitor: str, id_: str) -> None:
        """Withdraw a challenge or dismiss its answer; a missing one is ignored."""
        receiver = self._challenges.withdraw(id_, visitor)
        if receiver is not None:
            self._service.bus.club_changed(visitor, receiver)

    def _table(self, wanted: ChallengeRow) -> GameSession:
        color = secrets.choice(list(Color)) if wanted.color == "lot" else Color(wanted.color)
        game = _new_game(wanted)
        seats = {
            color: self._service.seat_for(wanted.sender, wanted.name, game),
            color.opponent: self._service.seat_for(wanted.receiver, "Unknown player", game),
        }
        for person in seats.values():
            expect_rated(wanted.rated, game, person)
        terms = Terms(takebacks=not wanted.rated, rated=wanted.rated, club=True)
        return shared_session(game, seats, terms)


def _new_game(wanted: ChallengeRow) -> Game:
    return Game(size=wanted.size, clock=clock_of(wanted.control))


def _view(one: ChallengeRow, who: PersonView, sent: bool) -> ChallengeView:
    mine = None if one.color == "lot" else Color(one.color)
    color = mine if sent or mine is None else mine.opponent
    return ChallengeView(
        one.id, who, sent, color, one.size, one.control, one.rated, one.declined, one.game
    )
