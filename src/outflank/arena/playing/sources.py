"""The Python files of a player: read when a run begins and sent to the workers.

This makes a run independent of the folder, the machine and later changes to the files. Unchanged
local files are used in place, because a player may read data next to them. For files named in a
player's settings, such as weights, the log contains only digests; cluster workers receive copies.
"""

import ast
import atexit
import hashlib
import shutil
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from outflank.arena.records import Assignment, Entrant

_unpacking = threading.Lock()


def read_sources(path: Path) -> dict[str, str]:
    """Read a player's file and the modules beside it that it imports, by relative path.

    Raises OSError, or UnicodeDecodeError if a file is not UTF-8.
    """
    found: dict[str, str] = {}
    waiting = [path]
    while waiting:
        file = waiting.pop()
        name = file.relative_to(path.parent).as_posix()
        if name not in found:
            found[name] = file.read_bytes().decode()  # keep the line endings
            waiting += _beside(path.parent, found[name])
    return dict(sorted(found.items(), key=lambda one: (one[0] != path.name, one[0])))


def digest_of_data(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def digest_of_sources(files: Mapping[str, str], data: Mapping[str, str]) -> str:
    """Return a digest of the files; for a single file, of its bytes."""
    whole = hashlib.sha256()
    for digest in data.values():
        whole.update(digest.encode())
    for name, text in files.items():
        whole.update(text.encode() if len(files) == 1 else f"{name}\0{text}\0".encode())
    return whole.hexdigest()[:16]


def with_files_here(game: Assignment) -> Assignment:
    """Return the game with players that refer to local files and carry no sources."""
    return replace(game, black=_here(game.black), white=_here(game.white))


def put_here(digest: str, content: bytes) -> None:
    """Store a file from another machine; `with_files_here` passes it to its player."""
    with _unpacking:
        if not (file := shelf() / digest).exists():
            file.write_bytes(content)


def _here(entrant: Entrant) -> Entrant:
    for path, digest in entrant.data.items():
        if (file := shelf() / digest).exists():
            entrant = replace(entrant, spec=entrant.spec.replace(path, str(file)))
    entrant = replace(entrant, data={})
    if not entrant.files:
        return entrant
    name = next(iter(entrant.files))
    path, colon, rest = entrant.spec.partition(f"{name}:")
    folder = Path(path if colon else entrant.spec.removesuffix(name))
    if not _lie_in(folder, entrant.files):
        folder = _unpacked(entrant)
    return replace(entrant, spec=f"{folder / name}{colon and ':'}{rest}", files={})


def _lie_in(folder: Path, files: Mapping[str, str]) -> bool:
    try:
        return all((folder / name).read_bytes() == text.encode() for name, text in files.items())
    except OSError:
        return False


def _unpacked(entrant: Entrant) -> Path:
    """Write a player's files to a temporary folder of this process."""
    folder = shelf() / entrant.digest
    with _unpacking:
        if not _lie_in(folder, entrant.files):
            for name, text in entrant.files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(text.encode())
    return folder


@cache
def shelf() -> Path:
    """Return a temporary folder of this process for files that no longer exist elsewhere."""
    folder = tempfile.mkdtemp(prefix="outflank-players-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _beside(folder: Path, text: str) -> Iterator[Path]:
    """Yield the files in a folder that a module imports; packages are included in full."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # reported when the player is run
        return
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            top = folder / name.partition(".")[0]
            if top.with_suffix(".py").is_file():
                yield top.with_suffix(".py")
            elif top.is_dir():
                yield from top.rglob("*.py")
