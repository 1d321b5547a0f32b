"""Games and positions in and out: the formats of the Othello world, and paste anything."""

from outflank.formats.anything import Pasted, read_anything
from outflank.formats.errors import InvalidRecord
from outflank.formats.files import GameFile, read_file
from outflank.formats.ggf import read_ggf, read_ggf_game, write_ggf
from outflank.formats.link import pack_game, unpack_game
from outflank.formats.obf import ObfPosition, read_obf, write_obf
from outflank.formats.record import GameRecord, record_of
from outflank.formats.save import InvalidSave, NotASave, load_game, save_game
from outflank.formats.transcript import InvalidTranscript, read_transcript, write_transcript

__all__ = [
    "GameFile",
    "GameRecord",
    "InvalidRecord",
    "InvalidSave",
    "InvalidTranscript",
    "NotASave",
    "ObfPosition",
    "Pasted",
    "load_game",
    "pack_game",
    "read_anything",
    "read_file",
    "read_ggf",
    "read_ggf_game",
    "read_obf",
    "read_transcript",
    "record_of",
    "save_game",
    "unpack_game",
    "write_ggf",
    "write_obf",
    "write_transcript",
]
