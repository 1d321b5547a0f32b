"""The main loop of a worker process; ``ServiceProcess`` is its counterpart in the parent.

Requests and responses are lines of JSON. A request is ``[handler, arguments]``. A response has a
``result``, or the name of an exception in ``error`` and its ``message``. ``must_restart`` is true
if players left something behind, so that the next request needs a fresh process.
"""

import json
import os
from collections.abc import Callable, Mapping
from typing import IO, Any

from outflank.workers.worker_stdio import Leftovers, detach_stdio

Handler = Callable[..., Any]


def serve(
    handlers: Mapping[str, Handler],
    *,
    stdio: tuple[IO[bytes], IO[bytes]] | None = None,
    errors: tuple[type[Exception], ...] = (),
    programs: bool = False,
) -> None:
    """Handle requests until the parent closes the pipe.

    Exceptions in ``errors`` are sent to the parent; any other ends the process. With ``programs``,
    programs started by players may stay for the next request.
    """
    requests, responses = stdio or detach_stdio()
    leftovers = Leftovers(programs=programs)
    for request in requests:
        handler, arguments = json.loads(request)
        try:
            result = handlers[handler](*arguments)
            must_restart = bool(leftovers)
            response = json.dumps({"result": result, "must_restart": must_restart})
        except errors as error:
            must_restart = bool(leftovers)
            response = json.dumps(
                {"error": type(error).__name__, "message": str(error), "must_restart": must_restart}
            )
        responses.write(response.encode() + b"\n")
        responses.flush()
        if must_restart:
            os._exit(0)  # do not wait for more requests or for threads
