"""Learned probabilities: what issue 31 says in its fifth section."""

from pathlib import Path
from random import Random

import pytest

from outflank.board import Board, parse_square
from outflank.cli.main import main
from outflank.players import ProbabilisticPlayer, UnknownOpponent, make_player
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings

POSITION = "f5d6c3d3c4f4c5b3"


def position() -> Board:
    board = Board()
    for at in range(0, len(POSITION), 2):
        board = board.play(POSITION[at : at + 2])
    return board


def test_learn_writes_weights_that_the_player_plays_with(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    assert main(["learn", str(file), "--size", "4", "--games", "8", "--batch", "4"]) == 0
    trained = make_player(f"learned:weights={file},temperature=1")
    shipped = make_player("learned:temperature=1")
    assert isinstance(trained, ProbabilisticPlayer)
    assert isinstance(shipped, ProbabilisticPlayer)
    board = position()
    likely = trained.distribution(board)
    assert sum(likely.values()) == pytest.approx(1)
    assert set(likely) == set(board.legal_moves)
    assert likely != shipped.distribution(board)
    assert trained.choose(board) in board.legal_moves
    with pytest.raises(UnknownOpponent, match=r"nowhere\.json"):
        make_player("learned:weights=nowhere.json")


def test_one_command_shows_the_probabilities(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", POSITION, "--player", "learned", "--probabilities"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    player = make_player("learned:temperature=1")
    assert isinstance(player, ProbabilisticPlayer)
    likely = player.distribution(position())
    assert {parse_square(square): float(share.rstrip("%")) for square, share in lines} == {
        square: pytest.approx(100 * share, abs=0.006) for square, share in likely.items()
    }
    shares = [float(share.rstrip("%")) for _, share in lines]
    assert shares == sorted(shares, reverse=True)
    assert main(["hint", POSITION, "--player", "greedy", "--probabilities"]) == 2
    assert main(["hint", POSITION, "--player", "greedy"]) == 0


def test_the_page_gets_the_same_probabilities(tmp_path: Path) -> None:
    app = create_app(Settings(folder=tmp_path, thinkers=1))
    client = app.test_client()
    game = client.post("/api/games", json={"transcript": POSITION}).get_json()
    shown = client.get(f"/api/games/{game['id']}/probabilities").get_json()["moves"]
    ended = client.post("/api/games", json={"start": f"{'X' * 16} X", "size": 4}).get_json()
    nothing = client.get(f"/api/games/{ended['id']}/probabilities").get_json()
    close_app(app)
    player = make_player("learned:temperature=1")
    assert isinstance(player, ProbabilisticPlayer)
    likely = player.distribution(position())
    assert {parse_square(one["square"]): one["probability"] for one in shown} == likely
    assert nothing == {"moves": []}


def test_moves_are_drawn_from_the_distribution() -> None:
    board, random = position(), Random(5)
    player = make_player("learned:temperature=1", seed=random.randrange(1000))
    assert isinstance(player, ProbabilisticPlayer)
    likely = player.distribution(board)
    drawn = [player.choose(board) for _ in range(2000)]
    for square, share in likely.items():
        assert drawn.count(square) / 2000 == pytest.approx(share, abs=0.05)
