"""A worker process that runs ``service.serve``, as its parent sees it."""

import json
import signal
import sys
from collections.abc import Sequence
from typing import Any

from outflank.workers.process import Child, LineTooLong

EXIT_WAIT = 1.0  # seconds for a broken process to end by itself
# What reading the response of a broken process raises: it is gone, or sends something else.
BROKEN = (EOFError, OSError, LineTooLong, ValueError, KeyError, TypeError)


class ServiceTimeout(RuntimeError):
    """No response came in time."""


class ServiceDied(RuntimeError):
    """The process ended without a response; ``code`` is None if it cannot be ended in time."""

    def __init__(self, code: int | None, printed: str) -> None:
        super().__init__(f"ended with exit code {code}; it printed: {printed}")
        self.code = code
        self.printed = printed


class ServiceError(RuntimeError):
    """The handler raised an exception that it may raise; ``kind`` is its name."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class ServiceProcess(Child):
    """A running service; ``arguments`` are those of Python, ``options`` those of ``Child``."""

    def __init__(self, arguments: Sequence[str], **options: Any) -> None:
        super().__init__([sys.executable, *arguments], **options)

    def call(self, handler: str, *arguments: Any, within: float) -> Any:
        """The result of a handler.

        Raises ``ServiceError``, or else sets ``must_restart`` and raises ``ServiceTimeout`` or
        ``ServiceDied``.
        """
        try:
            self.send(request(handler, *arguments), within)
            return self.response(within)
        except ServiceTimeout:
            self.must_restart = True
            raise
        except BROKEN:
            self.must_restart = True
            code = self.wait(EXIT_WAIT)
            if code is None:  # it lives on with its files closed
                self.signal(signal.SIGKILL)
                code = self.wait(within)
            raise ServiceDied(code, self.stderr_tail()) from None

    def response(self, within: float) -> Any:
        """The next result. Requests may be sent ahead of it."""
        line = self.receive(within)
        if line is None:
            raise ServiceTimeout(f"did not answer within {within:g} s")
        response = json.loads(line)
        self.must_restart |= response["must_restart"]
        if "error" in response:
            raise ServiceError(response["error"], response["message"])
        return response["result"]


def is_out_of_memory(printed: str) -> bool:
    """Whether a process that ended printed what Python or C++ print when memory runs out."""
    return "MemoryError" in printed or "bad_alloc" in printed


def request(handler: str, *arguments: Any) -> bytes:
    return json.dumps([handler, arguments]).encode() + b"\n"
