"""The colors of the window: a green board in a wooden frame, on paper."""

from typing import TypeAlias

from outflank.board import Color
from outflank.study.values import Fate

Layers: TypeAlias = tuple[tuple[float, float, str], ...]
"""Layers of a disc: relative radius, relative offset up and left, and color."""

PAPER = "#f4f0e8"
CARD = "#fffdf8"
CARD_EDGE = "#d9d1c2"
ACTIVE = "#c8862a"
INK = "#2a2420"
FAINT_INK = "#7d7268"
FRAME = "#4a3325"
FRAME_EDGE = "#2f2017"
FRAME_INK = "#e3cfb4"
GREEN = "#1c8553"
GREEN_LINE = "#11613a"
CURSOR = "#e9c851"
LAST = "#e2503f"
HINT = "#ffcf40"
ESTIMATE = "#eef6f0"
FATE = {Fate.WON: "#c4f0cc", Fate.DRAWN: "#fade78", Fate.LOST: "#f48e7c"}
EXACT_ZONE = "#eef3e4"
CURVE = "#17724a"
SHADOW = "#136341"
BAD = "#a32a1c"

_STEPS = 8  # steps from the rim of a disc to its highlight; more are smoother but slower


def _layers(rim: str, body: tuple[int, int, int], light: tuple[int, int, int]) -> Layers:
    layers = [(1.0, 0.0, rim)]
    for step in range(_STEPS):
        part = step / (_STEPS - 1)
        tint = (round(a + (b - a) * part) for a, b in zip(body, light, strict=True))
        layers.append((0.95 - 0.62 * part, 0.02 + 0.16 * part, "#" + bytes(tint).hex()))
    return tuple(layers)


LAYERS: dict[Color, Layers] = {
    Color.BLACK: _layers("#0a0b0c", (19, 21, 24), (52, 57, 64)),
    Color.WHITE: _layers("#a9a89f", (216, 215, 208), (255, 255, 254)),
}
PLAIN = {Color.BLACK: "#1d2024", Color.WHITE: "#eae9e3"}
PLAYABLE = {Color.BLACK: "#14512f", Color.WHITE: "#7fc7a2"}
GHOST = {Color.BLACK: "#145c38", Color.WHITE: "#8fd0ae"}
EDGE = {Color.BLACK: "#104a30", Color.WHITE: "#63a584"}  # between a disc and the board
