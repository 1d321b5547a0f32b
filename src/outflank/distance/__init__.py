"""A game at a distance: a client of other servers, and their tables on a screen here."""

from outflank.distance.client import Event, Refused, Server, Stream, Unreachable
from outflank.distance.distant_table import DistantScreen, DistantTable
from outflank.distance.links import Link, TableView, sit_down, table_view, visit
from outflank.distance.visiting_program import LONGEST, VisitingProgram

__all__ = [
    "LONGEST",
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
    "sit_down",
    "table_view",
    "visit",
]
