"""The performance of the page's engine, and the load it takes off the server.

In a real Chromium: the time from F8 to the first value, and a review of a 60-move game. In Node:
the memory of the engine as opened by the page and on a phone. On a server: its CPU time for games
against `engine:16` and `engine:20`, computed by the server or by the visitor, who moves at random
(and loses early), like `positional`, or like a club player (`gentle:6`). Wall times need a quiet
machine; CPU times do not.

    python benchmarks/bench_own_engine.py [--games 3] [--only page|memory|server]
    taskset -c 0 python benchmarks/bench_own_engine.py --only page    # all of it on one core
"""

import argparse
import http.client
import itertools
import json
import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import Any

from bench_server import processor_seconds, server
from bench_wasm import NODE, STATIC, visited
from outflank.board import Board, square_name
from outflank.book import BOOK_FILE
from outflank.engine import weights
from outflank.game import Game
from outflank.players import make_player

OPPONENTS = ("engine:16", "engine:20")
VISITORS = ("random", "positional", "gentle:6")
IN_NODE = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [module, wasm, weights, book, megabytes] = process.argv.slice(1);
const { Thinking } = await import(pathToFileURL(module).href);
const thinking = new Thinking(new WebAssembly.Module(readFileSync(wasm)));
await thinking.loadWeights(readFileSync(weights));
await thinking.loadBook(readFileSync(book));
thinking.open(Number(megabytes));
console.log(thinking.bytes);
"""
FIRST_VALUE = """
() => new Promise((done) => {
  const begun = performance.now();
  const board = document.querySelector("[role=grid]");
  const watch = new MutationObserver(() => {
    if (!board.querySelector(".value")) return;
    watch.disconnect();
    done(performance.now() - begun);
  });
  watch.observe(board, { childList: true, subtree: true });
  const key = { key: "F8", code: "F8", bubbles: true };
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", key));
})
"""


def whole_game(seed: int) -> str:
    """Return the moves of a random game."""
    dice = random.Random(seed)
    game = Game()
    while game.outcome is None:
        game.play(dice.choice(list(game.board.legal_moves)))
    return game.transcript


def memory() -> None:
    """Report the size of the module's memory."""
    assert NODE is not None, "make lint installs Node"
    parts = [STATIC / "js/thinking/module.js", STATIC / "engine/outflank.wasm"]
    for name, file, megabytes in (
        ("usual", weights.DEFAULT_FILE, 64),
        ("phone", weights.DEFAULT_FILE, 4),
        ("phone, smaller weights", weights.LIGHT_FILE, 4),
    ):
        command = [NODE, "--input-type=module", "-e", IN_NODE, "--", *parts, file, BOOK_FILE]
        told = subprocess.run(
            [*map(str, command), str(megabytes)], capture_output=True, text=True, check=True
        )
        print(f"memory, {name}: {int(told.stdout) / 1e6:.0f} MB")


def page() -> None:
    """Measure the first value and a review."""
    with visited() as (page, address):

        def begin(transcript: str) -> None:
            """Load a game and the engine, without showing values."""
            made = {"black": "human", "white": "human", "transcript": transcript}
            page.goto("about:blank")
            page.request.post(f"{address}/api/games", data=made)
            page.goto(f"{address}/")
            page.wait_for_selector(".square.legal")
            page.keyboard.press("F8")
            page.wait_for_selector(".tray .engine[title*='thinks on this machine']")
            page.keyboard.press("F8")

        begin(whole_game(1)[:40])  # not in any book
        discs = page.locator(".square .disc").count()
        page.locator(".square.legal").first.click()
        page.wait_for_function(
            "n => document.querySelectorAll('.square .disc').length > n", arg=discs
        )
        page.wait_for_selector(".square.legal")
        print(f"first value after F8: {page.evaluate(FIRST_VALUE):.0f} ms")
        begin(
            whole_game(1)[:-2]
        )  # all but the last move, because F8 does not start the engine after the end
        begun = time.perf_counter()
        page.keyboard.press("F7")
        page.get_by_text("The review is complete.").first.wait_for(state="attached")
        print(f"review of a whole game: {time.perf_counter() - begun:.1f} s")


def saved(games: int) -> None:
    """Measure the server's CPU time per game, on one connection per page."""
    with tempfile.TemporaryDirectory() as folder, server(folder, "") as (pid, port):
        own = make_player("engine:10")
        line = http.client.HTTPConnection("127.0.0.1", port)
        headers = {"Content-Type": "application/json"}

        def send(path: str, body: dict[str, Any]) -> Any:
            line.request("POST", f"/api/games{path}", json.dumps(body), headers)
            answer = line.getresponse()
            if cookie := answer.getheader("Set-Cookie"):
                headers["Cookie"] = cookie.partition(";")[0]
            told = json.load(answer)
            assert answer.status < 300, told
            return told

        def there(state: Any) -> Any:
            ticket = state["thinking"]["ticket"]
            return send(f"/{state['id']}/reply", {"ticket": ticket})

        def here(state: Any) -> Any:
            # The visitor computes it; the games are like those on the server.
            thinking = {"ticket": state["thinking"]["ticket"]}
            square = square_name(own.choose(board_of(state)))
            return send(f"/{state['id']}/answer", thinking | {"square": square})

        play(send, there, "random", "engine:16", -1)  # starts the thinkers, which is not counted
        for who, opponent in itertools.product(VISITORS, OPPONENTS):
            costs = []
            for answer in (there, here):
                before = sum(processor_seconds(pid))
                for number in range(games):
                    play(send, answer, who, opponent, number)
                costs.append((sum(processor_seconds(pid)) - before) / games)
            print(
                f"a game of {who} against {opponent}: {costs[0]:.2f} s of the server where it "
                f"thinks, {costs[1]:.2f} where the visitor does, {costs[0] / costs[1]:.1f} × less"
            )


def play(
    send: Callable[..., Any], answer: Callable[[Any], Any], who: str, opponent: str, seed: int
) -> None:
    """Play one game of a visitor whose moves come from one of our players."""
    dice = random.Random(f"{answer} {who} {opponent} {seed}")
    visitor = make_player(who, seed=seed)
    asked = f"{dice.getrandbits(128):032x}"
    state = send("", {"black": "human", "white": opponent, "request": asked})
    while state["outcome"] is None:
        if state["thinking"]:
            state = answer(state)
            continue
        square = square_name(visitor.choose(board_of(state)))
        version = {"version": state["version"], "request": f"{dice.getrandbits(128):032x}"}
        state = send(f"/{state['id']}/moves", {"square": square, "ply": state["ply"]} | version)


def board_of(state: Any) -> Board:
    """Return the position of a game state."""
    return Board.from_text(f"{state['board']} {'X' if state['turn'] == 'black' else 'O'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--only", choices=("page", "memory", "server"))
    args = parser.parse_args()
    parts: dict[str, Callable[[], None]] = {
        "page": page,
        "memory": memory,
        "server": lambda: saved(args.games),
    }
    for name, part in parts.items():
        if args.only in (None, name):
            part()


if __name__ == "__main__":
    main()
