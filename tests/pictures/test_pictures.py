"""Pictures, read back by small readers of our own that follow the specifications."""

import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import Board
from outflank.formats import read_transcript
from outflank.pictures import (
    GIF_SHADES,
    Canvas,
    Caption,
    board_png,
    draw_board,
    game_gif,
    write_gif,
)
from outflank.pictures.canvas import FRAME, PALETTE
from outflank.pictures.drawing import Measures
from outflank.pictures.letters import fitted, text_width


def png_pixels(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and palette indices of a PNG; every checksum is verified."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, content, size = 8, b"", (0, 0)
    kinds = []
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, at + 8 + length)
        assert checksum == zlib.crc32(kind + body)
        kinds.append(kind)
        if kind == b"IHDR":
            size = struct.unpack_from(">II", body)
        elif kind == b"IDAT":
            content += zlib.decompress(body)
        at += 12 + length
    assert (kinds[0], kinds[-1]) == (b"IHDR", b"IEND")
    width, height = size
    rows = [content[y * (width + 1) : (y + 1) * (width + 1)] for y in range(height)]
    assert all(row[0] == 0 for row in rows)
    return width, height, b"".join(row[1:] for row in rows)


def gif_frames(data: bytes) -> list[tuple[bytes, float]]:
    """The whole picture after each frame, and how long it is shown."""
    assert data.startswith(b"GIF89a")
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    at = 13 + 3 * (2 << (flags & 7))
    screen = bytearray(width * height)
    frames = []
    seconds = 0.0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                seconds = struct.unpack_from("<H", data, at + 4)[0] / 100
            _, at = blocks(data, at + 2)
            continue
        assert data[at] == 0x2C
        left, top, wide, high = struct.unpack_from("<HHHH", data, at + 1)
        bits = data[at + 10]
        packed, at = blocks(data, at + 11)
        pixels = unpacked(packed, bits)
        assert len(pixels) == wide * high
        for y in range(high):
            begin = (top + y) * width + left
            screen[begin : begin + wide] = pixels[y * wide : (y + 1) * wide]
        frames.append((bytes(screen), seconds))
    assert at == len(data) - 1
    return frames


def blocks(data: bytes, at: int) -> tuple[bytes, int]:
    found = b""
    while data[at]:
        found += data[at + 1 : at + 1 + data[at]]
        at += 1 + data[at]
    return found, at + 1


def unpacked(data: bytes, bits: int) -> bytes:
    """LZW undone, with the table that the decoder builds for itself."""
    clear, end = 1 << bits, (1 << bits) + 1
    table: list[bytes] = []
    width, buffer, filled = bits + 1, 0, 0
    out, before = b"", b""
    for byte in data:
        buffer |= byte << filled
        filled += 8
        while filled >= width:
            code = buffer & (1 << width) - 1
            buffer >>= width
            filled -= width
            if code == clear:
                table = [bytes([value]) for value in range(clear)] + [b"", b""]
                width, before = bits + 1, b""
            elif code == end:
                return out
            else:
                entry = table[code] if code < len(table) else before + before[:1]
                out += entry
                if before and len(table) < 4096:
                    table.append(before + entry[:1])
                    if len(table) == 1 << width and width < 12:
                        width += 1
                before = entry
    raise AssertionError("no end code")


def test_a_png_has_the_pixels_that_were_drawn() -> None:
    board = Board().play("f5")
    canvas = draw_board(board, Measures.of_square(16), last_move=37, highlight=[0])
    data = board_png(board, square=16, last_move=37, highlight=[0])
    assert png_pixels(data) == (canvas.width, canvas.height, canvas.pixels)
    assert len(PALETTE) <= 256


