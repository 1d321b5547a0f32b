"""Names of club members: which are valid, and which are considered equal."""

import unicodedata

from outflank.translation import _

LONGEST_PERSON = 24
FACES = ("user", "duck", "palm", "ball", "trophy", "person")
"""Profile pictures, drawn by the page (``templates/icons.svg``)."""
_ALIKE = str.maketrans("01l", "oii")  # look-alike characters


class InvalidName(ValueError):
    """A name that is not allowed in the club."""


def checked_person(text: str) -> str:
    """Return a normalized name; reject one that mixes alphabets with look-alike letters."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if len(name) > LONGEST_PERSON or not name.isprintable():
        raise InvalidName(
            _(
                "{name} is not a valid name. Use at most {most} printable characters",
                name=repr(text[:60]),
                most=LONGEST_PERSON,
            )
        )
    if len(name_key(name)) < 2:
        raise InvalidName(
            _("{name} is too short for a name. Use two or more letters or digits", name=repr(name))
        )
    writings = {_writing(sign) for sign in name if sign.isalpha()}
    if len(writings) > 1 and writings & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}:
        raise InvalidName(
            _("{name} mixes alphabets. Write the name in one alphabet", name=repr(name))
        )
    return name


def name_key(name: str) -> str:
    """Return a key that is equal for names that differ only in case, blanks, dots or accents.

    >>> name_key("Zoë  O'Hara") == name_key("zoe ohara")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in plain if sign.isalnum()).translate(_ALIKE)


def _writing(sign: str) -> str:
    return unicodedata.name(sign, "").partition(" ")[0]
