"""Wrong command lines: each gets a sentence and exit code 2, no traceback, and writes nothing."""

import io
import shlex
import sys
from pathlib import Path

import pytest

from outflank.cli.main import main

LIST = Path(__file__).with_name("bad_command_lines.txt").read_text(encoding="utf-8")
LINES = [line for line in LIST.splitlines() if line and not line.startswith("#")]
FILES = {
    "game.txt": "f5d6c3d3c4f4f6f3e6e7\n",
    "games.ggf": "(;GM[Othello]PB[A]PW[B]RE[?]TI[0]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)\n",
    "scored.txt": "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7 +10\n",
    "notes.txt": "Of cabbages and kings.\n",
    "empty.txt": "",
    "junk.bin": "\0\1\2\3" * 40,
    "weights.bin": "\0\1\2\3" * 40,
    "position.obf": "XXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXXXOOXXXXXXXXXXXXXXXXXXXXXXXXXO- O\n",
    "bot.py": "def choose(board):\n    return next(iter(board.legal_moves))\n",
    "broken.py": "def choose(board:\n",
    "two.py": "class A:\n    def choose(self, board): ...\n\n\nclass B(A):\n    pass\n",
    "none.py": "x = 1\n",
    "log.jsonl": "cabbages\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)  # no warning about root
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    return tmp_path


def files(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(errors="replace")
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_list_is_long_and_has_no_line_twice() -> None:
    assert len(LINES) >= 200
    assert len(set(LINES)) == len(LINES)


@pytest.mark.parametrize("line", LINES)
def test_a_bad_command_line(line: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files(folder)
    try:
        code = main(shlex.split(line))
    except SystemExit as ended:  # how argparse ends
        assert isinstance(ended.code, int)
        code = ended.code
    shown, message = capsys.readouterr()
    assert code == 2, shown + message
    assert not shown
    sentence, *hint = message.splitlines()
    assert sentence.startswith("outflank")
    assert len(sentence.partition(": ")[2]) > 10
    assert len(hint) <= 1  # where the help is
    assert not [one for one in hint if "--help" not in one]
    assert files(folder) == before
