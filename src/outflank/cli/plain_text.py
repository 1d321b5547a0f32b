"""Text for terminals: columns, and replacements for missing characters such as × or −."""

import codecs
import io
from typing import TextIO
from unicodedata import east_asian_width

PLAIN = "outflank.plain"
"""The ``errors`` handler that writes similar characters instead of missing ones."""

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
    """Replace characters that an encoding lacks by similar ones.

    >>> nearest("−22 on 8×8, 1–1 … ☺")
    '-22 on 8x8, 1-1 ... ?'
    """
    return text.translate(_NEAREST).encode(encoding, errors="replace").decode(encoding)


def padded(text: str, width: int) -> str:
    """Pad text to a width in columns; a Chinese character has two."""
    return text + " " * (width - sum(1 + (east_asian_width(one) in "WF") for one in text))


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return nearest(error.object[error.start : error.end], error.encoding), error.end


codecs.register_error(PLAIN, _handle)


def prepare(source: TextIO, *targets: TextIO) -> None:
    """Make the standard streams accept any text.

    Invalid input bytes become �, and unsupported output characters become similar ones.
    """
    for stream, errors in ((source, "replace"), *((target, PLAIN) for target in targets)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
