"""A player's failure in two parts: a sentence for whoever plays, and details for the owner."""

import traceback

from outflank.players.player import PlayerFailed

LONGEST_TRACE = 4000  # characters: the end of it, which says where it went wrong


def explain_failure(failure: PlayerFailed) -> tuple[str, str]:
    """What to tell of a failure: what the player did, such as ``failed: …``, and the details."""
    # Imported only here: nobody else waits for what talks to other programs.
    from outflank.protocols.process import ProgramFailed, ProgramMissing

    cause = failure.__cause__
    if isinstance(cause, ProgramMissing):
        return "cannot be started: its program is not on the server any more", str(cause)
    if isinstance(cause, ProgramFailed):
        return f"failed: {cause.sentence}", cause.details
    return failure.problem, "" if cause is None else trace_of(cause)


def trace_of(error: BaseException) -> str:
    """Where an error came from, for a log."""
    return "".join(traceback.format_exception(error))[-LONGEST_TRACE:]
