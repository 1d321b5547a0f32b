"""Text for terminals: columns, and replacements where a terminal has no × or −."""

import codecs
import io
from typing import TextIO
from unicodedata import east_asian_width

PLAIN = "outflank.plain"
"""The value of `errors` in `open` and `reconfigure` that writes the nearest characters."""

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


def padded(text: str, width: int) -> str:
    """The text with spaces up to a width in columns, of which a Chinese character takes two."""
    return text + " " * (width - sum(1 + (east_asian_width(one) in "WF") for one in text))


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return nearest(error.object[error.start : error.end], error.encoding), error.end


codecs.register_error(PLAIN, _handle)


def prepare(source: TextIO, *targets: TextIO) -> None:
    """Make the standard streams take any text: invalid bytes are read as �, and characters that
    a target lacks are written as the nearest it has."""
    for stream, errors in ((source, "replace"), *((target, PLAIN) for target in targets)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
