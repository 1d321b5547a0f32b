"""A child process speaks lines, is bounded, and leaves nothing behind, whatever it does."""

import os
import signal
import sys
from collections.abc import Callable, Iterator

import pytest
from processes import runs, wait_until_ended

from outflank.workers.process import Child, LineTooLong

PATIENCE = 120  # seconds; reached only by a test that fails

Start = Callable[..., Child]


@pytest.fixture
def start() -> Iterator[Start]:
    """Runs Python code as a child."""
    made: list[Child] = []

    def start(code: str, **more: int) -> Child:
        made.append(Child([sys.executable, "-c", code], **more))  # type: ignore[arg-type]
        return made[-1]

    yield start
    for child in made:
        child.end()


ECHO = "import sys\nfor line in sys.stdin: print(line.strip()[::-1], flush=True)"
# A program that starts others, one of them in a session of its own and without a parent.
FAMILY = """
import os, subprocess, sys, time
def say(number): os.write(1, f"{number}\\n".encode())
say(os.getpid())
say(subprocess.Popen(["sleep", "3600"]).pid)
say(subprocess.Popen(["sleep", "3600"], start_new_session=True).pid)
said, done = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        say(os.getpid())
        os.write(done, b"1")
        time.sleep(3600)
    os._exit(0)
os.read(said, 1)
"""


def _family(child: Child, size: int = 4) -> list[int]:
    found = [int(child.receive(PATIENCE) or b"") for _ in range(size)]
    assert all(map(runs, found))
    return found


def test_lines_go_in_and_come_out(start: Start) -> None:
    child = start(ECHO)
    child.send(b"abc\n\xc3\xbc\n", PATIENCE)
    assert child.receive(PATIENCE) == b"cba"
    assert child.receive(PATIENCE) == "ü".encode()
    assert child.receive(0.001) is None
    assert runs(child.process.pid)
    assert child.end() != 0
    assert not runs(child.process.pid)


@pytest.mark.parametrize("how", ["end", "exit", "crash", "stop"])
def test_all_that_a_child_started_ends_with_it(start: Start, how: str) -> None:
    last = {"exit": "os._exit(3)", "crash": "os.kill(os.getpid(), 11)"}
    child = start(FAMILY + last.get(how, "time.sleep(3600)"))
    family = [int(child.receive(PATIENCE) or b"") for _ in range(4)]
    if how == "end":
        child.end()
    elif how == "stop":
        child.signal(signal.SIGKILL)
        assert child.wait(PATIENCE) == -signal.SIGKILL
    else:
        assert child.wait(PATIENCE) == {"exit": 3, "crash": -signal.SIGSEGV}[how]
    for process in family:
        wait_until_ended(process)


def test_all_of_it_ends_when_its_parent_is_killed(start: Start) -> None:
    parent = start(
        "import sys\n"
        "from outflank.workers.process import Child\n"
        f"child = Child([sys.executable, '-c', {FAMILY + 'time.sleep(3600)'!r}])\n"
        "print(child.process.pid, flush=True)\n"
        "for _ in range(4): print(child.receive(120).decode(), flush=True)\n"
        "import os; print(os.getpid(), flush=True)\n"
        "child.receive(3600)\n"
    )
    # Out of reach of its own subreaper: only the inner one may end these.
    *family, killed = _family(parent, 6)
    os.kill(killed, signal.SIGKILL)
    for process in family:
        wait_until_ended(process)


def test_a_child_ends_when_its_subreaper_is_killed(start: Start) -> None:
    child = start("import os, time; print(os.getpid(), flush=True); time.sleep(3600)")
    (process,) = _family(child, 1)
    child.process.kill()
    with pytest.raises(EOFError):
        child.receive(PATIENCE)
    wait_until_ended(process)


def test_a_subreaper_that_was_stopped_is_ended_all_the_same(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.workers.posix_pipes.END_WAIT", 0.01)
    child = start(
        "import os, signal, time\nprint(os.getpid(), flush=True)\n"
        "os.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(3600)"
    )
    (process,) = _family(child, 1)
    child.end()
    wait_until_ended(process)


def test_gigabytes_are_printed_into_nothing_and_the_last_words_kept(start: Start) -> None:
    child = start(
        "import os\n"
        "for _ in range(200): os.write(2, b'x' * (1 << 20))\n"
        "os.write(2, b'the last words')\n"
        "print('done', flush=True)"
    )
    assert child.receive(PATIENCE) == b"done"
    child.wait(PATIENCE)
    words = child.stderr_tail()
    assert words.endswith("xthe last words")
    assert len(words) == 4000
    child.discard_stderr()
    assert child.stderr_tail() == ""


def test_who_prints_for_ever_is_still_late(start: Start) -> None:
    child = start(
        "import os\nos.write(2, b'x' * 65536)\nprint('begun', flush=True)\n"
        "while True: os.write(2, b'x' * 65536)"
    )
    assert child.receive(PATIENCE) == b"begun"
    assert child.receive(0.2) is None
    assert set(child.stderr_tail()) == {"x"}
    assert child.wait(0.2) is None


def test_a_line_without_an_end_is_refused(start: Start) -> None:
    child = start("import os\nwhile True: os.write(1, b'x' * 65536)", longest_line=1 << 20)
    with pytest.raises(LineTooLong, match="bytes without a line end"):
        child.receive(PATIENCE)


def test_who_does_not_listen_is_not_waited_for(start: Start) -> None:
    child = start("import time; time.sleep(3600)")
    with pytest.raises(TimeoutError, match=r"did not read its input for 0\.1 s"):
        child.send(b"x" * (1 << 20), 0.1)


def test_much_is_sent_while_much_is_answered(start: Start) -> None:
    child = start(ECHO)
    lines = b"".join(b"%d" % number * 100 + b"\n" for number in range(2000))
    child.send(lines, PATIENCE)
    for number in range(2000):
        assert child.receive(PATIENCE) == (b"%d" % number * 100)[::-1]


def test_memory_is_bounded(start: Start) -> None:
    child = start("x = bytearray(10**9)", memory_mb=500)
    assert child.wait(PATIENCE) == 1
    assert "MemoryError" in child.stderr_tail()


def test_a_program_that_cannot_be_started_is_an_error_here() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-program"):
        Child(["no-such-program"])
    with pytest.raises(PermissionError, match="/etc/passwd"):
        Child(["/etc/passwd"])


def test_who_is_forgotten_is_ended() -> None:
    child = Child([sys.executable, "-c", FAMILY + "time.sleep(3600)"])
    family = _family(child)
    del child
    for process in family:
        wait_until_ended(process)


def test_no_handle_is_left_behind() -> None:
    before = os.listdir("/proc/self/fd")
    for _ in range(3):
        Child(["true"]).end()
        with pytest.raises(OSError, match="no-such-program"):
            Child(["no-such-program"])
    assert os.listdir("/proc/self/fd") == before
