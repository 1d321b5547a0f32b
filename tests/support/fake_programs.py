"""Programs that misbehave in one way each, to be started by tests."""

import sys
from pathlib import Path

GTP = """
import pathlib, sys, time
from outflank import Board
from outflank.board import square_name
trouble, memory = sys.argv[1], pathlib.Path(sys.argv[2])
board = Board()
print("a banner that is not part of the protocol", flush=True)
for line in sys.stdin:
    words = line.split()
    answer = ""
    if words[0] == "list_commands":
        answer = "name\\nplay\\nclear_board\\ntime_settings"
        answer += "" if trouble == "no genmove" else "\\ngenmove"
    elif words[0] == "time_settings":
        memory.write_text(line)
    elif words[0] == "name":
        answer = "Fake"
    elif words[0] == "clear_board":
        board = Board()
    elif words[0] == "play" and words[2] == "pass":
        board = board.pass_turn() if board.must_pass else board
    elif words[0] == "play":
        board = board.play(words[2])
    elif words[0] == "genmove":
        if trouble == "crash always" or (trouble == "crash once" and not memory.exists()):
            memory.write_text("crashed")
            sys.exit("out of luck")
        if trouble == "hang":
            time.sleep(60)
        if trouble == "refuse":
            print("? not today", end="\\n\\n", flush=True)
            continue
        square = next(iter(board.legal_moves))
        board = board.play(square)
        answer = "a1" if trouble == "illegal" else square_name(square).upper()
    print(f"= {answer}", end="\\n\\n", flush=True)
"""

NBOARD = """
import pathlib, sys, time
from outflank.board import square_name
from outflank.formats import read_ggf_game
trouble, memory = sys.argv[1], pathlib.Path(sys.argv[2])
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ping" and trouble != "deaf":
        print("pong", rest, flush=True)
    elif word == "set" and rest.startswith("depth"):
        print("set myname Fake", flush=True)
    elif word == "set" and rest.startswith("game"):
        board = read_ggf_game(rest.removeprefix("game ")).game().board
    elif word == "go":
        if trouble == "crash once" and not memory.exists():
            memory.write_text("crashed")
            sys.exit(3)
        if trouble == "hang":
            time.sleep(60)
        move = square_name(next(iter(board.legal_moves)))
        print("status thinking\\nsearch F5 1.0 0 3\\nwhatever this is", flush=True)
        spaces = f"=== {move} -1.00 0.0"  # as Edax writes it
        print("=== PA" if trouble == "illegal" else spaces if trouble == "spaces"
              else f"=== {move.upper()}/1.5/0.01", flush=True)
"""


def fake_program(folder: Path, text: str, trouble: str = "none") -> str:
    """The command of a program that has this trouble."""
    path = folder / "program.py"
    path.write_text(text)
    return f"'{sys.executable}' '{path}' '{trouble}' '{folder / 'memory'}'"
