"""What hosts say to our engine, and what it answers: sessions as the specifications show them."""

import re
import time
from collections.abc import Iterator, Sequence
from threading import Event

import pytest

from outflank.board import Board, parse_square
from outflank.book import default_book
from outflank.cli.registry import command_parser
from outflank.cli.shared.answerers import answerer_of
from outflank.engine import Engine
from outflank.engine.clock import seconds_for_move
from outflank.protocols.answering import EngineAnswerer, EngineThought, ThinkingBudget
from outflank.protocols.gtp_engine import GtpEngine
from outflank.protocols.nboard_engine import NBoardEngine


class Scripted:
    """A answerer that finds the first legal moves, ever deeper, and notes what it was asked."""

    name = "scripted"

    def __init__(self, *, patient: bool = False, value: float = 1.5) -> None:
        self.budgets: list[ThinkingBudget] = []
        self.value = value
        self.cleared = 0
        self.patient = patient

    def think(
        self, board: Board, budget: ThinkingBudget, lines: int, stop: Event
    ) -> Iterator[Sequence[EngineThought]]:
        self.budgets.append(budget)
        moves = list(board.legal_moves)[:lines]
        for depth in range(1, (budget.depth or 2) + 1):
            yield [
                EngineThought(
                    (move,),
                    self.value - rank,
                    depth,
                    exact=len(board.empties) < 5,
                    nodes=10 * depth,
                )
                for rank, move in enumerate(moves)
            ]
            if stop.wait(30 if self.patient else 0):
                return

    def opening(self, board: Board, budget: ThinkingBudget) -> EngineThought | None:
        return None

    def clear(self) -> None:
        self.cleared += 1


def nboard(*commands: str, answerer: Scripted | None = None) -> list[str]:
    """What the engine says to these commands."""
    said: list[str] = []
    NBoardEngine(answerer or Scripted(), lambda line: said.append(line.rstrip("\n"))).serve(
        commands
    )
    return said


def gtp(*commands: str, answerer: Scripted | None = None) -> list[str]:
    """The answers to these commands, without the blank lines that end them."""
    answers: list[str] = []
    engine = GtpEngine(answerer or Scripted(), budget=ThinkingBudget(depth=2), version="1.0")
    engine.serve([command + "\n" for command in commands], answers.append)
    assert all(answer.endswith("\n\n") for answer in answers if answer)
    return [answer.rstrip("\n") for answer in answers]


def test_nboard_introduces_itself_and_answers_pings() -> None:
    assert nboard("nboard 2", "set depth 3", "ping 7") == [
        "set myname Outflank scripted 12",
        "set myname Outflank scripted 3",
        "pong 7",
    ]


def test_nboard_ignores_what_it_does_not_understand() -> None:
    assert nboard("nboard 1", "frobnicate", "", "set colour red", "set contempt 50") == [
        "set myname Outflank scripted 12"
    ]


def test_nboard_gives_hints_while_it_deepens() -> None:
    assert nboard("set depth 2", "set game (;GM[Othello]PB[x]B[F5];)", "hint 2")[1:] == [
        "status Analyzing",
        "search F4 1.50 0 1",
        "search D6 0.50 0 1",
        "nodestats 10 0.00",
        "search F4 1.50 0 2",
        "search D6 0.50 0 2",
        "nodestats 20 0.00",
        "status",
    ]


def test_nboard_answers_go_without_making_the_move_itself() -> None:
    said = nboard("set depth 1", "set game (;GM[Othello]B[F5];)", "go", "go")
    answers = [line for line in said if line.startswith("===")]
    assert len(answers) == 2
    assert all(re.fullmatch(r"=== F4/1\.50/\d+\.\d\d", answer) for answer in answers)


def test_nboard_follows_moves_in_every_form_hosts_send() -> None:
    said: list[str] = []
    engine = NBoardEngine(Scripted(), said.append)
    for command in ("set game (;GM[Othello];)", "move F5/1.2/3", "move d6", "C3", "D3//2.0"):
        engine.handle(command)
    assert engine.board == _after("f5d6c3d3")
    engine.handle("move A1")
    assert said == [
        f"status Black cannot play a1: it flips no discs. Legal moves: {_listed(engine.board)}\n"
    ]


