"""Matches and tournaments from Python, as in a notebook."""

import random
from pathlib import Path

import pytest

from outflank import Board, Game, Reason
from outflank.arena import CannotPlay, Contest, InvalidEntrant, RunEnding, Sprt, tournament
from outflank.arena import play_match as match


class Cautious:
    """Gives the opponent as few moves as it can."""

    def choose(self, board: Board) -> int:
        return min(board.legal_moves, key=lambda move: len(board.play(move).legal_moves))


class Dice:
    """Throws Python's common dice, and counts."""

    asked = 0

    def choose(self, board: Board) -> int:
        self.asked += 1
        return random.choice(list(board.legal_moves))


class Seeded:
    """Takes a seed."""

    seeds: list[int] = []  # noqa: RUF012 - all of them

    def __init__(self, seed: int) -> None:
        self.seeds.append(seed)
        self.dice = random.Random(seed)

    def choose(self, board: Board) -> int:
        return self.dice.choice(list(board.legal_moves))


class OnlySix(Cautious):
    SIZES = (6,)


class Breaks(Cautious):
    """Goes wrong in the middle of a game."""

    def choose(self, board: Board) -> int:
        if len(board.empties) < 40:
            raise RuntimeError("I give up")
        return super().choose(board)


def test_a_class_plays_a_match_and_the_result_tells_how_sure_it_is() -> None:
    contest = match(Cautious, "random", games=60)
    assert len(contest.records) == 60
    assert contest.ending is RunEnding.COMPLETE
    assert contest.score.low <= contest.score.value <= contest.score.high
    assert contest.elo.low > 0
    assert contest.verdict.startswith("Cautious is stronger than random")
    assert contest.verdict in str(contest)
    assert contest.verdict in contest._repr_html_()
    points = 60 * contest.score.value
    told = f"Cautious {points:g}/60, random {60 - points:g}/60"
    assert repr(contest) == f"<Contest of 60 games: {told}>"


def test_the_same_seed_gives_the_same_games_and_the_common_dice_stay_as_they_were() -> None:
    random.seed(5)
    before = random.getstate()
    first, again, other = (match(Dice, Seeded, games=4, seed=seed) for seed in (1, 1, 2))
    assert [one.moves for one in first.records] == [one.moves for one in again.records]
    assert [one.moves for one in first.records] != [one.moves for one in other.records]
    assert random.getstate() == before
    assert len(set(Seeded.seeds)) > 4  # one for each game, and another run has others


def test_an_instance_plays_all_its_games_itself() -> None:
    dice = Dice()
    match(dice, dice, games=2, size=4)
    assert dice.asked > 10


def test_the_games_can_be_walked_through() -> None:
    contest = match(Cautious, "greedy", games=2, size=6, openings=["c2"])
    games = contest.games
    assert [game.info["black"] for game in games] == ["Cautious", "greedy"]
    assert all(isinstance(game, Game) and game.is_over and game.size == 6 for game in games)
    assert games[0].transcript.startswith("c2")


def test_a_tournament_ranks_everybody_under_the_names_they_are_given() -> None:
    contest = tournament({"mine": Cautious, "dice": "random", "old": Cautious()}, games=4)
    assert isinstance(contest, Contest)
    assert sorted(contest.ranking.names) == ["dice", "mine", "old"]
    assert contest.to_json()["games"] == 12
    assert contest.to_csv().count("\n") == 4
    assert "mine" in contest.to_html("Mine")
    assert "<svg" in contest._repr_html_()
    assert tournament([Cautious, Cautious, "random", "random"], games=2, size=4).settings.names == [
        "Cautious", "Cautious #2", "random", "random #2",
    ]  # fmt: skip


def test_names_alone_are_played_in_processes_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import os\nclass Bot:\n    def choose(self, board):\n"
        "        print(os.getpid())\n        return next(iter(board.legal_moves))\n"
    )
    contest = match(f"{tmp_path}/bot.py", "random", games=2, size=4, workers=1, names=["me", "it"])
    assert contest.settings.names == ["me", "it"]
    assert any(contest.records[0].printed)


def test_a_test_ends_as_soon_as_it_is_decided() -> None:
    contest = match(Cautious, "random", games=400, sprt=Sprt.parse("elo0=0,elo1=200"))
    assert contest.ending is RunEnding.DECIDED
    assert len(contest.records) < 200


def test_a_forfeited_game_reads_as_one() -> None:
    contest = match(Breaks, "random", games=2)
    assert {game.outcome.reason for game in contest.games if game.outcome} == {Reason.FORFEIT}
    assert "I give up" in str(contest)


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        ((Cautious, "nobody"), {}, "opponent 'nobody'"),
        ((Cautious, object()), {}, r"a function choose\(board\)"),
        ((OnlySix, "random"), {}, "does not play on 8×8"),
        ((Cautious, "random"), {"games": 3}, "Got 3"),
        ((Cautious, "random"), {"names": ["a", "a"]}, "names .* a, a"),
        ((Cautious, "random"), {"openings": ["f5", "f5f6a1"]}, "openings, line 2: .*a1"),
        ((Cautious, "random"), {"workers": 2}, "workers=2"),
    ],
)
def test_what_cannot_be_played_is_refused(
    players: tuple[type[Cautious], str], options: dict[str, int], sentence: str
) -> None:
    with pytest.raises((ValueError, InvalidEntrant), match=sentence):
        match(*players, **options)  # type: ignore[arg-type]


def test_a_player_that_cannot_begin_is_refused_with_its_place() -> None:
    class Broken:
        def choose(self, board: Board) -> int:
            return 1 // 0

    with pytest.raises(CannotPlay, match=r"ZeroDivisionError.*test_matches.py:\d+"):
        match(Broken, "random")


def test_a_tournament_refuses_a_format_that_is_none() -> None:
    with pytest.raises(ValueError, match="round-robin, gauntlet"):
        tournament(["random", "greedy"], format="cup")
    with pytest.raises(ValueError, match="format='swiss'"):
        tournament(["random", "greedy"], rounds=3)
    with pytest.raises(ValueError, match="At least two players"):
        tournament(["random"])
