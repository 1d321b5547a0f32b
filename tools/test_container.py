"""Play a move on a server that is starting: `python tools/test_container.py http://127.0.0.1:18000/`."""

import json
import sys
import time
import urllib.request
from http.cookiejar import CookieJar
from typing import Any

SECONDS = 60.0


def main(address: str) -> None:
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(CookieJar())
    )

    def ask(path: str, body: dict[str, Any] | None = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address + path, data)
        if data:
            request.add_header("Content-Type", "application/json")
        with opener.open(request, timeout=SECONDS) as reply:
            answer: bytes = reply.read()
        return answer

    began = time.monotonic()
    while True:
        try:
            assert ask("healthz") == b"alive\n"
            break
        except OSError:
            if time.monotonic() > began + SECONDS:
                raise
            time.sleep(0.1)
    assert b"Othello" in ask("")
    game = json.loads(ask("api/games", {"size": 8, "white": "lookahead:3"}))["id"]
    ask(f"api/games/{game}/moves", {"square": "d3"})
    moves = json.loads(ask(f"api/games/{game}/reply", {"ticket": None}))["moves"]
    assert len(moves) == 2
    print(f"A page, a move and a reply {time.monotonic() - began:.1f} s after the start.")


if __name__ == "__main__":
    main(sys.argv[1])
