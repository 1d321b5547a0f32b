"""The first start: `make play` in a new clone, until the page responds.

    python benchmarks/first_start.py [COMMIT]

The default is the checked-out commit. pip's cache is used if it is populated, as is usual on a
machine with Python. Wall time is for a quiet machine; CPU time varies less.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
PORT = 8797


def answers() -> bool:
    """Return True if the page responds."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=2) as page:
            return bool(page.read())
    except (urllib.error.URLError, OSError):
        return False


def main(commit: str) -> int:
    """Clone, start, wait, stop."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "-q", str(ROOT), folder], check=True)
        subprocess.run(["git", "checkout", "-q", commit], check=True, cwd=folder)
        command = ["make", "play", f"ARGS=--no-open --port {PORT}"]
        environment = {**os.environ, "OUTFLANK_DATA": f"{folder}/data"}
        begin = time.monotonic()
        play = subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True)
        while not answers() and play.poll() is None:
            time.sleep(0.1)
        wall = time.monotonic() - begin
        if play.poll() is not None:
            return play.returncode or 1
        os.killpg(play.pid, 2)
        play.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime
    print(f"first start: {wall:.0f} s, {cpu:.0f} CPU s, load {os.getloadavg()[0]:.1f} at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "HEAD"))
