"""A sandbox for a child process (bubblewrap on Linux): no network, few files.

The process sees only the system's programs and libraries, this Python with its packages, and the
files it is given, all read-only. It has an empty temporary ``/tmp``, sees no other process, and
gets only a few environment variables, none of which contains a key.
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


class SandboxUnavailable(RuntimeError):
    """This machine cannot run a sandbox; the message says why."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A sandbox in which only these files and folders can be read."""

    files: tuple[Path, ...] = ()

    def command(self, environment: Iterable[tuple[str, str]]) -> list[str]:
        """Return the command prefix that runs a command in the sandbox."""
        words = [PROGRAM, "--unshare-all", "--die-with-parent", "--clearenv"]
        for name, value in environment:
            if name in VARIABLES:
                words += ["--setenv", name, value]
        words += ["--setenv", "HOME", "/tmp", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
        words += ["--dir", os.getcwd()]  # empty, so that relative paths keep their meaning
        for path in (*SYSTEM, *_python(), *map(str, self.files)):
            words += ["--ro-bind-try", path, path]
        return [*words, "--chdir", os.getcwd(), "--"]

    def check(self) -> None:
        """Raise ``SandboxUnavailable`` if the sandbox does not work here."""
        if shutil.which(PROGRAM) is None:
            raise SandboxUnavailable(
                "isolating players needs bubblewrap, which is not installed: "
                "apt-get install bubblewrap"
            )
        command = [*self.command(os.environ.items()), sys.executable, "-I", "-S", "-c", ""]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TRIAL_SECONDS)
        if done.returncode:
            said = done.stderr.strip() or f"exit code {done.returncode}"
            raise SandboxUnavailable(
                f"players cannot be isolated here; bubblewrap says: {said}. Systems may forbid it "
                "to containers and to users without rights"
            )


def _python() -> list[str]:
    """Return the folders of this Python and its packages."""
    here = os.getcwd()  # only in sys.path because of ``python -m``
    places = [sys.prefix, sys.base_prefix, str(Path(__file__).parents[1]), *sys.path]
    return [
        path for path in dict.fromkeys(places) if path and path != here and os.path.exists(path)
    ]
