"""The engine thinks while the opponent does, and is free as soon as a host says something."""

from collections.abc import Iterator, Sequence
from threading import Event

import pytest

from outflank.board import Board, square_name
from outflank.cli.main import main
from outflank.engine import Engine
from outflank.protocols.answering import EngineAnswerer, EngineThought, ThinkingBudget
from outflank.protocols.gtp_engine import GtpEngine
from outflank.protocols.nboard_engine import NBoardEngine

PATIENCE = 60  # seconds; reached only by a test that fails


class Watched:
    """Answers with the first move, and notes which boards it was let think about without a word."""

    name = "watched"

    def __init__(self) -> None:
        self.pondered: list[Board] = []
        self.began, self.ended = Event(), Event()

    def think(
        self, board: Board, budget: ThinkingBudget, lines: int, stop: Event
    ) -> Iterator[Sequence[EngineThought]]:
        yield [EngineThought((next(iter(board.legal_moves)),), 0.0, 1)]
        if budget.depth == 60:
            self.pondered.append(board)
            self.began.set()
            assert stop.wait(PATIENCE)
            self.ended.set()

    def opening(self, board: Board, budget: ThinkingBudget) -> EngineThought | None:
        return None

    def clear(self) -> None: ...

    def until_it_ponders(self) -> Board:
        assert self.began.wait(PATIENCE)
        self.began.clear()
        return self.pondered[-1]


def test_gtp_ponders_from_its_own_move_to_the_next_command() -> None:
    answerer = Watched()
    engine = GtpEngine(answerer, budget=ThinkingBudget(depth=1), ponder=True)
    answers: list[str] = []

    def host() -> Iterator[str]:
        yield "name"
        yield "play black d3"
        assert not answerer.pondered  # nobody has asked it to play yet
        yield "genmove white"
        assert answerer.until_it_ponders() == engine.game.board
        yield "time_left white 10 0"  # answered at once, and it goes on
        assert answerer.until_it_ponders() == engine.game.board
        answerer.ended.clear()
        yield f"play black {engine.game.board.legal_moves.names[0]}"
        assert answerer.ended.is_set()
        assert len(answerer.pondered) == 2  # now it is our turn, and the host will ask

    engine.serve(host(), answers.append)
    assert all(answer.startswith("=") for answer in answers)
    assert len(answers) == 5


def test_nboard_ponders_once_its_move_is_on_the_board() -> None:
    answerer = Watched()
    said: list[str] = []
    engine = NBoardEngine(answerer, said.append, ponder=True)

    def host() -> Iterator[str]:
        yield "set depth 1"
        yield "move d3"
        yield "go"
        engine._wait()
        assert not answerer.pondered  # its move is not on the board yet
        yield f"move {said[-1].split()[1].split('/')[0]}"
        assert answerer.until_it_ponders() == engine.board
        yield "ping 7"
        assert answerer.ended.is_set()
        assert said[-1] == "pong 7\n"
        assert answerer.until_it_ponders() == engine.board
        yield f"move {engine.board.legal_moves.names[0]}"
        assert len(answerer.pondered) == 2

    engine.serve(host())
    assert answerer.ended.is_set()


class Deep(EngineAnswerer):
    """The engine, which tells when it has pondered ten moves ahead, and what it expects."""

    def __init__(self) -> None:
        super().__init__(Engine(memory=16))
        self.expected = ""
        self.deep = Event()

    def think(
        self, board: Board, budget: ThinkingBudget, lines: int, stop: Event
    ) -> Iterator[Sequence[EngineThought]]:
        for thoughts in super().think(board, budget, lines, stop):
            if budget.depth == 60 and thoughts[0].depth == 10:
                self.expected = square_name(thoughts[0].move)
                self.deep.set()
            yield thoughts


def test_what_was_pondered_is_known_when_it_is_our_turn() -> None:
    """The same search takes fewer positions after a thought about the opponent's choice."""
    moves: list[str] = []

    def nodes(ponder: bool) -> int:
        answerer = Deep()
        engine = GtpEngine(answerer, budget=ThinkingBudget(depth=6), ponder=ponder)

        def host() -> Iterator[str]:
            yield "play black f5"
            yield "genmove white"
            if ponder:
                assert answerer.deep.wait(PATIENCE)
                moves.append(answerer.expected)
            yield f"play black {moves[-1]}"

        engine.serve(host(), lambda _: None)
        *_, (thought,) = answerer.think(engine.game.board, ThinkingBudget(depth=9), 1, Event())
        return thought.nodes

    assert nodes(True) < 0.9 * nodes(False)


def test_only_the_engine_ponders(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "gtp", "--player", "greedy", "--ponder"]) == 2
    assert "--ponder works only with the engine" in capsys.readouterr().err
