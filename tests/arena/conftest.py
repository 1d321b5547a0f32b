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

class ClosesFew(Good):
    """Tidies up as daemons do."""
    def choose(self, board):
        os.closerange(0, 64)
        return list(board.legal_moves)[-1]

class ClosesAll(Good):
    def choose(self, board):
        if len(board.empties) < 52:
            os.closerange(0, 4096)
        return list(board.legal_moves)[-1]

class Chatters(Good):
    """Prints half a gigabyte in a game, past Python and through it."""
    def choose(self, board):
        for _ in range(16):
            os.write(1, b"x" * (1 << 20))
        print("y" * 10000)
        return super().choose(board)

class LeavesThreads(Good):
    """The process it plays in is the worse for it; each game tells which that is."""
    def choose(self, board):
        import threading
        print(f"process {os.getpid()}")
        threading.Thread(target=time.sleep, args=[3600], daemon=True).start()
        return super().choose(board)

class LeavesPrograms(Good):
    """Starts a program that nobody waits for, in a session of its own."""
    def choose(self, board):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                with open(os.path.join(os.path.dirname(__file__), "left"), "a") as file:
                    file.write(f"{os.getpid()}\\n")
                time.sleep(3600)
            os._exit(0)
        os.wait()
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
