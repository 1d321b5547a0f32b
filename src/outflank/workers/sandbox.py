"""A sandbox for a child process (bubblewrap on Linux): no network, few files, no rights, limits.

The process sees only the system's programs and libraries, this Python with its packages, and the
files it is given, all read-only. It has an empty temporary ``/tmp``, sees no other process, and
gets only a few environment variables, none of which contains a key. It has no capabilities, cannot
gain any, and may not use the system calls that ``syscall_filter`` denies. Started by root, it runs
as a user without files; as root, its processes could not be limited.

``process.py`` starts a child in it; ``players/sandboxed_loader.py`` uses it for the files of
players.
"""

import json
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from outflank.translation import _
from outflank.workers.syscall_filter import FilterUnavailable, open_filter

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
SCRATCH_BYTES = 256 << 20  # of /tmp and of /dev/shm
USERS = range(61184, 65520)  # systemd's dynamic users, to whom no files belong
TRIAL_SECONDS = 30.0
# Run in the sandbox: prints the missing walls, and the files that cannot be read.
_TRIAL = """
import json, os, resource, sys
status = dict(line.split(":\\t", 1) for line in open("/proc/self/status") if ":\\t" in line)
limits = resource.RLIMIT_NPROC, resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU
walls = {
    "capabilities": all(int(status["Cap" + kind], 16) == 0 for kind in ("Prm", "Eff", "Amb")),
    "no_new_privs": status["NoNewPrivs"].strip() == "1",
    "system calls": status["Seccomp"].strip() == "2",
    "limits": all(resource.getrlimit(limit)[1] != resource.RLIM_INFINITY for limit in limits),
    "network": [line.split(":")[0].strip() for line in open("/proc/net/dev")][2:] == ["lo"],
    "processes": sum(name.isdigit() for name in os.listdir("/proc")) < 8,
}
hidden = [path for path in sys.argv[1:] if os.path.lexists(path) and not os.access(path, os.R_OK)]
print(json.dumps([[name for name, stands in walls.items() if not stands], hidden]))
"""


class SandboxUnavailable(RuntimeError):
    """This machine cannot run a sandbox; the message says why."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A sandbox in which only these files and folders can be read, with limits.

    All limits but ``processes`` apply to each process. Threads count as processes.
    """

    files: tuple[Path, ...] = ()
    processes: int = 256
    memory_mb: int = 4096
    file_mb: int = 64
    cpu_seconds: int = 12 * 3600  # a process that plays for days is replaced then

    def command(self, environment: Iterable[tuple[str, str]], filter_handle: int) -> list[str]:
        """Return the command prefix that runs a command in the sandbox.

        ``filter_handle`` is the open file of a filter, which the child process must inherit.
        """
        if sys.platform == "win32":
            raise NotImplementedError
        words = [PROGRAM, "--die-with-parent", "--clearenv", "--seccomp", str(filter_handle)]
        words += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
        words += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
        inside = ["prlimit", f"--nproc={self.processes}", f"--as={self.memory_mb << 20}"]
        inside += [f"--fsize={self.file_mb << 20}", f"--cpu={self.cpu_seconds}", "--core=0"]
        if os.geteuid() == 0:
            user = secrets.choice(USERS)
            words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
            inside += ["setpriv", f"--reuid={user}", f"--regid={user}"]
            inside += ["--clear-groups", "--inh-caps=-all"]
        else:
            words.append("--unshare-user")
        for name, value in environment:
            if name in VARIABLES:
                words += ["--setenv", name, value]
        words += ["--setenv", "HOME", "/tmp", "--proc", "/proc", "--dev", "/dev"]
        for folder in ("/dev/shm", "/tmp"):
            words += ["--perms", "1777", "--size", str(SCRATCH_BYTES), "--tmpfs", folder]
        paths = (*SYSTEM, *_python(), *map(str, self.files))
        # The current folder is empty, so that relative paths keep their meaning.
        around = {os.getcwd(): None}
        for path in paths:
            around |= {str(folder): None for folder in reversed(Path(path).parents[:-1])}
        for folder in around:  # bubblewrap would make root's own as private as they are outside
            words += ["--perms", "755", "--dir", folder]
        for path in paths:
            words += ["--ro-bind-try", path, path]
        words += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", os.getcwd(), "--"]
        return [*words, *inside]

    def check(self) -> None:
        """Raise ``SandboxUnavailable`` if the sandbox does not work here."""
        if sys.platform != "linux":
            raise SandboxUnavailable(
                _("Players can be isolated only on Linux. Leave out --isolate.")
            )
        if shutil.which(PROGRAM) is None:
            raise SandboxUnavailable(
                _(
                    "Isolating players needs bubblewrap, which is not installed: {command}",
                    command="apt-get install bubblewrap",
                )
            )
        try:
            handle = open_filter()
        except FilterUnavailable as error:
            raise SandboxUnavailable(str(error)) from None
        trial = [sys.executable, "-I", "-S", "-c", _TRIAL, *map(str, self.files)]
        try:
            done = subprocess.run(
                [*self.command(os.environ.items(), handle), *trial],
                capture_output=True,
                text=True,
                timeout=TRIAL_SECONDS,
                pass_fds=[handle],
            )
        finally:
            os.close(handle)
        if done.returncode:
            said = done.stderr.strip() or f"exit code {done.returncode}"
            raise SandboxUnavailable(
                _(
                    "Players cannot be isolated here: {error}. Containers and systems may forbid "
                    "sandboxes. bubblewrap 0.7 or later is needed.",
                    error=said,
                )
            )
        missing, hidden = json.loads(done.stdout)
        if missing:
            raise SandboxUnavailable(
                _(
                    "Players cannot be isolated here. These walls are missing: {walls}.",
                    walls=", ".join(missing),
                )
            )
        if hidden:
            raise SandboxUnavailable(
                _(
                    "Isolated players cannot read {files}. Started by root, they run as a user "
                    "without rights: let all users read these files, or start as another user.",
                    files=", ".join(hidden),
                )
            )


def _python() -> list[str]:
    """Return the folders of this Python and its packages."""
    here = os.getcwd()  # only in sys.path because of ``python -m``
    places = [sys.prefix, sys.base_prefix, str(Path(__file__).parents[1]), *sys.path]
    return [
        path for path in dict.fromkeys(places) if path and path != here and os.path.exists(path)
    ]
