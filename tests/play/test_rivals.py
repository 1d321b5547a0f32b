"""How it went against each, and whom to play next."""

import pytest

from outflank.play.opponents.records import PastGame, character_views, next_opponents


def past(*margins: int, against: str = "greedy") -> list[PastGame]:
    return [PastGame(against, margin) for margin in margins]


@pytest.mark.parametrize(
    ("margins", "proposed"),
    [
        ((12,), "Milo"),
        ((-1, 12), None),
        ((0,), None),
        ((-1, -20), None),
        ((-1, -20, -3), "Pip"),
        ((-1, -20, -3, 40), "Pip"),
        ((-1, -20, 1, -3), None),
    ],
)
def test_after_a_win_the_next_and_after_three_losses_an_easier_one(
    margins: tuple[int, ...], proposed: str | None
) -> None:
    others = past(-9, -9, -9, against="lookahead")
    told = next_opponents("greedy", 8, [*past(*margins), *others])
    assert (told.easier and told.easier.title, told.harder and told.harder.title) == ("Pip", "Milo")
    assert (told.proposed and told.proposed.title) == proposed
    assert bool(told.sentence) is (proposed is not None)
    assert (proposed or "") in told.sentence


def test_nobody_is_proposed_beyond_the_strongest_and_the_weakest() -> None:
    assert next_opponents("engine:20", 8, past(2, against="engine:20")).proposed is None
    assert next_opponents("random", 8, past(-1, -1, -1, against="random")).proposed is None


def test_statistics_count_games_wins_and_the_best_margin() -> None:
    games = [*past(4, -10, 30, 0), PastGame("engine:level=13", -2), PastGame("engine:12", 64)]
    records = {one.name: one.record for one in character_views(games)}
    assert (records["Greta"].games, records["Greta"].won, records["Greta"].best) == (4, 2, 30)
    assert (records["Nadia"].games, records["Nadia"].won, records["Nadia"].best) == (1, 0, None)
    assert records["Pip"].games == 0
