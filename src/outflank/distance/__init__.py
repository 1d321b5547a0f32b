"""A game at a distance: a client of other servers, and their tables on a screen here."""

from outflank.distance.client import Event, Refused, Server, Stream, Unreachable
from outflank.distance.club_program import ACCEPTS, ClubProgram
from outflank.distance.distant_table import DistantScreen, DistantTable
from outflank.distance.links import Link, TableView, set_up, sit_down, table_view, visit
from outflank.distance.visiting_program import LONGEST, VisitingProgram

__all__ = [
    "ACCEPTS",
    "LONGEST",
    "ClubProgram",
    "DistantScreen",
    "DistantTable",
    "Event",
    "Link",
    "Refused",
    "Server",
    "Stream",
    "TableView",
    "Unreachable",
    "VisitingProgram",
    "set_up",
    "sit_down",
    "table_view",
    "visit",
]
