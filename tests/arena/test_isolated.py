"""Players in a sandbox: they find their own files, and nothing else."""

import re
import sys
from pathlib import Path

import pytest

from outflank.cli.main import main
from outflank.players import (
    InvalidPlayerFile,
    InvalidSetting,
    UnknownOpponent,
    files_of,
    find_opponent,
    meet,
    sandboxed,
)
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings
from outflank.workers.sandbox import Sandbox, SandboxUnavailable

BOT = """
from pathlib import Path

ORDER = (Path(__file__).parent / "order.txt").read_text().split()
SEEN = Path({secret!r}).exists()
if SEEN:
    (Path(__file__).parent / "seen").touch()

class Curious:
    \"\"\"Looks around before it moves.\"\"\"

    def choose(self, board):
        if SEEN:
            raise RuntimeError("found it")
        return min(board.legal_moves, key=lambda square: ORDER[square % len(ORDER)])
"""


@pytest.fixture
def bot(open_tmp_path: Path) -> Path:
    """A player that reads a file beside it, and fails where it sees one that is not its own."""
    try:
        Sandbox().check()
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    (open_tmp_path / "secret").touch()
    (open_tmp_path / "bot").mkdir()
    (open_tmp_path / "bot" / "order.txt").write_text("b c a")
    file = open_tmp_path / "bot" / "curious.py"
    file.write_text(BOT.format(secret=str(open_tmp_path / "secret")))
    return file


def test_a_match(
    bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    line = ["match", "./bot/curious.py", "random", "--games", "2", "--workers", "1"]
    main(line)
    assert "found it" in "".join(capsys.readouterr())
    (bot.parent / "seen").unlink()
    assert main([*line, "--isolate"]) == 0
    assert "found it" not in "".join(capsys.readouterr())
    assert not (bot.parent / "seen").exists()  # not even when it was looked at


def test_a_cluster_has_a_sandbox_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "random", "first", "--isolate", "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "--isolate works only on this machine" in capsys.readouterr().err


def test_what_a_player_needs_to_read(tmp_path: Path) -> None:
    program, book = tmp_path / "engine", tmp_path / "book"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    book.touch()
    assert files_of(f"gtp:{program} --book {book}") == [tmp_path, program, book]
    assert files_of("engine:20") == []


def test_a_server(bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = Settings(
        folder=tmp_path / "data",
        thinkers=1,
        secret_key="k" * 32,
        opponents=("Curious=./bot/curious.py",),
        isolate=True,
    )
    app = create_app(settings)
    client = app.test_client()
    try:
        game = client.post("/api/games", json={"black": "Curious", "white": "human"}).get_json()
        answer = client.post(f"/api/games/{game['id']}/reply", json={}).get_json()
        assert answer["ply"] == 1, answer
    finally:
        close_app(app)
    assert not (bot.parent / "seen").exists()


def test_what_a_stranger_says_of_itself(bot: Path) -> None:
    file = bot.with_name("stranger.py")
    file.write_text(
        "from outflank.players import Parameter\n"
        "class Strange:\n"
        '    """Somebody nobody knows."""\n'
        "    SIZES = (8,)\n"
        "    PARAMETERS = (Parameter('depth', 3, 1, 9, 'moves ahead'),)\n"
        "    def __init__(self, depth=3, seed=0): raise ValueError('I do not')\n"
        "    def choose(self, board): ...\n"
    )
    with sandboxed():
        opponent, settings = find_opponent(f"{file}:depth=4,seed=2")
        assert (opponent.sentence, opponent.sizes) == ("Somebody nobody knows.", (8,))
        assert settings == {"depth": 4, "seed": 2}
        with pytest.raises(InvalidSetting, match="depth must be from 1 to 9"):
            find_opponent(f"{file}:depth=10")
        with pytest.raises(UnknownOpponent, match="cannot play: ValueError: I do not"):
            meet(str(file))
        file.write_text("import os; os._exit(3)")
        with pytest.raises(InvalidPlayerFile, match="ended the process that loaded it"):
            find_opponent(f"{file}:Another")
    assert not any(name.startswith("outflank_player_stranger") for name in sys.modules)


def test_a_player_that_ends_its_process_at_once_is_told_in_good_words(
    bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))
    bot.write_text(
        "import os, signal\n"
        "class Ends:\n"
        "    def choose(self, board): os.kill(os.getppid(), 9); os.kill(os.getpid(), 9)\n"
    )
    line = ["match", str(bot), "random", "--games", "2", "--workers", "1"]
    assert main(line) != 0
    told = "".join(capsys.readouterr().err.split("\n"))
    assert re.search("cannot play.*SIGKILL", told)
