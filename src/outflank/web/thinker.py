"""A thinking process: reads questions a line, answers each with a line. See ``thinking``.

A question is ``{"seat": "greedy", "board": "---… X"}``, an answer ``{"square": 19}`` or
``{"problem": "…"}``. It ends when its server does, as nobody can ask any more.
"""

import json
import os
import sys
from functools import lru_cache
from typing import TextIO

from outflank.board import Board
from outflank.players import Player, PlayerFailed, ask, make_player

PLAYERS_KEPT = 4  # an engine's player is costly to make; keep the ones in use


@lru_cache(maxsize=PLAYERS_KEPT)
def _player(seat: str, size: int) -> Player:
    return make_player(seat, size=size)


def answer(question: str) -> str:
    """The answer to one question."""
    asked = json.loads(question)
    board = Board.from_text(asked["board"])
    try:
        square = ask(_player(asked["seat"], board.size), board, asked["seat"])
    except PlayerFailed as failure:
        return json.dumps({"problem": failure.problem})
    except Exception as error:  # noqa: BLE001 — a plug-in that cannot even be made; told by name
        return json.dumps({"problem": f"cannot play: {type(error).__name__}: {error}"})
    return json.dumps({"square": square})


def main(questions: TextIO, answers: TextIO) -> None:
    """Answer until nobody asks."""
    for question in questions:
        answers.write(answer(question) + "\n")
        answers.flush()


if __name__ == "__main__":
    # What a player prints must not get between the answers: it goes to the server's log instead.
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    main(sys.stdin, channel)
