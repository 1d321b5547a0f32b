"""A PostgreSQL server for tests and benchmarks: made in a temporary folder, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SYSTEM_USER = "postgres"  # initdb refuses to run as root; Debian's package brings this user
PATIENCE = ("-w", "-t", "240")  # seconds for a start or a stop


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, if it is installed."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Run a server and give its URL. Not durable: without waiting for the disk, for tests."""
    with tempfile.TemporaryDirectory(prefix="outflank-pg-") as place:
        if os.getuid() == 0:
            account = pwd.getpwnam(SYSTEM_USER)
            os.chown(place, account.pw_uid, account.pw_gid)
        data = ("-D", f"{place}/data")
        _run(place, "initdb", *data, "-U", "outflank", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"-c listen_addresses= -c unix_socket_directories={place} -c max_connections=100"
        if not durable:
            settings += " -c fsync=off -c synchronous_commit=off"
        _run(place, "pg_ctl", *data, *PATIENCE, "-l", f"{place}/log", "-o", settings, "start")
        try:
            yield f"postgresql://outflank@/postgres?host={place}"
        finally:
            _run(place, "pg_ctl", *data, "-m", "immediate", *PATIENCE, "stop")


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """Let the server at a URL be away for a while."""
    place = url.partition("host=")[2]
    told = ("-D", f"{place}/data", "-m", "fast", *PATIENCE, "-l", f"{place}/log")
    options = Path(place, "data", "postmaster.opts").read_text().partition(" ")[2].replace('"', "")
    _run(place, "pg_ctl", *told, "stop")
    try:
        yield
    finally:
        _run(place, "pg_ctl", *told, "-o", options.partition("/data ")[2].strip(), "start")


def _run(place: str, program: str, *arguments: str) -> None:
    folder = programs()
    assert folder is not None, "PostgreSQL is not installed: apt-get install postgresql"
    command = [str(folder / program), *arguments]
    if os.getuid() == 0:
        user = (f"--reuid={SYSTEM_USER}", f"--regid={SYSTEM_USER}", "--clear-groups")
        command = ["setpriv", *user, *command]
    done = subprocess.run(
        command,
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{program} failed:\n{done.stdout}"
