"""Other programs as players: those that work, and every way they can fail."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_programs import GTP, NBOARD, fake_program

from outflank.board import Board, Color
from outflank.formats import read_transcript
from outflank.game import Game
from outflank.players import Player, PlayerFailed, UnknownOpponent, ask, make_player
from outflank.protocols.external import ExternalPlayer, moves_to
from outflank.protocols.gtp_player import GtpPlayer
from outflank.protocols.nboard_player import NBoardPlayer
from outflank.protocols.process import ProgramDied, ProgramFailed

KINDS: list[tuple[Callable[[str], ExternalPlayer], str]] = [
    (GtpPlayer, GTP),
    (NBoardPlayer, NBOARD),
]
both_kinds = pytest.mark.parametrize(("kind", "text"), KINDS, ids=["gtp", "nboard"])


def play(black: Player, white: Player, start: Board | None = None) -> Game:
    game = Game(start)
    while not game.is_over:
        game.play(ask(black if game.turn is Color.BLACK else white, game.board))
    return game


@both_kinds
def test_a_program_plays_whole_games_with_passes(
    kind: Callable[[str], ExternalPlayer], text: str, tmp_path: Path
) -> None:
    player = kind(fake_program(tmp_path, text))
    for seed in range(3):
        game = play(player, make_player("random", seed=seed))
        assert game.outcome is not None
    assert player.restarts == 0
    player.close()


@both_kinds
def test_a_program_that_dies_is_started_again(
    kind: Callable[[str], ExternalPlayer], text: str, tmp_path: Path
) -> None:
    player = kind(fake_program(tmp_path, text, "crash once"))
    board = Board().play("f5")
    assert player.choose(board) in board.legal_moves
    assert player.restarts == 1
    player.close()


@pytest.mark.parametrize(
    ("settings", "told"), [("", ""), ("seconds=70.5 ", "time_settings 0 70 1")]
)
def test_a_gtp_program_is_told_the_time_it_was_given(
    tmp_path: Path, settings: str, told: str
) -> None:
    player = GtpPlayer(settings + fake_program(tmp_path, GTP))
    player.choose(Board())
    player.close()
    noted = tmp_path / "memory"
    assert (noted.read_text().strip() if noted.exists() else "") == told


def test_a_program_that_always_dies_is_named_with_its_last_words(tmp_path: Path) -> None:
    player = GtpPlayer(fake_program(tmp_path, GTP, "crash always"))
    with pytest.raises(ProgramFailed, match="ended with code 1; it said: out of luck"):
        player.choose(Board())


@pytest.mark.parametrize("kind", [GtpPlayer, NBoardPlayer])
@pytest.mark.parametrize("lines_read", [0, 1])
def test_a_program_that_ends_at_once_is_called_so_whenever_it_does(
    kind: Callable[[str], ExternalPlayer], lines_read: int
) -> None:
    player = kind(f"sh -c '{'read line; ' * lines_read}exit 3'")
    with pytest.raises(ProgramDied) as refused:
        player.meet()
    assert refused.value.sentence == f"{player.called} ended with code 3"


def test_a_program_is_waited_for_that_ends_some_time_after_its_output() -> None:
    player = GtpPlayer("sh -c 'read line; exec >&-; sleep 1.5; echo out of luck >&2; exit 3'")
    with pytest.raises(ProgramDied, match="ended with code 3; it said: out of luck"):
        player.meet()


@both_kinds
def test_a_program_that_hangs_is_ended(
    kind: Callable[[str], ExternalPlayer], text: str, tmp_path: Path
) -> None:
    player = kind(f"seconds=1.5 {fake_program(tmp_path, text, 'hang')}")
    with pytest.raises(ProgramFailed, match="did not respond in time and was stopped"):
        player.choose(Board())


@both_kinds
def test_an_illegal_answer_is_shown_with_the_legal_ones(
    kind: Callable[[str], ExternalPlayer], text: str, tmp_path: Path
) -> None:
    player = kind(fake_program(tmp_path, text, "illegal"))
    with pytest.raises(ProgramFailed, match="the legal moves of Black are d3 c4 f5 e6"):
        player.choose(Board())


def test_a_refusal_is_repeated(tmp_path: Path) -> None:
    player = GtpPlayer(fake_program(tmp_path, GTP, "refuse"))
    with pytest.raises(ProgramFailed, match="rejected 'genmove black': not today"):
        player.choose(Board())


def test_a_program_without_genmove_does_not_speak_gtp(tmp_path: Path) -> None:
    player = GtpPlayer(fake_program(tmp_path, GTP, "no genmove"))
    with pytest.raises(ProgramFailed, match="does not speak GTP"):
        player.choose(Board())


def test_answers_with_blanks_are_understood_as_edax_writes_them(tmp_path: Path) -> None:
    player = NBoardPlayer(f"depth=3 {fake_program(tmp_path, NBOARD, 'spaces')}")
    assert player.choose(Board()) == 19
    assert player.program_name == "Fake"
    player.close()


def test_an_nboard_program_is_asked_about_any_position(tmp_path: Path) -> None:
    player = NBoardPlayer(fake_program(tmp_path, NBOARD))
    board = read_transcript("f5d6c3d3c4f4c5b3c2e6").board
    assert player.choose(board) in board.legal_moves
    player.close()


def test_a_gtp_program_follows_taking_back_and_openings(tmp_path: Path) -> None:
    player = GtpPlayer(fake_program(tmp_path, GTP))
    opening = read_transcript("f5d6c4d3c2b3b4b5").board  # it was not asked about any of these
    later = read_transcript("f5d6c3d3").board
    for board in (opening, later, Board(), opening):
        assert player.choose(board) == next(iter(board.legal_moves))
    player.close()


def test_a_position_far_from_the_start_is_refused_with_a_sentence(tmp_path: Path) -> None:
    player = GtpPlayer(fake_program(tmp_path, GTP))
    board = Board.from_discs(black=["a1"], white=["b1"])
    with pytest.raises(ProgramFailed, match="accepts games but no positions"):
        player.choose(board)
    player.close()


def test_a_gtp_program_is_led_to_any_position_of_a_game_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.protocols.gtp_player.moves_to", lambda board: None)
    player = GtpPlayer(fake_program(tmp_path, GTP))
    game = read_transcript("f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4")
    assert ask(player, game.board, way=game.moves_from_start) == next(iter(game.board.legal_moves))
    other = read_transcript("f5d6c4d3c2b3b4b5")
    with pytest.raises(PlayerFailed, match="accepts games but no positions"):
        ask(player, other.board, way=game.moves_from_start)  # a way that leads elsewhere is no way
    player.close()


def test_moves_are_found_to_a_position_of_an_opening() -> None:
    board = read_transcript("f5d6c4d3c2b3b4b5").board
    moves = moves_to(board)
    assert moves is not None
    at = Board()
    for move in moves:
        at = at.play(move)
    assert at == board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gtp:", "a program is missing"),
        ("gtp:seconds=5", "a program is missing"),
        ("nboard:depth=99 x", "depth must be a number from 1 to 60; got '99'"),
        ("gtp:'unclosed", "cannot be read"),
    ],
)
def test_a_wrong_command_is_refused_before_the_game(text: str, message: str) -> None:
    with pytest.raises(UnknownOpponent, match=message):
        make_player(text)


def test_a_missing_program_is_named() -> None:
    with pytest.raises(ProgramFailed, match="there is no program 'no-such-program'; install it"):
        make_player("gtp:no-such-program").choose(Board())


def test_external_programs_play_on_8x8_only() -> None:
    with pytest.raises(UnknownOpponent, match="does not play on 6×6"):
        make_player("gtp:whatever", size=6)


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_our_own_engine_is_a_player_through_its_protocol(protocol: str) -> None:
    command = f"'{sys.executable}' -m outflank engine {protocol} --player greedy"
    player = make_player(f"{protocol}:{command}")
    greedy = make_player("greedy")
    game = play(player, make_player("random", seed=5))
    for before, ply in zip(
        (game.start, *(p.board for p in game.history)), game.history, strict=False
    ):
        if ply.color is Color.BLACK and not ply.is_pass:
            assert ply.square == greedy.choose(before)
        before = ply.board
    assert isinstance(player, ExternalPlayer)
    player.close()


RHINO = shutil.which("gtp-rhino") or shutil.which("gtp-rhino", path="/usr/games")


@pytest.mark.skipif(RHINO is None, reason="needs gtp-rhino of Debian's package grhino")
def test_rhino_an_engine_we_did_not_write_plays_a_match() -> None:
    rhino = make_player(f"gtp:{RHINO} --level=1")
    assert isinstance(rhino, GtpPlayer)
    games = [
        play(rhino, make_player("random", seed=1)),
        play(make_player("greedy"), rhino),
        play(rhino, make_player("lookahead:2"), read_transcript("f5d6c4d3c2b3b4b5").board),
    ]
    assert all(game.outcome is not None for game in games)
    assert games[0].outcome is not None
    assert games[0].outcome.winner is Color.BLACK  # it beats a player of random moves
    assert rhino.program_name == "GTP GRhino"
    assert rhino.restarts == 0
    rhino.close()
