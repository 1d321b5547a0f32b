"""Whether processes run, for tests of what must have ended."""

import time
from pathlib import Path

PATIENCE = 120  # seconds; reached only by a test that fails


def runs(process: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about yet does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def wait_until_ended(process: int) -> None:
    """Wait for a process that somebody else has started."""
    end = time.monotonic() + PATIENCE
    while runs(process):
        assert time.monotonic() < end, f"process {process} goes on"
        time.sleep(0.02)
