"""What is known about everybody's strength, and that it is what was promised."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from outflank.board import SIZES
from outflank.engine import LEVELS
from outflank.players import opponents
from outflank.players.ratings import (
    PHRASES,
    InvalidRatings,
    Rating,
    RatingTable,
    engine_digest,
    rating_of,
    shipped_ratings,
    strength,
)


@pytest.mark.parametrize("name", [name for name in opponents() if name != "engine"])
def test_every_opponent_is_rated(name: str) -> None:
    assert rating_of(name) is not None


def test_every_level_is_rated_and_a_step_above_the_one_below() -> None:
    """A step that a player feels, from 100 to 250 Elo; the last may be larger."""
    elo = [shipped_ratings().of[f"engine:{level.number}"].elo for level in LEVELS]
    steps = [round(upper - lower) for lower, upper in pairwise(elo)]
    assert all(100 <= step <= 250 for step in steps[:-1]), steps
    assert steps[-1] >= 100


def test_the_lowest_level_loses_to_somebody_who_just_takes_discs() -> None:
    lowest, greedy = rating_of("engine:1"), rating_of("greedy")
    assert lowest is not None
    assert greedy is not None
    assert greedy.elo - lowest.elo > 100


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("greedy", "greedy"),
        ("engine", "engine:16"),
        ("engine:5", "engine:5"),
        ("engine:level=5,threads=2,memory=1,seed=3", "engine:5"),
        ("lookahead:3", "lookahead"),
        ("gentle:seed=4", "gentle"),
    ],
)
def test_settings_that_change_no_strength_keep_the_rating(text: str, name: str) -> None:
    assert rating_of(text) is shipped_ratings().of[name]


@pytest.mark.parametrize("text", ["lookahead:5", "engine:5,nodes=10", "engine:depth=3", "gentle:2"])
def test_other_settings_are_not_rated(text: str) -> None:
    assert rating_of(text) is None
    assert strength(text, 8) == ""


def test_a_file_is_not_rated_whatever_its_class_is_called(tmp_path: Path) -> None:
    path = tmp_path / "greedy.py"
    path.write_text("class greedy:\n    NAME = 'greedy'\n    def choose(self, board): return 0\n")
    assert rating_of(str(path)) is None


def test_the_fingerprint_of_the_engine_is_of_all_its_play_rests_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = {text: engine_digest(text) for text in ("engine:5", "engine:17", "engine:17,book=off")}
    assert len(set(before.values())) == 3
    assert all(len(digest) == 16 for digest in before.values())

    def changed() -> set[str]:
        return {text for text, digest in before.items() if engine_digest(text) != digest}

    def set_levels(**new: object) -> None:
        levels = tuple(replace(level, **new) for level in LEVELS)  # type: ignore[arg-type]
        monkeypatch.setattr("outflank.players.engine.LEVELS", levels)
        monkeypatch.setattr("outflank.players.ratings.LEVELS", levels)

    set_levels(name="another")
    assert changed() == set()
    for part in ("depth", "exact_from", "seconds", "mistake"):
        set_levels(**{part: 3})
        assert changed() == set(before), part
    monkeypatch.undo()
    other = tmp_path / "other"
    other.write_bytes(b"other")
    monkeypatch.setattr("outflank.players.ratings.BOOK_FILE", other)
    assert changed() == {"engine:17"}
    monkeypatch.setattr("outflank.engine.weights.DEFAULT_FILE", other)
    assert changed() == set(before)


def test_players_that_do_the_same_have_the_same_fingerprint() -> None:
    assert (
        engine_digest("engine") == engine_digest("engine:16") == engine_digest("engine:threads=2")
    )
    assert engine_digest("engine:2,depth=3") == engine_digest("engine:17,depth=3") != ""
    assert engine_digest("greedy") == engine_digest("nobody") == engine_digest("engine:99") == ""


def test_a_text_that_is_still_being_typed_has_no_strength() -> None:
    assert not any(strength(text, 8) for text in ("eng", "engine:level=", "engine:99"))


@pytest.mark.parametrize("size", SIZES)
def test_a_strength_is_of_the_board_it_was_measured_on(size: int) -> None:
    """On 6×6, say, nobody knows: the engine plays that to the end, and others see less there."""
    said = [strength(text, size) for text in ("greedy", "engine:5", "engine")]
    assert ["ated " in one for one in said] == 3 * [size == 8]
    assert all("Not measured on" in one for one in said[1:]) == (size != 8)


def test_a_level_says_what_it_sees_on_a_large_board() -> None:
    assert strength("engine:20", 8).startswith("Level 20 (full strength), rated")
    assert strength("engine:20", 16) == (
        "Not measured on 16×16: looks 10 moves ahead, plays the last 16 squares perfectly."
    )
    assert strength("engine:20,depth=3", 16) == ""


def test_the_words_go_up_with_the_numbers() -> None:
    words = [Rating(elo, 1, 1, 1).phrase for elo in range(-400, 3400, 10)]
    assert list(dict.fromkeys(words)) == [phrase for _, phrase in PHRASES]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0002, "under 1 ms"), (0.0013, "1 ms"), (0.25, "250 ms"), (0.97, "1 s"), (12.2, "12 s")],
)
def test_times_are_said_as_people_say_them(seconds: float, text: str) -> None:
    assert Rating(0, 1, 1, seconds).time == text


def test_a_table_is_written_and_read() -> None:
    table = RatingTable("today", {"a": Rating(12.34, 5.67, 8, 0.0123), "b": Rating(-3, 1, 2, 0.5)})
    data = json.loads(json.dumps(table.to_json()))
    assert list(data["players"]) == ["b", "a"]
    again = RatingTable.from_json(data, "it")
    assert again.about == "today"
    assert again.of["a"] == Rating(12.3, 5.7, 8, 0.012)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "other"}, "is not a table of ratings"),
        ({"version": 9}, "has version 9"),
        ({"players": {"a": {"elo": 3}}}, "is damaged"),
        ({"players": []}, "is damaged"),
    ],
)
def test_another_file_is_refused_with_a_sentence(change: dict[str, object], sentence: str) -> None:
    data = {**RatingTable("x", {}).to_json(), **change}
    with pytest.raises(InvalidRatings, match=sentence):
        RatingTable.from_json(data, "it")
