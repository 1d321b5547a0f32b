"""A job of Windows: processes that end together, with a limit on their memory.

Windows ends a job's processes when the last handle of the job is closed, so they also end when the
process that made the job is killed.
"""

import ctypes
import subprocess
from ctypes import wintypes
from functools import cache
from typing import Any

KILLED = 137  # the exit code of processes that a job ended, as a shell reports SIGKILL
_EXTENDED_LIMITS = 9
_PROCESS_MEMORY, _KILL_ON_CLOSE = 0x100, 0x2000


class _Limits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("per_process_time", wintypes.LARGE_INTEGER),
        ("per_job_time", wintypes.LARGE_INTEGER),
        ("flags", wintypes.DWORD),
        ("minimum_working_set", ctypes.c_size_t),
        ("maximum_working_set", ctypes.c_size_t),
        ("active_processes", wintypes.DWORD),
        ("affinity", ctypes.c_size_t),
        ("priority_class", wintypes.DWORD),
        ("scheduling_class", wintypes.DWORD),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


@cache
def _kernel() -> Any:
    """Return the functions of Windows; they have handles as arguments and results."""
    kernel = vars(ctypes)["WinDLL"]("kernel32", use_last_error=True)
    handle, pointer = wintypes.HANDLE, ctypes.c_void_p
    kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = handle
    kernel.CreateJobObjectW.argtypes = pointer, wintypes.LPCWSTR
    kernel.SetInformationJobObject.argtypes = handle, ctypes.c_int, pointer, wintypes.DWORD
    kernel.AssignProcessToJobObject.argtypes = handle, handle
    kernel.TerminateJobObject.argtypes = handle, wintypes.UINT
    kernel.CloseHandle.argtypes = (handle,)
    return kernel


def _check(done: Any) -> Any:
    if not done:
        raise OSError(f"Windows refuses a job: error {vars(ctypes)['get_last_error']()}")
    return done


class Job:
    """A group of processes; ``memory_mb`` limits each of them."""

    def __init__(self, memory_mb: int = 0) -> None:
        self._handle = _check(_kernel().CreateJobObjectW(None, None))
        limits = _Limits(flags=_KILL_ON_CLOSE)
        if memory_mb:
            limits.flags |= _PROCESS_MEMORY
            limits.process_memory = memory_mb << 20
        self._close = _kernel().CloseHandle
        pointer, size = ctypes.byref(limits), ctypes.sizeof(limits)
        _check(_kernel().SetInformationJobObject(self._handle, _EXTENDED_LIMITS, pointer, size))

    def take(self, process: "subprocess.Popen[bytes]") -> None:
        """Add a process; what it starts from now on belongs to the job, too."""
        handle = int(process._handle)  # type: ignore[attr-defined, unused-ignore]  # not public
        if not _kernel().AssignProcessToJobObject(self._handle, handle):
            process.poll()  # it may have ended already

    def take_this_process(self) -> None:
        _check(_kernel().AssignProcessToJobObject(self._handle, _kernel().GetCurrentProcess()))

    def end(self) -> None:
        """Kill all processes of the job."""
        _kernel().TerminateJobObject(self._handle, KILLED)

    def __del__(self) -> None:
        self._close(self._handle)
