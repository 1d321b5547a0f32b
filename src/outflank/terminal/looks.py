"""Board colors for true-color, 256-color and 16-color terminals, and for ASCII."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from rich.color import Color as RichColor
from rich.style import Style
from textual.theme import Theme

from outflank.board import Color
from outflank.study.values import Fate

Rgb: TypeAlias = tuple[int, int, int]
Shades: TypeAlias = tuple[Rgb, Rgb]  # the top and bottom colors of a disc


@dataclass(frozen=True, slots=True)
class Look:
    """The colors of squares and discs, and the available characters."""

    light_square: Rgb
    dark_square: Rgb
    frame: Rgb
    frame_text: Rgb
    black: Shades
    white: Shades
    cursor: Rgb
    last: Rgb
    hint: Rgb
    smooth: bool  # colors can be mixed, for smooth edges
    blocks: bool  # half-block characters are available

    def disc(self, color: Color) -> Shades:
        return self.black if color is Color.BLACK else self.white

    def fate(self, fate: Fate) -> Rgb:
        """Return the background of a move with a proven result."""
        return (_FATES if self.smooth else _SIXTEEN_FATES)[fate]


_FATES = {Fate.WON: (196, 240, 204), Fate.DRAWN: (250, 222, 120), Fate.LOST: (244, 142, 124)}
_SIXTEEN_FATES = {Fate.WON: (255, 255, 255), Fate.DRAWN: (255, 255, 0), Fate.LOST: (255, 0, 0)}


@lru_cache(maxsize=4096)
def style(ink: Rgb, ground: Rgb, *, bold: bool = False) -> Style:
    return Style(
        color=RichColor.from_rgb(*ink), bgcolor=RichColor.from_rgb(*ground), bold=bold or None
    )


def many_colors(*, blocks: bool = True) -> Look:
    return Look(
        light_square=(26, 132, 82),
        dark_square=(21, 118, 72),
        frame=(54, 38, 28),
        frame_text=(214, 190, 160),
        black=((62, 66, 72), (12, 13, 16)),
        white=((255, 255, 252), (205, 206, 200)),
        cursor=(246, 214, 92),
        last=(232, 76, 61),
        hint=(255, 205, 64),
        smooth=True,
        blocks=blocks,
    )


def two_hundred_colors(*, blocks: bool = True) -> Look:
    """Colors for terminals with 256 colors; automatic conversion often looks bad."""
    return Look(
        light_square=(0, 135, 0),
        dark_square=(0, 95, 0),
        frame=(48, 48, 48),
        frame_text=(208, 208, 208),
        black=((68, 68, 68), (8, 8, 8)),
        white=((255, 255, 255), (208, 208, 208)),
        cursor=(255, 215, 95),
        last=(255, 95, 95),
        hint=(255, 215, 95),
        smooth=True,
        blocks=blocks,
    )


def sixteen_colors(*, blocks: bool = True, light: bool = False) -> Look:
    """Colors for 16-color terminals, using only colors that all of them have."""
    green = (0, 128, 0)
    return Look(
        light_square=green,
        dark_square=green,
        frame=(192, 192, 192) if light else (0, 0, 0),
        frame_text=(0, 0, 0) if light else (192, 192, 192),
        black=((0, 0, 0), (0, 0, 0)),
        white=((255, 255, 255), (255, 255, 255)),
        cursor=(0, 128, 128),
        last=(255, 0, 0),
        hint=(255, 255, 0),
        smooth=False,
        blocks=blocks,
    )


def speaks_unicode(environment: Mapping[str, str] = os.environ) -> bool:
    """Return True if the locale says that the terminal shows more than ASCII.

    In the plain C locale Python itself sets ``LC_CTYPE=C.UTF-8``, so that value alone says nothing
    about the terminal. Windows has no locale variables, and its terminals show Unicode.
    """
    if sys.platform == "win32":
        return True
    c_type = environment.get("LC_CTYPE", "")
    if c_type == "C.UTF-8":
        c_type = ""
    locale = environment.get("LC_ALL") or c_type or environment.get("LANG") or "C"
    return "utf8" in locale.casefold().replace("-", "")


THEMES = (
    Theme(
        name="outflank-dark",
        primary="#3fae7a",
        secondary="#c9a27a",
        accent="#f6d65c",
        warning="#f0a848",
        error="#e8604c",
        success="#3fae7a",
        foreground="#e6e8e3",
        background="#14181a",
        surface="#1b2124",
        panel="#242c30",
        dark=True,
    ),
    Theme(
        name="outflank-light",
        primary="#17724a",
        secondary="#7a5230",
        accent="#a15c00",
        warning="#9a5b00",
        error="#b3261e",
        success="#17724a",
        foreground="#1d2420",
        background="#f6f4ee",
        surface="#ebe8df",
        panel="#dedacd",
        dark=False,
    ),
    Theme(
        name="outflank-dark-16",
        primary="#00ff00",
        secondary="#c0c0c0",
        accent="#ffff00",
        warning="#ffff00",
        error="#ff0000",
        success="#00ff00",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#000080",
        dark=True,
        text_alpha=1.0,
    ),
    Theme(
        name="outflank-light-16",
        primary="#008000",
        secondary="#000080",
        accent="#800000",
        warning="#800000",
        error="#ff0000",
        success="#008000",
        foreground="#000000",
        background="#ffffff",
        surface="#ffffff",
        panel="#c0c0c0",
        dark=False,
        text_alpha=1.0,
        variables={"text-muted": "#000000"},  # gray is hard to see on white
    ),
)


def theme_name(*, light: bool, sixteen: bool) -> str:
    return f"outflank-{'light' if light else 'dark'}{'-16' if sixteen else ''}"
