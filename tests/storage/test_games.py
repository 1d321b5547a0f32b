"""Games in the database: each visitor's own, changed one event at a time, each request once."""

import threading
from collections.abc import Callable

import pytest

from outflank.board import Color
from outflank.formats import InvalidSave, load_game
from outflank.game import Game, TimeControl
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.play.session_data import SharedState
from outflank.storage.database import Database
from outflank.storage.games.games import (
    UNPLAYED_KEPT,
    Games,
    NoSuchGame,
    Step,
    StillPlayed,
    StoredGame,
    TooManyEvents,
    TooManyGames,
)
from outflank.storage.limits import StorageFull, StorageLimits

ANN, BOB = "a" * 32, "b" * 32
SEATS = {Color.BLACK: Seat(), Color.WHITE: Seat("greedy")}


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)


def play(square: str, kept: StoredGame) -> Step:
    kept.session.game.play(square)
    return Step(kept.session)


def start(games: Games, visitor: str = ANN, moves: str = "") -> str:
    game = Game()
    for at in range(0, len(moves), 2):
        game.play(moves[at : at + 2])
    return games.create(visitor, GameSession(game, SEATS)).id


def test_a_game_comes_back_as_it_was_kept(games: Games) -> None:
    game = Game(size=6)
    game.play("e4")
    game.undo()
    session = GameSession(game, SEATS, paused=True, pending=3, next_ticket=4)
    kept = games.create(ANN, session, name="six")
    assert games.get(ANN, kept.id) == kept
    assert kept.session == session


def test_nobody_sees_or_touches_the_game_of_another(games: Games) -> None:
    game = start(games)
    attempts: list[Callable[[], object]] = [
        lambda: games.get(BOB, game),
        lambda: games.change(BOB, game, "move", {}, lambda kept: play("f5", kept)),
        lambda: games.open(BOB, game),
        lambda: games.rename(BOB, game, "mine"),
        lambda: games.save(BOB, game, "mine"),
        lambda: games.delete(BOB, game),
        lambda: games.delete(BOB, game, forever=True),
        lambda: games.restore(BOB, game),
        lambda: games.events(BOB, game),
    ]
    for attempt in attempts:
        with pytest.raises(NoSuchGame):
            attempt()
    assert games.shelf(BOB) == []
    assert games.get(ANN, game).session.game.transcript == ""


def test_every_event_is_kept_and_counted(games: Games) -> None:
    game = start(games)
    kept, changed = games.change(
        ANN, game, "SquareChosen", {"square": 37}, lambda kept: play("f5", kept)
    )
    assert (kept.version, bool(changed)) == (2, True)
    assert games.events(ANN, game) == [(1, "created", {}), (2, "SquareChosen", {"square": 37})]


def test_a_request_sent_twice_is_done_once(games: Games) -> None:
    game = start(games)
    for expected in (True, False):
        kept, changed = games.change(
            ANN, game, "move", {}, lambda kept: play("f5", kept), request="r" * 8
        )
        assert bool(changed) is expected
        assert kept.session.game.transcript == "f5"


def test_a_move_and_its_answer_are_two_events_of_one_write(games: Games) -> None:
    game = start(games)

    def exchange(kept: StoredGame) -> Step:
        play("f5", kept)
        play("d6", kept)
        return Step(kept.session, {"square": "d6"})

    before = games.database.commit_count
    for expected in (True, False):
        kept, changed = games.change(
            ANN, game, "moves", {"square": "f5"}, exchange, request="r" * 8
        )
        assert (kept.version, kept.session.game.transcript, bool(changed)) == (3, "f5d6", expected)
    assert games.database.commit_count == before + 1
    assert games.events(ANN, game)[1:] == [
        (2, "moves", {"square": "f5"}),
        (3, "reply", {"square": "d6"}),
    ]


def test_what_is_remembered_counts_only_where_the_database_agrees(games: Games) -> None:
    other = Games(games.database)  # another server
    game = start(games)
    games.change(ANN, game, "move", {}, lambda kept: play("f5", kept))
    other.change(ANN, game, "move", {}, lambda kept: play("d6", kept))
    other.rename(ANN, game, "called elsewhere")
    kept, _ = games.change(ANN, game, "move", {}, lambda kept: play("c3", kept))
    assert (kept.session.game.transcript, kept.version) == ("f5d6c3", 4)
    assert kept.name == "called elsewhere"
    other.change(ANN, game, "move", {}, lambda kept: play("d3", kept), request="s" * 8)
    kept, changed = games.change(  # sent to both servers
        ANN, game, "move", {}, lambda kept: play("d3", kept), request="s" * 8
    )
    assert (kept.session.game.transcript, bool(changed)) == ("f5d6c3d3", False)
    other.rename(ANN, game, "and again")
    kept, _ = games.change(ANN, game, "move", {}, lambda kept: play("c4", kept))
    assert kept.name == "and again"
    other.delete(ANN, game)
    with pytest.raises(NoSuchGame):
        games.change(ANN, game, "move", {}, lambda kept: play("c5", kept))


