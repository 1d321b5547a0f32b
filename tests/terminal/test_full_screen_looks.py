"""How the full-screen game looks: in both sizes, with few colours, without Unicode, in the light.

The pictures in ``snapshots`` are the screen as text. When one changes on purpose, look at the
difference, and write it anew with OUTFLANK_NEW_SNAPSHOTS=1.
"""

import os
from pathlib import Path
from typing import Any

import pytest
from pilots import BLACK, WHITE, Driver, drive
from rich.color import Color as RichColor
from rich.color import ColorSystem

from outflank.board import SIZES, Color
from outflank.game import Game
from outflank.play.scene import Cell
from outflank.play.seat import HUMAN
from outflank.terminal.disc_drawing import BLOCK_SIZES, LETTER_SIZES, draw
from outflank.terminal.looks import (
    Look,
    many_colors,
    sixteen_colors,
    speaks_unicode,
    two_hundred_colors,
)
from outflank.terminal.plain_characters import to_ascii

SNAPSHOTS = Path(__file__).parent / "snapshots"
SIXTEEN = {
    (0, 0, 0), (128, 0, 0), (0, 128, 0), (128, 128, 0), (0, 0, 128), (128, 0, 128), (0, 128, 128),
    (192, 192, 192), (128, 128, 128), (255, 0, 0), (0, 255, 0), (255, 255, 0), (0, 0, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
}  # fmt: skip


def midgame() -> Game:
    game = Game()
    for move in ("f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"):
        game.play(move)
    return game


def compare(name: str, text: str) -> None:
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("OUTFLANK_NEW_SNAPSHOTS"):
        path.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "size", "options"),
    [
        ("80x24", (80, 24), {}),
        ("160x50", (160, 50), {}),
        ("80x24-ascii", (80, 24), {"ascii_only": True, "sixteen": True}),
        ("50x20", (50, 20), {}),
    ],
)
def test_the_screen_looks_as_it_did(
    name: str, size: tuple[int, int], options: dict[str, Any], tmp_path: Path
) -> None:
    async def steps(driver: Driver) -> None:
        await driver.hover("g2")
        await driver.until_text("? Help")
        compare(name, driver.text)

    seats = {BLACK: HUMAN, WHITE: "greedy"}
    drive(steps, tmp_path, game=midgame(), seats=seats, size=size, **options)


def test_a_larger_terminal_gets_a_larger_board(tmp_path: Path) -> None:
    cells = []
    for size in ((80, 24), (100, 32), (160, 50)):

        async def steps(driver: Driver) -> None:
            cells.append(driver.board.cell_size)

        drive(steps, tmp_path, size=size)
    assert cells == [(5, 2), (6, 3), (10, 5)]


@pytest.mark.parametrize("board_size", SIZES)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_board_fits_80_by_24(board_size: int, ascii_only: bool) -> None:
    # 44 columns and 19 rows are left for the board beside the panels, above the messages.
    sizes = LETTER_SIZES if ascii_only else BLOCK_SIZES
    fitting = [
        cell for cell in sizes if board_size * cell[0] + 4 <= 44 and board_size * cell[1] + 2 <= 19
    ]
    assert fitting


