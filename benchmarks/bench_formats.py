"""Read, write, import and search the real WTHOR archive.

Needs `../shared/data`; without it, prints a message and does nothing.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

from outflank.formats import read_file, read_ggf, read_transcript, write_ggf
from outflank.formats.lines import read_lines, write_line
from outflank.storage.archive.archive import Query, open_archive
from timing import rate, report

ARCHIVE = Path(__file__).parents[2] / "shared" / "data" / "games" / "wthor-1977-2025.tar.xz"
POSITIONS = ("", "f5", "f5d6", "f5d6c3d3c4f4", "f5d6c3d3c4f4f6f3e6e7", "f5f6e6f4e3c5c4e7")

FIRST_LOOK = """
import sys, time
from outflank.formats import read_transcript
from outflank.storage.archive import Query, open_archive
archive = open_archive(sys.argv[1])
query = Query(board=read_transcript("f5d6").board)
cpu, wall = time.process_time(), time.perf_counter()
assert archive.search(query).total
print(1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - wall))
"""


def main() -> None:
    if not ARCHIVE.exists():
        print("bench_formats: needs the WTHOR archive in ../shared/data")
        return
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(ARCHIVE) as archive:
            archive.extractall(folder, filter="data")
        files = sorted(Path(folder).rglob("*.wtb"))
        report("WTHOR read and checked", rate(lambda: _count(files), 3), {}, "games/s")
        records = list(read_file(next(file for file in files if "1997" in file.name)))
        ggf = "\n".join(map(write_ggf, records))
        lines = "\n".join(map(write_line, records))
        report("GGF read", rate(lambda: len(list(read_ggf(io.StringIO(ggf)))), 2), {}, "games/s")
        report("GGF written", rate(lambda: len([write_ggf(r) for r in records]), 2), {}, "games/s")
        report(
            "lines read", rate(lambda: len(list(read_lines(io.StringIO(lines)))), 2), {}, "games/s"
        )
        _archive(files, Path(folder))


def _count(files: list[Path]) -> int:
    return sum(1 for file in files for _ in read_file(file))


def _archive(files: list[Path], folder: Path) -> None:
    url = f"sqlite:///{folder / 'archive.sqlite3'}"
    archive = open_archive(url)
    begin = time.process_time()
    games = 0
    for file in files:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        games += archive.import_games(read_file(file), name=file.name, digest=digest).games
    spent = time.process_time() - begin
    print(f"{'archive: import':<28} {spent:>14.1f} CPU s for {games:,} games")
    archive.close()
    first = [_first_look(url) for _ in range(5)]
    cpu, wall = (min(each) for each in zip(*first, strict=True))
    print(
        f"{'archive: first position':<28} {cpu:>14.1f} CPU ms, {wall:.1f} ms by the clock, "
        "in a new process, the best of 5"
    )
    archive = open_archive(url)
    for moves in POSITIONS:
        begin = time.process_time()
        found = archive.search(Query(board=read_transcript(moves).board))
        spent = 1000 * (time.process_time() - begin)
        print(f"{'archive: position':<28} {spent:>14.1f} CPU ms, {found.total:,} games, {moves!r}")
    archive.close()


def _first_look(url: str) -> tuple[float, float]:
    """Return the CPU and wall time of the first request to a new process, in milliseconds."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_LOOK, url], check=True, capture_output=True, text=True
    )
    cpu, wall = map(float, done.stdout.split())
    return cpu, wall


if __name__ == "__main__":
    main()
