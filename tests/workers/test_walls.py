"""A hostile player file tries every wall of the sandbox, as root and as an ordinary user."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from users import USERS, as_user

from outflank.workers.process import Child
from outflank.workers.sandbox import Sandbox, SandboxUnavailable

WAIT = 120.0
HOSTILE = r"""
import ctypes, errno, json, os, resource, signal, socket, sys, tempfile, time

call = ctypes.CDLL(None, use_errno=True)

def failed(done):
    return errno.errorcode[ctypes.get_errno()] if done == -1 else "done"

def trial(attempt):
    try:
        return attempt() or "done"
    except (MemoryError, ValueError) as error:
        return type(error).__name__
    except OSError as error:
        return errno.errorcode[error.errno]

def write(path):
    with open(path, "a") as file:
        file.write("x")

def remount():
    at = b"/usr"
    told = failed(call.mount(at, at, None, ctypes.c_ulong(32 | 4096), None))
    return told if told != "done" else write("/usr/outflank-was-here")

def fork_all():
    children = []
    try:
        while len(children) < 400:
            child = os.fork()
            if child == 0:
                time.sleep(60)
                os._exit(0)
            children.append(child)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)

def fill():
    for number in range(20):
        with open(f"/tmp/{number}", "wb") as file:
            file.write(bytes(60 << 20))

def large():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open("/tmp/large", "wb") as file:
        file.write(bytes(100 << 20))

def swallow():
    kept = bytearray(8 << 30)

def connect():
    port = int(open(__file__.replace("hostile.py", "port")).read())
    socket.create_connection(("127.0.0.1", port), 5)

def abstract():
    name = open(__file__.replace("hostile.py", "name")).read()
    socket.socket(socket.AF_UNIX).connect("\0" + name)

status = dict(line.split(":\t", 1) for line in open("/proc/self/status") if ":\t" in line)
found = {
    "capabilities": [status["Cap" + kind].strip("0\n") for kind in ("Inh", "Prm", "Eff", "Amb")],
    "no_new_privs": status["NoNewPrivs"].strip(),
    "ambient": failed(call.prctl(47, 2, ctypes.c_ulong(21), 0, 0)),
    "setuid": failed(call.setuid(0)) if os.getuid() else "EPERM",
    "remount": trial(remount),
    "namespace": failed(call.unshare(0x10000000)),
    "ptrace": failed(call.ptrace(0, 0, 0, 0)),
    "keyring": failed(call.syscall(ctypes.c_long(250), 0, -3, 0)),
    "io_uring": failed(call.syscall(ctypes.c_long(425), 1, None)),
    "netlink": trial(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW) and None),
    "packets": trial(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW) and None),
    "machine": trial(lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM) and None),
    "system": trial(lambda: write("/usr/outflank-was-here")),
    "own file": trial(lambda: write(__file__)),
    "the root": trial(lambda: write("/outflank-was-here")),
    "devices": trial(lambda: write("/dev/outflank-was-here")),
    "kernel": trial(lambda: write("/proc/sys/kernel/core_pattern")),
    "passwords": trial(lambda: open("/etc/shadow") and None),
    "secret": trial(lambda: open(__file__.replace("bots/hostile.py", "secret")) and None),
    "others": sum(name.isdigit() for name in os.listdir("/proc")) < 8 or "seen",
    "network": trial(connect),
    "sockets": trial(abstract),
    "forks": trial(fork_all),
    "fork limit": trial(lambda: resource.setrlimit(resource.RLIMIT_NPROC, (9999, 9999))),
    "memory": trial(swallow),
    "file size": trial(large),
    "scratch": trial(fill),
    "processor": trial(lambda: resource.setrlimit(resource.RLIMIT_CPU, (-1, -1))),
}

class Hostile:
    __doc__ = json.dumps(found)
    def choose(self, board):
        return min(board.legal_moves)