def test_nboard_answers_pa_where_a_pass_is_due_and_takes_it() -> None:
    passing = "OX------" + "-" * 56
    game = f"(;GM[Othello]BO[8 {passing.replace('X', '*')} *];)"
    assert "=== PA" in nboard(f"set game {game}", "go")
    said: list[str] = []
    engine = NBoardEngine(Scripted(), said.append)
    engine.handle(f"set game {game}")
    engine.handle("move PA")
    assert engine.board.legal_moves.names == ["c1"]


def test_nboard_reads_whether_the_game_ends_with_the_pass() -> None:
    passing = "O*------" + "-" * 56
    engine = NBoardEngine(Scripted(), lambda line: None)
    engine.handle(f"set game (;GM[Othello]BO[8 {passing} *]B[PA];)")
    assert engine.board.legal_moves.names == ["c1"]


def test_a_ping_stops_thinking_at_once() -> None:
    said: list[str] = []
    engine = NBoardEngine(Scripted(patient=True), lambda line: said.append(line.strip()))
    engine.handle("hint 1")
    while not any(line.startswith("search") for line in said):
        time.sleep(0.01)
    engine.handle("ping 1")
    assert said[-1] == "pong 1"
    assert "===" not in " ".join(said)


def test_nboard_thinks_by_the_clock_of_the_game() -> None:
    answerer = Scripted()
    nboard("set game (;GM[Othello]TI[10:00]B[F5//60]W[D6//30];)", "go", answerer=answerer)
    assert answerer.budgets == [ThinkingBudget(seconds=seconds_for_move(540, 58))]


def test_nboard_goes_no_deeper_than_it_was_told_also_with_a_clock() -> None:
    answerer = Scripted()
    game = "set game (;GM[Othello]TI[10:00]B[F5//60]W[D6//30];)"
    nboard("set depth 3", game, "go", answerer=answerer)
    assert answerer.budgets == [ThinkingBudget(depth=3, seconds=seconds_for_move(540, 58))]
    thoughts = EngineAnswerer(Engine(memory=1)).think(
        Board(), ThinkingBudget(depth=3, seconds=60.0), 1, Event()
    )
    assert max(thought.depth for [thought] in thoughts) == 3


def test_nboard_analyses_every_position_from_blacks_view() -> None:
    said = nboard("set depth 1", "set game (;GM[Othello]B[F5]W[D6];)", "analyze")
    assert said[1:] == ["analysis 2 1.50", "analysis 1 -1.50", "analysis 0 1.50"]


@pytest.mark.parametrize("value", [0.0, -0.0, -0.004])
def test_nboard_knows_no_minus_zero(value: float) -> None:
    game = "set game (;GM[Othello]B[F5]W[D6];)"
    said = nboard("set depth 1", game, "analyze", "hint 1", "go", answerer=Scripted(value=value))
    assert said[1:4] == ["analysis 2 0.00", "analysis 1 0.00", "analysis 0 0.00"]
    assert not any("-0.00" in line for line in said)


def test_nboard_learns_and_says_so_and_clears() -> None:
    answerer = Scripted()
    assert nboard("learn", "clear", answerer=answerer) == ["learned"]
    assert answerer.cleared == 1


def test_nboard_says_what_is_wrong_with_a_game() -> None:
    [said] = nboard("set game (;GM[Othello]B[A1];)")
    assert said.startswith("status The game cannot be read: GGF, line 1, column 14")


def test_gtp_plays_a_session_with_numbers_comments_and_tabs() -> None:
    assert gtp(
        "1 protocol_version",
        "name",
        "# only a comment",
        "2\tboardsize\t8",
        "boardsize 7",
        "clear_board",
        "komi 6.5",
        "play black F5",
        "play b a1",
        "genmove w",
        "undo",
        "reg_genmove white",
        "3 frobnicate",
        "quit",
        "name",
    ) == [
        "=1 2",
        "= Outflank scripted",
        "",
        "=2",
        "? unacceptable size",
        "=",
        "=",
        "=",
        "? illegal move",
        "= f4",
        "=",
        "= f4",
        "?3 unknown command",
        "=",
    ]


def test_gtp_plays_on_other_sizes() -> None:
    answers = gtp("boardsize 10", "play b e4", "gogui-rules_board_size", "clear_board", "play b d3")
    assert answers == ["=", "=", "= 10", "=", "? illegal move"]


