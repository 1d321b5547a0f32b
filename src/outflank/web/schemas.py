"""The shapes that go in and out of the API: for its description, and to check requests."""

from typing import Any

from outflank.board import SIZES
from outflank.storage.saves import LONGEST_NAME
from outflank.web.seats import LONGEST as LONGEST_SEAT

Schema = dict[str, Any]

COLOR: Schema = {"type": "string", "enum": ["black", "white"], "description": "black or white"}
SQUARE: Schema = {
    "type": "string",
    "pattern": "^[A-Pa-p](?:[1-9]|1[0-6])$",
    "description": "a square such as f5",
}
SEAT: Schema = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST_SEAT,
    "description": "human, or an opponent such as positional:corner=40",
}
NAME: Schema = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST_NAME,
    "description": f"1 to {LONGEST_NAME} printable characters",
}
REQUEST: Schema = {
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{8,64}$",
    "description": "8 to 64 letters and digits that name this request, so that it is done once",
}
VERSION: Schema = {
    "type": "integer",
    "minimum": 1,
    "maximum": 2**31 - 1,
    "description": "the version of the game that the sender has seen",
}
PLY: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": 1000,
    "description": "a number of moves and passes, 0 or more",
}


def _object(properties: dict[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    shape: Schema = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "description": "a JSON object with " + (", ".join(properties) or "nothing in it"),
    }
    if required:
        shape["required"] = list(required)
    return shape


_WORDS: Schema = {
    "type": "string",
    "maxLength": 100,
    "description": "part of a name, at most 100 characters",
}
_YEAR: Schema = {
    "type": "integer",
    "minimum": 1800,
    "maximum": 9999,
    "description": "a year such as 1985",
}
_ACTION = {"version": VERSION, "request": REQUEST}

REQUESTS: dict[str, Schema] = {
    "NewGame": _object(
        {
            "size": {
                "type": "integer",
                "enum": list(SIZES),
                "description": f"an even number from {SIZES[0]} to {SIZES[-1]}",
            },
            "black": SEAT,
            "white": SEAT,
            "transcript": {
                "type": "string",
                "maxLength": 2000,
                "description": "moves such as f5d6c3, at most 2000 characters",
            },
            "start": {
                "type": "string",
                "maxLength": 600,
                "description": "a position: every square from a1 (X, O or -), then who moves",
            },
            "name": NAME,
            "request": REQUEST,
        }
    ),
    "Import": _object(
        {
            "save": {
                "type": "string",
                "maxLength": 200_000,
                "description": "the text of a saved game",
            },
            "name": {**NAME, "maxLength": 80},
        },
        ("save",),
    ),
    "Action": _object(_ACTION),
    "Move": _object({"square": SQUARE, "ply": PLY, **_ACTION}, ("square",)),
    "GoTo": _object({"ply": PLY, **_ACTION}, ("ply",)),
    "ChangeSeat": _object({"color": COLOR, "seat": SEAT, **_ACTION}, ("color", "seat")),
    "Reply": _object(
        {
            "ticket": {
                "type": "integer",
                "minimum": 1,
                "maximum": 2**31 - 1,
                "description": "the ticket of the awaited reply",
            }
        }
    ),
    "Name": _object({"name": NAME}, ("name",)),
    "Values": _object(
        {
            "depth": {
                "type": "integer",
                "minimum": 1,
                "maximum": 20,
                "description": "how many moves to look ahead, 1 to 20",
            }
        }
    ),
    "ReviewMove": _object({"ply": PLY}, ("ply",)),
    "PracticeAnswer": _object(
        {
            "key": {"type": "string", "maxLength": 300, "description": "the key of a position"},
            "square": SQUARE,
            "first": {"type": "boolean", "description": "whether it is the first answer"},
        },
        ("key", "square", "first"),
    ),
    "ArchiveSearch": _object(
        {
            "player": _WORDS,
            "event": _WORDS,
            "opening": _WORDS,
            "first_year": _YEAR,
            "last_year": _YEAR,
            "position": {
                "type": "string",
                "maxLength": 300,
                "description": "a position: every square from a1 (X, O or -), then who moves",
            },
            "offset": {
                "type": "integer",
                "minimum": 0,
                "maximum": 100_000_000,
                "description": "how many games to skip, 0 or more",
            },
        }
    ),
    "Pasted": _object(
        {
            "text": {
                "type": "string",
                "maxLength": 100_000,
                "description": "a game or a position in any format, at most 100,000 characters",
            }
        },
        ("text",),
    ),
    "Nothing": _object({}),
}

_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer"}
_FLAG: Schema = {"type": "boolean"}
_SQUARES: Schema = {"type": "array", "items": SQUARE}


def _answer(properties: dict[str, Schema]) -> Schema:
    return _object(properties, tuple(properties))


def _maybe(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


_SEAT_VIEW = _answer({"spec": _TEXT, "human": _FLAG, "title": _TEXT, "description": _TEXT})
_OUTCOME = _answer(
    {
        "winner": _maybe(COLOR),
        "black": _NUMBER,
        "white": _NUMBER,
        "reason": {"type": "string", "enum": ["no moves", "resignation", "time"]},
        "sentence": _TEXT,
    }
)

_VALUE = _answer(
    {
        "square": SQUARE,
        "score": _NUMBER,
        "exact": _FLAG,
        "best": _FLAG,
        "fate": _maybe(_TEXT),
        "depth": _NUMBER,
        "book": _FLAG,
        "line": _SQUARES,
    }
)

ANSWERS: dict[str, Schema] = {
    "Game": _answer(
        {
            "id": _TEXT,
            "kind": {"type": "string", "enum": ["game", "save", "link"]},
            "name": _maybe(_TEXT),
            "version": _NUMBER,
            "size": _NUMBER,
            "board": {"type": "string", "pattern": "^[XO-]+$"},
            "turn": COLOR,
            "counts": _answer({"black": _NUMBER, "white": _NUMBER, "empty": _NUMBER}),
            "legal": {
                "type": "object",
                "additionalProperties": _SQUARES,
                "description": "for the person to move: each legal square and what it turns",
            },
            "last": _maybe(_answer({"square": SQUARE, "color": COLOR})),
            "opening": _maybe(_TEXT),
            "ply": _NUMBER,
            "moves": {
                "type": "array",
                "items": _answer(
                    {
                        "ply": _NUMBER,
                        "number": _maybe(_NUMBER),
                        "color": COLOR,
                        "square": _maybe(SQUARE),
                        "flips": _SQUARES,
                    }
                ),
            },
            "transcript": _TEXT,
            "seats": _answer({"black": _SEAT_VIEW, "white": _SEAT_VIEW}),
            "paused": _FLAG,
            "thinking": _maybe(_answer({"ticket": _NUMBER, "color": COLOR})),
            "can": _answer({"undo": _FLAG, "redo": _FLAG, "study": _FLAG}),
            "outcome": _maybe(_OUTCOME),
            "notices": {
                "type": "array",
                "items": _answer(
                    {
                        "kind": {
                            "type": "string",
                            "enum": ["branch", "pass", "failure", "finished"],
                        },
                        "color": _maybe(COLOR),
                        "sentence": _TEXT,
                    }
                ),
            },
        }
    ),
    "Entry": _answer(
        {
            "id": _TEXT,
            "place": {"type": "string", "enum": ["running", "finished", "saved", "bin"]},
            "name": _maybe(_TEXT),
            "title": _TEXT,
            "players": _TEXT,
            "note": _TEXT,
            "size": _NUMBER,
            "board": _TEXT,
            "moves": _NUMBER,
            "result": _maybe(_TEXT),
            "created": _TEXT,
            "updated": _TEXT,
        }
    ),
    "Games": _answer({"games": {"type": "array", "items": {"$ref": "#/components/schemas/Entry"}}}),
    "Opponents": _answer(
        {
            "opponents": {
                "type": "array",
                "items": _answer(
                    {
                        "name": _TEXT,
                        "title": _TEXT,
                        "sentence": _TEXT,
                        "friendly": _FLAG,
                        "strength": _TEXT,
                        "levels": {"type": "array", "items": _TEXT},
                        "sizes": {"type": "array", "items": _NUMBER},
                        "parameters": {
                            "type": "array",
                            "items": _answer(
                                {
                                    "name": _TEXT,
                                    "default": {"type": "number"},
                                    "choices": {"type": "array", "items": _TEXT},
                                    "low": {"type": "number"},
                                    "high": {"type": "number"},
                                    "meaning": _TEXT,
                                }
                            ),
                        },
                    }
                ),
            }
        }
    ),
    "Legal": _answer(
        {
            "turn": COLOR,
            "moves": {"type": "object", "additionalProperties": _SQUARES},
        }
    ),
    "Hint": _answer({"square": SQUARE, "sentence": _TEXT, "value": _maybe(_VALUE)}),
    "MoveValues": _answer({"values": {"type": "array", "items": _VALUE}, "depth": _NUMBER}),
    "Review": _answer(
        {
            "ply": _NUMBER,
            "number": _NUMBER,
            "color": COLOR,
            "board": _TEXT,
            "move": SQUARE,
            "score": _NUMBER,
            "best": SQUARE,
            "best_score": _NUMBER,
            "loss": _NUMBER,
            "exact": _FLAG,
            "line": _SQUARES,
            "answer": _maybe(SQUARE),
            "judgement": _TEXT,
            "throws_away": _FLAG,
            "reason": _maybe(_answer({"kind": _TEXT, "sentence": _TEXT, "squares": _SQUARES})),
        }
    ),
    "Added": _answer({"added": _NUMBER}),
    "Practice": _answer(
        {
            "due": {
                "type": "array",
                "items": _answer(
                    {
                        "key": _TEXT,
                        "size": _NUMBER,
                        "board": _TEXT,
                        "turn": COLOR,
                        "legal": {"type": "object", "additionalProperties": _SQUARES},
                        "played": SQUARE,
                        "loss": _NUMBER,
                    }
                ),
            },
            "count": _NUMBER,
            "seconds": _maybe(_NUMBER),
        }
    ),
    "Verdict": _answer({"right": _FLAG, "sentence": _TEXT, "good": _SQUARES, "seconds": _NUMBER}),
    "ArchiveFound": _answer(
        {
            "total": _NUMBER,
            "offset": _NUMBER,
            "games": {
                "type": "array",
                "items": _answer(
                    {
                        "id": _NUMBER,
                        "black": _TEXT,
                        "white": _TEXT,
                        "event": _TEXT,
                        "opening": _TEXT,
                        "year": _maybe(_NUMBER),
                        "score": _maybe(_NUMBER),
                    }
                ),
            },
            "next": {
                "type": "array",
                "items": _answer(
                    {
                        "squares": _SQUARES,
                        "games": _NUMBER,
                        "won": _NUMBER,
                        "drawn": _NUMBER,
                        "lost": _NUMBER,
                        "average": _maybe({"type": "number"}),
                    }
                ),
            },
            "ended": _NUMBER,
        }
    ),
    "ArchiveGame": _answer(
        {
            "id": _NUMBER,
            "transcript": _TEXT,
            "black": _TEXT,
            "white": _TEXT,
            "event": _TEXT,
            "year": _maybe(_NUMBER),
            "score": _maybe(_NUMBER),
        }
    ),
    "About": _answer({"opening": _maybe(_TEXT), "link": _TEXT}),
    "Read": _answer(
        {
            "format": _TEXT,
            "games": {
                "type": "array",
                "items": _answer(
                    {
                        "size": _NUMBER,
                        "start": _maybe(_TEXT),
                        "transcript": _TEXT,
                        "black": _TEXT,
                        "white": _TEXT,
                        "result": _maybe(_TEXT),
                    }
                ),
            },
        }
    ),
    "LocalSaves": _answer(
        {
            "saves": {
                "type": "array",
                "items": _answer(
                    {
                        "name": _TEXT,
                        "players": _TEXT,
                        "note": _TEXT,
                        "size": _NUMBER,
                        "board": _TEXT,
                        "moves": _NUMBER,
                        "result": _maybe(_TEXT),
                        "updated": _TEXT,
                    }
                ),
            }
        }
    ),
    "SaveFile": {"type": "object", "description": "a saved game, as `outflank play --load` reads"},
    "Error": {
        "type": "object",
        "required": ["error", "code"],
        "properties": {
            "error": {"type": "string", "description": "what went wrong, in a sentence"},
            "code": {"type": "string", "description": "the same for programs"},
            "game": {"$ref": "#/components/schemas/Game"},
        },
    },
}
