"""The game in plain lines, driven as a person or a pipe would."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from fake_programs import GTP, fake_program

from outflank.formats import read_transcript
from outflank.storage.files.saves import Saves

FIRST_AGAINST_FIRST = ("--black", "first", "--white", "first")


def play(*arguments: str, typed: str = "", data: Path, code: int = 0) -> str:
    """Run ``outflank play --plain`` with some lines typed; what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "outflank", "play", "--plain", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"OUTFLANK_DATA": str(data), "PYTHONIOENCODING": "utf-8"},
        timeout=120,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_board_with_coordinates_legal_squares_last_move_and_counts(tmp_path: Path) -> None:
    shown = play("--white", "first", typed="f5\n", data=tmp_path)
    assert (
        "Black (X) to move: f5\n\nBlack played f5 and flipped 1 disc.\n  a b c d e f g h\n" in shown
    )
    assert "4 - - - O X + - -\n5 - - - X X X - -\n6 - - - + - + - -\n" in shown
    assert "White (O) 1\nOpening: First move\n\nWhite played f4 and flipped 1 disc.\n" in shown


def test_a_hint_is_a_sentence(tmp_path: Path) -> None:
    shown = play("--white", "human", "--size", "10", typed="hint\n", data=tmp_path)
    assert re.search(r"to move: hint\n[e-h][4-7] .*\.", shown)


@pytest.mark.parametrize("typed", ["D3", "d 3", "d-3", "  d3  ", "d - 3"])
def test_squares_are_read_as_people_type_them(typed: str, tmp_path: Path) -> None:
    assert "Black played d3 and" in play("--white", "human", typed=f"{typed}\n", data=tmp_path)


@pytest.mark.parametrize("typed", ["3 4", "(3, 4)", "3,4", "( 3 , 4 )"])
def test_two_numbers_are_row_and_column_and_that_is_said_once(typed: str, tmp_path: Path) -> None:
    shown = play("--white", "human", typed=f"{typed}\n3 3\n", data=tmp_path)
    assert "Read as row 3, column 4: d3.\n\nBlack played d3 and" in shown
    assert "White played c3 and" in shown
    assert shown.count("Read as") == 1


def test_a_welcome_of_two_lines_says_who_plays_how_to_move_and_how_to_leave(tmp_path: Path) -> None:
    assert play("--white", "priority", "--size", "6", data=tmp_path).startswith(
        "Othello: Black (X) you against White (O) priority.\n"
        "Type a square such as c2, or its row and column as 2 3. Type help for the commands, "
        "quit to leave.\n"
    )


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("z9", "Expected a square (a letter a–h and a number 1–8) or a command"),
        ("a9", "'a9' is not a square."),
        ("a1", "Black cannot play a1: it flips no discs."),
        ("9 4", "Two numbers are a row and a column from 1 to 8, counted from the top left; got 9"),
        (
            "hello",
            "or a command (undo, redo, hint, moves, swap, resign, new, retry, save, load, saves,",
        ),
        ("x" * 300_000, "got 'xxx"),
        ("pass", "A side without a legal move passes automatically."),
        ("undo", "no move to undo"),
        ("redo", "no move to redo"),
        ("load nothing", "There is no save named 'nothing'"),
        ("save", "1 to 60"),
    ],
)
def test_a_wrong_line_says_what_was_wrong_and_asks_again(
    typed: str, sentence: str, tmp_path: Path
) -> None:
    shown = play(typed=f"{typed}\n", data=tmp_path)
    assert sentence in shown
    assert shown.count("Black (X) to move: ") == 2


def test_undo_redo_moves_save_and_load(tmp_path: Path) -> None:
    lines = "f5\nmoves\nundo\nmoves\nredo\nsave club\nundo\nload club\nmoves\nsaves\nhelp\nquit\n"
    shown = play("--white", "first", typed=lines, data=tmp_path)
    assert shown.count("  1. X f5  O f4\n") == 2
    assert "There are no moves yet." in shown
    assert "Saved as 'club'." in shown
    assert "Loaded 'club'.\nOthello: Black (X) you against White (O) first.\n" in shown
    assert "\nclub\n" in shown
    assert "undo       undo your last move" in shown
    assert Saves(tmp_path / "saves").load("club").transcript == "f5f4"


def test_a_game_to_its_end_with_a_pass_and_the_winner(tmp_path: Path) -> None:
    moves = "a2\na3\nb4\nc1\na4\nd3\nc4\nb1\na1\nd4\nd2\nd1\n"
    shown = play("--size", "4", "--white", "human", typed=moves, data=tmp_path)
    assert "White has no legal move and passes." in shown
    assert "Black wins 11–5.\nGame over (new, undo, load NAME or quit): " in shown


def test_computers_play_by_themselves_and_a_seed_makes_it_repeatable(tmp_path: Path) -> None:
    game = ("--black", "random", "--white", "random", "--size", "6")
    first = play(*game, "--seed", "5", data=tmp_path)
    assert re.search(r"(wins \d+–\d+|Draw, 18–18)\.\n$", first)
    assert play(*game, "--seed", "5", data=tmp_path) == first
    assert play(*game, "--seed", "6", data=tmp_path) != first


