"""The system calls that sandboxed processes may not use, as a filter for bubblewrap (seccomp).

libseccomp knows their numbers on each processor. Everything a player needs stays allowed; what
changes the system, inspects other processes, reaches beyond a network namespace or has often been
a way out of sandboxes is denied. Programs of another architecture are killed.
"""

import ctypes
import errno
import os
import sys
from functools import cache

from outflank.translation import _

DENIED = (
    # mounts and namespaces
    *("mount", "umount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "fsopen"),
    *("fsconfig", "fsmount", "fspick", "mount_setattr", "open_tree_attr", "unshare", "setns"),
    # other processes
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp"),
    # the kernel and its keys
    *("bpf", "perf_event_open", "userfaultfd", "keyctl", "add_key", "request_key", "syslog"),
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "acct"),
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "lookup_dcookie", "quotactl"),
    *("quotactl_fd", "fanotify_init", "iopl", "ioperm", "modify_ldt", "nfsservctl", "vhangup"),
    # files by their number, past all folders
    *("open_by_handle_at", "name_to_handle_at"),
    # the machine
    *("reboot", "swapon", "swapoff", "sethostname", "setdomainname", "settimeofday"),
    *("clock_settime", "clock_adjtime", "adjtimex"),
)
_CLONE_NEW = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
_SOCKETS = range(3, 10)  # address families between the allowed ones (1, 2, 10)
_TERMINAL = (0x5412, 0x541C)  # ioctl requests that type into a terminal
_ALLOW, _DENY = 0x7FFF0000, 0x00050000
_GREATER, _EQUAL, _MASKED = 6, 4, 7  # how libseccomp compares an argument


class FilterUnavailable(RuntimeError):
    """There is no libseccomp; the message says so."""


class _Argument(ctypes.Structure):
    """libseccomp's ``struct scmp_arg_cmp``."""

    _fields_ = (
        ("number", ctypes.c_uint),
        ("compare", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


def open_filter() -> int:
    """Return a handle of an open file with the filter."""
    if sys.platform != "linux":
        raise NotImplementedError
    handle = os.memfd_create("outflank-filter", 0)
    os.write(handle, _program())
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


@cache
def _program() -> bytes:
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        raise FilterUnavailable(
            _(
                "Isolating players needs libseccomp, which is not installed: {command}",
                command="apt-get install libseccomp2",
            )
        ) from None
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(_ALLOW)))

    def deny(name: str, *arguments: tuple[int, int, int, int], error: int = errno.EPERM) -> None:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number == -1:  # unknown to this libseccomp
            return
        array = (_Argument * len(arguments))(*(_Argument(*one) for one in arguments))
        action = ctypes.c_uint32(_DENY | error)
        failed = library.seccomp_rule_add_array(context, action, number, len(arguments), array)
        if failed:
            raise FilterUnavailable(f"libseccomp: {name}: {os.strerror(-failed)}")

    for name in DENIED:
        deny(name)
    for flag in _CLONE_NEW:
        deny("clone", (0, _MASKED, flag, flag))
    deny("clone3", error=errno.ENOSYS)  # its flags are in memory; libraries then use clone
    for family in _SOCKETS:
        deny("socket", (0, _EQUAL, family, 0), error=errno.EAFNOSUPPORT)
    deny("socket", (0, _GREATER, 10, 0), error=errno.EAFNOSUPPORT)
    for request in _TERMINAL:
        deny("ioctl", (1, _MASKED, 0xFFFFFFFF, request))
    if sys.platform != "linux":
        raise NotImplementedError
    handle = os.memfd_create("outflank-filter", 0)
    try:
        library.seccomp_export_bpf(context, handle)
        return os.pread(handle, os.fstat(handle).st_size, 0)
    finally:
        os.close(handle)
        library.seccomp_release(context)
