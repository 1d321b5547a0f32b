"""Pictures, read back with Pillow."""

import io
import logging

import pytest
from PIL import Image, ImageSequence

from outflank.board import Board
from outflank.formats import read_transcript
from outflank.game import Game
from outflank.pictures import Caption, board_png, game_gif, letters
from outflank.pictures.drawing import FELT, FRAME, HIGHLIGHT, MARK, Measures, Rgb, draw_board
from outflank.pictures.letters import fitted, text_width, typeset


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def pixel(picture: Image.Image, x: int, y: int) -> Rgb:
    found = picture.convert("RGB").getpixel((x, y))
    assert isinstance(found, tuple)
    red, green, blue = found
    return red, green, blue


def is_near(one: Rgb, other: Rgb, most: int = 40) -> bool:
    """A palette of 256 colors does not have every shade."""
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


def brightness(picture: Image.Image, x: int, y: int) -> int:
    return sum(pixel(picture, x, y)) // 3


def letter_pixels(picture: Image.Image, top: int) -> int:
    """How many pixels below a row are not of the frame."""
    below = picture.convert("RGB").crop((0, top, *picture.size))
    pixels = below.tobytes()
    colors = zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
    return sum(not is_near(color, FRAME, 2) for color in colors)


def test_a_png_has_the_pixels_that_were_drawn() -> None:
    board = Board().play("f5")
    drawn = draw_board(board, Measures.of_square(16), last_move=37, highlight=[0])
    picture = opened(board_png(board, square=16, last_move=37, highlight=[0]))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", drawn.size)
    for x in range(0, drawn.width, 3):
        for y in range(0, drawn.height, 3):
            assert is_near(pixel(picture, x, y), pixel(drawn, x, y)), (x, y)
    assert is_near(pixel(picture, 10, 10), HIGHLIGHT)  # a1
    assert is_near(pixel(picture, 10 + 16 + 7, 10 + 7), FELT)  # b1
    assert is_near(pixel(picture, 10 + 5 * 16 + 7, 10 + 4 * 16 + 7), MARK)  # f5
    assert brightness(picture, 10 + 4 * 16 + 7, 10 + 4 * 16 + 7) < 80  # e5, flipped to black
    assert brightness(picture, 10 + 3 * 16 + 7, 10 + 3 * 16 + 7) > 200  # d4


def test_a_game_becomes_a_gif_with_a_frame_a_move() -> None:
    game = read_transcript("f5d6c3d3c4f4f6f3e6e7")
    film = opened(game_gif(game, square=12, seconds=0.5))
    boards = [game.start, *(ply.board for ply in game.history)]
    marks = [None, *(ply.square for ply in game.history)]
    seconds = []
    for frame, board, mark in zip(ImageSequence.Iterator(film), boards, marks, strict=True):
        seconds.append(frame.info["duration"] / 1000)
        still = opened(board_png(board, square=12, last_move=mark))
        assert frame.convert("RGB").tobytes() == still.convert("RGB").tobytes()
    assert seconds == [0.5] * 10 + [2.0]
    assert film.info["loop"] == 0


def test_a_game_without_moves_is_one_picture() -> None:
    film = opened(game_gif(Game(), square=12))
    still = opened(board_png(Board(), square=12))
    assert film.convert("RGB").tobytes() == still.convert("RGB").tobytes()


@pytest.mark.parametrize("size", [4, 10, 16])
def test_boards_of_every_size_are_drawn(size: int) -> None:
    width, height = opened(board_png(Board(size), square=8)).size
    assert width == height == 2 * 10 + size * 8


def test_a_square_of_no_sensible_width_is_refused() -> None:
    with pytest.raises(ValueError, match="8 to 128 pixels wide, not 2"):
        board_png(Board(), square=2)


def test_pictures_for_people_have_their_size_and_tell_who_played_and_how_it_ended() -> None:
    game = read_transcript("f5d6c3d3c4")
    told = Caption("Émilie", "Bo", "6 – 3", "White to move")
    picture = opened(board_png(game.board, caption=told))
    assert picture.width == 1024
    assert picture.height > picture.width
    nothing = opened(board_png(game.board, caption=Caption("", "")))
    board = (0, 0, 1024, 1000)
    assert picture.crop(board).tobytes() == nothing.crop(board).tobytes()
    assert letter_pixels(picture, 1000) > letter_pixels(nothing, 1000)
    film = opened(game_gif(game, caption=told))
    assert film.width == 512
    *_, before, last = [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]
    # The score comes with the last move.
    assert letter_pixels(last, 500) > letter_pixels(before, 500)


def test_discs_are_round_to_the_eye() -> None:
    """Between disc and felt there are pixels of colors between: no stairs."""
    picture = draw_board(Board(), Measures.of_width(1024, 8))
    edges = {pixel(picture, x, 1024 // 2 - 20) for x in range(1024)}
    assert len(edges) > 40


def test_a_long_name_ends_in_dots() -> None:
    name = fitted("Wolfgang Amadeus Theophilus Mozart", 10, 120)
    assert name.endswith("…")
    assert text_width(name, 10) <= 120
    assert fitted("Bo", 10, 120) == "Bo"


def test_what_no_font_has_is_replaced_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A computer without fonts writes with Pillow's own, which has English letters only."""
    monkeypatch.setattr(letters, "FONTS", ("missing.ttf",))
    letters._fonts.cache_clear()
    typeset.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert typeset("Émilie 6 – 3", 10)[0] == "Emilie 6 - 3"
            assert typeset("佐藤 A", 10)[0] == "?? A"
            assert typeset("Bo", 10)[0] == "Bo"
    finally:
        letters._fonts.cache_clear()
        typeset.cache_clear()
    first, second = caplog.messages
    assert "É –" in first or "– É" in first
    assert second == (
        "No font on this computer has the characters 佐 藤. Install one of these: missing.ttf."
    )


def test_names_keep_the_letters_that_a_font_has() -> None:
    text, font = typeset(
        "Łódź", 10
    )  # of fonts-dejavu-core, which tools/system-packages.txt asks for
    assert text == "Łódź"
    assert len({bytes(font.getmask(letter)) for letter in text}) == 4
