"""Nobody waits for what they do not use: which modules a command loads."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cluster import Cluster

HEAVY = {
    "flask", "jinja2", "numpy", "textual", "rich", "sqlalchemy", "tkinter", "turtle", "asyncio",
    "multiprocessing", "platform",
}  # fmt: skip

SCRIPT = """
import json, sys
from outflank.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("\\n" + json.dumps(sorted(sys.modules)))
"""


def loaded(folder: Path, *arguments: str, lines: str = "") -> set[str]:
    """The modules that are loaded after a command has run."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        input=lines,
        env={**os.environ, "OUTFLANK_DATA": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["play", "--help"], ["window", "--help"], ["play", "--plain"]],
    ids=" ".join,
)
def test_a_light_command_loads_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    modules = loaded(tmp_path, *arguments, lines="d3\nquit\n")
    assert "outflank" in modules
    assert HEAVY & modules == set()


def test_a_cluster_is_asked_without_what_draws_pictures_of_it(
    cluster: Cluster, tmp_path: Path
) -> None:
    match = ["match", "greedy", "random", "--games", "2", "--log", str(tmp_path / "log.jsonl")]
    modules = loaded(tmp_path, *match, "--cluster", cluster.address)
    assert "distributed" in modules
    assert "jinja2" not in modules


def test_help_loads_no_part_of_the_game(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "--help")
    unused = {"outflank.players", "outflank.play", "outflank.terminal", "importlib.metadata"}
    assert unused & modules == set()


def test_a_club_without_a_database_loads_no_sql(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "club", "list")
    assert {"sqlalchemy", "flask", "outflank.storage.database"} & modules == set()


def test_the_plain_game_stays_small(tmp_path: Path) -> None:
    """Counted, not timed: 272 modules when this was written, of which 97 are Outflank's own.

    A wheel's native core is three of them in the place of one: two builds, and who picks one.
    """
    modules = loaded(tmp_path, "play", "--plain", lines="d3\nquit\n")
    assert len({name for name in modules if "._native_" not in name}) < 285
