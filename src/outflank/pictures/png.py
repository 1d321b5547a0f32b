"""PNG with a palette: https://www.w3.org/TR/png-3/."""

import struct
import zlib

from outflank.pictures.canvas import PALETTE, Canvas


def write_png(canvas: Canvas) -> bytes:
    header = struct.pack(">IIBBBBB", canvas.width, canvas.height, 8, 3, 0, 0, 0)
    colors = b"".join(bytes(color) for color in PALETTE)
    # Filter type 0 for every row: filters do not help pictures of few flat colours.
    rows = b"".join(b"\0" + row for row in canvas.rows)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"PLTE", colors)
        + _chunk(b"IDAT", zlib.compress(rows, 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
