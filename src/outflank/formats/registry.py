"""All formats, in the order in which they are tried on pasted text."""

from collections.abc import Sequence

from outflank.formats.arena_log import ARENA_LOG
from outflank.formats.diagram import DIAGRAM
from outflank.formats.format import Format, TextFormat
from outflank.formats.ggf import GGF
from outflank.formats.lines import POSITION, POSITION_AND_MOVES, TRANSCRIPT
from outflank.formats.link import LINK
from outflank.formats.movelist import MOVE_LIST
from outflank.formats.obf import OBF
from outflank.formats.other_saves import OTHER_SAVE
from outflank.formats.quest import QUEST
from outflank.formats.save import SAVE
from outflank.formats.sgf import SGF
from outflank.formats.wthor import WTHOR

FORMATS: tuple[Format, ...] = (
    WTHOR,
    GGF,
    SGF,  # any other text in parentheses
    DIAGRAM,
    MOVE_LIST,
    ARENA_LOG,
    QUEST,
    SAVE,
    OTHER_SAVE,  # any other JSON
    LINK,
    OBF,
    POSITION,
    POSITION_AND_MOVES,
    TRANSCRIPT,  # fallback for all other text
)

TEXT_FORMATS = tuple(format for format in FORMATS if isinstance(format, TextFormat))


def formats_of(ending: str) -> list[Format]:
    """Return the formats with a file extension; JSON formats differ only by content."""
    return [format for format in FORMATS if ending in format.endings]


def recognised(text: str, formats: Sequence[TextFormat] = TEXT_FORMATS) -> TextFormat:
    """Return the detected format of a text; the last one is the fallback."""
    return next((format for format in formats if format.recognise(text)), formats[-1])
