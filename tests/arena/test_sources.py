"""A player from a file takes its source along."""

import pickle
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.arena.entrants import as_they_are_now, changed_entrants, make_entrants
from outflank.arena.playing.referee import play_game
from outflank.arena.playing.sources import put_here, read_sources, with_files_here
from outflank.arena.playing.worker import make
from outflank.arena.records import Assignment, Entrant

BOT = """
from helper import pick

class Bot:
    def choose(self, board):
        import deep.inside
        return pick(board)
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a player, a helper, a package and what does not belong to it."""
    home = tmp_path / "home"
    (home / "deep").mkdir(parents=True)
    (home / "bot.py").write_text(BOT)
    (home / "helper.py").write_text("def pick(board): return list(board.legal_moves)[-1]\n")
    (home / "deep" / "__init__.py").write_text("")
    (home / "deep" / "inside.py").write_text("import helper\n")
    (home / "other.py").write_text("raise SystemExit\n")
    monkeypatch.chdir(home)
    return home


def _game(entrant: Entrant) -> Assignment:
    return Assignment(0, 0, 0, entrant, Entrant("first", "first"), "", 6, 1)


def test_the_modules_beside_it_that_it_imports_come_along(home: Path) -> None:
    names = list(read_sources(home / "bot.py"))
    assert names == ["bot.py", "deep/__init__.py", "deep/inside.py", "helper.py"]


def test_a_player_plays_where_its_folder_is_not(home: Path) -> None:
    [entrant] = make_entrants(["./bot.py:Bot"], 6)
    assert entrant.name == "./bot.py:Bot"
    here = play_game(with_files_here(_game(entrant)), make)
    sent = pickle.dumps(_game(entrant))  # as to a worker of a cluster
    shutil.rmtree(home)
    there = play_game(with_files_here(pickle.loads(sent)), make)
    assert there.fault is None
    assert there.moves == here.moves


def test_files_that_lie_as_they_were_are_used_there(home: Path) -> None:
    [entrant] = make_entrants(["./bot.py"], 6)
    game = with_files_here(_game(entrant))
    assert game.black == replace(entrant, spec=str(home / "bot.py"), files={})
    (home / "helper.py").write_text("def pick(board): return 0\n")
    assert not with_files_here(_game(entrant)).black.spec.startswith(str(home))


def test_a_changed_module_is_a_changed_player_and_a_missing_file_is_not(home: Path) -> None:
    entrants = make_entrants(["./bot.py", "greedy"], 6)
    assert changed_entrants(entrants) == []
    (home / "helper.py").write_text("def pick(board): return 0\n")
    assert changed_entrants(entrants) == ["./bot.py"]
    assert "return 0" in as_they_are_now(entrants)[0].files["helper.py"]
    shutil.rmtree(home)
    assert changed_entrants(entrants) == []


def test_helpers_of_one_name_are_not_mixed_up(home: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(home, old)
    (old / "helper.py").write_text("def pick(board): return list(board.legal_moves)[0]\n")
    new, last = make_entrants(["./bot.py", "../old/bot.py"], 6)
    game = replace(_game(new), white=last)
    moves = play_game(with_files_here(game), make).moves
    alone = {
        name: play_game(with_files_here(_game(e)), make).moves
        for name, e in (("n", new), ("o", last))
    }
    assert moves == alone["n"]  # `first` plays what the old helper picks
    assert moves != alone["o"]


READER = """
from pathlib import Path

from outflank.players import FileParameter

class Reader:
    FILES = (FileParameter("moves", "squares it likes"),)

    def __init__(self, moves):
        self.liked = [int(word) for word in Path(moves).read_text().split()]

    def choose(self, board):
        return max(board.legal_moves, key=lambda square: (square in self.liked, square))
"""


def test_a_file_that_a_setting_names_is_noticed_by_content_and_goes_to_other_machines(
    home: Path,
) -> None:
    (home / "reader.py").write_text(READER)
    (home / "liked.txt").write_text("8 13")
    [entrant] = make_entrants(["./reader.py:moves=liked.txt"], 6)
    [(path, digest)] = entrant.data.items()
    here = play_game(with_files_here(_game(entrant)), make)
    (home / "liked.txt").write_text("22 27")
    assert changed_entrants([entrant]) == ["./reader.py:moves=liked.txt"]
    shutil.rmtree(home)
    put_here(digest, b"8 13")  # as a worker of a cluster does
    there = with_files_here(_game(entrant))
    assert path == str(home / "liked.txt")
    assert path not in there.black.spec
    assert play_game(there, make).moves == here.moves
