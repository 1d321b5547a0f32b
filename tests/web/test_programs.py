"""Programs at shared tables: ours, and those that the page about them shows."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from distant import Friend, club

from outflank.board import Color
from outflank.distance import Link, Server, VisitingProgram
from outflank.table import ProcessThinkers

PAGE = Path(__file__).parents[2] / "docs" / "programs.md"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with club(tmp_path_factory.mktemp("club")) as found:
        yield found.url


def block(language: str, beginning: str) -> str:
    """A piece of code of the page."""
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return next(one for one in blocks if one.startswith(beginning))


def play_to_the_end(ann: Friend) -> None:
    while not (now := ann.sees_that(lambda view: view.company.may.move or view.over)).over:
        ann.moves(next(iter(now.legal)))


def test_a_program_plays_agrees_and_plays_again(url: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Bot:\n"
        "    def choose(self, board):\n"
        "        if len(board.empties) < 10:\n"
        "            raise RuntimeError('boom')\n"
        "        return next(iter(board.legal_moves))\n"
    )
    ann = Friend(url)
    link = Link.parse(ann.invites(size=4, clock="5+0"))
    told: list[str] = []
    with closing(ProcessThinkers(1, seconds=30, patience=30, waiting=1)) as thinkers:
        program = VisitingProgram(Server(link.address), str(bot), thinkers, told.append)
        seat = program.sit_down(link, "Cautious")
        assert seat.company.you is Color.WHITE
        assert ann.sees().company.white.program
        thread = threading.Thread(target=program.play, args=[seat])
        thread.start()
        play_to_the_end(ann)
        outcome = ann.sees().outcome
        assert outcome is not None
        assert outcome.winner is Color.BLACK  # a program that fails gives up
        assert "boom" in " ".join(told)
        again = ann.does("proposal", wish="rematch")
        ann.table = ann.sees_that(lambda view: view.company.another).company.another or again.id
        ann.sees_that(lambda view: view.company.may.move)
        ann.does("proposal", wish="abort")
        thread.join(60)
        assert not thread.is_alive()
    assert told[-1] == "It was called off."
    with pytest.raises(LookupError, match="the seat is taken"):
        VisitingProgram(Server(link.address), str(bot), thinkers).sit_down(link, "Late")


@pytest.mark.parametrize("kind", ["python", "curl"])
def test_the_clients_of_the_page_play_a_game(url: str, tmp_path: Path, kind: str) -> None:
    ann = Friend(url)
    link = ann.invites(size=4)
    if kind == "python":
        command = [sys.executable, "-c", block("python", "import http.client"), link]
    else:
        setting = f"SERVER={url} TOKEN={link.partition('=')[2]}\n"
        command = ["sh", "-c", setting + block("sh", "post()")]
    program = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        ann.sees_that(lambda view: view.company.white.taken)
        play_to_the_end(ann)
        said, _ = program.communicate(timeout=60)
    finally:
        program.kill()
    outcome = ann.sees().outcome
    assert outcome is not None
    assert outcome.sentence in said
