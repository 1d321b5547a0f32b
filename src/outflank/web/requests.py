"""Reading requests: JSON bodies, ids of games and names, each refused with a sentence."""

import re
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from flask import request

from outflank.storage import LONGEST_NAME, NoSuchGame
from outflank.web.links import PATTERN, broken_link, is_link
from outflank.web.problems import Problem

_ID = re.compile(r"[0-9a-f]{32}")
_LINK = re.compile(PATTERN)

Shape = TypeVar("Shape", bound=msgspec.Struct)


def read(shape: type[Shape]) -> Shape:
    """The JSON object of the request; no body at all is an empty object."""
    raw = request.get_data() or b"{}"
    if request.content_length not in (None, 0) and not request.is_json:
        raise Problem(415, "not-json", "A request's body is JSON, Content-Type application/json.")
    try:
        return msgspec.json.decode(raw, type=shape)
    except msgspec.ValidationError:
        raise Problem(400, "invalid-request", _what_is_wrong(_plain(raw), shape)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _not_json(error) from None


def game_id(text: str) -> str:
    """The id of a game, if it looks like one."""
    if not _ID.fullmatch(text):
        raise NoSuchGame("you have no such game; My Games lists the ones you have")
    return text


def game_or_link_id(text: str) -> str:
    """The id of a game, or a game in a link in its place."""
    if is_link(text) and not _LINK.fullmatch(text):
        raise broken_link("it has signs in it that no link has, or its end is missing")
    return text if is_link(text) else game_id(text)


def checked_name(text: str) -> str:
    """A name people gave a game: short, printable, without blanks around it."""
    name = text.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Problem(
            422,
            "invalid-name",
            f"A name is 1 to {LONGEST_NAME} printable characters; got {name[:80]!r}.",
        )
    return name


def expectation(kind: Any) -> str:
    """What a field of this type must be, also where it may be left out."""
    for part in (kind, *get_args(kind)):
        for meta in getattr(part, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta) and meta.description:
                return meta.description
    raise AssertionError(f"{kind} has no description")


def _plain(raw: bytes) -> Any:
    """The body without regard to its shape, to say what is wrong with it."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _not_json(error) from None


def _not_json(error: Exception) -> Problem:
    return Problem(
        400,
        "not-json",
        "The body must be one JSON object in UTF-8, without half characters such as a lone \\ud800 "
        f"and not nested deeply; reading it stopped: {error}.",
    )


def _what_is_wrong(body: Any, shape: type[msgspec.Struct]) -> str:
    """The first thing that keeps a body from being of a shape, and what was expected."""
    fields = msgspec.structs.fields(shape)
    known = [field.name for field in fields]
    whole = f"a JSON object with {', '.join(known) or 'nothing in it'}"
    if not isinstance(body, dict):
        return f"The body must be {whole}; got {_shown(body)}."
    if unknown := [name for name in body if name not in known]:
        return f"{unknown[0][:60]!r} is not known here; expected {whole}."
    types = get_type_hints(shape, include_extras=True)
    for field in fields:
        if field.name not in body:
            if field.required:
                return f"{field.name!r} is missing; expected {whole}."
            continue
        try:
            msgspec.convert(body[field.name], field.type)
        except msgspec.ValidationError:
            expected = expectation(types[field.name])
            return f"{field.name} must be {expected}; got {_shown(body[field.name])}."
    raise AssertionError(f"nothing is wrong with {body!r}")


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:59] + "…"
