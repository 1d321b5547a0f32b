"""What a run looks like when it is written down."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from rich.console import Console

from outflank.arena.pairings import Meeting, Pairing, Round
from outflank.arena.records import Entrant, Fault, FaultKind, PlayedGame
from outflank.arena.reports.live import (
    LiveView,
    bar,
    print_result,
    ranking_view,
    short,
    sprt_bar,
)
from outflank.arena.reports.page import rating_plot, to_html
from outflank.arena.reports.ranking import (
    Ranking,
    Row,
    discs_text,
    finite,
    match_lines,
    repeat_line,
    verdict,
)
from outflank.arena.reports.report import to_csv, to_json
from outflank.arena.reports.standings import Standings, Tally
from outflank.arena.runs import UNLIMITED_PAIRS, RunEnding, RunResult, RunSettings
from outflank.arena.statistics.elo import Estimate, Pentanomial, elo_of_score
from outflank.arena.statistics.sprt import Sprt
from outflank.board import Color

NASTY = "</script><b>bot"


def _record(game: int, black: str, white: str, winner: Color | None) -> PlayedGame:
    discs = {Color.BLACK: (40, 24), Color.WHITE: (20, 44), None: (32, 32)}[winner]
    return PlayedGame(game, 0, game // 2, black, white, 8, "f5", "f5d6c3", winner, discs)


def _result(*, sprt: Sprt | None = None) -> RunResult:
    names = ("ann", "bob", NASTY)
    records = [
        _record(0, "ann", "bob", Color.BLACK),
        _record(1, "bob", "ann", Color.WHITE),
        _record(2, "ann", NASTY, Color.BLACK),
        _record(3, NASTY, "ann", None),
        _record(4, "bob", NASTY, Color.WHITE),
    ]
    fault = Fault("bob", FaultKind.CRASH, "---", None, "raised an error: boom", "Traceback: boom")
    records.append(
        PlayedGame(5, 0, 2, NASTY, "bob", 8, "f5", "f5d6", Color.BLACK, None, fault=fault)
    )
    entrants = tuple(Entrant(name, name) for name in names)
    return RunResult(RunSettings(entrants, sprt=sprt), records, RunEnding.COMPLETE)


def test_standings_add_up() -> None:
    standings = _result().standings
    ann = standings.total["ann"]
    assert (ann.won, ann.drawn, ann.lost, ann.points) == (3, 1, 0, 3.5)
    assert ann.mean_margin == (16 + 24 + 16 + 0) / 4
    assert standings.total["bob"].forfeits == 1
    assert standings.total["bob"].finished == 3  # a forfeit has no disc difference
    assert standings.against["ann", NASTY].drawn == 1
    assert standings.pairs("ann", "bob").counts == (0, 0, 0, 0, 1)
    assert standings.pairs(NASTY, "ann").counts == (0, 1, 0, 0, 0)
    assert standings.draw_rate == pytest.approx(1 / 6)
    assert standings.black_score == pytest.approx(3.5 / 6)
    assert Ranking.of(standings).names[0] == "ann"


def test_a_pair_cut_in_half_counts_as_a_game_but_not_as_a_pair() -> None:
    standings = Standings.of(["ann", "bob"], [_record(0, "ann", "bob", Color.BLACK)])
    assert standings.pairs("ann", "bob").pairs == 0
    assert standings.ratings().of["ann"].value > 0


def test_a_knock_out_and_a_swiss_are_ranked_by_how_they_finished() -> None:
    names = ("a", "b", "c", "d")
    entrants = tuple(Entrant(name, name) for name in names)
    # a wins against d and c against b; a wins the final. Only d and b have met nobody else, and
    # d lost by half a point less than c: by Elo it would be before c.
    meetings: list[list[tuple[str, str, Color | None]]] = [
        [("a", "d", Color.BLACK), ("d", "a", None), ("b", "c", Color.WHITE), ("c", "b", None)],
        [("a", "c", Color.BLACK), ("c", "a", Color.WHITE)],
    ]
    records: list[PlayedGame] = []
    for number, one in enumerate(meetings):
        for black, white, winner in one:
            records.append(replace(_record(len(records), black, white, winner), round=number))
    rounds: list[Round] = [
        [
            Meeting(Pairing(0, 3, 1), (1.5, 0.5)),
            Meeting(Pairing(1, 2, 1), (0.5, 1.5)),
        ],
        [Meeting(Pairing(0, 2, 1), (2.0, 0.0))],
    ]
    settings = RunSettings(entrants, format="knock-out", pairs=1)
    result = RunResult(settings, records, RunEnding.COMPLETE, rounds=rounds)
    assert Ranking.of(result.standings).names == ["a", "d", "c", "b"]
    assert Ranking.of_result(result).names == ["a", "c", "d", "b"]
    assert [row["name"] for row in to_json(result)["players"]] == ["a", "c", "d", "b"]
    assert next(csv.DictReader(io.StringIO(to_csv(result))))["rank"] == "1"
    # Before the final both who are in it are before both who are out.
    half = RunResult(settings, records[:4], RunEnding.STOPPED, rounds=rounds[:1])
    assert set(Ranking.of_result(half).names[:2]) == {"a", "c"}
    # In a Swiss the points count: c and d met others than a and b did.
    swiss: list[Round] = [
        [Meeting(Pairing(0, 1, 1), (2.0, 0.0)), Meeting(Pairing(2, 3, 1), (0.0, 2.0))],
        [Meeting(Pairing(0, 3, 1), (0.5, 1.5)), Meeting(Pairing(1, 2, 1), (2.0, 0.0))],
    ]
    swiss_result = RunResult(
        replace(settings, format="swiss"), records, RunEnding.COMPLETE, 0, swiss
    )
    assert Ranking.of_result(swiss_result).names == ["d", "a", "b", "c"]


def test_the_byes_of_a_swiss_are_in_every_report() -> None:
    base = _result()
    rounds: list[Round] = [
        [Meeting(Pairing(0, 1, 1), (2.0, 0.0))],
        [Meeting(Pairing(0, 2, 1), (1.5, 0.5))],
    ]
    swiss = replace(base.settings, format="swiss", pairs=1)
    result = RunResult(swiss, base.records, RunEnding.COMPLETE, 0, rounds)
    assert {p["name"]: (p["byes"], p["bye_points"]) for p in to_json(result)["players"]} == {
        "ann": (0, 0.0), "bob": (1, 2.0), NASTY: (1, 2.0),
    }  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(to_csv(result))))
    assert {row["name"]: row["bye_points"] for row in rows}["bob"] == "2.0"
    assert "0 / 4 + 2 for byes" in to_html(result, "")
    console = Console(record=True, width=160, file=io.StringIO())
    console.print(ranking_view(Ranking.of_result(result), 160))
    told = console.export_text()
    assert "byes" in told
    assert re.search(r"bob .* 0/4\s+\+2 ", told)


def test_games_played_twice_are_counted_and_said() -> None:
    settings = RunSettings((Entrant("a", "a"), Entrant("b", "b")))
    pair = [_record(0, "a", "b", Color.BLACK), _record(1, "b", "a", Color.WHITE)]
    assert RunResult(settings, pair, RunEnding.COMPLETE).repeated == 0  # the colours differ
    assert repeat_line(RunResult(settings, pair, RunEnding.COMPLETE)) is None
    records = [replace(pair[game % 2], game=game, pair=game // 2) for game in range(6)]
    records.append(replace(pair[0], game=6, pair=3, moves="f5f6"))
    result = RunResult(settings, records, RunEnding.COMPLETE)
    sentence = "4 of 7 games repeat another game of the same players"
    assert to_json(result)["repeated_games"] == 4
    assert sentence in to_html(result, "A run")
    console = Console(width=200, file=io.StringIO(), highlight=False)
    print_result(console, result)
    assert isinstance(console.file, io.StringIO)
    assert sentence in console.file.getvalue()
    six = RunResult(replace(settings, size=6), records[:3], RunEnding.COMPLETE)
    said = repeat_line(six) or ""
    assert "1 of 3 games repeats" in said
    assert "--openings random:6" in said
    assert "Elo from 2 distinct games:" in said


def test_in_a_match_that_repeats_itself_every_game_can_be_counted_once() -> None:
    """A win that is repeated ten times is one win; both colours weigh the same."""
    settings = RunSettings((Entrant("a", "a"), Entrant("b", "b")))
    played: list[tuple[str, str, Color | None, str]]
    played = [("a", "b", Color.BLACK, "f5d6"), ("b", "a", Color.WHITE, "f5f6")] * 10
    played += [("a", "b", None, "f5f4"), ("b", "a", Color.BLACK, "f5d6")]
    played += [("a", "b", None, "f5f4c3"), ("a", "b", None, "f5f4e3")]
    records = [
        replace(_record(game, black, white, winner), pair=game // 2, moves=moves)
        for game, (black, white, winner, moves) in enumerate(played)
    ]
    result = RunResult(settings, records, RunEnding.COMPLETE)
    assert [record.moves for record in result.different] == [
        "f5d6", "f5f6", "f5f4", "f5d6", "f5f4c3", "f5f4e3",
    ]  # fmt: skip
    assert result.pairs.score > 0.8
    # As Black 1, ½, ½ and ½ of 4; as White 1 and 0 of 2.
    assert result.elo_of_different.value == pytest.approx(elo_of_score((0.625 + 0.5) / 2))
    told = to_json(result)["elo_of_different_games"]
    assert told["low"] < 0 < told["high"]
    assert "Elo from 6 distinct games: +43" in (repeat_line(result) or "")
    three = replace(settings, entrants=(*settings.entrants, Entrant("c", "c")))
    assert to_json(RunResult(three, records, RunEnding.COMPLETE))["elo_of_different_games"] is None


def test_nobody_has_a_disc_difference_from_forfeits_alone() -> None:
    fault = Fault("a", FaultKind.CRASH, "---", None, "raised an error: boom", "Traceback: boom")
    pair = [("a", "b", Color.WHITE), ("b", "a", Color.BLACK)]
    records = [
        PlayedGame(game, 0, 0, black, white, 8, "f5", "f5d6", winner, None, fault=fault)
        for game, (black, white, winner) in enumerate(pair)
    ]
    settings = RunSettings((Entrant("a", "a"), Entrant("b", "b")))
    result = RunResult(settings, records, RunEnding.COMPLETE)
    assert dict(match_lines(settings, result.standings))["discs per game"] == "–"
    assert to_json(result)["players"][0]["discs_per_game"] is None
    assert next(csv.DictReader(io.StringIO(to_csv(result))))["discs_per_game"] == ""
    assert "– discs per game" in to_html(result, "A run")
    assert "+0.0" not in to_html(result, "A run")
    third = RunSettings((*settings.entrants, Entrant("c", "c")))
    console = Console(width=200, file=io.StringIO(), highlight=False)
    print_result(console, RunResult(third, records, RunEnding.COMPLETE))
    assert isinstance(console.file, io.StringIO)
    assert re.search(r"100% +– ", console.file.getvalue())


def test_there_is_no_minus_zero() -> None:
    assert str(Estimate(-0.02, -323.4, 323.3)) == "+0.0 ± 323.4"
    assert str(Estimate(-0.02, -100, 0)).startswith("+0.0 (")
    assert discs_text(Tally(lost=100, margin=-4, finished=100)) == "+0.0"
    assert repr(finite(-0.001)) == "0.0"
    row = Row(1, "a", Estimate(-0.2, -323.4, 323.3), Tally(drawn=1, finished=1))
    text = io.StringIO()
    Console(width=200, file=text).print(ranking_view(Ranking([row], Standings(["a"]), 0.0), 200))
    assert "+0 ±323" in text.getvalue()
    assert "+0 (-323 to +323)" in rating_plot([("a", row.rating)])


def test_csv_has_a_line_a_player_with_the_crosstable() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(_result()))))
    assert [row["name"] for row in rows] == ["ann", NASTY, "bob"]
    assert [rows[0][f"{what} vs bob"] for what in ("won", "drawn", "lost")] == ["2", "0", "0"]
    assert [rows[1][f"{what} vs ann"] for what in ("won", "drawn", "lost")] == ["0", "1", "1"]
    assert rows[0]["won vs ann"] == ""
    # Besides names, every cell is a number or empty: nothing a spreadsheet would calculate.
    assert all(
        re.fullmatch(r"-?\d*(\.\d+)?", v) for row in rows for k, v in row.items() if k != "name"
    )
    assert rows[2]["forfeits"] == "1"


def test_json_has_the_pairs_and_can_be_read_by_anything() -> None:
    data = json.loads(json.dumps(to_json(_result()), allow_nan=False))
    pairing = next(p for p in data["pairings"] if {p["first"], p["second"]} == {"ann", "bob"})
    assert sum(pairing["pentanomial"]) == 1
    assert pairing["elo"]["value"] is None  # infinite


def test_the_page_is_one_file_that_asks_for_nothing() -> None:
    page = to_html(_result(), "A <run>")
    assert "{{" not in page
    assert "<title>A &lt;run&gt;</title>" in page
    assert not re.findall(r'(?:src|href)="(?!data:)', page)
    assert "http" not in re.sub(r"http://www.w3.org/2000/svg|http-equiv", "", page)
    # What somebody is called cannot end the script.
    assert page.count("</script>") == 2
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert match
    data = json.loads(match[1])
    assert data["games"][5]["f"]["traceback"] == "Traceback: boom"
    # d6 turns d5 alone: the page is told, it knows no rules.
    assert data["games"][0]["m"][1] == [0, 43, 35]
    assert sum(stone > 0 for stone in data["start"]) == 4


@pytest.mark.parametrize("width", [80, 100, 200])
def test_the_terminal_table_is_never_cut(width: int) -> None:
    console = Console(width=width, file=io.StringIO(), highlight=False)
    print_result(console, _result())
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "…" not in text
    assert "ann" in text
    assert "</script><b>bot" in text
    assert "bob forfeited 1 game (crash), first game 6: raised an error: boom" in text
    if width == 200:
        assert "+2 =0 −0" in text


def test_a_match_says_who_is_stronger() -> None:
    records = [
        _record(game, *(("a", "b", Color.BLACK) if game % 2 == 0 else ("b", "a", Color.WHITE)))
        for game in range(40)
    ]
    result = RunResult(
        RunSettings((Entrant("a", "a"), Entrant("b", "b")), sprt=Sprt(0, 200)),
        records,
        RunEnding.DECIDED,
    )
    console = Console(width=120, file=io.StringIO(), highlight=False)
    print_result(console, result)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "a against b" in text
    assert "100.0% likely" in text
    assert "20.0" in text
    assert "accepted" in text
    assert "a is stronger than b" in verdict(result.pairs, "a", "b")
    assert "a is stronger than b" in verdict(result.pairs.reversed, "b", "a")


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ((0, 0, 0, 0, 1), "2 games are too few to show whether a or b is stronger."),
        ((3, 0, 0, 0, 0), "6 games are too few to show whether a or b is stronger."),
        ((0, 0, 0, 0, 0), "0 games are too few to show whether a or b is stronger."),
        ((0, 0, 0, 0, 60), "a is stronger than b: it won all 120 games, so by at least 512 Elo."),
        ((60, 0, 0, 0, 0), "b is stronger than a: it won all 120 games, so by at least 512 Elo."),
        (
            (2, 0, 3, 0, 2),
            "The games do not show whether a or b is stronger: +0.0 ± 219.9 Elo. Play more games.",
        ),
    ],
)
def test_the_verdict_is_a_sentence_however_the_games_went(
    counts: tuple[int, int, int, int, int], sentence: str
) -> None:
    assert verdict(Pentanomial(counts), "a", "b") == sentence


def test_a_view_without_a_terminal_speaks_plainly() -> None:
    console = Console(file=io.StringIO(), width=100)
    result = _result()
    with LiveView(console) as view:
        view.began(result.settings, result.records[:2], 6)
        view.finished(result.records[2:])
        view.say("stopping")
        picture = view._picture()
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "Continuing after 2 games" in text
    assert "bob forfeits (crash)" in text
    assert "stopping" in text
    console.print(picture)
    assert "6 of 6 games" in console.file.getvalue()


@pytest.mark.parametrize(
    ("pairs", "words"), [(500, "6 of 1000 games, "), (UNLIMITED_PAIRS, "6 games, ")]
)
def test_a_test_is_not_told_how_long_it_will_take(pairs: int, words: str) -> None:
    console = Console(file=io.StringIO(), width=80)
    result = _result(sprt=Sprt())
    view = LiveView(console)
    view.began(replace(result.settings, pairs=pairs), [], 2 * pairs)
    view.finished(result.records)
    console.print(view._picture())
    assert isinstance(console.file, io.StringIO)
    last = console.file.getvalue().splitlines()[-1]
    assert last.startswith(words)
    assert "left" not in last


def test_bars_and_names_fit() -> None:
    assert bar(Estimate(0, -10, 10), -10, 10).strip("─") == "●"
    assert len(bar(Estimate(5, 0, 10), -10, 10)) == len(bar(Estimate(0, -10, 10), -10, 10))
    assert sprt_bar(99, -2.94, 2.94).endswith("● +2.94 yes")
    assert len("normalized Elo  ") + len(sprt_bar(0, -2.94, 2.94)) <= 80
    assert len(short("x" * 100)) == 28
    assert short("greedy") == "greedy"
