"""Windows, as far as Outflank's modules can tell. Python runs this if its folder is in PYTHONPATH.

Only modules of ``outflank`` are affected, so other libraries work as usual. For them
``sys.platform`` is "win32", and modules, functions and signals that Windows lacks are missing. No
file that this process has open can be replaced or removed. The kill-on-close job is simulated.
"""

import ast
import builtins
import contextlib
import fcntl
import importlib.abc
import importlib.machinery
import os
import sys
import types
from collections.abc import Mapping, Sequence
from typing import Any

NO_MODULE = {"fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "syslog", "readline"}
NO_NAME = {
    "os": (
        "fork forkpty setsid getpgid killpg getuid geteuid getgid getegid sched_getaffinity nice "
        "waitid P_ALL WNOHANG WEXITED WNOWAIT set_blocking register_at_fork posix_spawn mkfifo "
        "pipe2 sysconf getloadavg uname fchmod fchown chown O_NONBLOCK O_DIRECTORY O_CLOEXEC"
    ),
    "signal": (
        "SIGHUP SIGKILL SIGUSR1 SIGUSR2 SIGCHLD SIGPIPE SIGALRM SIGPROF SIGXFSZ SIGSTOP SIGCONT "
        "setitimer ITIMER_PROF ITIMER_REAL pause alarm set_wakeup_fd"
    ),
    "select": "poll epoll kqueue",
    "socket": "AF_UNIX SO_REUSEPORT",
    "faulthandler": "register unregister",
    "subprocess": "",
}


class Seen(types.ModuleType):
    """A module as it is on Windows."""

    def __init__(self, real: types.ModuleType) -> None:
        super().__init__(real.__name__)
        self._real = real
        self._missing = set(NO_NAME[real.__name__].split())

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._real, name)


class SimulatedJob:
    """Stands in for ``outflank.workers.windows_job.Job``."""

    def __init__(self, memory_mb: int = 0) -> None:
        self._memory = memory_mb << 20
        self._taken: list[Any] = []

    def take(self, process: Any) -> None:
        self._taken.append(process)
        if self._memory:
            import resource

            limit = self._memory, self._memory
            resource.prlimit(process.pid, resource.RLIMIT_AS, limit)

    def take_this_process(self) -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (self._memory, self._memory))

    def end(self) -> None:
        for process in self._taken:
            for one in _descendants(process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(one, 9)


def _descendants(process: int) -> list[int]:
    try:
        with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
            children = map(int, file.read().split())
    except OSError:
        return []
    return [process, *(one for child in children for one in _descendants(child))]


class _OnWindows(ast.NodeTransformer):
    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if ast.unparse(node) == "sys.platform":
            return ast.copy_location(ast.Constant("win32"), node)
        return node


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> types.CodeType:
        path = self.get_filename(fullname)
        tree = _OnWindows().visit(ast.parse(self.get_data(path), path))
        return compile(tree, path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] != "outflank":
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            if finder is self or find is None or (spec := find(fullname, path, target)) is None:
                continue
            if str(spec.origin).endswith(".py"):
                spec.loader = _Loader(fullname, str(spec.origin))
            found: importlib.machinery.ModuleSpec = spec
            return found
        return None


_seen: dict[str, types.ModuleType] = {}
_import = builtins.__import__


def _import_on_windows(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> types.ModuleType:
    package = str((globals or {}).get("__package__") or "")
    if package.partition(".")[0] != "outflank":
        return _import(name, globals, locals, fromlist, level)
    if name in NO_MODULE:
        raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
    if name.partition(".")[0] in ("multiprocessing", "concurrent"):
        import multiprocessing

        multiprocessing.set_start_method("spawn", force=True)
    if name == "msvcrt":
        return _seen[name]
    if name == "asyncio":
        _limit_loops()
    module = _import(name, globals, locals, fromlist, level)
    return _seen.setdefault(name, Seen(module)) if name in NO_NAME else module


def _limit_loops() -> None:
    import asyncio.selector_events

    def refuse(*_: object) -> None:
        raise NotImplementedError

    for name in ("add_reader", "add_writer", "add_signal_handler"):
        setattr(asyncio.SelectorEventLoop, name, refuse)


def _popen(*command: Any, creationflags: int = 0, **options: Any) -> Any:
    import subprocess

    for name in ("pass_fds", "start_new_session", "preexec_fn"):
        if options.get(name):
            raise ValueError(f"{name} is not supported on Windows platforms")
    return subprocess.Popen(*command, **options)


def _refuse_open(function: Any) -> Any:
    def guarded(*paths: Any, **options: Any) -> Any:
        names = {os.path.abspath(os.fsdecode(path)) for path in paths}
        for handle in os.listdir("/proc/self/fd"):
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/self/fd/{handle}") in names:
                    raise AssertionError(f"{names}: open files cannot be moved on Windows")
        return function(*paths, **options)

    return guarded


def _lock(handle: int, mode: int, count: int) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(13, "Permission denied") from None


def install() -> None:
    for name in ("replace", "rename", "unlink", "remove"):
        setattr(os, name, _refuse_open(getattr(os, name)))
    job = types.ModuleType("outflank.workers.windows_job")
    job.Job = SimulatedJob  # type: ignore[attr-defined]
    sys.modules[job.__name__] = job
    console = types.ModuleType("msvcrt")
    console.LK_NBLCK, console.locking = 2, _lock  # type: ignore[attr-defined]
    _seen["msvcrt"] = console
    more: dict[str, dict[str, Any]] = {
        "signal": {"SIGBREAK": 21},
        "socket": {"SO_EXCLUSIVEADDRUSE": 9},  # here SO_KEEPALIVE, which harms nothing
        "subprocess": {"Popen": _popen},
    }
    for name, names in more.items():
        _seen[name] = seen = Seen(importlib.import_module(name))
        vars(seen).update(names)
    sys.meta_path.insert(0, _Finder())
    builtins.__import__ = _import_on_windows


install()
