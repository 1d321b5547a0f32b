"""What a visitor's browser needs to think by itself: the weights and the opening book, as files."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from outflank.book import BOOK_FILE
from outflank.engine import weights


@dataclass(frozen=True, slots=True)
class EngineFile:
    """A file under a name that changes with what is in it, so that it can be kept for ever."""

    name: str
    path: Path
    size: int
    """Bytes."""


@cache
def engine_files() -> dict[str, EngineFile]:
    """The files by what they are: ``weights``, ``light`` ones for slow lines, and ``book``."""
    return {
        "weights": _named(weights.DEFAULT_FILE),
        "light": _named(weights.LIGHT_FILE),
        "book": _named(BOOK_FILE),
    }


def _named(path: Path) -> EngineFile:
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()[:16]
    return EngineFile(f"{path.stem}-{digest}{path.suffix}", path, len(content))
