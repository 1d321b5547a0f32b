"""A service answers requests, reports errors, and restarts when it must."""

from collections.abc import Iterator

import pytest

from outflank.workers.pool import Pool
from outflank.workers.service_process import (
    ServiceDied,
    ServiceError,
    ServiceProcess,
    ServiceTimeout,
    request,
)

SERVICE = """
import os, subprocess, sys, threading, time
from outflank.workers.service import serve

def fail(error, message):
    raise {"ValueError": ValueError, "KeyError": KeyError}[error](message)

def leave(what):
    if what == "thread":
        threading.Thread(target=time.sleep, args=[3600], daemon=True).start()
    elif what == "program":
        subprocess.Popen(["sleep", "3600"])
    else:
        os.close(0)
    return what

def lie(line):
    os.write(257, line.encode())
    return None

serve(
    {
        "add": lambda a, b: a + b,
        "print": print,
        "object": object,
        "fail": fail,
        "leave": leave,
        "sleep": time.sleep,
        "exit": os._exit,
        "close": lambda: os.closerange(3, 4096),
        "lie": lie,
    },
    errors=(ValueError, TypeError),
    programs=PROGRAMS,
)
"""
PATIENCE = 120  # seconds; reached only by a test that fails


def start(*, programs: bool = False) -> ServiceProcess:
    return ServiceProcess(["-c", SERVICE.replace("PROGRAMS", str(programs))])


@pytest.fixture
def service() -> Iterator[ServiceProcess]:
    process = start()
    yield process
    process.end()


def test_results_and_errors_come_back_and_what_is_printed_does_not(service: ServiceProcess) -> None:
    assert service.call("add", 2, 3, within=PATIENCE) == 5
    assert service.call("print", "[1, 2]", within=PATIENCE) is None
    with pytest.raises(ServiceError, match="no such square") as error:
        service.call("fail", "ValueError", "no such square", within=PATIENCE)
    assert error.value.kind == "ValueError"
    with pytest.raises(ServiceError, match="not JSON serializable"):
        service.call("object", within=PATIENCE)
    assert service.call("add", "a", "b", within=PATIENCE) == "ab"
    assert not service.must_restart


def test_requests_may_be_sent_ahead(service: ServiceProcess) -> None:
    service.send(b"".join(request("add", n, 1) for n in range(3)), PATIENCE)
    assert [service.response(PATIENCE) for _ in range(3)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("handler", "arguments", "code"),
    [
        ("exit", [3], 3),
        ("fail", ["KeyError", "x"], 1),
        ("close", [], None),
        ("lie", ["nonsense\n"], None),
        ("lie", ["[]\n"], None),
        ("lie", ['{"result": 1}\n'], None),
    ],
)
def test_a_process_that_breaks_is_ended(
    service: ServiceProcess, handler: str, arguments: list[object], code: int | None
) -> None:
    with pytest.raises(ServiceDied) as died:
        service.call(handler, *arguments, within=PATIENCE)
    assert service.must_restart
    assert service.process.poll() is not None
    if code is not None:
        assert died.value.code == code
    assert ("KeyError: 'x'" in died.value.printed) == (handler == "fail")


def test_a_call_that_takes_too_long(service: ServiceProcess) -> None:
    with pytest.raises(ServiceTimeout):
        service.call("sleep", 3600, within=0.01)
    assert service.must_restart


@pytest.mark.parametrize("what", ["thread", "program", "file"])
def test_what_is_left_behind_meets_no_other_request(what: str) -> None:
    pool = Pool(start)
    with pool.child() as first:
        first.send(request("leave", what) + request("add", 1, 1), PATIENCE)
        assert first.response(PATIENCE) == what
        assert first.must_restart
        with pytest.raises(EOFError):  # what was sent ahead is not done
            first.response(PATIENCE)
    with pool.child() as second:
        assert second is not first
        assert second.call("add", 1, 1, within=PATIENCE) == 2
    pool.close()


def test_programs_may_stay() -> None:
    process = start(programs=True)
    assert process.call("leave", "program", within=PATIENCE) == "program"
    assert not process.must_restart
    process.end()
