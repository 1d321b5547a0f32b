"""API routes: functions whose types define the request and the response.

The request is parsed into the type of the argument ``body``, and the response is serialized from
the return type. The API description (``openapi.py``) is generated from these types and the
function's docstring. No schema is defined twice.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar, get_args, get_type_hints

import msgspec
from flask import Blueprint, Response, request

from outflank.board import listed
from outflank.storage.files.saves import LONGEST_NAME
from outflank.storage.games.games import NoSuchGame
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.games.links import MARK, PATTERN, broken_link
from outflank.web.http.rate_limits import REQUESTS, Kind, spend
from outflank.web.http.thread_pools import LaneName

_ID = re.compile(r"[0-9a-f]{32}")
_LINK = re.compile(PATTERN)
Shape = TypeVar("Shape", bound=msgspec.Struct)
Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Route:
    """A route; Flask calls it to handle a request."""

    run: Callable[..., Any]
    takes: type[msgspec.Struct] | None
    gives: Any  # type of the response; `Response` for a file
    status: int
    errors: tuple[int, ...]
    file: str | None  # media type of a file response
    query: dict[str, Any]  # schemas of the query parameters
    budget: Kind | None  # its rate limit; moves have none, as their queue is bounded
    lane: LaneName  # its thread pool
    programs: bool  # whether programs may call it with a token

    def __call__(self, **path: str) -> Response:
        if self.budget is not None:
            spend(self.budget)
        if self.takes is None:
            return answer(self.run(**path), self.status)
        return answer(self.run(**path, body=read(self.takes)), self.status)


def route(
    blueprint: Blueprint,
    method: str,
    path: str,
    *,
    errors: tuple[int, ...] = (),
    status: int = 200,
    file: str | None = None,
    query: dict[str, Any] | None = None,
    budget: Kind | None = REQUESTS,
    lane: LaneName = "other",
    programs: bool = False,
) -> Callable[[Callable[Parameters, Answer]], Callable[Parameters, Answer]]:
    """Register a function as a route; ``errors`` are the error statuses it may return."""

    if budget is not None:
        errors = (*errors, 429)
    if programs:
        errors = (*errors, 401)

    def attach(run: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
        types = get_type_hints(run)
        takes = types.get("body")
        if takes is not None:
            # Created before there are threads: concurrent first use of a type crashes the process.
            msgspec.json.Decoder(takes)
        view = Route(
            run, takes, types["return"], status, errors, file, query or {}, budget, lane, programs
        )
        blueprint.add_url_rule(path, run.__name__, view, methods=[method])
        return run

    return attach


def answer(view: Any, status: int = 200) -> Response:
    """Return a view as JSON, or an empty response for None; a response is returned unchanged."""
    if isinstance(view, Response):
        return view
    if view is None:
        return Response(status=204)
    return Response(msgspec.json.encode(view), status, content_type="application/json")


# --- Requests ------------------------------------------------------------------------------------


def read(shape: type[Shape]) -> Shape:
    """Return the JSON object of the request; an empty body is an empty object."""
    raw = request.get_data() or b"{}"
    if request.content_length not in (None, 0) and not request.is_json:
        raise ApiError(415, "not-json", _("Send JSON with Content-Type: application/json."))
    if b"\\u0000" in raw and _has_nul(_plain(raw)):  # PostgreSQL cannot store them
        raise ApiError(400, "invalid-request", _("Texts must not contain NUL characters."))
    try:
        return msgspec.json.decode(raw, type=shape)
    except msgspec.ValidationError:
        raise ApiError(400, "invalid-request", _what_is_wrong(_plain(raw), shape)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _not_json(error) from None


def game_id(text: str) -> str:
    """Return a valid game id, or raise ``NoSuchGame``."""
    if not _ID.fullmatch(text):
        raise NoSuchGame()
    return text


def game_or_link_id(text: str) -> str:
    """Return the id of a game, or of a game in a link."""
    if not text.startswith(MARK):
        return game_id(text)
    if not _LINK.fullmatch(text):
        raise broken_link("invalid characters, or incomplete")
    return text


def checked_name(text: str) -> str:
    """Return a valid name for a game: short, printable, without surrounding blanks."""
    name = text.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise ApiError(
            422,
            "invalid-name",
            _(
                "{name} is not a valid name. Use 1 to {most} printable characters.",
                name=repr(name[:80]),
                most=LONGEST_NAME,
            ),
        )
    return name


def expectation(kind: Any) -> str:
    """Return the description of a field's type, whether optional or not."""
    for part in (kind, *get_args(kind)):
        for meta in getattr(part, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta) and meta.description:
                return meta.description
    raise AssertionError(f"{kind} has no description")


def _plain(raw: bytes) -> Any:
    """Decode the body without validation, to report what is wrong with it."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _not_json(error) from None


def _has_nul(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_nul, [*value, *value.values()]))
    return any(map(_has_nul, value)) if isinstance(value, list) else "\0" in str(value)


def _not_json(error: Exception) -> ApiError:
    return ApiError(
        400,
        "not-json",
        _(
            "The body must be one JSON object in UTF-8, without lone surrogates or deep nesting. "
            "The parser reports: {error}.",
            error=error,
        ),
    )


def _what_is_wrong(body: Any, shape: type[msgspec.Struct]) -> str:
    """Describe the first error in a body and what was expected."""
    fields = msgspec.structs.fields(shape)
    known = [field.name for field in fields]
    fields_known = _("Known fields: {fields}.", fields=listed(known) or "–")
    if not isinstance(body, dict):
        return _("The body must be a JSON object, not {value}.", value=_shown(body))
    if unknown := [name for name in body if name not in known]:
        why = _("The field {name} is unknown.", name=repr(unknown[0][:60]))
        return f"{why} {fields_known}"
    types = get_type_hints(shape, include_extras=True)
    for field in fields:
        if field.name not in body:
            if field.required:
                why = _("The field {name} is missing.", name=repr(field.name))
                return f"{why} {fields_known}"
            continue
        try:
            msgspec.convert(body[field.name], field.type)
        except msgspec.ValidationError:
            expected = expectation(types[field.name])
            return _(
                "{field} must be {expected}, not {value}.",
                field=field.name,
                expected=expected,
                value=_shown(body[field.name]),
            )
    raise AssertionError(f"nothing is wrong with {body!r}")


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:59] + "…"
