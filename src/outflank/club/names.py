"""Names of players: which are valid, and which look alike (UTS #39)."""

import unicodedata
from functools import cache

from outflank.translation import _

LONGEST_PERSON, LONGEST_GUEST = 24, 40
MOST_MARKS = 2  # on one letter, as in Vietnamese
FACES = ("user", "duck", "palm", "ball", "trophy", "person")
"""Profile pictures, drawn by the page (``templates/icons.svg``)."""
RESERVED = (
    *("admin", "administrator", "moderator", "host", "official", "outflank", "root", "server"),
    *("staff", "support", "system"),
)
# Letters that take no ink although they count as printable.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
# Writings that are used together; all others must be alone.
_TOGETHER = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)
_ALIKE = str.maketrans("01lπ", "oiin")  # besides those of UTS #39, or after folding case
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "


class InvalidName(ValueError):
    """A name that is not allowed."""


def checked_person(text: str) -> str:
    name = _checked(text, LONGEST_PERSON)
    if len(name_key(name)) < 2:
        raise InvalidName(
            _("{name} is too short for a name. Use two or more letters or digits", name=repr(name))
        )
    return name


def checked_guest(text: str) -> str:
    """Return the normalized name of a guest, which may be shorter or longer."""
    return _checked(text, LONGEST_GUEST)


def _checked(text: str, longest: int) -> str:
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not name or len(name) > longest or not name.isprintable() or _INVISIBLE & {*text, *name}:
        raise InvalidName(
            _(
                "{name} is not a valid name. Use at most {most} printable characters",
                name=repr(text[:60]),
                most=longest,
            )
        )
    if _most_marks(name) > MOST_MARKS:
        raise InvalidName(
            _(
                "{name} is not a valid name. Use at most {most} accents on a letter",
                name=repr(name),
                most=MOST_MARKS,
            )
        )
    writings = {_writing(sign) for sign in name if unicodedata.category(sign) in ("Lu", "Ll", "Lo")}
    if len(writings) > 1 and not any(writings <= together for together in _TOGETHER):
        raise InvalidName(
            _("{name} mixes alphabets. Write the name in one alphabet", name=repr(name))
        )
    if {name_key(word) for word in (name, *name.split())} & _reserved():
        raise InvalidName(_("{name} is reserved. Choose another name", name=repr(name)))
    return name


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike or differ only in case or accents.

    It is the skeleton of UTS #39. A name that looks like Latin letters as it is written gets the
    key of those; otherwise case is folded first.

    >>> name_key("Zoë  O'Hara") == name_key("zoe ohara")
    True
    >>> name_key("Аппа Роре") == name_key("Anna Pope")  # the first one is Cyrillic
    True
    """
    text = unicodedata.normalize("NFKC", name)
    looks = _plain(text)
    return looks if looks.isascii() else _plain(text.casefold())


def _plain(text: str) -> str:
    """Return the skeleton without case, accents, blanks and punctuation."""
    letters = "".join(map(_prototype, unicodedata.normalize("NFKD", text)))
    folded = unicodedata.normalize("NFKD", letters.casefold())
    kept = "".join(_letter(sign) for sign in folded if sign.isalnum())
    return kept.translate(_ALIKE).replace("rn", "m")


def _prototype(sign: str) -> str:
    """Return what represents a sign and all that look like it.

    The package lists look-alikes in both directions. Only what represents several has several.
    """
    alike = _confusables().get(sign, ())
    if len(alike) != 1:
        return sign
    other: str = alike[0]["c"].strip("\u200e")
    return min(sign, other) if len(_confusables().get(other, ())) == 1 else other


def _letter(sign: str) -> str:
    name = unicodedata.name(sign, "")
    small = name.removeprefix(_SMALL_CAPITAL)
    return small.lower() if small != name and len(small) == 1 else sign


@cache
def _confusables() -> dict[str, list[dict[str, str]]]:
    from confusable_homoglyphs.confusables import confusables_data  # a megabyte of JSON

    found: dict[str, list[dict[str, str]]] = confusables_data
    return found


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(name_key, RESERVED))


def _most_marks(name: str) -> int:
    """Return the largest number of combining marks in a row."""
    most = marks = 0
    for sign in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        most = max(most, marks)
    return most


def _writing(sign: str) -> str:
    return unicodedata.name(sign, "").partition(" ")[0].partition("-")[0]
