"""Worker processes and their sandbox, fair queues, rate limits, and files of lines."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.workers.fair_queue import Busy, FairQueue
    from outflank.workers.fair_slots import FairSlots
    from outflank.workers.lines import LineFile, LinesError, LinesExist, read_lines
    from outflank.workers.pool import Pool
    from outflank.workers.process import Child, LineTooLong
    from outflank.workers.sandbox import Sandbox, SandboxUnavailable
    from outflank.workers.service import serve
    from outflank.workers.service_process import (
        BROKEN,
        ServiceDied,
        ServiceError,
        ServiceProcess,
        ServiceTimeout,
        is_out_of_memory,
        request,
    )
    from outflank.workers.token_buckets import Budget, TokenBuckets
    from outflank.workers.worker_stdio import detach_stdio

__all__ = [
    "BROKEN",
    "Budget",
    "Busy",
    "Child",
    "FairQueue",
    "FairSlots",
    "LineFile",
    "LineTooLong",
    "LinesError",
    "LinesExist",
    "Pool",
    "Sandbox",
    "SandboxUnavailable",
    "ServiceDied",
    "ServiceError",
    "ServiceProcess",
    "ServiceTimeout",
    "TokenBuckets",
    "detach_stdio",
    "is_out_of_memory",
    "read_lines",
    "request",
    "serve",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "fair_queue": "Busy FairQueue",
            "fair_slots": "FairSlots",
            "lines": "LineFile LinesError LinesExist read_lines",
            "pool": "Pool",
            "process": "Child LineTooLong",
            "sandbox": "Sandbox SandboxUnavailable",
            "service": "serve",
            "service_process": (
                "BROKEN ServiceDied ServiceError ServiceProcess ServiceTimeout "
                "is_out_of_memory request"
            ),
            "token_buckets": "Budget TokenBuckets",
            "worker_stdio": "detach_stdio",
        },
    )
