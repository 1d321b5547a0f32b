"""The files that the browser's engine needs: its weights and the opening book."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from outflank.book import BOOK_FILE
from outflank.engine import weights


@dataclass(frozen=True, slots=True)
class EngineFile:
    """A file whose name contains its hash, so that it can be cached forever."""

    name: str
    path: Path
    size: int  # bytes


@cache
def engine_files() -> dict[str, EngineFile]:
    """Return the files by kind: ``weights``, ``light`` (for slow connections) and ``book``."""
    return {
        "weights": _named(weights.DEFAULT_FILE),
        "light": _named(weights.LIGHT_FILE),
        "book": _named(BOOK_FILE),
    }


def _named(path: Path) -> EngineFile:
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()[:16]
    return EngineFile(f"{path.stem}-{digest}{path.suffix}", path, len(content))
