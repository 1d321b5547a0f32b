"""The page's engine compared with the native one on the same endgames, in Node and Chromium.

Every position of FFO #40 to #44 is solved natively, by the module in Node and by the page's worker
in a real Chromium, in turn, each from an empty table of the same size; scores and nodes must be
equal. All of them solve the first position once before to warm up the JIT compiler. Figures are CPU
seconds; in the browser those of the tab's process.

    python benchmarks/bench_wasm.py [SUITE] [--positions 5] [--module OTHER.wasm]
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

import outflank
from bench_server import server
from outflank.board import Board
from outflank.cli.shared.positions import GivenPosition, read_positions
from outflank.engine import Engine, weights

DEFAULT_SUITE = Path(__file__).parents[2] / "shared/data/suites/fforum-40-49.obf"
STATIC = Path(outflank.__file__).parent / "web" / "static"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
NODE = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
HASH_MB = 64  # as in the page
ALL = {"depth": 60, "exact_from": 60}
IN_NODE = """
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
const [module, wasm, weights, megabytes] = process.argv.slice(1);
const { Thinking } = await import(pathToFileURL(module).href);
const thinking = new Thinking(new WebAssembly.Module(readFileSync(wasm)));
await thinking.loadWeights(readFileSync(weights));
thinking.open(Number(megabytes));
for await (const line of createInterface({ input: process.stdin })) {
  const { position, limit } = JSON.parse(line);
  thinking.forget();
  const before = process.cpuUsage();
  const [{ score, nodes }] = thinking.analyse(position, limit, 1);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ score, nodes, seconds: (user + system) / 1e6 }));
}
"""
IN_PAGE = """
async (megabytes) => {
  const files = await (await fetch("/api/engine")).json();
  const worker = new Worker(files.worker, { type: "module" });
  let id = 0;
  window.ask = (question) => new Promise((done, failed) => {
    const number = ++id;
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data }) => data.id === number && data.done && done(data);
    worker.postMessage({ id: number, ...question });
  });
  await ask({ ask: "load", files, megabytes, stops: null });
}
"""
SOLVE = """
async (question) => {
  const { results, problem } = await ask(question);
  if (problem) throw new Error(problem);
  return results[0];
}
"""


def position(board: Board) -> dict[str, Any]:
    """Return a board in the page's representation."""
    cells = board.to_text().split(" ")[0]
    return {"size": board.size, "board": cells, "turn": board.turn.value}


def natively(problems: list[GivenPosition]) -> Iterator[dict[str, Any]]:
    """Solve with the native engine and one thread."""
    engine = Engine(memory=HASH_MB)
    for puzzle in problems:
        engine.clear()
        before = time.process_time()
        result = engine.solve(puzzle.board)
        seconds = time.process_time() - before
        yield {"score": result.score, "nodes": result.nodes, "seconds": seconds}


@contextmanager
def in_node(problems: list[GivenPosition], module: Path) -> Iterator[Iterator[dict[str, Any]]]:
    """Solve with the module in Node."""
    assert NODE is not None, "make lint installs Node"
    files = [STATIC / "js/thinking/module.js", module, weights.DEFAULT_FILE]
    command = [NODE, "--input-type=module", "-e", IN_NODE, "--", *map(str, files), str(HASH_MB)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as node:
        assert node.stdin is not None
        assert node.stdout is not None

        def solved() -> Iterator[dict[str, Any]]:
            for puzzle in problems:
                print(
                    json.dumps({"position": position(puzzle.board), "limit": ALL}),
                    file=node.stdin,
                    flush=True,
                )
                yield json.loads(node.stdout.readline())  # type: ignore[union-attr]

        yield solved()
        node.stdin.close()


@contextmanager
def visited() -> Iterator[tuple[Page, str]]:
    """Yield a page in Chromium and the address of its server."""
    with (
        tempfile.TemporaryDirectory() as folder,
        server(folder, "") as (_, port),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--headless"]
        )
        yield browser.new_page(), f"http://127.0.0.1:{port}"
        browser.close()


@contextmanager
def in_chromium(problems: list[GivenPosition]) -> Iterator[Iterator[dict[str, Any]]]:
    """Solve with the page's worker."""
    with visited() as (page, address):
        page.set_default_timeout(0)
        page.goto(f"{address}/api/openapi.json")
        page.evaluate(IN_PAGE, HASH_MB)
        assert page.context.browser is not None
        system = page.context.browser.new_browser_cdp_session()

        def cpu_seconds() -> float:
            processes = system.send("SystemInfo.getProcessInfo")["processInfo"]
            return float(sum(one["cpuTime"] for one in processes if one["type"] == "renderer"))

        def solved() -> Iterator[dict[str, Any]]:
            for puzzle in problems:
                question = {"ask": "analyse", "position": position(puzzle.board)}
                page.evaluate("ask({ ask: 'forget' })")
                before = cpu_seconds()
                found = page.evaluate(SOLVE, {**question, "limit": ALL, "lines": 1})
                yield {**found, "seconds": cpu_seconds() - before}

        yield solved()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("suite", type=Path, nargs="?", default=DEFAULT_SUITE)
    parser.add_argument("--positions", type=int, default=5)
    parser.add_argument("--module", type=Path, default=STATIC / "engine" / "outflank.wasm")
    parser.add_argument("--no-browser", action="store_true")
    args = parser.parse_args()
    problems = list(read_positions(str(args.suite)))[: args.positions]
    problems.insert(0, problems[0])
    totals: dict[str, list[Any]] = {name: [0, 0.0] for name in ("native", "Node", "Chromium")}
    with in_node(problems, args.module) as node:
        runs = {"native": natively(problems), "Node": node}
        if args.no_browser or CHROMIUM is None:
            compare(problems, runs, totals)
        else:
            with in_chromium(problems) as chromium:
                compare(problems, runs | {"Chromium": chromium}, totals)
    rates = {name: nodes / seconds for name, (nodes, seconds) in totals.items() if seconds}
    for name, rate in rates.items():
        print(
            f"{name}: {totals[name][1]:.1f} s, {rate / 1e6:.1f} million nodes/s, "
            f"{rate / rates['native']:.2f} × native"
        )


def compare(
    problems: list[GivenPosition],
    runs: dict[str, Iterator[dict[str, Any]]],
    totals: dict[str, list[Any]],
) -> None:
    """Solve every position with every engine and report differences."""
    for number, puzzle in enumerate(problems):
        found = {name: next(run) for name, run in runs.items()}
        for name, one in found.items():
            if (one["score"], one["nodes"]) != (found["native"]["score"], found["native"]["nodes"]):
                raise SystemExit(f"{puzzle.name}: {name} found {one}, native {found['native']}")
        if number == 0:
            continue
        for name, one in found.items():
            totals[name][0] += one["nodes"]
            totals[name][1] += one["seconds"]
        each = ", ".join(f"{name} {one['seconds']:.2f} s" for name, one in found.items())
        native = found["native"]
        print(f"{puzzle.name}: {native['score']:+d}, {native['nodes']:,} nodes: {each}")


if __name__ == "__main__":
    main()
