"""NBoard and GTP: our engine in other people's programs, and theirs in ours."""

from outflank.protocols.external import ExternalPlayer, parse_command
from outflank.protocols.gtp_engine import GtpEngine
from outflank.protocols.gtp_player import GtpPlayer
from outflank.protocols.nboard_engine import NBoardEngine
from outflank.protocols.nboard_player import NBoardPlayer
from outflank.protocols.process import ProgramDied, ProgramFailed, ProgramMissing
from outflank.protocols.thinking import Budget, EngineThinker, PlayerThinker, Thinker, Thought

__all__ = [
    "Budget",
    "EngineThinker",
    "ExternalPlayer",
    "GtpEngine",
    "GtpPlayer",
    "NBoardEngine",
    "NBoardPlayer",
    "PlayerThinker",
    "ProgramDied",
    "ProgramFailed",
    "ProgramMissing",
    "Thinker",
    "Thought",
    "parse_command",
]
