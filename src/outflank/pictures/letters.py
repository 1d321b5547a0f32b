"""Letters drawn by us as strokes of a round pen, so that they are smooth at every size.

``letters.txt`` has a line for each: itself or its number, its width, its strokes. A letter stands
between 0 (the top of a capital) and 10 (the line); small ones begin at 3, tails reach 13. Strokes
are points ``x,y`` and arcs ``(middle x, y, radius x, y, from°, to°)``, 0° to the right and 90°
down. Marks that stand over or under a letter are drawn around its middle.
"""

import math
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_PEN = 1.45  # the width of the pen, where a capital is 10 high
_GAP = 2.3  # between two letters
_WIDEST_ARC = 15  # degrees that are drawn as a straight line

_UNKNOWN = (5.6, "0,0 5.6,0 5.6,10 0,10 0,0")  # as fonts do: an empty frame
_BELOW = "\u0327\u0328"  # marks under a letter
_HIGHER = 2.6  # marks stand so much higher over a capital

Point = tuple[float, float]
Stroke = list[Point]


def text_width(text: str, height: float) -> float:
    """How wide a text is, in pixels, its capitals so high."""
    letters = [letter for letter, _ in _letters(text)]
    return (sum(_of(letter)[0] + _GAP for letter in letters) - _GAP if letters else 0) * height / 10


def text_strokes(text: str, height: float) -> Iterator[tuple[float, Stroke]]:
    """The strokes of a text in pixels, each with how far to the right its letter stands."""
    scale, at = height / 10, 0.0
    for letter, marks in _letters(text):
        for stroke in _strokes(letter, marks):
            yield at * scale, [(x * scale, y * scale) for x, y in stroke]
        at += _of(letter)[0] + _GAP


def pen(height: float) -> float:
    """The width of the pen, in pixels, for capitals so high."""
    return max(1.0, _PEN * height / 10)


def fitted(text: str, height: float, width: float) -> str:
    """The text, or its beginning and … where it is too long."""
    if text_width(text, height) <= width:
        return text
    while text and text_width(text + "…", height) > width:
        text = text[:-1].rstrip()
    return text + "…"


def _letters(text: str) -> Iterator[tuple[str, str]]:
    """Each letter with the marks over and under it."""
    letter, marks = "", ""
    for character in unicodedata.normalize("NFD", text):
        if letter and unicodedata.combining(character):
            marks += character
            continue
        if letter:
            yield letter, marks
        letter, marks = character, ""
    if letter:
        yield letter, marks


@cache
def _drawings() -> dict[str, tuple[float, str]]:
    lines = Path(__file__).with_name("letters.txt").read_text(encoding="utf-8").splitlines()
    drawings = {}
    for line in lines[1:]:
        letter, width, *strokes = line.split(" ", 2)
        known = chr(int(letter[2:], 16)) if letter.startswith("U+") else letter
        drawings[known] = float(width), "".join(strokes)
    return drawings


def _of(letter: str) -> tuple[float, str]:
    return _drawings().get(letter, _UNKNOWN)


@cache
def _strokes(letter: str, marks: str) -> list[Stroke]:
    width, drawing = _of("ı" if letter == "i" and marks.strip(_BELOW) else letter)
    strokes = [_points(one) for one in drawing.split("|") if one]
    for mark in marks:
        _, drawing = _drawings().get(mark, (0, ""))
        up = _HIGHER if letter.isupper() and mark not in _BELOW else 0
        strokes += [
            [(x + width / 2, y - up) for x, y in _points(one)] for one in drawing.split("|") if one
        ]
    return strokes


def _points(drawing: str) -> Stroke:
    points: Stroke = []
    for part in drawing.replace("(", "(|").replace(")", "(").split("("):
        if part.startswith("|"):
            points += _arc(*(float(number) for number in part[1:].split()))
        else:
            for point in part.split():
                x, _, y = point.partition(",")
                points.append((float(x), float(y)))
    return points


def _arc(x: float, y: float, wide: float, high: float, begin: float, end: float) -> Stroke:
    steps = max(1, math.ceil(abs(end - begin) / _WIDEST_ARC))
    angles = (math.radians(begin + (end - begin) * step / steps) for step in range(steps + 1))
    return [(x + wide * math.cos(angle), y + high * math.sin(angle)) for angle in angles]
