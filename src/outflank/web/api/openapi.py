"""The API description served at /api/openapi.json, generated from the routes and their types."""

import inspect
import re
from collections.abc import Iterator
from importlib.metadata import version
from types import NoneType
from typing import Any, get_args

import msgspec
from flask import Flask

from outflank.web.api.errors import Error
from outflank.web.api.routing import Route
from outflank.web.games.links import PATTERN


def _id(of: str, digits: int) -> dict[str, Any]:
    schema = {"type": "string", "pattern": f"^[0-9a-f]{{{digits}}}$"}
    return {"description": f"the id of {of}", "schema": schema}


_PATH: dict[str, dict[str, Any]] = {
    "game": {
        "description": "the id of one of your games, or ~ and a game in a link, such as ~4.lr@2",
        "schema": {"type": "string", "pattern": f"^([0-9a-f]{{32}}|{PATTERN})$"},
    },
    "color": {
        "description": "the color of a repertoire",
        "schema": {"type": "string", "enum": ["black", "white"]},
    },
    "player": _id("a member of the club", 12),
    "challenge": _id("a challenge", 12),
    "program": _id("a program that you invited", 12),
    "event": _id("an event of the club", 32),
    "number": {
        "description": "the number of a game in the archive",
        "schema": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    },
}
_CHANGING = (400, 403, 413, 415)  # errors of any request with a body
_PLAIN = str.maketrans({"/": "-", ".": "-", "{": None, "}": None})


def routes(app: Flask) -> Iterator[tuple[str, str, Route]]:
    """Yield the path, in OpenAPI syntax, the method and the details of every API route."""
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if isinstance(view, Route):
            method = next(iter((rule.methods or set()) - {"HEAD", "OPTIONS"}))
            yield re.sub(r"<(\w+)>", r"{\1}", rule.rule), method.lower(), view


def document(app: Flask) -> dict[str, Any]:
    known = list(routes(app))
    kinds = {kind for _, _, route in known for kind in (route.takes, _content(route)) if kind}
    ordered = sorted([*kinds, Error], key=lambda kind: str(kind))
    shapes, components = msgspec.json.schema_components(
        ordered, ref_template="#/components/schemas/{name}"
    )
    shape_of = dict(zip(ordered, shapes, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for path, method, route in known:
        paths.setdefault(path, {})[method] = _operation(path, method, route, shape_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Outflank",
            "version": version("outflank"),
            "description": (
                "Othello over HTTP. Games belong to the visitor, who is known by the cookie that "
                "the first answer sets: send it back with every request. Errors are JSON with a "
                "sentence. A request that changes a game may carry a `request` id, and is then "
                "done once however often it is sent, and the `version` or `ply` it is meant for, "
                "and is then refused (409) if the game has moved on. A program may come with a "
                "token of the club in the place of a cookie, for what says so, which is to play."
            ),
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _content(route: Route) -> Any:
    """Return the type of the JSON response, or None if it has no content."""
    parts = [part for part in get_args(route.gives) or (route.gives,) if part is not NoneType]
    return None if route.file is not None or not parts else parts[0]


def _operation(path: str, method: str, route: Route, shape_of: dict[Any, Any]) -> dict[str, Any]:
    summary = (inspect.getdoc(route.run) or "").partition("\n")[0]
    responses: dict[str, Any] = {}
    content = _content(route)
    if route.file is not None:
        responses["200"] = {"description": summary, "content": _file(route.file)}
    elif content is not None:
        responses[str(route.status)] = {"description": summary, "content": _json(shape_of[content])}
    if content is None and route.file is None:
        responses["204"] = {"description": summary}
    elif NoneType in get_args(route.gives):
        responses["204"] = {"description": "There is none."}
    for status in sorted({*route.errors, *(() if method == "get" else _CHANGING)}):
        responses[str(status)] = {
            "description": "Not done; the sentence says why.",
            "content": _json(shape_of[Error]),
        }
    operation: dict[str, Any] = {
        "operationId": method + path.translate(_PLAIN),
        "summary": summary,
        "responses": responses,
    }
    if route.programs:
        operation["security"] = [{}, {"token": []}]
    parameters = [
        {"name": name, "in": "path", "required": True, **_PATH[name]}
        for name in re.findall(r"{(\w+)}", path)
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, **told}
        for name, told in route.query.items()
    ]
    if parameters:
        operation["parameters"] = parameters
    if route.takes is not None:
        needed = any(field.required for field in msgspec.structs.fields(route.takes))
        operation["requestBody"] = {"required": needed, "content": _json(shape_of[route.takes])}
    return operation


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _file(kind: str) -> dict[str, Any]:
    if kind == "application/json":
        return _json({"type": "object"})
    return {kind: {"schema": {"type": "string", "contentMediaType": kind}}}
