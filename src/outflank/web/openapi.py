"""The description of the API, served at /api/openapi.json."""

from importlib.metadata import version
from typing import Any

from outflank.web.links import PATTERN
from outflank.web.schemas import ANSWERS, REQUESTS

_GAME_ID = {
    "name": "game",
    "in": "path",
    "required": True,
    "description": "the id of one of your games, or ~ and a game in a link, such as ~4.lr@2",
    "schema": {"type": "string", "pattern": f"^([0-9a-f]{{32}}|{PATTERN})$"},
}
_NUMBER = {
    "name": "number",
    "in": "path",
    "required": True,
    "description": "the number of a game in the archive",
    "schema": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
}
_FOREVER = {
    "name": "forever",
    "in": "query",
    "required": False,
    "description": "throw it away instead of putting it in the bin",
    "schema": {"type": "string", "enum": ["true", "false"]},
}

_PLAIN = str.maketrans({"/": "-", ".": "-", "{": None, "}": None})

# Every route under /api: path, method, summary, request, answer, the good status, the errors.
# tests/web/test_openapi.py fails with the name of a route that is missing here, or too many.
ROUTES: tuple[tuple[str, str, str, str | None, str | None, int, tuple[int, ...]], ...] = (
    ("/api/openapi.json", "get", "This description.", None, None, 200, ()),
    ("/api/opponents", "get", "The opponents and their settings.", None, "Opponents", 200, ()),
    ("/api/games", "get", "Your games, the latest first.", None, "Games", 200, ()),
    ("/api/games", "post", "Start a game.", "NewGame", "Game", 201, (409, 422)),
    ("/api/games/import", "post", "Load a saved game.", "Import", "Game", 201, (409, 422)),
    ("/api/games/current", "get", "The game you play now.", None, "Game", 200, (204,)),
    ("/api/games/{game}", "get", "Show a game.", None, "Game", 200, (404,)),
    ("/api/games/{game}", "patch", "Rename a game.", "Name", "Entry", 200, (404, 409, 422)),
    ("/api/games/{game}", "delete", "Put a game in the bin.", None, None, 204, (404,)),
    (
        "/api/games/{game}/restore",
        "post",
        "Take it out again.",
        "Nothing",
        "Entry",
        200,
        (404, 409),
    ),
    ("/api/games/{game}/open", "post", "Play it now.", "Nothing", "Game", 200, (404, 409)),
    ("/api/games/{game}/save", "get", "Download a game.", None, "SaveFile", 200, (404,)),
    (
        "/api/games/{game}/save",
        "post",
        "Save a copy by name.",
        "Name",
        "Entry",
        201,
        (404, 409, 422),
    ),
    ("/api/games/{game}/legal", "get", "The legal moves.", None, "Legal", 200, (404,)),
    ("/api/games/{game}/hint", "get", "A good move.", None, "Hint", 200, (404, 409, 503)),
    ("/api/games/{game}/moves", "post", "Make a move.", "Move", "Game", 200, (404, 409, 422)),
    ("/api/games/{game}/undo", "post", "Take back.", "Action", "Game", 200, (404, 409)),
    ("/api/games/{game}/redo", "post", "Make again.", "Action", "Game", 200, (404, 409)),
    ("/api/games/{game}/goto", "post", "Look at a position.", "GoTo", "Game", 200, (404, 409)),
    ("/api/games/{game}/resign", "post", "Give up.", "Action", "Game", 200, (404, 409)),
    ("/api/games/{game}/swap", "post", "Swap seats.", "Action", "Game", 200, (404, 409)),
    (
        "/api/games/{game}/seats",
        "post",
        "Seat somebody.",
        "ChangeSeat",
        "Game",
        200,
        (404, 409, 422),
    ),
    ("/api/games/{game}/stop", "post", "Stop the computer.", "Action", "Game", 200, (404, 409)),
    ("/api/games/{game}/resume", "post", "Let it go on.", "Action", "Game", 200, (404, 409)),
    ("/api/games/{game}/reply", "post", "Let it move.", "Reply", "Game", 200, (404, 409, 503)),
    (
        "/api/games/{game}/values",
        "post",
        "All moves.",
        "Values",
        "MoveValues",
        200,
        (404, 422, 503),
    ),
    ("/api/games/{game}/review", "post", "One move.", "ReviewMove", "Review", 200, (404, 422, 503)),
    ("/api/games/{game}/about", "get", "Opening and link.", None, "About", 200, (404,)),
    ("/api/games/{game}/picture.png", "get", "The position, PNG.", None, "image/png", 200, (404,)),
    (
        "/api/games/{game}/picture.svg",
        "get",
        "The position, SVG.",
        None,
        "image/svg+xml",
        200,
        (404,),
    ),
    ("/api/games/{game}/film.gif", "get", "The game, GIF.", None, "image/gif", 200, (404,)),
    ("/api/games/{game}/game.ggf", "get", "The game, GGF.", None, "text/plain", 200, (404,)),
    ("/api/games/{game}/practise", "post", "Practise.", "ReviewMove", "Added", 200, (404, 422)),
    ("/api/practice", "get", "What is due.", None, "Practice", 200, ()),
    ("/api/practice/answer", "post", "Try.", "PracticeAnswer", "Verdict", 200, (404, 422)),
    (
        "/api/archive/search",
        "post",
        "Search the archive.",
        "ArchiveSearch",
        "ArchiveFound",
        200,
        (404, 422, 503),
    ),
    (
        "/api/archive/games/{number}",
        "get",
        "A game of the archive.",
        None,
        "ArchiveGame",
        200,
        (404, 503),
    ),
    ("/api/read", "post", "Read what was pasted.", "Pasted", "Read", 200, (422,)),
    ("/api/local-saves", "get", "The saves on this computer.", None, "LocalSaves", 200, (404,)),
    ("/api/local-saves/open", "post", "Open one.", "Name", "Game", 201, (404, 409, 422)),
)


