"""A network in an ONNX file plays, travels to workers, and is refused when it is none."""

import sys
from pathlib import Path

import numpy as np
import pytest
from network import Network
from onnx_file import field, node, onnx_bytes, port, tensor, whole_numbers

from outflank.arena import play_match
from outflank.arena.entrants import make_entrants
from outflank.batch import Positions
from outflank.board import Board
from outflank.cli.main import main
from outflank.game import Game
from outflank.players import InvalidSetting, UnknownOpponent, make_player
from outflank.players.catalogue import named_files, with_full_path
from outflank.players.onnx import OnnxPlayer


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "net.onnx"
    path.write_bytes(onnx_bytes(Network(6, width=16, seed=3)))
    return path


def value_network(size: int, shape: tuple[int | str, ...] = ("N",)) -> bytes:
    """A network that is pleased with discs of the side to move: value = x · w."""
    cells = size * size
    w = np.concatenate([np.ones(cells), -np.ones(cells), np.zeros(cells)]).astype(np.float32)
    nodes = [node("Reshape", "board flat", "x"), node("MatMul", "x w", "value")]
    graph = b"".join(field(1, one) for one in nodes) + field(2, "discs")
    graph += field(5, tensor("w", w[:, None])) + field(5, whole_numbers("flat", [-1, 3 * cells]))
    graph += field(11, port("board", *shape, 3, size, size)) + field(12, port("value", *shape, 1))
    return field(1, 8) + field(7, graph) + field(8, field(2, 13))


def test_the_highest_legal_square_is_played(file: Path) -> None:
    network, player = Network.load(_saved(file)), make_player("onnx:net.onnx")
    game = Game(6)
    while not game.is_over:
        policy, _value = network.evaluate(Positions.of([game.board]))
        assert player.choose(game.board) == policy[0].argmax()
        game.play(player.choose(game.board))


def _saved(file: Path) -> Path:
    path = file.with_suffix(".npz")
    Network(6, width=16, seed=3).save(path)
    return path


@pytest.mark.parametrize("shape", [("N",), (1,)])
def test_a_value_is_for_the_side_to_move(file: Path, shape: tuple[int | str, ...]) -> None:
    file.write_bytes(value_network(8, shape))
    player, greedy = make_player(f"onnx:file={file}"), make_player("greedy")
    board = Board()
    for _move in range(20):  # pleased with discs, it plays as greedy does
        assert player.choose(board) == greedy.choose(board)
        board = board.play(player.choose(board)).after_forced_pass


def test_it_plays_in_processes_and_its_file_goes_along(file: Path) -> None:
    contest = play_match("onnx:net.onnx", "random", games=4, size=6, workers=1)
    assert not [record.fault for record in contest.records if record.fault]
    assert with_full_path("onnx:net.onnx") == f"onnx:file={file}"
    assert named_files("onnx:net.onnx") == [file]
    (entrant,) = make_entrants(["onnx:net.onnx"], 6)
    assert list(entrant.data) == [str(file)]


@pytest.mark.parametrize("content", [b"", b"\0\1\2\3", b"(;GM[Othello]"])
def test_another_file_is_refused(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(UnknownOpponent, match="is not a network"):
        make_player("onnx:net.onnx")


def test_what_is_missing_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownOpponent, match=r"nowhere\.onnx cannot be read"):
        make_player("onnx:nowhere.onnx")
    with pytest.raises(UnknownOpponent, match="Name the file"):
        make_player("onnx")
    with pytest.raises(InvalidSetting, match="8, 8"):
        OnnxPlayer(file=str(file)).choose(Board())
    file.write_bytes(value_network(8).replace(b"value", b"worth"))
    with pytest.raises(UnknownOpponent, match="worth"):
        make_player("onnx:net.onnx")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(UnknownOpponent, match=r"outflank\[onnx\]"):
        make_player("onnx:net.onnx")


def test_a_server_lets_no_visitor_name_a_file(file: Path) -> None:
    from outflank.play.opponents.hosted import HostedSeats
    from outflank.play.opponents.seating import InvalidSeat

    with pytest.raises(InvalidSeat):
        HostedSeats().checked("onnx:net.onnx", 6)


def test_a_missing_network_is_refused_before_a_match(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(file.parent / "data"))
    assert main(["match", "onnx:nowhere.onnx", "random"]) == 2
    assert "nowhere.onnx" in capsys.readouterr().err
