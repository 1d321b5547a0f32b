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
PATIENCE = ("-t", "240")  # seconds for a start or a stop


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, if it is installed."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Run a server and give its URL. Not durable: without waiting for the disk, for tests."""
    folder = programs()
    assert folder is not None, "PostgreSQL is not installed: apt-get install postgresql"
    with tempfile.TemporaryDirectory(prefix="outflank-pg-") as place:
        data = Path(place) / "data"
        user = SYSTEM_USER if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            account = pwd.getpwnam(SYSTEM_USER)
            os.chown(place, account.pw_uid, account.pw_gid)

        def run(program: str, *arguments: str) -> None:
            command = [str(folder / program), *arguments]
            if os.getuid() == 0:
                command = [
                    "setpriv",
                    f"--reuid={user}",
                    f"--regid={user}",
                    "--clear-groups",
                    *command,
                ]
            done = subprocess.run(
                command,
                cwd=place,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"{program} failed:\n{done.stdout}"

        run("initdb", "-D", str(data), "-U", "outflank", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"-c listen_addresses= -c unix_socket_directories={place} -c max_connections=100"
        if not durable:
            settings += " -c fsync=off -c synchronous_commit=off"
        log = str(Path(place) / "log")
        run("pg_ctl", "-D", str(data), "-w", *PATIENCE, "-l", log, "-o", settings, "start")
        try:
            yield f"postgresql://outflank@/postgres?host={place}"
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", *PATIENCE, "stop")
