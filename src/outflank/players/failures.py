"""Describe a player's failure: a sentence for the opponent, and details for its owner."""

import traceback

from outflank.players.player import PlayerFailed
from outflank.translation import _

LONGEST_TRACE = 4000  # characters; the end is kept, which shows the error


def explain_failure(failure: PlayerFailed) -> tuple[str, str]:
    """Return a sentence such as ``It failed: …``, and the details."""
    # Imported here because other players do not need it.
    from outflank.protocols.process import ProgramFailed, ProgramMissing

    cause = failure.__cause__
    if isinstance(cause, ProgramMissing):
        return _("Its program is no longer on the server."), str(cause)
    if isinstance(cause, ProgramFailed):
        return _("It failed: {error}", error=cause.sentence), cause.details
    return failure.problem, "" if cause is None else trace_of(cause)


def trace_of(error: BaseException) -> str:
    """Return the end of an error's traceback for a log."""
    return "".join(traceback.format_exception(error))[-LONGEST_TRACE:]