def test_gtp_knows_what_hosts_of_othello_ask_for() -> None:
    [commands] = gtp("list_commands")
    wanted = (
        "protocol_version name version known_command list_commands quit boardsize clear_board komi "
        "play genmove undo time_settings time_left set_game list_games reg_genmove showboard "
        "final_score gogui-rules_game_id gogui-rules_board gogui-rules_board_size "
        "gogui-rules_legal_moves gogui-rules_side_to_move gogui-rules_final_result"
    )
    assert set(wanted.split()) <= set(commands.removeprefix("= ").split("\n"))
    assert gtp("set_game Othello", "list_games", "set_game Chess") == [
        "=",
        "= Othello",
        "? unsupported game",
    ]
    assert gtp("gogui-rules_legal_moves", "gogui-rules_side_to_move") == [
        "= d3 c4 f5 e6",
        "= black",
    ]
    assert gtp("known_command play", "known_command x") == ["= true", "= false"]


def test_gtp_refuses_with_the_usual_words() -> None:
    assert gtp("play green f5", "play black z9", "genmove white", "final_score", "undo") == [
        "? syntax error (wrong or missing color)",
        "? invalid color or coordinate",
        "? wrong color",
        "? cannot score",
        "? cannot undo",
    ]


def test_the_only_move_takes_none_of_the_clock() -> None:
    board = Board.from_text("-XO" + "-" * 61 + " O")  # White may play a1 and nothing else
    thoughts = EngineAnswerer(Engine(memory=1)).think(
        board, ThinkingBudget(seconds=3600), 1, Event()
    )
    assert [each[0].depth for each in thoughts] == [1]


def test_gtp_thinks_by_the_clock() -> None:
    answerer = Scripted()
    gtp("time_settings 300 0 0", "genmove b", "time_left w 60 0", "genmove w", answerer=answerer)
    gtp("time_settings 0 10 2", "time_left b 10 2", "genmove b", answerer=answerer)
    assert answerer.budgets == [
        ThinkingBudget(seconds=seconds_for_move(300, 60)),
        ThinkingBudget(seconds=seconds_for_move(60, 59)),
        ThinkingBudget(seconds=4.5),
    ]


def _after(moves: str) -> Board:
    board = Board()
    for at in range(0, len(moves), 2):
        board = board.play(parse_square(moves[at : at + 2]))
    return board


def _listed(board: Board) -> str:
    return ", ".join(board.legal_moves.names)


# --- The opening book ----------------------------------------------------------------------------


def known() -> EngineAnswerer:
    return EngineAnswerer(Engine(memory=1), book=default_book(), seed=5)


def test_nboard_hears_book_values_as_such_and_search_without_the_book() -> None:
    said: list[str] = []
    NBoardEngine(known(), lambda line: said.append(line.split()[0])).serve(
        ["set depth 2", "hint 4", "go"]
    )
    assert said.count("book") == 5  # four first moves, and the one that is played
    assert "search" not in said
    said.clear()
    NBoardEngine(EngineAnswerer(Engine(memory=1)), lambda line: said.append(line.split()[0])).serve(
        ["set depth 2", "hint 4", "go"]
    )
    assert "book" not in said
    assert "search" in said


def test_a_book_that_saw_less_far_than_the_host_wants_is_not_asked() -> None:
    deepest = default_book().moves(Board())[0].depth
    answerer = known()
    assert answerer.opening(Board(), ThinkingBudget(depth=deepest)) is not None
    assert answerer.opening(Board(), ThinkingBudget(depth=deepest + 1)) is None
    assert not next(answerer.think(Board(), ThinkingBudget(depth=deepest + 1), 1, Event()))[0].book
    assert next(answerer.think(Board(), ThinkingBudget(depth=deepest), 1, Event()))[0].book


def test_gtp_plays_openings_by_heart_the_same_ones_with_the_same_seed() -> None:
    def games() -> list[str]:
        engine = GtpEngine(known(), budget=ThinkingBudget(depth=1))
        return [
            engine.answer(command)
            for _ in range(6)
            for command in ("clear_board", "genmove black", "genmove white", "genmove black")
        ]

    assert games() == games()
    assert len(set(games()[1::4])) > 1  # not always the same first move


@pytest.mark.parametrize("command", ["gtp", "nboard"])
def test_the_protocols_take_the_switch(command: str) -> None:
    books = []
    for options in ([], ["--no-book"]):
        answerer, _ = answerer_of(command_parser("engine").parse_args([command, *options]))
        assert isinstance(answerer, EngineAnswerer)
        books.append(answerer.book)
    assert books == [default_book(), None]
