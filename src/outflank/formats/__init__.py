"""Games in and out as text: transcripts and JSON saves."""

from outflank.formats.save import InvalidSave, load_game, save_game
from outflank.formats.transcript import InvalidTranscript, read_transcript, write_transcript

__all__ = [
    "InvalidSave",
    "InvalidTranscript",
    "load_game",
    "read_transcript",
    "save_game",
    "write_transcript",
]