def test_without_unicode_only_ascii_reaches_the_terminal(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        for key in ("tab", "question_mark", "escape", "ctrl+n", "escape", "ctrl+o"):
            await driver.press(key)
            assert driver.text.isascii(), driver.text

    seats = {BLACK: HUMAN, WHITE: "positional"}
    drive(steps, tmp_path, game=midgame(), seats=seats, ascii_only=True)


@pytest.mark.parametrize("light", [False, True])
def test_with_sixteen_colours_the_board_uses_no_others(light: bool) -> None:
    for blocks in (True, False):
        look = sixteen_colors(blocks=blocks, light=light)
        assert {look.frame, look.frame_text} <= SIXTEEN
        for cell in all_cells():
            for width, height in BLOCK_SIZES if blocks else LETTER_SIZES:
                for row in draw(cell, width, height, look):
                    for segment in row:
                        assert segment.style is not None
                        colors = (segment.style.color, segment.style.bgcolor)
                        assert {tuple(c.triplet) for c in colors if c and c.triplet} <= SIXTEEN


def test_with_256_colours_all_that_is_not_mixed_is_one_of_them() -> None:
    look = two_hundred_colors()
    levels = (0, 95, 135, 175, 215, 255)
    grays = {(8 + 10 * n,) * 3 for n in range(24)}
    shades = (*look.black, *look.white, look.light_square, look.dark_square, look.frame)
    for color in (*shades, look.frame_text, look.cursor, look.last, look.hint):
        assert color in grays or set(color) <= set(levels), color
        nearest = RichColor.from_rgb(*color).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
        assert tuple(nearest) == color or len(set(nearest)) == len(set(color)) == 1, color


@pytest.mark.parametrize(
    ("system", "look"), [("256", two_hundred_colors()), ("truecolor", many_colors())]
)
def test_a_terminal_gets_the_colours_it_has(
    system: str, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(driver: Driver) -> None:
        monkeypatch.setattr(type(driver.app.console), "color_system", system)
        await driver.press("ctrl+t")
        await driver.until(lambda: driver.board.look == look)

    drive(steps, tmp_path)


def all_cells() -> list[Cell]:
    cells = [Cell(), Cell(hint=True), Cell(cursor=True), Cell(dark=True)]
    for color in Color:
        cells += [
            Cell(disc=color),
            Cell(disc=color, last=True),
            Cell(disc=color, flips_to=color.opponent),
            Cell(disc=color, breadth=0.4),
            Cell(playable=color),
            Cell(playable=color, ghost=color, cursor=True),
        ]
    return cells


@pytest.mark.parametrize("look", [many_colors(), many_colors(blocks=False), sixteen_colors()])
def test_every_cell_is_as_large_as_it_should_be_and_tells_the_sides_apart(look: Any) -> None:
    for width, height in BLOCK_SIZES if look.blocks else LETTER_SIZES:
        pictures = []
        for cell in all_cells():
            rows = draw(cell, width, height, look)
            assert [sum(segment.cell_length for segment in row) for row in rows] == [width] * height
            pictures.append(rows)
        black, white = (draw(Cell(disc=color), width, height, look) for color in Color)
        assert black != white


def test_the_light_screen_is_light(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        assert not driver.app.current_theme.dark
        await driver.press("ctrl+t")
        assert driver.app.current_theme.dark

    drive(steps, tmp_path, light=True)


@pytest.mark.parametrize(
    ("environment", "unicode"),
    [
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LANG": "C.UTF-8"}, True),
        ({"LC_ALL": "de_DE.utf8", "LANG": "C"}, True),
        ({"LANG": "C"}, False),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),  # set by Python itself
        ({"LANG": "en_US.ISO-8859-1"}, False),
        ({}, False),
    ],
)
def test_the_locale_says_whether_there_is_unicode(
    environment: dict[str, str], unicode: bool
) -> None:
    assert speaks_unicode(environment) is unicode


def test_ascii_text_is_as_wide_as_the_text_it_replaces() -> None:
    text = "│ ● 8×8 – „é“ ▼ 日 ◉ │"
    assert to_ascii(text).isascii()
    assert len(to_ascii(text)) == len(text) + 1  # 日 takes two columns


def test_small_discs_differ_by_shape_and_a_board_that_does_not_fit_says_so(tmp_path: Path) -> None:
    async def small(driver: Driver) -> None:
        assert "●" in driver.text
        assert "○" in driver.text

    drive(small, tmp_path, game=Game(size=16), size=(80, 24))

    async def cut(driver: Driver) -> None:
        assert "The board needs 36×18 characters" in " ".join(driver.text.split())

    drive(cut, tmp_path, game=Game(size=16), size=(40, 14))
