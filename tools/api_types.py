"""Generate TypeScript types for the page's modules from the OpenAPI document.

`make format` runs it. The page's `get` and `send` use these types, so that `make lint` reports an
unknown path, request or response as an error.
"""

import json
import re
from pathlib import Path
from typing import Any

from flask import Flask

from outflank.web.api.openapi import document
from outflank.web.app import add_routes

FILE = Path(__file__).parent.parent / "src/outflank/web/static/js/game/shapes.d.ts"
OPTIONS = """/** Options of a request: a signal to abort it, and additional headers. */
export interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}"""
HEAD = """// The types of the API, generated from its OpenAPI document by `make format`:
// tools/api_types.py."""
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def declarations() -> str:
    """Return the whole file: a type for each schema, then a signature for each path."""
    app = Flask("described")
    add_routes(app)
    api = document(app)
    known = api["components"]["schemas"]
    sent = _sent(api)
    shapes = [_declared(name, shape, name in sent) for name, shape in known.items()]
    asked: dict[str, list[str]] = {"Get": [], "Send": []}
    for path in sorted(api["paths"], key=_particular):
        for method, operation in api["paths"][path].items():
            answer = _answer(operation["responses"])
            if answer is not None:
                asked["Get" if method == "get" else "Send"].append(
                    _signature(path, method, operation, answer)
                )
    callers = [
        f"/** {about} */\nexport interface {name} {{\n" + "\n".join(asked[name]) + "\n}"
        for name, about in (
            ("Get", "Ask for something."),
            ("Send", "Change something, or ask with a body."),
        )
    ]
    return "\n\n".join([HEAD, *shapes, OPTIONS, *callers]) + "\n"


def _particular(path: str) -> tuple[int, str]:
    """Sort key: longest paths first, literals before patterns, as the first match wins."""
    return -path.count("/"), path.replace("{", "~")


def _sent(api: dict[str, Any]) -> set[str]:
    """Return the schemas of requests, in which fields with defaults are optional."""
    bodies = [
        operation["requestBody"]
        for path in api["paths"].values()
        for operation in path.values()
        if "requestBody" in operation
    ]
    found: set[str] = set()
    new = _named(bodies)
    while new:
        found |= new
        new = _named([api["components"]["schemas"][name] for name in new]) - found
    return found


def _named(shapes: object) -> set[str]:
    return set(re.findall(r"#/components/schemas/(\w+)", json.dumps(shapes)))


def _declared(name: str, shape: dict[str, Any], sent: bool) -> str:
    about = f"/** {shape['description']} */\n" if "description" in shape else ""
    if not shape.get("properties"):
        return f"{about}export type {name} = {_type(shape)};"
    fields = [
        f"  {field}{'?' if sent and field not in shape['required'] else ''}: {_type(field_schema)};"
        for field, field_schema in shape["properties"].items()
    ]
    return f"{about}export interface {name} {{\n" + "".join(f"{line}\n" for line in fields) + "}"


def _type(shape: dict[str, Any]) -> str:
    """Return a schema as a TypeScript type.

    >>> _type({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(_type(one) for one in shape["anyOf"])
    if "enum" in shape:
        return " | ".join(f'"{value}"' for value in shape["enum"])
    if "const" in shape:
        return f'"{shape["const"]}"'
    kind = shape.get("type")
    if kind == "array":
        if "prefixItems" in shape:
            return f"[{', '.join(_type(one) for one in shape['prefixItems'])}]"
        items = _type(shape["items"])
        return f"({items})[]" if "|" in items else f"{items}[]"
    if kind == "object":
        more = shape.get("additionalProperties", {})
        return f"Record<string, {_type(more) if more is not False else 'never'}>"
    return PLAIN.get(str(kind), "unknown")


def _answer(responses: dict[str, Any]) -> str | None:
    """Return the type of a JSON response; None for a file, which is downloaded."""
    good = [response for status, response in responses.items() if status.startswith("2")]
    types = []
    for response in good:
        if "content" not in response:
            types.append("null")  # no content
        elif "$ref" in response["content"].get("application/json", {}).get("schema", {}):
            types.append(_type(response["content"]["application/json"]["schema"]))
        else:
            return None
    return " | ".join(types)


def _signature(path: str, method: str, operation: dict[str, Any], answer: str) -> str:
    queries = any(one["in"] == "query" for one in operation.get("parameters", []))
    pattern = re.sub(r"{\w+}", "${string}", path)
    if queries and not pattern.endswith("${string}"):
        pattern += "${string}"
    asked = f"`{pattern}`" if "$" in pattern else f'"{pattern}"'
    if method == "get":
        return f"  (path: {asked}, options?: Options): Promise<{answer}>;"
    body = operation.get("requestBody")
    takes = (
        _type(body["content"]["application/json"]["schema"]) if body else "Record<string, never>"
    )
    needed = "" if body and body["required"] else "?"
    verb = method.upper()
    given = f'method: "{verb}", path: {asked}, body{needed}: {takes}, options?: Options'
    return f"  ({given}): Promise<{answer}>;"


if __name__ == "__main__":
    FILE.write_text(declarations(), "utf-8")
