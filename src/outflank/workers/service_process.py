"""The parent's side of a worker process that runs ``service.serve``."""

import json
import sys
from collections.abc import Sequence
from typing import Any

from outflank.workers.process import Child, LineTooLong

EXIT_WAIT = 1.0  # seconds a broken process has to end
# Raised when a process has ended or sends an invalid response.
BROKEN = (EOFError, OSError, LineTooLong, ValueError, KeyError, TypeError)


class ServiceTimeout(RuntimeError): ...


class ServiceDied(RuntimeError):
    """The process ended without a response; ``code`` is None if it does not end in time."""

    def __init__(self, code: int | None, printed: str) -> None:
        super().__init__(f"ended with exit code {code}; it printed: {printed}")
        self.code = code
        self.printed = printed


class ServiceError(RuntimeError):
    """The handler raised one of its declared exceptions; ``kind`` is the exception's name."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class ServiceProcess(Child):
    """A running service; ``arguments`` are passed to Python, ``options`` to ``Child``."""

    def __init__(self, arguments: Sequence[str], **options: Any) -> None:
        super().__init__([sys.executable, *arguments], **options)

    def call(self, handler: str, *arguments: Any, within: float) -> Any:
        """Call a handler and return its result.

        A handler's own exception is raised as ``ServiceError``. Otherwise ``must_restart`` is set,
        and ``ServiceTimeout`` or ``ServiceDied`` is raised.
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
            if code is None:  # it closed its files but still runs
                self.kill()
                code = self.wait(within)
            raise ServiceDied(code, self.stderr_tail()) from None

    def response(self, within: float) -> Any:
        """Return the next result; requests can be sent ahead."""
        line = self.receive(within)
        if line is None:
            raise ServiceTimeout(f"did not answer within {within:g} s")
        response = json.loads(line)
        self.must_restart |= response["must_restart"]
        if "error" in response:
            raise ServiceError(response["error"], response["message"])
        return response["result"]


def is_out_of_memory(printed: str) -> bool:
    """Return whether the output contains Python's or C++'s out-of-memory message."""
    return "MemoryError" in printed or "bad_alloc" in printed


def request(handler: str, *arguments: Any) -> bytes:
    return json.dumps([handler, arguments]).encode() + b"\n"
