"""Members, results and ratings, on both databases."""

import pytest

from outflank.club.ladder import Counted
from outflank.club.names import name_key
from outflank.storage.club.members import Club, NameTaken
from outflank.storage.database import Database
from outflank.storage.games.recovery_codes import Recovery
from outflank.storage.models import ResultRow

ANN, BOB, CAT = "a" * 32, "b" * 32, "c" * 32


def join(club: Club, visitor: str, name: str) -> str:
    return club.claim(visitor, name, name_key(name), "user").id


def play(
    club: Club, number: int, black: str, white: str, score: int, *, rated: bool = True
) -> None:
    game = f"{number:032x}"
    result = ResultRow(
        game=game, at=float(number), pace="blitz", control="5+0", size=8, rated=rated,
        black=black, white=white, black_name="B", white_name="W", score=score,
        reason="no-moves", opening="Tiger",
    )  # fmt: skip
    with club.database.writing() as session:
        session.add(result)


def test_ratings_are_counted_once_in_order_and_anew(database: Database) -> None:
    club = Club(database, now=lambda: 100.0)
    ann, bob, cat = join(club, ANN, "Ann"), join(club, BOB, "Bob"), join(club, CAT, "Cat")
    with pytest.raises(NameTaken, match="'B0B'"):
        join(club, ANN, "B0B")
    for number, (black, white, score) in enumerate(
        [(ann, bob, 10), (bob, cat, 0), (cat, ann, -2), (ann, bob, 64)], 1
    ):
        play(club, number, black, white, score)
        if number == 2:
            assert (club.settle(), club.settle()) == (2, 0)
    play(club, 9, ann, bob, 64, rated=False)
    assert club.settle() == 2
    ladder = club.ladder("blitz", 10)
    assert ladder[0][0].name == "Ann"
    assert {member.name: counted.games for member, counted in ladder} == {
        "Ann": 3,
        "Bob": 3,
        "Cat": 2,
    }
    curve = [one.black.rating for one in club.results(member=ann) if one.rated]
    before = ranks(club)
    assert club.recount() == 4
    assert ranks(club) == before
    assert [one.black.rating for one in club.results(member=ann) if one.rated] == curve
    assert len(club.results(member=ann, most=2)) == 2
    assert club.results(since=50) == []
    club.remove(BOB)  # whose results stay, and with them what the others are worth
    assert club.recount() == 4
    assert ranks(club) == [one for one in before if one[0] != bob]


def ranks(club: Club) -> list[tuple[str, Counted]]:
    return [(member.id, counted) for member, counted in club.ladder("blitz", 10)]


def test_a_name_goes_along_with_a_recovery_code_and_a_ban_too(database: Database) -> None:
    club = Club(database)
    ann = join(club, ANN, "Ann")
    code = Recovery(database).make(ANN)
    join(club, BOB, "Bob")
    assert Recovery(database).use(code, BOB) == ANN  # who had both has the one that was there
    member = club.member(ANN)
    assert member is not None
    assert (member.id, club.called("bob")) == (ann, None)
    code = Recovery(database).make(ANN)
    join(club, CAT, "Cat")
    cat = club.member(CAT)
    assert cat is not None
    club.ban(cat)
    Recovery(database).use(code, CAT)
    assert club.is_banned(ANN)
    assert (club.unban("Cat"), club.is_banned(CAT)) == (True, False)
