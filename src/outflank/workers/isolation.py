"""Walls around a child process: no network, and no files but its own, by bubblewrap on Linux.

Inside, it sees the system's programs and libraries, this Python with its packages, and what it is
given, all of that read-only; an empty ``/tmp`` of its own, which is gone with it; no other process;
and only a few variables of the environment, so no keys either.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "bwrap"
SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
)
VARIABLES = ("PATH", "LANG", "LC_ALL", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PYTHONPATH")
TRIAL_SECONDS = 30.0


class CannotIsolate(RuntimeError):
    """There are no walls to be had here; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Walls:
    """Walls with holes for these files and folders, which may be read."""

    files: tuple[Path, ...] = ()

    def command(self, environment: Iterable[tuple[str, str]]) -> list[str]:
        """What to write before a command, to have it run inside."""
        words = [PROGRAM, "--unshare-all", "--die-with-parent", "--clearenv"]
        for name, value in environment:
            if name in VARIABLES:
                words += ["--setenv", name, value]
        words += ["--setenv", "HOME", "/tmp", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
        words += ["--dir", os.getcwd()]  # empty, so that a path from there still means the same
        for path in (*SYSTEM, *_python(), *map(str, self.files)):
            words += ["--ro-bind-try", path, path]
        return [*words, "--chdir", os.getcwd(), "--"]

    def check(self) -> None:
        """See that there are such walls."""
        if shutil.which(PROGRAM) is None:
            raise CannotIsolate(
                "isolating players needs bubblewrap, which is not installed: "
                "apt-get install bubblewrap"
            )
        command = [*self.command(os.environ.items()), sys.executable, "-I", "-S", "-c", ""]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TRIAL_SECONDS)
        if done.returncode:
            said = done.stderr.strip() or f"exit code {done.returncode}"
            raise CannotIsolate(
                f"players cannot be isolated here; bubblewrap says: {said}. Systems may forbid it "
                "to containers and to users without rights"
            )


def _python() -> list[str]:
    """Where this Python has its files, and those it imports."""
    here = os.getcwd()  # in sys.path for ``python -m``, and not meant
    places = [sys.prefix, sys.base_prefix, str(Path(__file__).parents[1]), *sys.path]
    return [
        path for path in dict.fromkeys(places) if path and path != here and os.path.exists(path)
    ]
