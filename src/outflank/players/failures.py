"""A player's failure in two parts: a sentence for the players, and details for its owner."""

import traceback

from outflank.players.player import PlayerFailed
from outflank.translation import _

LONGEST_TRACE = 4000  # characters: the end of it, which says where it went wrong


def explain_failure(failure: PlayerFailed) -> tuple[str, str]:
    """A sentence about the player, such as ``It failed: …``, and the details."""
    # Imported only here: other players do not need it.
    from outflank.protocols.process import ProgramFailed, ProgramMissing

    cause = failure.__cause__
    if isinstance(cause, ProgramMissing):
        return _("Its program is no longer on the server."), str(cause)
    if isinstance(cause, ProgramFailed):
        return _("It failed: {error}", error=cause.sentence), cause.details
    return failure.problem, "" if cause is None else trace_of(cause)


def trace_of(error: BaseException) -> str:
    """Where an error came from, for a log."""
    return "".join(traceback.format_exception(error))[-LONGEST_TRACE:]
