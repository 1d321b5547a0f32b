"""Bots that misbehave, as files a user would write."""

from pathlib import Path

import pytest

BOTS = '''
import ctypes, os, random, sys, time

class Good:
    """Plays the last legal move and talks about it."""
    def choose(self, board):
        print("hm")
        return list(board.legal_moves)[-1]

class Raises(Good):
    def choose(self, board):
        if len(board.empties) < 52:
            raise RuntimeError("I give up")
        return super().choose(board)

class Unmakeable(Good):
    def __init__(self):
        raise ValueError("not today")

class Illegal(Good):
    def choose(self, board):
        return "z9"

class Occupied(Good):
    def choose(self, board):
        return 27

class Sleeps(Good):
    def choose(self, board):
        time.sleep(3600)

class HangsInC(Good):
    """Keeps Python's lock while it sleeps, so nothing inside its process can stop it."""
    def choose(self, board):
        ctypes.PyDLL(None).sleep(3600)

class Segfaults(Good):
    def choose(self, board):
        if len(board.empties) < 52:
            ctypes.string_at(0)
        return super().choose(board)

class Exits(Good):
    def choose(self, board):
        os._exit(3)

class SystemExits(Good):
    def choose(self, board):
        sys.exit("bye")

class EatsMemory(Good):
    def choose(self, board):
        hoard = []
        while True:
            hoard.append(bytearray(64 * 1024 * 1024))

class Waits(Good):
    """Waits while a file called closed lies beside its own."""
    def choose(self, board):
        while os.path.exists(os.path.join(os.path.dirname(__file__), "closed")):
            time.sleep(0.01)
        return super().choose(board)

class Slow(Good):
    def choose(self, board):
        time.sleep(0.02)
        return super().choose(board)
'''


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A file with players that go wrong in every way a player can."""
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path