def document() -> dict[str, Any]:
    """The whole description, OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    for path, method, summary, request, answer, status, errors in ROUTES:
        paths.setdefault(path, {})[method] = _operation(
            path, method, summary, request, answer, status, errors
        )
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
                "and is then refused (409) if the game has moved on."
            ),
        },
        "paths": paths,
        "components": {"schemas": {**REQUESTS, **ANSWERS}},
    }


def _operation(
    path: str,
    method: str,
    summary: str,
    request: str | None,
    answer: str | None,
    status: int,
    errors: tuple[int, ...],
) -> dict[str, Any]:
    content = _json(answer) if answer else {"application/json": {"schema": {"type": "object"}}}
    if answer is not None and "/" in answer:
        content = {answer: {"schema": {"type": "string", "contentMediaType": answer}}}  # a file
    good: dict[str, Any] = {"description": summary}
    if status != 204:
        good["content"] = content
    responses: dict[str, Any] = {str(status): good}
    refusals = {*errors, *((400, 403, 413, 415) if method not in ("get",) else ())}
    for code in sorted(refusals):
        if code == 204:
            responses["204"] = {"description": "There is none yet."}
            continue
        responses[str(code)] = {
            "description": "Not done; the sentence says why.",
            "content": _json("Error"),
        }
    operation: dict[str, Any] = {
        "operationId": method + path.translate(_PLAIN),
        "summary": summary,
        "responses": responses,
    }
    parameters = [_GAME_ID] if "{game}" in path else []
    if "{number}" in path:
        parameters.append(_NUMBER)
    if method == "delete":
        parameters.append(_FOREVER)
    if parameters:
        operation["parameters"] = parameters
    if request is not None:
        required = "required" in REQUESTS[request]
        operation["requestBody"] = {"required": required, "content": _json(request)}
    return operation


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