def test_a_gif_of_any_length_has_its_end_where_the_reader_looks() -> None:
    for width in range(1, 260):  # of 223 pixels a reader met no end
        pixels = bytes((at * at + at // 7) % 256 for at in range(width))
        canvas = Canvas(width, 1)
        canvas.rows[0][:] = pixels
        assert gif_frames(write_gif([(canvas, 0.1)])) == [(pixels, 0.1)], width


def test_a_game_becomes_a_gif_with_a_frame_a_move() -> None:
    game = read_transcript("f5d6c3d3c4f4f6f3e6e7")
    frames = gif_frames(game_gif(game, square=12, seconds=0.5))
    boards = [game.start, *(ply.board for ply in game.history)]
    marks = [None, *(ply.square for ply in game.history)]
    drawn = [
        draw_board(board, Measures.of_square(12), last_move=mark, shades=GIF_SHADES).pixels
        for board, mark in zip(boards, marks, strict=True)
    ]
    assert [pixels for pixels, _ in frames] == drawn
    assert [seconds for _, seconds in frames] == [0.5] * 10 + [2.0]


@given(
    st.integers(1, 80),
    st.lists(st.lists(st.integers(0, 255), min_size=1, max_size=40), min_size=1, max_size=3),
    st.integers(1, 400),
)
@settings(max_examples=40, deadline=None)
def test_any_pixels_come_back_from_a_gif(width: int, some: list[list[int]], times: int) -> None:
    height = max(1, len(some[0]) * times // width)
    canvases = []
    for values in some:
        canvas = Canvas(width, height)
        endless = (values * (width * height // len(values) + 1))[: width * height]
        canvas.rows = [bytearray(endless[y * width : (y + 1) * width]) for y in range(height)]
        canvases.append(canvas)
    frames = gif_frames(write_gif((canvas, 1.0) for canvas in canvases))
    assert [pixels for pixels, _ in frames] == [canvas.pixels for canvas in canvases]


@pytest.mark.parametrize("size", [4, 10, 16])
def test_boards_of_every_size_are_drawn(size: int) -> None:
    width, height, _ = png_pixels(board_png(Board(size), square=8))
    assert width == height == 2 * 10 + size * 8


def test_a_square_of_no_sensible_width_is_refused() -> None:
    with pytest.raises(ValueError, match="a square is 8 to 128 pixels wide; got 2"):
        board_png(Board(), square=2)


def test_pictures_for_people_have_their_size_and_tell_who_played_and_how_it_ended() -> None:
    game = read_transcript("f5d6c3d3c4")
    told = Caption("Émilie", "Bo", "6 – 3", "White to move")
    width, height, pixels = png_pixels(board_png(game.board, caption=told))
    assert width == 1024
    assert height > width
    frame = PALETTE.index(FRAME)
    nothing = png_pixels(board_png(game.board, caption=Caption("", "")))[2]
    board, below = slice(0, 1000 * width), slice(1000 * width, None)
    assert pixels[board] == nothing[board]
    assert pixels[below].count(frame) < nothing[below].count(frame)
    film = game_gif(game, caption=told)
    assert struct.unpack_from("<H", film, 6) == (512,)
    *_, before, last = gif_frames(film)
    lines = slice(512 * 530, None)
    assert last[0][lines] != before[0][lines]  # the score comes with the last move


def test_discs_are_round_to_the_eye() -> None:
    """Between disc and felt there are pixels of colours between: no stairs."""
    canvas = draw_board(Board(), Measures.of_width(1024, 8))
    edges = {PALETTE[pixel] for pixel in canvas.rows[1024 // 2 - 20]}
    assert len(edges) > 40


def test_every_letter_of_a_name_is_drawn_and_a_long_name_ends_in_dots() -> None:
    assert text_width("Émilie", 10) == text_width("Emilie", 10)
    plain, marked = Canvas(80, 30), Canvas(80, 30)
    plain.text("Emilie", 5, 10, 12)
    marked.text("Émilie", 5, 10, 12)
    assert plain.rows[10:] == marked.rows[10:]
    assert plain.rows[:10] != marked.rows[:10]
    name = fitted("Wolfgang Amadeus Theophilus Mozart", 10, 120)
    assert name.endswith("…")
    assert text_width(name, 10) <= 120
    unknown = Canvas(20, 20)
    unknown.text("譜", 5, 5, 10)
    assert unknown.pixels != Canvas(20, 20).pixels  # an empty frame, and not nothing
