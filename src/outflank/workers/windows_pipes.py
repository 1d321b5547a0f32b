"""The pipes of a child process on Windows, which cannot poll pipes: a thread waits for each.

Everything the child starts belongs to its job (``windows_job``) and ends with it. There are no
signals and no sandbox.
"""

import contextlib
import subprocess
import threading
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import IO

from outflank.workers.windows_job import Job

CHUNK = 1 << 16
NEW_GROUP = 0x200  # CREATE_NEW_PROCESS_GROUP: Ctrl-C in the console is handled by this process
AHEAD = 16  # chunks that are read before they are asked for


class WindowsPipes:
    """A child process and its standard streams, as ``PosixPipes``; ``handles`` is empty."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None,
        outside: Sequence[str],
        handles: Sequence[int],
        adopts: bool,
        memory_mb: int,
    ) -> None:
        assert not outside
        assert not handles
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            creationflags=NEW_GROUP,
        )
        # What the child starts before this line is outside of the job; it has not begun to run.
        self._job = Job(memory_mb)
        self._job.take(self.process)
        stdin, output, error = self.process.stdin, self.process.stdout, self.process.stderr
        assert stdin is not None
        assert output is not None
        assert error is not None
        self._stdin = stdin
        self._open = {True, False}
        self._room = threading.Semaphore(AHEAD)
        self._came: SimpleQueue[tuple[bool, bytes] | None] = SimpleQueue()
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()
        self._writing = False
        self._broken = False
        self._threads = [
            threading.Thread(target=target, args=arguments, daemon=True)
            for target, *arguments in (
                (self._read_all, True, output),
                (self._read_all, False, error),
                (self._write_all,),
            )
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_open(self) -> bool:
        return bool(self._open)

    @property
    def has_output(self) -> bool:
        return True in self._open

    def write(self, data: bytes) -> int:
        if self._broken:
            raise BrokenPipeError
        if self._writing:
            raise BlockingIOError
        self._writing = True
        self._to_write.put(data)
        return len(data)

    def read(self, seconds: float, *, or_write: bool) -> list[tuple[bool, bytes]]:
        """Wait for data; None marks the end of a write."""
        try:
            while (came := self._came.get(seconds > 0, seconds)) is None:
                if or_write:
                    return []
        except Empty:
            return []
        self._room.release()
        if not came[1]:
            self._open.discard(came[0])
        return [came]

    def close_stdin(self) -> None:
        self._to_write.put(None)

    def kill(self) -> None:
        self._job.end()

    def signal(self, number: int) -> None:
        self.kill()

    def end(self) -> None:
        self.kill()
        self.process.wait()
        self._to_write.put(None)
        self._room.release(AHEAD)
        for thread in self._threads:
            thread.join(1.0)
        self._open.clear()

    def _read_all(self, is_output: bool, pipe: IO[bytes]) -> None:
        with pipe, contextlib.suppress(OSError, ValueError):
            while data := pipe.read(CHUNK):
                self._room.acquire()
                self._came.put((is_output, data))
        self._came.put((is_output, b""))

    def _write_all(self) -> None:
        with contextlib.suppress(OSError), self._stdin:
            while (data := self._to_write.get()) is not None:
                try:
                    while data:
                        data = data[self._stdin.write(data) :]
                except OSError:
                    self._broken = True
                self._writing = False
                self._came.put(None)