def test_a_game_asked_for_twice_is_made_once(games: Games) -> None:
    first = games.create(ANN, GameSession(Game(), SEATS), request="once-only")
    again = games.create(ANN, GameSession(Game(), SEATS), request="once-only")
    other = games.create(BOB, GameSession(Game(), SEATS), request="once-only")
    assert first.id == again.id != other.id


def test_a_new_visitor_who_asks_from_many_tabs_at_once_gets_one_game(games: Games) -> None:
    made: list[str] = []

    def ask() -> None:
        made.append(games.create(ANN, GameSession(Game(), SEATS), request="once-only").id)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 6
    assert len(set(made)) == 1


def test_a_step_that_refuses_changes_nothing(games: Games) -> None:
    game = start(games)
    with pytest.raises(ValueError, match="cannot play a1"):
        games.change(ANN, game, "move", {}, lambda kept: play("a1", kept))
    assert games.get(ANN, game).version == 1
    assert games.change(ANN, game, "nothing", {}, lambda kept: None)[1] is None
    assert len(games.events(ANN, game)) == 1


def test_a_branch_goes_on_in_a_new_game_made_once_and_the_old_one_stays(games: Games) -> None:
    game = start(games, moves="f5d6")

    def branch(kept: StoredGame) -> Step:
        copy = kept.session.game.branch()
        copy.play("c3")
        return Step(GameSession(copy, SEATS), as_copy=True)

    made = {
        games.change(ANN, game, "move", {"square": "c3"}, branch, request="r" * 8)[0].id
        for _ in range(2)
    }
    (new,) = made - {game}
    assert games.get(ANN, new).session.game.transcript == "f5d6c3"
    assert games.current(ANN) == new
    origin = {"from": game, "kind": "move", "square": "c3"}
    assert games.events(ANN, new) == [(1, "created", origin)]
    assert (games.get(ANN, game).session.game.transcript, games.get(ANN, game).version) == (
        "f5d6",
        1,
    )


