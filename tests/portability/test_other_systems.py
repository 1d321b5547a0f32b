"""A game, a server, a match and a tournament as on Windows, which ``simulated_windows`` imitates.

On other systems than Linux the same tests run as they are.
"""

import http.cookiejar
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

SIMULATED = Path(__file__).parents[1] / "support" / "simulated_windows"
PATIENCE = 120.0  # seconds; reached only by a test that fails

Run = Callable[..., str]


@pytest.fixture
def variables(tmp_path: Path) -> dict[str, str]:
    more = {"OUTFLANK_DATA": str(tmp_path / "data"), "OUTFLANK_LANGUAGE": "en"}
    if sys.platform == "linux":
        more["PYTHONPATH"] = str(SIMULATED)
    return os.environ | more


@pytest.fixture
def run(tmp_path: Path, variables: dict[str, str]) -> Run:
    """Runs a command to its end and returns its output."""

    def run(*words: str, lines: str = "", code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "outflank", *words],
            input=lines,
            env=variables,
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run


def records(log: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if "game" in line]


def test_a_game_in_the_terminal_is_played_saved_and_continued(run: Run, tmp_path: Path) -> None:
    run("play", "--plain", "--white", "greedy", lines="d3\nsave one\nquit\n")
    assert (tmp_path / "data" / "saves" / "one.json").exists()
    shown = run("play", "--plain", "--load", "one", lines="save one\nmoves\nquit\n")
    assert "X d3" in shown


def test_a_match_goes_on_after_players_that_crash_or_hang(run: Run, tmp_path: Path) -> None:
    for name, kind, what in (("crash", "crash", "os._exit(3)"), ("hang", "time", "sleep(3600)")):
        (tmp_path / f"{name}.py").write_text(
            "import os\nfrom time import sleep\n"
            f"def choose(board):\n    if len(board.empties) < 55: {what}\n"
            "    return min(board.legal_moves)\n"
        )
        log = tmp_path / f"{name}.jsonl"
        match = ["match", f"./{name}.py", "greedy", "--games", "2", "--time", "0.2"]
        run(*match, "--log", str(log), code=1)  # stopped: it only forfeits
        assert {record["fault"]["kind"] for record in records(log)} == {kind}


def test_a_tournament_is_played_and_resumed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(board): return min(board.legal_moves)\n")
    log = tmp_path / "cup.jsonl"
    players = ["greedy", "random", "./mine.py"]
    run("tournament", *players, "--games", "2", "--log", str(log), "--memory", "2000")
    lines = log.read_bytes().splitlines(keepends=True)
    assert len(records(log)) == 6
    log.write_bytes(b"".join(lines[:-3]))
    run("tournament", "--resume", str(log))
    assert len(records(log)) == 6


def test_another_program_plays_over_gtp(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    engine = tmp_path / "folder" / "engine.py"
    engine.write_text(
        "import sys\nfrom outflank.cli.main import main\nsys.exit(main(['engine', 'gtp']))\n"
    )
    program = f"gtp:'{sys.executable}' '{engine}'"
    shown = run("play", "--plain", "--white", program, lines="d3\nmoves\nquit\n")
    assert "X d3  O " in shown


@pytest.fixture
def server(tmp_path: Path, variables: dict[str, str]) -> Iterator[tuple[str, Any]]:
    with subprocess.Popen(
        [sys.executable, "-m", "outflank", "serve", "--no-open", "--port", "0"],
        env=variables,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        creationflags=0x200 if sys.platform == "win32" else 0,  # a process group of its own
    ) as process:
        assert process.stdout is not None
        try:
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address is not None
            yield address[0], process
        finally:
            process.kill()


def test_a_server_plays_reads_pasted_games_and_ends(
    server: tuple[str, "subprocess.Popen[str]"],
) -> None:
    address, process = server
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(jar)
    )

    def ask(path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if body else None
        request = urllib.request.Request(address + path, data)
        if data:
            request.add_header("Content-Type", "application/json")
        with opener.open(request, timeout=PATIENCE) as reply:
            return reply.read()

    assert ask("healthz") == b"alive\n"
    game = json.loads(ask("api/games", size=8, white="engine:3"))["id"]
    ask(f"api/games/{game}/moves", square="d3")
    view = json.loads(ask(f"api/games/{game}/reply", ticket=None))
    assert len(view["moves"]) == 2
    pasted = json.loads(ask("api/read", text="f5d6c3d3c4"))
    assert pasted["games"][0]["transcript"] == "f5d6c3d3c4"
    if sys.platform == "win32":
        process.send_signal(signal.CTRL_BREAK_EVENT)
    else:
        process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) in (0, 130)


def test_what_windows_cannot_do_is_refused(run: Run, tmp_path: Path) -> None:
    if sys.platform == "darwin":
        pytest.skip("macOS runs several server processes")
    assert "--workers" in run("serve", "--workers", "2", code=2)
    (tmp_path / "mine.py").write_text("def choose(board): return min(board.legal_moves)\n")
    run("match", "./mine.py", "greedy", "--games", "2", "--isolate", code=2)
