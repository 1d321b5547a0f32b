"""From a text to a player: names, settings, files, plug-ins, and what goes wrong."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

from outflank.board import Board, parse_square
from outflank.game import Game
from outflank.players import (
    InvalidPlayerFile,
    InvalidSetting,
    PlayerFailed,
    UnknownOpponent,
    ask,
    catalogue,
    find_opponent,
    make_player,
    opponents,
)
from outflank.players.catalogue import broken_plugins

BOT = """
from outflank.players import Parameter

class Last:
    "Plays the last legal square."

    PARAMETERS = (Parameter("skip", 0, 0, 3, "how many it skips"),)

    def __init__(self, *, skip=0):
        self.skip = skip

    def choose(self, board):
        return sorted(board.legal_moves)[-1 - self.skip]
"""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    file = tmp_path / "mybot.py"
    file.write_text(BOT)
    return str(file)


def test_settings_are_named_or_the_first_one_is_meant() -> None:
    opponent, settings = find_opponent("lookahead:5")
    assert (opponent.name, settings) == ("lookahead", {"depth": 5})
    assert find_opponent("positional:edge=2, corner=7.5")[1] == {"edge": 2.0, "corner": 7.5}
    assert find_opponent("random:seed=3")[1] == {"seed": 3}


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("gredy", UnknownOpponent, "one of random, .* Did you mean greedy?"),
        ("", UnknownOpponent, "one of random"),
        ("human", UnknownOpponent, "one of random"),
        ("greedy:x=1", InvalidSetting, "greedy: .* no settings.*'x'"),
        ("lookahead:dept=3", InvalidSetting, "'dept'.* Did you mean depth?"),
        ("lookahead:99", InvalidSetting, "lookahead: depth must be from 1 to 8, not 99"),
        ("lookahead:2.5", InvalidSetting, "depth must be a whole number from 1 to 8, not '2.5'"),
        ("positional:corner=nan", InvalidSetting, "corner must be from 0.0 to 200.0, not nan"),
        ("positional:1,2", InvalidSetting, "'2'. Settings: corner, "),
        ("positional:corner=1,corner=2", InvalidSetting, "corner is set twice"),
        ("nowhere.py", InvalidPlayerFile, "no file 'nowhere.py'"),
    ],
)
def test_a_wrong_text_says_what_was_expected(
    text: str, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        make_player(text)


def test_ten_lines_in_a_file_are_a_player(bot: str) -> None:
    assert make_player(bot).choose(Board()) == parse_square("e6")
    assert make_player(f"{bot}:Last").choose(Board()) == parse_square("e6")
    assert make_player(f"{bot}:skip=1").choose(Board()) == parse_square("f5")
    assert make_player(f"{bot}:Last:skip=3").choose(Board()) == parse_square("d3")
    assert find_opponent(bot)[0].sentence == "Plays the last legal square."


@pytest.mark.parametrize(
    ("source", "suffix", "sentence"),
    [
        (BOT, ":Lost", "has no function or class Lost.*:Last"),
        ("class Empty: pass", "", "no class with a method choose"),
        (BOT + BOT.replace("Last", "Other"), "", "several players.*:Last, .*:Other"),
        ("1 / 0", "", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("def (", "", "cannot be loaded: SyntaxError"),
    ],
)
def test_a_file_that_is_no_player_says_why(
    tmp_path: Path, source: str, suffix: str, sentence: str
) -> None:
    file = tmp_path / "other.py"
    file.write_text(source)
    with pytest.raises(InvalidPlayerFile, match=sentence):
        make_player(f"{file}{suffix}")


class Raises:
    def choose(self, board: Board) -> int:
        raise RuntimeError("out of ideas")


class Leaves:
    def choose(self, board: Board) -> int:
        raise SystemExit("had enough")


def test_a_player_that_wants_to_end_the_program_just_fails() -> None:
    with pytest.raises(PlayerFailed, match=r"^Leaves .*SystemExit: had enough"):
        ask(Leaves(), Board())


class Answers:
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, board: Board) -> int:
        return self.answer  # type: ignore[return-value]


def test_a_player_that_raises_is_named_with_position_and_cause() -> None:
    with pytest.raises(PlayerFailed, match=r"^mybot .*-+OX.* RuntimeError: out of ideas") as error:
        ask(Raises(), Board(), "mybot")
    assert isinstance(error.value.__cause__, RuntimeError)
    assert error.value.board == Board()


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (0, "a1 .* d3 c4 f5 e6"),
        ("d4", "d4 .* d3 c4 f5 e6"),
        (None, "None "),
        (99, "99 "),
        ("x" * 200, "'xxx.*… "),
    ],
)
def test_an_answer_that_is_no_legal_square_is_shown(answer: object, shown: str) -> None:
    with pytest.raises(PlayerFailed, match=f"^Answers .* {shown}"):
        ask(Answers(answer), Board())


@pytest.mark.parametrize("answer", ["d3", "D3", 19, np.int64(19), np.uint8(19)])
def test_an_answer_may_be_a_name_or_any_whole_number(answer: object) -> None:
    assert ask(Answers(answer), Board()) == 19


def test_the_sample_in_the_guide_plays_a_game(tmp_path: Path) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "opponents.md").read_text(encoding="utf-8")
    file = tmp_path / "sample.py"
    file.write_text(guide.split("```python\n")[1].split("```")[0])
    player, game = make_player(f"{file}:skip=3"), Game()
    while not game.is_over:
        game.play(ask(player, game.board))


def test_a_file_may_use_its_neighbours_and_dataclasses(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_bot.py").write_text("FIRST = 0\n")
    file = tmp_path / "modern.py"
    file.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from neighbour_of_bot import FIRST\n"
        "@dataclass\n"
        "class Modern:\n"
        "    skip: int = 0\n"
        "    def choose(self, board): return list(board.legal_moves)[FIRST]\n"
    )
    assert make_player(str(file)).choose(Board()) == 19


def test_files_loaded_by_several_threads_at_once_keep_their_own_neighbours(tmp_path: Path) -> None:
    files = []
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "beside.py").write_text(f"NUMBER = {number}\n")
        (folder / "bot.py").write_text(
            "import beside\n" + BOT + "\n    number = beside.NUMBER\n", encoding="utf-8"
        )
        files.append(str(folder / "bot.py"))
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            made = list(threads.map(make_player, files * 20))
    finally:
        sys.setswitchinterval(switching)
    assert [getattr(player, "number", None) for player in made] == [0, 1, 2, 3] * 20


def test_a_player_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    file = tmp_path / "needy.py"
    file.write_text(
        "class Needy:\n    def __init__(self, brain): pass\n    def choose(self, b): 0\n"
    )
    with pytest.raises(UnknownOpponent, match=r"needy:Needy cannot play: TypeError: .*brain"):
        make_player(str(file))


class PluggedIn:
    """Comes from another package."""

    SIZES = (6,)

    def choose(self, board: Board) -> int:
        return next(iter(board.legal_moves))


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = [
        EntryPoint("plugged", f"{__name__}:PluggedIn", catalogue.ENTRY_POINT_GROUP),
        EntryPoint("broken", "no_such_package:Bot", catalogue.ENTRY_POINT_GROUP),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    monkeypatch.setattr(EntryPoint, "load", _load)
    catalogue._discovered.cache_clear()
    yield
    catalogue._discovered.cache_clear()


def _load(point: EntryPoint) -> object:
    if point.name == "plugged":
        return PluggedIn
    raise ModuleNotFoundError("No module named 'no_such_package'")


@pytest.mark.usefixtures("plugins")
def test_other_packages_add_opponents_and_a_broken_one_is_told_by_name() -> None:
    assert opponents()["plugged"].sentence == "Comes from another package."
    assert broken_plugins() == {"broken": "ModuleNotFoundError: No module named 'no_such_package'"}
    with pytest.raises(UnknownOpponent, match="broken cannot be loaded: ModuleNotFoundError"):
        make_player("broken")


@pytest.mark.usefixtures("plugins")
def test_an_opponent_that_does_not_play_this_size_says_who_does() -> None:
    with pytest.raises(UnknownOpponent, match=r"plugged does not play on 8×8.*: random"):
        make_player("plugged", size=8)
    assert make_player("plugged", size=6)