def test_of_two_moves_at_once_on_one_position_only_one_is_made(games: Games) -> None:
    game = start(games)
    made: list[bool] = []

    def race(square: str) -> None:
        def step(kept: StoredGame) -> Step | None:
            return play(square, kept) if kept.session.game.ply == 0 else None

        made.append(games.change(ANN, game, "move", {"square": square}, step)[1] is not None)

    threads = [threading.Thread(target=race, args=[square]) for square in ("f5", "d3", "c4", "e6")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [False, False, False, True]
    assert games.get(ANN, game).session.game.ply == 1


def test_the_shelf_has_the_latest_first_and_no_unplayed_games(database: Database) -> None:
    clock = iter(range(100, 200))
    games = Games(database, now=lambda: float(next(clock)))
    older, newer = start(games, moves="f5"), start(games, moves="d3c3")
    start(games)
    assert [entry.id for entry in games.shelf(ANN)] == [newer, older]
    assert [entry.moves for entry in games.shelf(ANN)] == [2, 1]


def test_unplayed_games_are_forgotten_after_a_day(database: Database) -> None:
    now = [1000.0]
    games = Games(database, now=lambda: now[0])
    unplayed, played = start(games), start(games, moves="f5")
    now[0] += UNPLAYED_KEPT + 1
    start(games)
    with pytest.raises(NoSuchGame):
        games.get(ANN, unplayed)
    assert games.get(ANN, played).session.game.transcript == "f5"


def test_a_save_is_a_copy_that_stays_as_it_is(games: Games) -> None:
    game = start(games, moves="f5")
    save = games.save(ANN, game, "after f5")
    games.change(ANN, game, "move", {}, lambda kept: play("d6", kept))
    opened = games.open(ANN, save.id)
    assert opened.id not in (game, save.id)
    assert opened.session.game.transcript == "f5"
    assert games.current(ANN) == opened.id
    games.change(ANN, opened.id, "move", {}, lambda kept: play("f6", kept))
    assert games.get(ANN, save.id).session.game.transcript == "f5"


def test_saving_under_a_name_again_replaces_the_save(games: Games) -> None:
    game = start(games, moves="f5")
    first = games.save(ANN, game, "x")
    games.change(ANN, game, "move", {}, lambda kept: play("d6", kept))
    second = games.save(ANN, game, "x")
    assert first.id == second.id
    assert games.save_named(ANN, "x") == first.id
    assert games.get(ANN, first.id).session.game.transcript == "f5d6"
    assert games.save_named(BOB, "x") is None


def test_a_deleted_game_can_be_put_back_until_it_is_thrown_away(games: Games) -> None:
    game = start(games, moves="f5")
    games.delete(ANN, game)
    assert games.shelf(ANN)[0].deleted
    assert games.current(ANN) is None
    with pytest.raises(NoSuchGame):
        games.get(ANN, game)
    games.restore(ANN, game)
    assert games.get(ANN, game).session.game.transcript == "f5"
    games.delete(ANN, game, forever=True)
    assert games.shelf(ANN) == []
    with pytest.raises(NoSuchGame):
        games.restore(ANN, game)


def test_a_full_shelf_is_told(database: Database) -> None:
    games = Games(database, limits=StorageLimits(games=2))
    start(games, moves="f5")
    start(games, moves="d3")
    with pytest.raises(TooManyGames, match="You have 2 games"):
        start(games)


def test_a_game_in_which_too_much_happened_can_be_saved_and_gone_on_with(
    database: Database,
) -> None:
    games = Games(database, limits=StorageLimits(events=2))
    game = start(games)
    games.change(ANN, game, "move", {}, lambda kept: play("f5", kept))
    with pytest.raises(TooManyEvents, match="limit of 2 actions"):
        games.change(ANN, game, "move", {}, lambda kept: play("d6", kept))
    again = games.open(ANN, games.save(ANN, game, "long").id)
    kept, changed = games.change(ANN, again.id, "move", {}, lambda kept: play("d6", kept))
    assert (kept.session.game.transcript, bool(changed)) == ("f5d6", True)


def test_a_game_carries_little_about_itself(database: Database) -> None:
    games = Games(database, limits=StorageLimits(info=100))
    with pytest.raises(InvalidSave, match=r"100 characters.* 107"):
        games.create(ANN, GameSession(Game(info={"comment": "x" * 100}), SEATS))


def test_beyond_the_quota_games_go_on_and_none_begins(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.storage.limits.LOOK_AGAIN", 0.0)
    games = Games(database, limits=StorageLimits(total_mb=1000))
    game = start(games, moves="f5")
    full = Games(database, limits=StorageLimits(total_mb=0.001))
    with pytest.raises(StorageFull, match=r"limit of 0\.001 MB"):
        start(full)
    with pytest.raises(StorageFull):
        full.save(ANN, game, "copy")
    kept, changed = full.change(ANN, game, "move", {}, lambda kept: play("d6", kept))
    assert (kept.session.game.transcript, bool(changed)) == ("f5d6", True)


def test_only_games_that_changed_are_replayed_for_the_explorer(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(text: str) -> Game:
        read.append(text)
        return load_game(text)

    monkeypatch.setattr("outflank.storage.games.games.load_game", noted)
    first, second = start(games, moves="f5f6"), start(games, moves="f5d6c3")
    start(games, BOB, "f5f4")
    games.create(ANN, GameSession(Game(size=6), SEATS))
    ways = games.lines(ANN, 8)
    assert sorted(len(way.next) for way in ways) == [3, 4]
    assert len(read) == 2
    assert games.lines(ANN, 8) == ways
    assert len(read) == 2
    games.change(ANN, first, "move", {}, lambda kept: play("e6", kept))
    games.delete(ANN, second)
    read.clear()
    (way,) = games.lines(ANN, 8)
    assert (len(way.next), len(read)) == (4, 1)


def shared(games: Games) -> str:
    seats = {
        color: Seat(name=name, elsewhere=True, key=key)
        for color, name, key in ((Color.BLACK, "Ann", ANN), (Color.WHITE, "Bob", BOB))
    }
    game = Game()
    game.play("f5")
    return games.create_shared(ANN, GameSession(game, seats, SharedState())).id


def resign(stored: StoredGame) -> Step:
    stored.session.resign(who=BOB)
    return Step(stored.session)


def test_one_player_cannot_take_a_shared_game_from_the_other(games: Games) -> None:
    game = shared(games)
    for forever in (False, True):
        with pytest.raises(StillPlayed):
            games.delete(ANN, game, forever=forever)
    with pytest.raises(NoSuchGame):
        games.rename(ANN, game, "mine")
    games.change(BOB, game, "resign", {}, resign)
    games.delete(ANN, game)
    assert [(entry.id, bool(entry.deleted)) for entry in games.shelf(ANN)] == [(game, True)]
    assert [(entry.id, bool(entry.deleted)) for entry in games.shelf(BOB)] == [(game, False)]
    games.restore(ANN, game)
    assert not games.shelf(ANN)[0].deleted
    games.delete(ANN, game, forever=True)
    assert games.shelf(ANN) == []
    assert games.get(BOB, game).session.seats[Color.BLACK].name == "Ann"
    games.delete(BOB, game, forever=True)
    with pytest.raises(NoSuchGame):
        games.get(BOB, game)


def test_a_shared_game_in_which_too_much_happened_can_still_end(database: Database) -> None:
    games = Games(database, limits=StorageLimits(events=1))
    game = shared(games)
    with pytest.raises(TooManyEvents):
        games.change(ANN, game, "said", {}, lambda stored: Step(stored.session))
    assert games.change(BOB, game, "resign", {}, resign)[1]


def test_a_save_with_a_clock_goes_on_where_it_stood(database: Database) -> None:
    now = [1000.0]
    games = Games(database)
    games.time.now = lambda: now[0]  # type: ignore[method-assign]
    session = GameSession(Game(clock=TimeControl(60)), dict.fromkeys(Color, Seat()))
    session.begin(now[0])
    game = games.create(ANN, session).id
    now[0] += 20
    save = games.save(ANN, game, "later")
    now[0] += 86_400
    opened = games.open(ANN, save.id).session
    assert opened.remaining(Color.BLACK, now[0] + 5) == 35.0
