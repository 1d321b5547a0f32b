"""Events of many games, sent to an application, with what it answered: the same for every host.

What differs by nature is left out of an answer: ids are replaced by numbers, times by nothing.
"""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Send = Callable[[str, str, Any], tuple[int, bytes]]
"""Sends a request: method, path and body; returns the status and the body of the response."""

_ID = re.compile(r"\b[0-9a-f]{32}\b")
_TIME = re.compile(r'"(?:created|updated|date)":"[^"]*"')
_LONG = re.compile(r"\d+\.\d{12,}(?:e-?\d+)?")  # the last bits depend on the C library
_CLOCK = re.compile(r'"clock":\{[^}]*\}|"seconds": ?\[[^\]]*\]|//[\d.e-]+')
OPPONENTS = ("greedy", "positional", "first", "priority", "learned", "human")
TEXTS = (
    "f5d6c3d3c4",
    "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 "
    "---------------------------O*------*O--------------------------- *]B[F5]W[D6];)",
    "(;FF[4]GM[2]SZ[8];B[fe];W[df])",
    "---------------------------OX------XO--------------------------- X",
    "no game at all",
    "f5f5",
    "",
)


class Recorder:
    """Sends events and keeps what is comparable of their answers."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._ids: dict[str, str] = {}
        self.answers: list[str] = []

    def __call__(self, method: str, path: str, body: Any = None) -> Any:
        status, content = self._send(method, path, body)
        text = content.decode()
        text = _LONG.sub(lambda found: f"{float(found[0]):.10g}", text)
        plain = _CLOCK.sub("", _TIME.sub("", _ID.sub(self._number, text)))
        self.answers.append(f"{method} {_ID.sub(self._number, path)} {status} {plain}")
        try:
            return json.loads(text)
        except ValueError:
            return None

    def _number(self, found: re.Match[str]) -> str:
        return self._ids.setdefault(found[0], f"id-{len(self._ids)}")


def events(send: Send, games: int, seed: int = 1) -> list[str]:
    """Play, undo, study, save and import; return the answers in order."""
    dice, ask = Random(seed), Recorder(send)
    ask("GET", "/api/opponents")
    ask("GET", "/api/games/current")
    for number in range(games):
        for _step in _game(ask, dice, number):
            pass
    ask("GET", "/api/games")
    ask("GET", "/api/today")
    return ask.answers


def _game(ask: Recorder, dice: Random, number: int) -> Iterator[None]:
    wanted: dict[str, Any] = {
        "white": dice.choice(OPPONENTS),
        "size": dice.choice([4, 6, 8, 8, 10]),
    }
    if dice.random() < 0.1:
        wanted["clock"] = "5+3"
    game = ask("POST", "/api/games", wanted)
    if "id" not in game:
        return
    place = f"/api/games/{game['id']}"
    for _ in range(dice.randrange(4, 14)):
        if game["outcome"]:
            break
        if game["thinking"]:
            game = ask("POST", f"{place}/reply", {"ticket": game["thinking"]["ticket"]})
        elif dice.random() < 0.12:
            game = ask("POST", f"{place}/undo", {}) or game
            if "id" not in game:
                game = ask("GET", place)
        elif dice.random() < 0.08:
            ask("POST", f"{place}/moves", {"square": dice.choice(["a1", "z9", "h8"])})
        elif game["legal"]:
            square = dice.choice(sorted(game["legal"]))
            game = ask("POST", f"{place}/moves", {"square": square, "answer": True})
        else:
            break
        yield
    ask("GET", f"{place}/about")
    if number % 3 == 0:
        ask("GET", f"{place}/save")
        ask("GET", f"{place}/game.ggf")
        ask("GET", f"{place}/picture.svg")
        ask("GET", f"{place}/probabilities")
    if number % 4 == 1:
        ask("POST", f"{place}/save", {"name": f"save {number}"})
        ask("PATCH", place, {"name": "x" * dice.choice([3, 200])})
    if number % 5 == 2:
        ask("POST", "/api/read", {"text": dice.choice(TEXTS)})
        ask("POST", "/api/games/import", {"save": dice.choice(TEXTS)})
    if number % 6 == 3:
        ask("POST", f"{place}/resign", {})
        ask("POST", f"{place}/swap", {})
    if number % 7 == 4:
        ask("POST", "/api/games", {"size": 7})
        ask("POST", f"{place}/moves", {"square": 1})
        ask("DELETE", place)
        ask("GET", "/api/nothing")
    yield
