"""One sitting at the board: the state machine that every screen shares.

It also offers the words that a sitting speaks in: the game at the table, its clock and its end.
"""

from typing import TYPE_CHECKING

from outflank.game import Game, Ply, Reason, TimeControl, TimeLeft, parse_time_control
from outflank.on_demand import on_demand
from outflank.players import FailureKind, Recipe
from outflank.sitting import meeting_messages, messages
from outflank.sitting.arranging import Arranged, arrange, play_from, rematch
from outflank.sitting.characters import CHARACTERS, Character, character_of, neighbours
from outflank.sitting.hosted_seats import LONGEST_SEAT, HostedSeats
from outflank.sitting.invited import InvalidInvitation, Invited, invite_all
from outflank.sitting.lessons import LESSONS, LessonView, lesson_view
from outflank.sitting.meeting_messages import LONGEST_TEXT, PHRASES, Person, Wish
from outflank.sitting.opponents import (
    FRIENDLY,
    OpponentView,
    about,
    offered_opponents,
    seat_title,
)
from outflank.sitting.rivals import (
    CharacterView,
    NextView,
    PastGame,
    character_views,
    next_opponents,
    told_after,
)
from outflank.sitting.seats import (
    InvalidSeat,
    PlayerMaker,
    check_seat,
    describe,
    name_seats,
    player_maker,
    seats_of,
)
from outflank.sitting.sitting import HUMAN, Sitting
from outflank.sitting.story import story
from outflank.sitting.typed_square import TypedSquare
from outflank.sitting.view import (
    PACES,
    USUAL_PACE,
    ClockView,
    CountsView,
    LastMoveView,
    Notice,
    PlyView,
    SeatView,
    View,
    flips_of_moves,
    person_name,
    view_of,
)

if TYPE_CHECKING:
    from outflank.players import sandboxed
    from outflank.sitting.meeting import Affairs, Meeting, Proposal, Said, Terms
    from outflank.sitting.meeting_news import NEWS_DEEDS, NewsDeed, NewsView, absence_news
    from outflank.sitting.meeting_view import CompanyView, MeetingView, SaidView, meeting_views

__all__ = [
    "CHARACTERS",
    "FRIENDLY",
    "HUMAN",
    "LESSONS",
    "LONGEST_SEAT",
    "LONGEST_TEXT",
    "NEWS_DEEDS",
    "PACES",
    "PHRASES",
    "USUAL_PACE",
    "Affairs",
    "Arranged",
    "Character",
    "CharacterView",
    "ClockView",
    "CompanyView",
    "CountsView",
    "FailureKind",
    "Game",
    "HostedSeats",
    "InvalidInvitation",
    "InvalidSeat",
    "Invited",
    "LastMoveView",
    "LessonView",
    "Meeting",
    "MeetingView",
    "NewsDeed",
    "NewsView",
    "NextView",
    "Notice",
    "OpponentView",
    "PastGame",
    "Person",
    "PlayerMaker",
    "Ply",
    "PlyView",
    "Proposal",
    "Reason",
    "Recipe",
    "Said",
    "SaidView",
    "SeatView",
    "Sitting",
    "Terms",
    "TimeControl",
    "TimeLeft",
    "TypedSquare",
    "View",
    "Wish",
    "about",
    "absence_news",
    "arrange",
    "character_of",
    "character_views",
    "check_seat",
    "describe",
    "flips_of_moves",
    "invite_all",
    "lesson_view",
    "meeting_messages",
    "meeting_views",
    "messages",
    "name_seats",
    "neighbours",
    "next_opponents",
    "offered_opponents",
    "parse_time_control",
    "person_name",
    "play_from",
    "player_maker",
    "rematch",
    "sandboxed",
    "seat_title",
    "seats_of",
    "story",
    "told_after",
    "view_of",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        "outflank",
        {
            "players.sandboxed_loader": "sandboxed",
            "sitting.meeting": "Affairs Meeting Proposal Said Terms",
            "sitting.meeting_news": "NEWS_DEEDS NewsDeed NewsView absence_news",
            "sitting.meeting_view": "CompanyView MeetingView SaidView meeting_views",
        },
    )
