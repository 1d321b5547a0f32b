"""The commands in the documents: all are understood, and those that end by themselves run."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.cli.registry import COMMANDS, command_parser

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{p.name}" for p in ROOT.glob("docs/*.md"))]
# What takes minutes, waits for a person, or needs another program or server is only parsed.
RUN = {"hint", "solve", "review", "book", "explore", "convert", "export", "opponents", "archive"}
RUN |= {"match", "tournament", "ladder", "bench", "perft", "puzzles"}
NOT_HERE = ("onnx:", "build", "deepen", "check", "openings", "make", "gtp:", "nboard:", "weights=")
WHOLE = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2a1a2h8"
)
WORDS = {  # that stand for something
    "GAME": "mygame.ggf",
    "POSITION": "-XXXXXXX--XOOOXXXOOOXXOXXOOOXXOXXOXOOXOXXOXXOOOX-XXXXOOX-XXXXXX- X",
    "LOG": "match.jsonl",
    "FILE": "mygame.ggf",
    "FILES": "mygame.ggf",
    "FILE.py": "./mybot.py",
    "NAME": "Ann",
    "DIRECTORY": "work",
}


def commands(page: str, *, inline: bool) -> Iterator[list[str]]:
    """The arguments of each command on a page: in blocks for a shell, or inside of sentences."""
    text = (ROOT / page).read_text(encoding="utf-8")
    pattern = r"`(outflank \w+ [^`]*)`" if inline else r"^```sh\n(.*?)^```"
    found = re.findall(pattern, text, re.S | re.M)
    for line in map(" ".join, map(str.split, found)) if inline else "\n".join(found).splitlines():
        words = shlex.split(line, comments=True)
        if inline and (len(words) < 4 or "--help" in words):
            continue  # it only names a command
        if words[:1] == ["outflank"] and words[1:] and words[1] in COMMANDS and "…" not in line:
            yield [WORDS.get(word, word) for word in words[1:]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the documents speak of: the README's bot, a game, an archive, a log."""
    folder = tmp_path_factory.mktemp("commands")
    (bot,) = re.findall(r"^>>> (class .*?)\n\n", (ROOT / "README.md").read_text(), re.S | re.M)
    for name in ("mybot.py", "new.py", "old.py"):
        (folder / name).write_text(bot.replace("\n... ", "\n"))
    for line in (
        f"export {WHOLE} mygame.ggf",
        "convert mygame.ggf WTH_1985.wtb",
        "match random first --games 6 --log match.jsonl",
        "archive import mygame.ggf",
    ):
        run(folder, line.split())
    shutil.copy(ROOT / "src" / "outflank" / "book" / "openings.book", folder / "my.book")
    return folder


def run(folder: Path, arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "outflank", *arguments],
        cwd=folder,
        env={**os.environ, "XDG_DATA_HOME": str(folder / "data"), "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, (arguments, done.stderr)


def test_commands_are_found() -> None:
    """The tests below are about something."""
    for page, least in (("README.md", 3), ("docs/commands.md", 30), ("docs/arena.md", 8)):
        assert len([*commands(page, inline=False)]) >= least, page
    assert len([*commands("docs/strength.md", inline=True)]) >= 1


@pytest.mark.parametrize("page", PAGES)
def test_commands_are_understood(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for inline in (False, True):
        for name, *rest in commands(page, inline=inline):
            command_parser(name).parse_args(rest)


@pytest.mark.parametrize("page", PAGES)
def test_commands_run_as_printed(page: str, folder: Path, tmp_path: Path) -> None:
    own = shutil.copytree(folder, tmp_path / "own")  # pages write the same files
    for arguments in commands(page, inline=False):
        if arguments == ["ladder"]:
            continue  # everybody against everybody
        if arguments[0] in RUN and not any(word in " ".join(arguments) for word in NOT_HERE):
            run(own, arguments)
