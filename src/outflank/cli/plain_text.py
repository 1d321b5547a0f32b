"""Text for terminals that have no × or −: the nearest they have instead of question marks."""

import codecs
import io
from typing import TextIO

PLAIN = "outflank.plain"
"""What `open` and `reconfigure` take as `errors` for the nearest that can be written."""

_NEAREST = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "—": "-",
        "×": "x",
        "±": "+-",
        "…": "...",
        "·": "|",
        "→": "->",
        "←": "<-",
        "∞": "inf",
        "≥": ">=",
        "≤": "<=",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        "●": "X",
        "○": "O",
    }
)


def nearest(text: str, encoding: str = "ascii") -> str:
    """The text as it can be written in an encoding.

    >>> nearest("−22 on 8×8, 1–1 … ☺")
    '-22 on 8x8, 1-1 ... ?'
    """
    return text.translate(_NEAREST).encode(encoding, errors="replace").decode(encoding)


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return nearest(error.object[error.start : error.end], error.encoding), error.end


codecs.register_error(PLAIN, _handle)


def prepare(source: TextIO, *targets: TextIO) -> None:
    """Let the standard streams take any text: bytes that are none read as �, what a target lacks
    is written as the nearest it has."""
    for stream, errors in ((source, "replace"), *((target, PLAIN) for target in targets)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
