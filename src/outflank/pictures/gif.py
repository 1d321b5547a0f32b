"""Animated GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt. Each frame is what changed."""

import struct
from collections.abc import Iterable, Iterator

from outflank.pictures.canvas import PALETTE, Canvas

_BITS = 8  # of the palette: 256 colours
_MOST_CODES = 4096


def write_gif(frames: Iterable[tuple[Canvas, float]]) -> bytes:
    """Pictures of one size, each shown for so many seconds, again and again from the start."""
    return b"".join(_gif(frames))


def _gif(frames: Iterable[tuple[Canvas, float]]) -> Iterator[bytes]:
    before: Canvas | None = None
    for canvas, seconds in frames:
        if before is None:
            yield b"GIF89a" + struct.pack("<HH", canvas.width, canvas.height)
            yield bytes([0xF0 | _BITS - 1, 0, 0])
            colors = b"".join(bytes(color) for color in PALETTE)
            yield colors.ljust(3 << _BITS, b"\0")
            yield b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"  # for ever
        elif (before.width, before.height) != (canvas.width, canvas.height):
            raise ValueError("the pictures of one GIF have one size")
        left, top, width, height = _changed(before, canvas)
        yield b"\x21\xf9\x04\x04" + struct.pack("<H", round(seconds * 100)) + b"\0\0"
        yield b"\x2c" + struct.pack("<HHHH", left, top, width, height) + b"\0"
        pixels = b"".join(row[left : left + width] for row in canvas.rows[top : top + height])
        yield bytes([_BITS]) + _blocks(_compressed(pixels)) + b"\0"
        before = canvas
    if before is None:
        raise ValueError("a GIF needs at least one picture")
    yield b"\x3b"


def _changed(before: Canvas | None, now: Canvas) -> tuple[int, int, int, int]:
    """The smallest rectangle with all that is new."""
    if before is None:
        return 0, 0, now.width, now.height
    left, right, rows = now.width, 0, []
    for y, (old, new) in enumerate(zip(before.rows, now.rows, strict=True)):
        if old != new:
            rows.append(y)
            # As one long number, a row shows its first and its last change at once.
            change = int.from_bytes(old) ^ int.from_bytes(new)
            left = min(left, now.width - (change.bit_length() + 7) // 8)
            right = max(right, now.width - ((change & -change).bit_length() - 1) // 8)
    if not rows:
        return 0, 0, 1, 1
    return left, rows[0], right - left, rows[-1] - rows[0] + 1


def _compressed(pixels: bytes) -> bytes:
    """The pixels as LZW codes, the lowest bit first."""
    clear = 1 << _BITS
    codes: dict[int, int] = {}  # of a known run and one pixel more
    next_code, width = clear + 2, _BITS + 1
    buffer, filled = clear, width
    out = bytearray()
    prefix = pixels[0]
    for value in pixels[1:]:
        longer = prefix << _BITS | value
        if longer in codes:
            prefix = codes[longer]
            continue
        buffer |= prefix << filled
        filled += width
        if next_code == _MOST_CODES:
            buffer |= clear << filled
            filled += width
            codes.clear()
            next_code, width = clear + 2, _BITS + 1
        else:
            codes[longer] = next_code
            if next_code == 1 << width:
                width += 1
            next_code += 1
        prefix = value
        if filled >= 256:
            out += (buffer & (1 << 256) - 1).to_bytes(32, "little")
            buffer >>= 256
            filled -= 256
    buffer |= prefix << filled
    filled += width
    if next_code == 1 << width and width < _MOST_CODES.bit_length() - 1:
        width += 1  # as the reader does, who has learned one more code by now
    buffer |= clear + 1 << filled
    return bytes(out) + buffer.to_bytes((filled + width + 7) // 8, "little")


def _blocks(data: bytes) -> bytes:
    """Data in pieces of up to 255 bytes, each with its length before it."""
    pieces = (data[at : at + 255] for at in range(0, len(data), 255))
    return b"".join(bytes([len(piece)]) + piece for piece in pieces)
