"""The ladder: who plays, what becomes of the games, and how it is written down."""

import re
from random import Random

import pytest

from outflank.arena.ladder import (
    LEAST_PAIRS,
    everybody,
    in_order,
    markdown,
    most_pairs,
    plot,
    rate,
    seconds_a_move,
    steps,
    steps_line,
    together,
    with_ladder,
)
from outflank.arena.records import Entrant, PlayedGame
from outflank.arena.runs import RunEnding, RunResult, RunSettings
from outflank.board import Board, Color
from outflank.engine import LEVELS
from outflank.players import opponents
from outflank.players.ratings import Rating, RatingTable


def _rating(elo: float, seconds: float = 0.001) -> Rating:
    return Rating(elo, 10.0, 100, seconds)


def _result(names: list[str], points: dict[tuple[str, str], int], pairs: int = 50) -> RunResult:
    """Games in which the first of two wins so many pairs and splits the others."""
    records: list[PlayedGame] = []
    for (first, second), won in points.items():
        for pair in range(pairs):
            for black, white in ((first, second), (second, first)):
                winner = Color.BLACK if black == first or pair >= won else Color.WHITE
                number = len(records)
                records.append(
                    PlayedGame(number, 0, number // 2, black, white, 8, "", "", winner, None)
                )
    settings = RunSettings(tuple(Entrant(name, name) for name in names))
    return RunResult(settings, records, RunEnding.COMPLETE)


def test_everybody_is_every_opponent_and_every_level() -> None:
    names = everybody()
    assert {name.partition(":")[0] for name in names} == set(opponents())
    assert sum(name.startswith("engine:") for name in names) == len(LEVELS)
    assert len(set(names)) == len(names)


def test_players_stand_in_line_by_what_is_known() -> None:
    known = {"a": _rating(1500), "b": _rating(-20), "d": _rating(900)}
    assert in_order(["a", "b", "new", "d"], known) == ["b", "d", "new", "a"]


def test_slow_players_play_fewer_games_but_some() -> None:
    known = {"quick": _rating(0, 0.001), "slow": _rating(0, 0.2), "slowest": _rating(0, 30)}
    assert most_pairs("quick", known) == 4000
    assert most_pairs("slow", known) == 20
    assert most_pairs("slowest", known) == LEAST_PAIRS
    assert most_pairs("new", known) > 10_000


def test_random_is_zero_and_a_score_of_three_quarters_is_191() -> None:
    rated = rate(_result(["random", "b"], {("b", "random"): 25}), {})
    assert rated["random"].elo == 0
    assert rated["b"].elo == pytest.approx(191, abs=1)
    assert rated["b"].games == 100
    assert rated["b"].error > 0


def test_a_part_keeps_the_mean_of_those_who_were_measured_before() -> None:
    known = {"a": _rating(1000), "b": _rating(1100), "z": _rating(5)}
    rated = rate(_result(["a", "b", "new"], {("b", "a"): 25, ("new", "b"): 25}), known)
    assert rated["b"].elo - rated["a"].elo == pytest.approx(191, abs=1)
    assert (rated["a"].elo + rated["b"].elo) / 2 == pytest.approx(1050)
    assert rated["new"].elo == pytest.approx(rated["b"].elo + 191, abs=1)
    assert "z" not in rated


def test_who_has_changed_does_not_move_the_others() -> None:
    known = {"a": _rating(1000), "b": _rating(1100)}
    played = _result(["a", "b"], {("b", "a"): 25})
    assert rate(played, known, ["b"])["a"].elo == pytest.approx(1000)
    assert rate(played, known, ["b"])["b"].elo == pytest.approx(1191, abs=1)


def test_runs_that_were_played_apart_are_fitted_together() -> None:
    one = _result(["random", "b"], {("b", "random"): 25})
    two = _result(["b", "c"], {("c", "b"): 25})
    both = together([one, two])
    assert len({record.game for record in both.records}) == len(both.records) == 200
    assert both.standings.pairs("c", "b").pairs == 50
    rated = rate(both, {})
    assert rated["c"].elo == pytest.approx(2 * 191, abs=2)
    assert rated["b"].games == 200


def test_the_time_is_of_the_moves_a_player_was_asked_for() -> None:
    """A game with a pass: the opening's moves are nobody's, and nobody is asked to pass."""
    dice = Random(7)
    board, moves, asked = Board(4), "", {Color.BLACK: 0, Color.WHITE: 0}
    passes = 0
    while not board.is_over:
        if board.must_pass:
            board, passes = board.pass_turn(), passes + 1
            continue
        name = dice.choice(board.legal_moves.names)
        if len(moves) >= 4:
            asked[board.turn] += 1
        moves, board = moves + name, board.play(name)
    assert passes, "the game must have a pass in it"
    record = PlayedGame(
        0, 0, 0, "ann", "bob", 4, moves[:4], moves, Color.BLACK, (16, 0), (6.0, 3.0)
    )
    seconds = seconds_a_move([record])
    assert seconds["ann"] == pytest.approx(6 / asked[Color.BLACK])
    assert seconds["bob"] == pytest.approx(3 / asked[Color.WHITE])


def test_steps_that_nobody_feels_or_everybody_does_are_named() -> None:
    table = {f"engine:{n}": _rating(elo) for n, elo in enumerate((0, 150, 200, 500), start=1)}
    assert steps(table) == [
        ("engine:1", "engine:2", 150),
        ("engine:2", "engine:3", 50),
        ("engine:3", "engine:4", 300),
    ]
    told = re.findall(r"engine:\d|\d+", steps_line(table))
    odd = ["engine:2", "engine:3", "50", "engine:3", "engine:4", "300"]
    assert told == ["50", "300", "100", "250", *odd]  # least, most, the limits, steps beyond
    assert not re.search(r"\d", steps_line({"greedy": _rating(1)}))


def test_the_ladder_goes_into_a_document_between_its_marks() -> None:
    table = RatingTable("today", {"greedy": _rating(60), "engine:1": _rating(-200, 0.25)})
    text = markdown(table)
    assert text.splitlines()[2:] == [
        "| `greedy` |  | 60 ± 10 | 1 ms | for a first game: a child can win |",
        "| `engine:1` | first game | −200 ± 10 | 250 ms | loses to anyone who knows the rules |",
    ]
    document = "before\n<!-- ladder -->\nold\n<!-- ladder -->\nafter\n"
    new = with_ladder(document, "| new |")
    assert new == "before\n<!-- ladder -->\n| new |\n<!-- ladder -->\nafter\n"
    assert with_ladder(new, "| new |") == new
    with pytest.raises(ValueError, match="<!-- ladder -->"):
        with_ladder("nothing here <!-- ladder -->", "| new |")


def test_the_picture_stands_alone_and_names_everybody() -> None:
    table = RatingTable("today", {"greedy": _rating(60), "engine:1": _rating(-200)})
    picture = plot(table)
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "<style>" in picture
    assert picture.index("greedy") < picture.index("first game (1)")
