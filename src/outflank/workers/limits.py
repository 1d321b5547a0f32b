"""Limits of this process, as far as its system has them."""

import sys

if sys.platform == "win32":
    from outflank.workers.windows_job import Job

    _jobs: list[Job] = []

    def limit_memory(megabytes: int) -> None:
        """Limit the memory of this process; beyond it Python raises MemoryError."""
        _jobs.append(Job(megabytes))
        _jobs[-1].take_this_process()

    def allow_files(wanted: int) -> int:
        """Return how many files can be open; here no limit matters to a server."""
        return wanted

else:
    import resource

    def limit_memory(megabytes: int) -> None:
        """Limit the address space; beyond it Python raises MemoryError. macOS ignores the limit."""
        try:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        except ValueError:
            if sys.platform != "darwin":
                raise

    def allow_files(wanted: int) -> int:
        """Raise the limit of open files if possible; return how many are allowed."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return wanted
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
