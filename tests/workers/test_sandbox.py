"""A sandboxed child reaches neither network nor files, and ends as any other child."""

import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from outflank.workers.process import Child
from outflank.workers.sandbox import Sandbox, SandboxUnavailable

WAIT = 60.0


@pytest.fixture(autouse=True)
def _there_is_a_sandbox(request: pytest.FixtureRequest) -> None:
    if "without" in request.node.name:
        return
    try:
        Sandbox().check()
    except SandboxUnavailable as error:
        pytest.skip(str(error))


def told(code: str, *arguments: str, sandbox: Sandbox, **environment: str) -> str:
    child = Child(
        [sys.executable, "-c", code, *arguments],
        sandbox=sandbox,
        environment={**os.environ, **environment},
    )
    try:
        line = child.receive(WAIT)
        assert line is not None
        return line.decode()
    except EOFError:
        pytest.fail(child.stderr_tail())
    finally:
        child.end()


LOOK = "import os, sys; print([os.path.exists(path) for path in sys.argv[1:]], flush=True)"


def test_it_sees_its_own_files_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "file").touch()
    (tmp_path / "secret").touch()
    seen = told(
        LOOK,
        str(tmp_path / "own" / "file"),
        str(tmp_path / "secret"),
        "/etc/passwd",
        str(Path.home() / ".bashrc"),
        sandbox=Sandbox((tmp_path / "own",)),
    )
    assert seen == "[True, False, False, False]"


def test_it_writes_nowhere_that_stays(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "open('/tmp/mine', 'w').close()\n"
        "try:\n    open(sys.argv[1], 'w')\n"
        "except OSError as error:\n    print(error.strerror, flush=True)"
    )
    own = str(tmp_path / "file")
    refusals = ("Read-only file system", "Permission denied")
    assert told(code, own, sandbox=Sandbox((tmp_path,))) in refusals
    assert not Path("/tmp/mine").exists()
    assert list(tmp_path.iterdir()) == []


def test_it_reaches_nobody() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        code = (
            "import socket, sys\n"
            "try:\n    socket.create_connection(('127.0.0.1', int(sys.argv[1])), 5)\n"
            "except OSError:\n    print('nobody', flush=True)\n"
            "else:\n    print('somebody', flush=True)"
        )
        assert told(code, port, sandbox=Sandbox()) == "nobody"


def test_it_sees_no_keys_and_no_other_processes() -> None:
    code = (
        "import os\n"
        "pids = [name for name in os.listdir('/proc') if name.isdigit()]\n"
        "print('OUTFLANK_SECRET_KEY' in os.environ, len(pids) < 5, flush=True)"
    )
    assert told(code, sandbox=Sandbox(), OUTFLANK_SECRET_KEY="k" * 32) == "False True"


def test_the_engine_plays_in_a_sandbox() -> None:
    code = (
        "from outflank import Board, Engine, Limit, square_name\n"
        "print(square_name(Engine().choose(Board(), Limit(depth=2)).move), flush=True)"
    )
    assert told(code, sandbox=Sandbox()) in ("c4", "d3", "e6", "f5")


def test_signals_reach_it_and_are_told() -> None:
    code = (
        "import os, signal, time\n"  # no print in the handler: it may come in the middle of another
        "signal.signal(signal.SIGUSR1, lambda *_: os.write(1, b'heard\\n'))\n"
        "print('ready', flush=True)\n"
        "while True: time.sleep(60)"
    )
    child = Child([sys.executable, "-c", code], sandbox=Sandbox())
    assert child.receive(WAIT) == b"ready"
    child.signal(signal.SIGUSR1)
    assert child.receive(WAIT) == b"heard"
    child.signal(signal.SIGSEGV)
    assert child.wait(WAIT) == -signal.SIGSEGV
    child.end()
    child = Child([sys.executable, "-c", "raise SystemExit(7)"], sandbox=Sandbox())
    assert child.wait(WAIT) == 7
    child.end()


def test_a_program_that_is_missing_is_reported_as_without_a_sandbox() -> None:
    with pytest.raises(FileNotFoundError):
        Child(["no-such-program"], sandbox=Sandbox())


def test_without_bubblewrap_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SandboxUnavailable, match="apt-get install bubblewrap"):
        Sandbox().check()


def test_without_rights_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "bwrap"
    program.write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(SandboxUnavailable, match="No permissions to create new namespace"):
        Sandbox().check()
