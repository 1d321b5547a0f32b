"""Files that work is added to line by line, so that a kill costs no more than the last line."""

from __future__ import annotations

from pathlib import Path


def whole_lines(path: Path) -> list[str]:
    """The finished lines of such a file, none where it is missing; what follows them is left out.

    A line that was cut off may read as another one: of `+12` remains `+1`.
    """
    data = path.read_bytes() if path.exists() else b""
    whole = data.rfind(b"\n") + 1
    if data and not whole:
        raise ValueError(
            f"{path} has no finished line, so it may be anything: remove it, or give another file"
        )
    return data[:whole].decode("utf-8", "replace").splitlines()


def begin_after(path: Path, lines: int) -> None:
    """Cuts such a file off behind so many lines; makes one, and its folder, where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        file.seek(0)
        kept = sum(len(file.readline()) for _ in range(lines))
        file.truncate(kept)


def add_lines(path: Path, *lines: str) -> None:
    """Adds finished work."""
    with path.open("a", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines))
