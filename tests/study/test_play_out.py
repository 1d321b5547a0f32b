"""Endings that are played out: proved worth, perfect or fallible defence, an honest end."""

import pytest

from outflank.study import instructions as m
from outflank.study.play_out import Ending, PlayOut, PlayOutState, endings, find_reply
from outflank.study.values import Effort
from outflank.study.words import not_legal, played_out, with_perfect_play
from study import Plain, engine, facts, score


@pytest.mark.parametrize("ending", ["won", "lost"])
def test_there_are_many_and_a_plain_solver_agrees_what_they_are_worth(ending: Ending) -> None:
    all_of_them = endings(ending)
    assert len(all_of_them) > 300
    assert all((worth > 0) == (ending == "won") for _, worth in all_of_them)
    small = [(board, worth) for board, worth in all_of_them if len(board.empties) <= 7]
    for board, worth in small[:5]:
        assert score(board) == worth


def play(ending: Ending, number: int) -> PlayOut:
    """An ending whose person plays as well as can be."""
    played = PlayOut(PlayOutState(ending, number))
    best = Plain()
    while not played.board.is_over:
        assert played.board.turn is played.person
        square = best.analyze(played.board, Effort().limit, lines=1)[0].move
        assert square is not None
        asked = played.choose(square)
        while (work := next((a for a in asked if isinstance(a, m.FindReply)), None)) is not None:
            asked = played.reply(work.board, find_reply(engine(), work))
        played = PlayOut(played.state)  # as a server does between two requests
    return played


def smallest(ending: Ending) -> int:
    return min(range(len(endings(ending))), key=lambda n: len(endings(ending)[n][0].empties))


def test_whoever_plays_a_won_ending_perfectly_gets_all_of_it() -> None:
    played = play("won", smallest("won"))
    assert played.view.solved
    assert played.view.sentence == played_out(played.worth, played.worth)


def test_a_lost_ending_comes_to_no_less_than_it_was_worth() -> None:
    played = play("lost", smallest("lost"))
    board = played.board
    score = board.score if board.turn is played.person else -board.score
    assert score >= played.worth
    assert played.view.sentence == played_out(played.worth, score)


def test_it_begins_anew_goes_on_and_refuses_what_is_not_legal() -> None:
    ending = PlayOut()
    assert facts(ending.view.headline) == ["1", str(ending.person)]
    assert ending.view.sentence.startswith(with_perfect_play(ending.worth))
    legal = ending.board.legal_moves
    wrong = next(s for s in range(64) if s not in legal)
    assert ending.choose(wrong) == [m.RefreshView()]
    assert ending.view.sentence == not_legal(legal)
    ending.choose(next(iter(legal)))
    assert ending.moves
    ending.begin_again()
    assert not ending.moves
    before = ending.board
    ending.go_on()
    assert ending.board != before
    for bad in (PlayOutState("won", 99999), PlayOutState("won", 0, (wrong,))):
        with pytest.raises(ValueError, match="begin again"):
            PlayOut(bad)


@pytest.mark.parametrize(
    ("worth", "score", "numbers"),
    [(6, 6, [6]), (6, 2, [2, 6]), (6, -2, [2, 6]), (6, 0, [6]), (0, -2, [2]), (-4, -6, [6, 4])],
)
def test_the_end_tells_the_result_and_what_was_possible(
    worth: int, score: int, numbers: list[int]
) -> None:
    assert facts(played_out(worth, score)) == [str(number) for number in numbers]


def test_a_better_result_than_possible_is_a_swindle() -> None:
    for pair in ((-4, 2), (-4, 0), (0, 2)):
        assert played_out(*pair).endswith("!")
    for pair in ((-4, -2), (4, -2), (4, 4), (4, 6)):
        assert not played_out(*pair).endswith("!")
