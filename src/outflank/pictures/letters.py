"""Text in pictures, set in system fonts, as names may use any script."""

import logging
import unicodedata
from functools import cache, lru_cache

from PIL import ImageFont

# File names in the font folders of Linux, macOS and Windows, in order of preference.
# A text uses the first font that has most of its characters. The fallback is Pillow's own font,
# which has only English letters.
FONTS = (
    "NotoSans-Regular.ttf",
    "DejaVuSans.ttf",
    "LiberationSans-Regular.ttf",
    "segoeui.ttf",
    "Arial.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKjp-Regular.otf",
    "DroidSansFallbackFull.ttf",
    "wqy-zenhei.ttc",
    "ipagp.ttf",
    "Hiragino Sans GB.ttc",
    "AppleSDGothicNeo.ttc",
    "Arial Unicode.ttf",
    "YuGothM.ttc",
    "msyh.ttc",
    "malgun.ttf",
)
_CAPITAL = 0.72  # the height of a capital letter in a font of size 1
_UNASSIGNED = "\U0010ffff"  # reveals the glyph for missing characters

Font = ImageFont.FreeTypeFont


@lru_cache(maxsize=256)
def typeset(text: str, height: float) -> tuple[str, Font]:
    """Return the printable text and its font, for capitals of this height in pixels.

    A character that no font has is replaced by its base letter, a hyphen or a question mark, and a
    warning is logged.
    """
    text = unicodedata.normalize("NFC", text)
    font = max(_fonts(), key=lambda font: sum(_has(font, character) for character in text))
    if lacking := {character for character in text if not _has(font, character)}:
        logging.getLogger(__name__).warning(
            "No font on this computer has the characters %s. Install one of these: %s.",
            " ".join(sorted(lacking)),
            ", ".join(FONTS),
        )
        text = "".join(_replacement(one) if one in lacking else one for one in text)
    return text, font.font_variant(size=height / _CAPITAL)


def text_width(text: str, height: float) -> float:
    text, font = typeset(text, height)
    return font.getlength(text)


def fitted(text: str, height: float, width: float) -> str:
    """Return the text, shortened with … if it is too long."""
    if text_width(text, height) <= width:
        return text
    while text and text_width(text + "…", height) > width:
        text = text[:-1].rstrip()
    return text + "…"


@cache
def _fonts() -> list[Font]:
    fonts = []
    for name in FONTS:
        try:
            fonts.append(ImageFont.truetype(name, 20))
        except OSError:  # not installed
            continue
    own = ImageFont.load_default(20)
    assert isinstance(own, Font)  # all wheels of Pillow include FreeType
    return [*fonts, own]


@cache
def _has(font: Font, character: str) -> bool:
    return character == " " or _mask(font, character) != _mask(font, _UNASSIGNED)


def _mask(font: Font, character: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(character)
    return mask.size, bytes(mask)


def _replacement(character: str) -> str:
    if unicodedata.category(character) == "Pd":
        return "-"
    letter = unicodedata.normalize("NFKD", character)[0]
    return letter if letter.isascii() else "?"