def test_a_position_to_start_from(tmp_path: Path) -> None:
    shown = play(
        "--start", "XO-- ---- ---- ---- X", "--white", "human", typed="c1\n", data=tmp_path
    )
    assert "1 X X X -" in shown
    assert "Black wins 3–0 (scored 16–0: the winner gets the 13 empty squares)." in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--white", "gredy"], "--white: .* Did you mean greedy?"),
        (["--start", "XO"], "outflank play: --start: A position has one character per square"),
        (["--start", "XO" * 8 + "X", "--size", "6"], "--start has a 4×4 board, but --size is 6"),
        (["--size", "7"], "--size: invalid choice: 7"),
        (["--load", "nothing"], "--load: There is no save named 'nothing'"),
        (["--load", "x", "--size", "6"], "Leave out --start, --size and --clock"),
    ],
)
def test_wrong_options_are_refused_before_the_game(
    arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    assert re.search(sentence, play(*arguments, data=tmp_path, code=2))


def test_a_bot_that_crashes_is_named_and_the_person_can_take_back(tmp_path: Path) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text("class Bad:\n    def choose(self, board):\n        raise OSError('no coffee')\n")
    shown = play("--white", str(bot), typed="f5\nundo\nmoves\n", data=tmp_path)
    assert re.search(r"bad\.py.*OSError: no coffee", shown)
    assert "Type retry to ask again" in shown
    assert "There are no moves yet." in shown
    shown = play("--black", str(bot), "--white", "first", data=tmp_path, code=1)
    assert "Black cannot move" in shown


def test_a_new_game_begins_at_the_same_start(tmp_path: Path) -> None:
    shown = play("--white", "Human", typed="f5\nnew\nmoves\n", data=tmp_path)
    assert "There are no moves yet." in shown


def test_text_is_shown_also_where_the_terminal_lacks_characters(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "outflank", "play", "--plain", "--size", "4", *FIRST_AGAINST_FIRST],
        capture_output=True,
        env=os.environ | {"OUTFLANK_DATA": str(tmp_path), "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert done.stdout.strip().endswith(b".")
    assert b"wins 1" in done.stdout


def test_a_game_between_computers_is_not_kept(tmp_path: Path) -> None:
    command = f"{sys.executable} -m outflank play --plain --size 16 {' '.join(FIRST_AGAINST_FIRST)}"
    subprocess.run(
        ["bash", "-c", f"{command} | head -n 20"],
        env=os.environ | {"OUTFLANK_DATA": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    assert Saves(tmp_path / "saves").names() == []


@pytest.mark.parametrize("how", ["Ctrl-C", "Ctrl-D", "hang up", "end", "quit", "Ctrl-C after undo"])
def test_however_a_person_leaves_the_game_is_kept(how: str, tmp_path: Path) -> None:
    """In a real terminal: play a move, leave, go on with --load."""
    controller, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "outflank", "play", "--plain", "--white", "first"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=os.environ | {"OUTFLANK_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        start_new_session=True,
    ) as game:
        os.close(terminal)
        seen = _read_until(controller, b"to move: ")
        os.write(controller, b"f5\n")
        seen += _read_until(controller, b"to move: ")
        if "undo" in how:
            os.write(controller, b"undo\n")
            seen += _read_until(controller, b"to move: ")
        match how:
            case "Ctrl-D":
                os.write(controller, b"\x04")
            case "quit":
                os.write(controller, b"quit\n")
            case _:
                # A signal between the prompt and the reading is only seen at the next one; and one
                # that comes while the game is being left would be too much.
                number = {"hang up": signal.SIGHUP, "end": signal.SIGTERM}.get(how, signal.SIGINT)
                wait = 1
                while game.poll() is None and not select.select([controller], [], [], wait)[0]:
                    game.send_signal(number)
                    wait = 60
        seen += _read_until(controller, b"continues it.")
        code = game.wait(timeout=240)
    os.close(controller)
    assert code == {"Ctrl-D": 0, "quit": 0, "hang up": 129, "end": 143}.get(how, 130), seen
    assert b"Traceback" not in seen
    kept = Saves(tmp_path / "saves").load("interrupted")
    assert [ply.name for ply in (*kept.history, *kept.future)] == ["f5", "f4"]
    shown = play("--load", typed="redo\nmoves\n", data=tmp_path)
    assert "  1. X f5  O f4\n" in shown


def _read_until(descriptor: int, wanted: bytes) -> bytes:
    seen = b""
    while wanted not in seen:
        ready, _, _ = select.select([descriptor], [], [], 240)
        if not ready:
            os.close(descriptor)  # the game ends with its terminal
            raise AssertionError(seen)
        seen += os.read(descriptor, 1024)
    return seen


def test_a_player_that_minds_the_clock_is_asked_with_what_is_left(tmp_path: Path) -> None:
    (tmp_path / "hurried.py").write_text(
        "class Hurried:\n"
        "    def choose(self, board):\n"
        "        return 'f4'\n"
        "    def choose_in_time(self, board, left):\n"
        "        return 'f6' if 0 < left.seconds <= 60 and left.increment == 2 else 'd6'\n",
        encoding="utf-8",
    )
    player = str(tmp_path / "hurried.py")
    assert "White played f4 and" in play("--white", player, typed="f5\n", data=tmp_path)
    shown = play("--white", player, "--clock", "1+2", typed="f5\n", data=tmp_path)
    assert "White played f6 and" in shown


def test_a_program_that_takes_no_positions_goes_on_in_a_loaded_game(tmp_path: Path) -> None:
    game = read_transcript("f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4")
    game.info = {"black": "human", "white": f"gtp:{fake_program(tmp_path, GTP)}"}
    Saves(tmp_path / "saves").save("middle", game)
    shown = play("--load", "middle", data=tmp_path)
    assert "White played" in shown.partition("Black played a4 and")[2]
    assert "accepts games but no positions" not in shown
