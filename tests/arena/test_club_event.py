"""Events of a club: whoever plays wherever, it is the run that one machine would have played."""

import io
import json
import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as at_most
from hypothesis import strategies as st

from outflank.arena import (
    Assignment,
    Entrant,
    GameLog,
    Limits,
    PlayedGame,
    RunEnding,
    RunSettings,
    event_ranking,
    event_result,
    opening_game,
    played_at_table,
    upcoming,
)
from outflank.arena.club_event import EVENT_FORMATS
from outflank.arena.records import FaultKind
from outflank.arena.runs import result_of_log
from outflank.board import Color
from outflank.formats.arena_log import read_arena_log
from outflank.game import Game, Reason


def settings_of(format: str, players: int, pairs: int = 1, seed: int = 1) -> RunSettings:
    entrants = tuple(Entrant(f"p{number}", "") for number in range(players))
    return RunSettings(entrants, format, pairs, seed=seed, openings=("f5d6", "f5f6", ""))


def outcome_of(assignment: Assignment, seed: int) -> PlayedGame:
    """A game that goes as its number and the seed say, whenever it is played."""
    winner = random.Random(f"{seed}/{assignment.game}").choice([Color.BLACK, Color.WHITE, None])
    discs = {Color.BLACK: (40, 24), Color.WHITE: (20, 44), None: (32, 32)}[winner]
    return PlayedGame.of(assignment, "f5d6", winner, discs)


def in_order(settings: RunSettings, seed: int) -> dict[int, PlayedGame]:
    """Every game of a run, one after the other, as one machine with one worker plays them."""
    done: dict[int, PlayedGame] = {}
    while begin := upcoming(settings, done).begin:
        done[begin[0].game] = outcome_of(begin[0], seed)
    return done


@at_most(max_examples=30)
@given(
    st.sampled_from(EVENT_FORMATS),
    st.integers(2, 7),
    st.integers(1, 2),
    st.integers(0, 1000),
    st.randoms(use_true_random=False),
)
def test_tables_in_any_order_and_kills_at_any_moment_play_the_same_games(
    format: str, players: int, pairs: int, seed: int, chance: random.Random
) -> None:
    settings = settings_of(format, players, pairs, seed)
    expected = in_order(settings, seed)
    done: dict[int, PlayedGame] = {}
    tables: dict[int, Assignment] = {}
    for _ in range(10_000):
        now = upcoming(settings, done, tables)  # from what is kept alone, as after a kill
        for one in now.begin:
            assert one.game not in done
            assert one.game not in tables
            tables[one.game] = one
        sitting = Counter(
            name for one in tables.values() for name in (one.black.name, one.white.name)
        )
        assert max(sitting.values(), default=1) == 1
        assert now.is_over == (not tables)
        if now.is_over:
            break
        number = chance.choice(sorted(tables))
        done[number] = outcome_of(tables.pop(number), seed)
    assert done == expected
    assert event_result(settings, done).ending is RunEnding.COMPLETE


@at_most(max_examples=20)
@given(st.sampled_from(EVENT_FORMATS), st.integers(2, 8), st.data())
def test_who_leaves_loses_what_is_left_and_holds_nobody_up(
    format: str, players: int, data: st.DataObject
) -> None:
    settings = settings_of(format, players)
    done: dict[int, PlayedGame] = {}
    left: set[str] = set()
    for _ in range(1000):
        now = upcoming(settings, done, (), left)
        done |= {record.game: record for record in now.forfeited}
        if now.is_over:
            break
        for one in now.begin:
            assert left.isdisjoint({one.black.name, one.white.name})
        done[now.begin[0].game] = outcome_of(now.begin[0], 7)
        if data.draw(st.integers(0, 3)) == 0:
            left.add(data.draw(st.sampled_from(settings.names)))
    assert event_result(settings, done).ending is RunEnding.COMPLETE
    for record in done.values():
        if record.fault:
            assert record.fault.kind is FaultKind.ABSENT
            assert record.points(record.fault.player) == 0


def test_its_lines_are_a_log_of_the_arena(tmp_path: object) -> None:
    settings = settings_of("swiss", 5)
    done = in_order(settings, 3)
    path = tmp_path / "event.jsonl"  # type: ignore[operator]
    with GameLog.create(path, settings.to_json()) as log:
        log.append([done[number] for number in sorted(done)])
    result = result_of_log(GameLog.read(path))
    assert result.records == list(done.values())
    ranking, winner = event_ranking(result)
    assert sorted(ranking.names) == sorted(settings.names)
    assert winner is not None
    assert sum(row.byes for row in ranking.rows) == len(result.rounds)


def at_table(opening: str, moves: int) -> tuple[Assignment, Game]:
    settings = replace(settings_of("round-robin", 2), limits=Limits(clock=60, increment=2))
    assignment = next(one for one in upcoming(settings, {}).begin)
    assert assignment.opening == "f5d6"
    game = opening_game(assignment)
    assert (game.transcript, game.remaining(Color.BLACK)) == ("f5d6", 60)
    for _ in range(moves):
        game.play(game.board.legal_moves[0], seconds=1.5)
    return assignment, game


@pytest.mark.parametrize(
    ("moves", "reason", "kind", "told"),
    [
        (0, Reason.TIME, FaultKind.ABSENT, "p0 did not come"),
        (2, Reason.TIME, FaultKind.TIME, "p0 ran out of time"),
        (2, Reason.ABSENCE, FaultKind.ABSENT, "p0 left"),
        (2, Reason.FORFEIT, FaultKind.CRASH, "boom"),
    ],
)
def test_forfeits_are_those_of_the_arena(
    moves: int, reason: Reason, kind: FaultKind, told: str
) -> None:
    assignment, game = at_table("f5d6", moves)
    game.end(Color.BLACK, reason)
    record = played_at_table(assignment, game, ("crash", "boom"))
    assert record.fault is not None
    assert (record.fault.player, record.fault.kind, record.fault.message) == ("p0", kind, told)
    assert (record.winner, record.discs) == (Color.WHITE, None)
    assert record.seconds == (1.5 * (moves // 2), 1.5 * (moves // 2))
    assert record.moves.startswith("f5d6")


def test_a_resignation_is_lost_by_all_discs_and_read_as_one() -> None:
    assignment, game = at_table("f5d6", 4)
    game.resign()
    record = played_at_table(assignment, game)
    assert (record.winner, record.discs, record.fault) == (Color.WHITE, (0, 64), None)
    lines = '{"format":"outflank-arena","version":1,"settings":{}}\n' + json.dumps(record.to_json())
    [read] = read_arena_log(io.StringIO(lines))
    assert (read.score, read.reason) == (-64, Reason.RESIGNATION)
