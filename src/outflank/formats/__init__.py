"""Read and write games and positions in the common Othello formats, or detect the format."""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.formats.anything import Pasted, read_anything, read_game
    from outflank.formats.errors import InvalidRecord
    from outflank.formats.files import READ_FORMATS, WRITE_FORMATS, GameFile, read_file, read_stream
    from outflank.formats.ggf import read_ggf, read_ggf_game, write_ggf
    from outflank.formats.link import pack_game, unpack_game
    from outflank.formats.native import MOST_MOVES, UNKNOWN_SCORE, GameTable, packed
    from outflank.formats.obf import ObfPosition, read_obf, read_obf_line, write_obf
    from outflank.formats.record import NOTE, GameRecord, record_of, with_score
    from outflank.formats.save import InvalidSave, NotASave, load_game, save_game
    from outflank.formats.transcript import InvalidTranscript, read_transcript, write_transcript

__all__ = [
    "MOST_MOVES",
    "NOTE",
    "READ_FORMATS",
    "UNKNOWN_SCORE",
    "WRITE_FORMATS",
    "GameFile",
    "GameRecord",
    "GameTable",
    "InvalidRecord",
    "InvalidSave",
    "InvalidTranscript",
    "NotASave",
    "ObfPosition",
    "Pasted",
    "load_game",
    "pack_game",
    "packed",
    "read_anything",
    "read_file",
    "read_game",
    "read_ggf",
    "read_ggf_game",
    "read_obf",
    "read_obf_line",
    "read_stream",
    "read_transcript",
    "record_of",
    "save_game",
    "unpack_game",
    "with_score",
    "write_ggf",
    "write_obf",
    "write_transcript",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__)