"""
LOOK = """
import sys
from outflank.players import find_opponent, sandboxed
with sandboxed():
    print(find_opponent(sys.argv[1])[0].description)
"""
REFUSED = {
    "remount": {"EPERM"},
    "namespace": {"EPERM"},
    "ambient": {"EPERM"},
    "setuid": {"EPERM", "EINVAL"},
    "ptrace": {"EPERM"},
    "keyring": {"EPERM"},
    "io_uring": {"EPERM"},
    "netlink": {"EAFNOSUPPORT"},
    "packets": {"EAFNOSUPPORT"},
    "machine": {"EAFNOSUPPORT"},
    "system": {"EROFS", "EACCES"},
    "own file": {"EROFS", "EACCES"},
    "the root": {"EROFS", "EACCES"},
    "devices": {"EROFS", "EACCES"},
    "kernel": {"EROFS", "EACCES"},
    "passwords": {"ENOENT"},
    "secret": {"ENOENT"},
    "network": {"ECONNREFUSED", "ENETUNREACH"},
    "sockets": {"ECONNREFUSED"},
    "forks": {"EAGAIN"},
    "fork limit": {"EPERM", "ValueError"},
    "memory": {"MemoryError"},
    "file size": {"EFBIG"},
    "scratch": {"ENOSPC"},
    "processor": {"EPERM", "ValueError"},
}
_found: dict[str, dict[str, Any]] = {}


@pytest.fixture(params=USERS)
def found(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What the hostile file could do as this user."""
    user = request.param
    if user not in _found:
        try:
            Sandbox().check()
        except SandboxUnavailable as error:
            pytest.skip(str(error))
        with tempfile.TemporaryDirectory(prefix="outflank-walls-") as folder:
            _found[user] = _attack(user, Path(folder))
    return _found[user]


def _attack(user: str, folder: Path) -> dict[str, Any]:
    folder.chmod(0o755)
    bots = folder / "bots"
    bots.mkdir()
    (folder / "secret").touch()
    file = bots / "hostile.py"
    file.write_text(HOSTILE)
    file.chmod(0o666)
    name = f"outflank-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        other.bind("\0" + name)
        other.listen()
        (bots / "port").write_text(str(server.getsockname()[1]))
        (bots / "name").write_text(name)
        command = as_user(user, [sys.executable, "-c", LOOK, str(file)])
        done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT, cwd="/")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("wall", REFUSED)
def test_a_hostile_file_meets_a_wall(found: dict[str, Any], wall: str) -> None:
    assert found[wall] in REFUSED[wall]


def test_it_has_no_rights_and_leaves_nothing(found: dict[str, Any]) -> None:
    assert found["capabilities"] == [""] * 4
    assert found["no_new_privs"] == "1"
    assert found["others"] is True
    assert not Path("/usr/outflank-was-here").exists()


@pytest.fixture
def spinning(tmp_path: Path) -> Iterator[Child]:
    code = "while True: pass"
    child = Child([sys.executable, "-c", code], sandbox=Sandbox(cpu_seconds=1))
    yield child
    child.end()


def test_a_process_that_uses_too_much_of_the_processor_is_ended(spinning: Child) -> None:
    assert spinning.wait(WAIT) in (-9, -24)


def test_a_missing_wall_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "bwrap"  # builds no walls at all
    program.write_text('#!/bin/sh\nwhile [ "$1" != prlimit ]; do shift; done\nexec "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(SandboxUnavailable, match="no_new_privs, system calls"):
        Sandbox().check()


if os.geteuid() == 0:  # files are hidden from the sandbox of root only

    def test_root_is_told_which_files_the_sandbox_cannot_read(tmp_path: Path) -> None:
        hidden = tmp_path / "hidden.py"
        hidden.touch()
        hidden.chmod(0o600)
        with pytest.raises(SandboxUnavailable, match=r"hidden\.py"):
            Sandbox((hidden,)).check()
