"""NBoard and GTP: our engine in other people's programs, and theirs in ours."""

from outflank.protocols.answering import Answerer, Budget, EngineAnswerer, PlayerAnswerer, Thought
from outflank.protocols.external import ExternalPlayer, parse_command
from outflank.protocols.gtp_engine import GtpEngine
from outflank.protocols.gtp_player import GtpPlayer
from outflank.protocols.nboard_engine import NBoardEngine
from outflank.protocols.nboard_player import NBoardPlayer
from outflank.protocols.process import ProgramDied, ProgramFailed, ProgramMissing

__all__ = [
    "Answerer",
    "Budget",
    "EngineAnswerer",
    "ExternalPlayer",
    "GtpEngine",
    "GtpPlayer",
    "NBoardEngine",
    "NBoardPlayer",
    "PlayerAnswerer",
    "ProgramDied",
    "ProgramFailed",
    "ProgramMissing",
    "Thought",
    "parse_command",
]
