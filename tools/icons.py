"""The icons and the manifest of the installed game."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

# As static/emblem.svg: a square of 64 units with a white disc, half of it black.
UNITS, CORNER, RADIUS = 64, 12, 25
GREEN = (0x2F, 0x9A, 0x3A)
BLACK = ((0.0, (0x7C, 0x85, 0x90)), (0.4, (0x30, 0x35, 0x3B)), (1.0, (5, 6, 7)))
WHITE = ((0.0, (255, 255, 255)), (0.6, (0xF1, 0xF0, 0xEA)), (1.0, (0xB9, 0xB7, 0xAA)))
LIGHT, REACH = (0.36, 0.3), 0.8  # center and radius of the gradients, in parts of the shape
FINE = 4  # subpixels
Shade = tuple[tuple[float, tuple[int, int, int]], ...]


def draw_icons(folder: Path) -> None:
    """Write the icons that browsers and phones ask for."""
    folder.mkdir(parents=True)
    for size in (192, 512):
        emblem(size).save(folder / f"{size}.png", optimize=True)
    emblem(512, inset=0.1, square=True).save(folder / "maskable.png", optimize=True)
    emblem(180, square=True).convert("RGB").save(folder / "apple.png", optimize=True)


def emblem(size: int, *, inset: float = 0.0, square: bool = False) -> Image.Image:
    """Draw the emblem; a maskable one is square and has an inset that may be cut off."""
    pixels = size * FINE
    steps = (np.arange(pixels) + 0.5) / pixels * UNITS
    x, y = np.meshgrid(steps, steps)
    scale = 1 - 2 * inset
    u, v = ((one - UNITS / 2) / scale + UNITS / 2 for one in (x, y))
    picture = np.zeros((pixels, pixels, 4))
    picture[...] = (*GREEN, 255)
    if not square:
        far = [np.maximum(np.abs(one - UNITS / 2) - (UNITS / 2 - CORNER), 0) for one in (x, y)]
        picture[np.hypot(*far) > CORNER, 3] = 0
    middle = UNITS / 2
    disc = np.hypot(u - middle, v - middle) <= RADIUS
    picture[disc, :3] = shaded(u, v, (7, 7, 50, 50), WHITE)[disc]
    # The black half is left of the line from (18.5, 53) to (45.5, 11).
    left = (45.5 - 18.5) * (v - 53) - (11 - 53) * (u - 18.5) < 0
    picture[disc & left, :3] = shaded(u, v, (7, 7, 38.5, 46), BLACK)[disc & left]
    whole = Image.fromarray(picture.astype(np.uint8), "RGBA")
    return whole.resize((size, size), Image.Resampling.LANCZOS)


def shaded(
    x: NDArray[np.float64], y: NDArray[np.float64], box: tuple[float, ...], shade: Shade
) -> NDArray[np.float64]:
    left, top, width, height = box
    u, v = (x - left) / width - LIGHT[0], (y - top) / height - LIGHT[1]
    reached = np.clip(np.hypot(u, v) / REACH, 0, 1)
    stops = [stop for stop, _ in shade]
    channels = [np.interp(reached, stops, [color[at] for _, color in shade]) for at in range(3)]
    return np.stack(channels, axis=-1)


def manifest() -> dict[str, Any]:
    """Return the manifest with which browsers install the game."""
    icon = {"type": "image/png"}
    return {
        "name": "Outflank",
        "short_name": "Othello",
        "description": "Othello (Reversi): play, study and practice, also without a network.",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#004e98",
        "theme_color": "#245edb",
        "icons": [
            icon | {"src": "icons/192.png", "sizes": "192x192"},
            icon | {"src": "icons/512.png", "sizes": "512x512"},
            icon | {"src": "icons/maskable.png", "sizes": "512x512", "purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": "New game", "url": "./?open=new"},
            {"name": "Puzzle of the day", "url": "./?open=daily"},
        ],
        "file_handlers": [
            {"action": "./", "accept": {"application/x-othello": [".ggf", ".sgf"]}},
        ],
        "share_target": {"action": "./", "method": "GET", "params": {"text": "moves"}},
    }
