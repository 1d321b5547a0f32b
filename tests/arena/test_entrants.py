"""What is typed becomes players that take part, with the limits of the run."""

from dataclasses import replace

import pytest

from outflank.arena.entrants import (
    InvalidEntrant,
    changed_entrants,
    make_entrants,
    unknown_entrants,
    without_settings,
)
from outflank.arena.records import Entrant
from outflank.engine import LEVELS
from outflank.players import find_opponent


@pytest.mark.parametrize(
    ("limit", "value", "setting"),
    [("depth", 8, "depth"), ("nodes", 2_000_000, "nodes"), ("time", 0.25, "seconds")],
)
def test_limits_reach_the_engine(limit: str, value: float, setting: str) -> None:
    plain, level = make_entrants(["engine", "engine:20"], 8, {limit: value})
    assert find_opponent(plain.spec)[1] == {setting: value}
    assert find_opponent(level.spec)[1] == {"level": 20, setting: value}


def test_who_was_told_another_limit_keeps_it() -> None:
    own, other, deaf = make_entrants(["engine:depth=4", "lookahead", "greedy"], 8, {"depth": 2})
    assert (own.spec, other.spec, deaf.spec) == ("engine:depth=4", "lookahead:depth=2", "greedy")


def test_a_limit_nobody_listens_to_is_refused() -> None:
    with pytest.raises(InvalidEntrant, match="--nodes needs a player"):
        make_entrants(["lookahead", "greedy"], 8, {"nodes": 1000})


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("positional", "positional"),
        ("positional:40,edge=3", "positional"),
        ("./bot.py", "./bot.py"),
        ("./bot.py:flips=2", "./bot.py"),
        ("./bot.py:2", "./bot.py"),
        ("./bot.py:Bot", "./bot.py:Bot"),
        ("./bot.py:Bot:flips=2,moves=1", "./bot.py:Bot"),
    ],
)
def test_settings_are_told_from_the_player(text: str, player: str) -> None:
    assert without_settings(text) == player


def test_a_level_that_changed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    entrants = make_entrants(["engine:3", "engine:4", "greedy"], 8)
    assert changed_entrants(entrants) == unknown_entrants(entrants) == []
    levels = (*LEVELS[:3], replace(LEVELS[3], mistake=1.0), *LEVELS[4:])
    monkeypatch.setattr("outflank.players.engine.LEVELS", levels)
    monkeypatch.setattr("outflank.players.ratings.LEVELS", levels)
    assert changed_entrants(entrants) == ["engine:4"]


def test_of_whom_an_old_log_says_nothing_is_unknown_and_not_changed() -> None:
    old = [Entrant(name, name) for name in ("engine:3", "greedy", "./bot.py")]
    assert changed_entrants(old) == []
    assert unknown_entrants(old) == ["engine:3"]
