"""Repertoires as files and links: JSON with lines, SGF with variations, or the end of a URL."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from io import StringIO
from typing import Literal, TypeAlias

from outflank.board import Color
from outflank.formats import InvalidRecord
from outflank.formats.record import GameRecord
from outflank.formats.sgf import read_sgf, write_sgf
from outflank.game import MOST, Tree, Variation
from outflank.study.repertoire.repertoire import (
    Line,
    Repertoire,
    RepertoireError,
    line_text,
    parse_line,
    repertoire_of,
)
from outflank.translation import _

RepertoireFormat: TypeAlias = Literal["json", "sgf", "link"]
KIND = "outflank-repertoire"
LARGEST = 400_000  # characters
_LINK = re.compile(r"(?:^|[#&?]repertoire=)([bw])\.([A-Za-z0-9_-]+)\s*\Z")


def write_repertoire(repertoire: Repertoire, kind: RepertoireFormat) -> str:
    """Return a repertoire as text; a link begins after ``#repertoire=``."""
    lines = repertoire.lines()
    if kind == "sgf":
        return "".join(f"{game}\n" for game in _games(lines))
    texts = [line_text(line) for line in lines]
    if kind == "json":
        document = {"kind": KIND, "color": repertoire.color.value, "lines": texts}
        return json.dumps(document, indent=1) + "\n"
    packed = urlsafe_b64encode(zlib.compress("\n".join(texts).encode(), 9)).decode().rstrip("=")
    return f"{repertoire.color.value[0]}.{packed}"


def read_repertoire(text: str, color: Color) -> Repertoire:
    """Read a repertoire in any of these formats; ``color`` is for SGF, which does not name it."""
    if len(text) > LARGEST:
        raise RepertoireError(
            _(
                "A repertoire has at most {most:,} characters, not {count:,}.",
                most=LARGEST,
                count=len(text),
            )
        )
    if link := _LINK.search(text.strip()):
        side = Color.BLACK if link[1] == "b" else Color.WHITE
        return repertoire_of(side, map(parse_line, _unpacked(link[2]).split()))
    if text.lstrip().startswith("("):
        return repertoire_of(color, _lines_of_games(text))
    if not text.lstrip().startswith("{"):
        raise RepertoireError(
            _(
                "This is not a repertoire. It must be JSON from Outflank, SGF, or a link with "
                "#repertoire=. Found: {text}",
                text=repr(text.strip()[:40]),
            )
        )
    return _read_json(text)


def _read_json(text: str) -> Repertoire:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RepertoireError(_("The JSON cannot be read: {error}", error=error)) from None
    colors = [color.value for color in Color]
    if document.get("kind") != KIND or document.get("color") not in colors:
        raise RepertoireError(
            _(
                "The JSON must have {kind} and a color, black or white.",
                kind=f'"kind": "{KIND}"',
            )
        )
    lines = document.get("lines")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise RepertoireError(_('"lines" must be a list of texts such as "f5d6c3".'))
    return repertoire_of(Color(document["color"]), map(parse_line, lines))


def _unpacked(packed: str) -> str:
    unpacker = zlib.decompressobj()
    try:
        data = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        text = unpacker.decompress(data, LARGEST).decode("ascii")
    except (zlib.error, ValueError):
        text = ""
    if not text or not unpacker.eof:
        raise RepertoireError(_("The link is damaged or incomplete. Copy it again."))
    return text


def _games(lines: list[Line]) -> Iterator[str]:
    """Yield SGF games with the lines as variations; a game has room for a limited number."""
    while lines:
        main, room, variations = lines[0], MOST, list[Variation]()
        while lines and (room := room - len(lines[0])) >= 0:
            variations.append(Variation(lines.pop(0)))
        yield write_sgf(GameRecord(bytes(main), variations=tuple(variations[1:])))


def _lines_of_games(text: str) -> Iterator[Line]:
    try:
        for record in read_sgf(StringIO(text)):
            if record.start is not None:
                raise RepertoireError(
                    _("A repertoire must begin at the usual start position on 8×8.")
                )
            tree = Tree(tuple(record.moves), record.variations)
            waiting: list[Line] = [()] if tree.played else []
            while waiting:
                line = waiting.pop()
                after = tree.children(line)
                waiting.extend(reversed(after))
                if not after:
                    yield line
    except InvalidRecord as error:
        raise RepertoireError(str(error)) from None
