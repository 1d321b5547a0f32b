"""Convert the whole screen to ASCII, for terminals that show nothing else."""

import unicodedata

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_LOOK_ALIKES = {
    "●": "X", "○": "O", "…": ".", "×": "x", "–": "-", "—": "-", "·": ".", "▸": ">", "★": "*",
    "◆": "D",
    "█": "#", "░": ".", "▒": ":", "▓": "#", "▼": "v", "▲": "^", "▶": ">", "◀": "<", "■": "#",
    "│": "|", "┃": "|", "║": "|", "─": "-", "━": "-", "═": "=", "’": "'", "‘": "'", "“": '"',
    "”": '"', "▏": "|", "▕": "|", "▔": "-", "▁": "_", "▎": "|", "▊": "|", "▌": "|", "▐": "|",
    "←": "<", "→": ">", "↑": "^", "↓": "v", "⏎": "E", "␣": "_", "↵": "E", "⇥": "T",
}  # fmt: skip


def to_ascii(text: str) -> str:
    """Replace every character by ASCII of the same width.

    >>> to_ascii("│ 8×8 … é │")
    '| 8x8 . e |'
    """
    return text if text.isascii() else "".join(map(_one, text))


def _one(character: str) -> str:
    if character.isascii():
        return character
    if character in _LOOK_ALIKES:
        return _LOOK_ALIKES[character]
    if "BOX DRAWINGS" in unicodedata.name(character, ""):
        return "+"
    plain = unicodedata.normalize("NFKD", character)[0]
    if unicodedata.east_asian_width(character) in "WF":
        return "??"
    if unicodedata.combining(character):
        return ""
    return plain if plain.isascii() else " " if character in "▀▄" else "?"


class PlainCharacters(LineFilter):
    """A filter that lets only ASCII characters through."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]
