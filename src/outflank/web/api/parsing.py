"""Texts of a request, read into what they mean; an ``ApiError`` where they mean nothing."""

from outflank.board import Board, InvalidPosition, InvalidSquare, Square, parse_square, sentence
from outflank.game import TimeControl, parse_time_control
from outflank.web.api.errors import ApiError


def read_square(name: str, size: int) -> Square:
    try:
        return parse_square(name, size)
    except InvalidSquare as error:
        raise ApiError(422, "illegal-move", sentence(error)) from None


def read_position(text: str) -> Board:
    try:
        return Board.from_text(text)
    except InvalidPosition as error:
        raise ApiError(422, "invalid-position", sentence(error)) from None


def read_clock(text: str) -> TimeControl:
    try:
        return parse_time_control(text)
    except ValueError as error:
        raise ApiError(422, "invalid-clock", sentence(error)) from None


def control_text(clock: str | None) -> str:
    """A clock as the club stores it; empty for none."""
    return "" if clock is None else str(read_clock(clock))
