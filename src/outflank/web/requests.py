"""Reading requests: JSON bodies checked against the API's own description."""

import re
from functools import cache
from typing import Any

from flask import request
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from outflank.storage.games import NoSuchGame
from outflank.storage.saves import LONGEST_NAME
from outflank.web.links import PATTERN
from outflank.web.problems import Problem
from outflank.web.schemas import REQUESTS

_ID = re.compile(r"[0-9a-f]{32}")
_LINK = re.compile(PATTERN)


def body(shape: str) -> dict[str, Any]:
    """The JSON object of the request, of this shape; no body at all is an empty object."""
    if request.content_length in (None, 0) and not request.data:
        value: Any = {}
    elif not request.is_json:
        raise Problem(415, "not-json", "A request's body is JSON, Content-Type application/json.")
    else:
        value = request.get_json()
    error = best_match(_validator(shape).iter_errors(value))
    if error is not None:
        raise Problem(400, "invalid-request", _sentence(error))
    assert isinstance(value, dict)
    return value


def game_id(text: str) -> str:
    """The id of a game, if it looks like one."""
    if not _ID.fullmatch(text):
        raise NoSuchGame("you have no such game; My Games lists the ones you have")
    return text


def game_or_link_id(text: str) -> str:
    """The id of a game, or a game in a link in its place."""
    return text if _LINK.fullmatch(text) else game_id(text)


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


@cache
def _validator(shape: str) -> Draft202012Validator:
    return Draft202012Validator(REQUESTS[shape])


def _sentence(error: ValidationError) -> str:
    place = ".".join(str(part) for part in error.absolute_path)
    assert isinstance(error.schema, dict)
    expected = error.schema.get("description", "something else")
    if error.validator in ("required", "additionalProperties"):
        return f"{error.message[:200]}; expected {expected}."
    shown = repr(error.instance)
    got = shown if len(shown) <= 60 else shown[:59] + "…"
    return f"{place or 'The body'} must be {expected}; got {got}."
