"""A file of lines keeps whole lines whatever happens to it, and says in a sentence what did."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.workers.lines import LineFile, LinesError, LinesExist, read_lines

LINES = ["first", "", "ü +12", "the\u2028last"]


def test_lines_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "lines"
    with LineFile(path) as file:
        assert file.lines == []
        file.append(LINES[:1])
        file.append(iter(LINES[1:]))
    assert read_lines(path) == LINES
    with LineFile(path) as file:
        assert file.lines == LINES


@given(st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]))))
def test_a_line_may_have_any_character_but_its_end(lines: list[str]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines"
        with LineFile(path) as file:
            file.append(lines)
            with pytest.raises(ValueError, match="line break"):
                file.append(["one\ntwo"])
        assert read_lines(path) == lines


def test_a_file_cut_at_any_byte_loses_no_whole_line_and_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with LineFile(path) as file:
        file.append(LINES)
    whole = path.read_bytes()
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        kept = whole[:cut].count(b"\n")
        if cut and not kept:
            with pytest.raises(LinesError, match="no complete first line"):
                LineFile(path)
            assert path.read_bytes() == whole[:cut]
            continue
        with LineFile(path) as file:
            assert file.lines == LINES[:kept]
            assert path.read_bytes() == whole[:cut]  # it may be another program's: not touched
            file.append(LINES[kept:])
        assert path.read_bytes() == whole


def test_lines_can_be_taken_off_again(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with LineFile(path) as file:
        file.append(LINES)
    with LineFile(path) as file:
        file.keep(2)
        assert file.lines == LINES[:2]
        file.append(["new"])
    assert read_lines(path) == [*LINES[:2], "new"]


def test_a_killed_writer_leaves_all_that_it_was_told_is_there(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from outflank.workers.lines import LineFile\n"
        "file = LineFile(Path(sys.argv[1]))\n"
        "for number in range(len(file.lines), 10**9):\n"
        "    file.append([f'line {number} ' + 'x' * 5000])\n"
        "    print(number, flush=True)\n"
    )
    told = -1
    for _ in range(3):
        command = [sys.executable, "-c", program, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            for _ in range(20):
                told = int(writer.stdout.readline())
            writer.kill()
            told = max([told, *map(int, writer.stdout.read().split())])
        lines = read_lines(path)
        assert len(lines) > told
        assert lines == [f"line {number} " + "x" * 5000 for number in range(len(lines))]


FULL = """
import resource, sys
from pathlib import Path
from outflank.workers.lines import LineFile, LinesError
file = LineFile(Path(sys.argv[1]))
file.append(["short"])
resource.setrlimit(resource.RLIMIT_FSIZE, (50, resource.RLIM_INFINITY))
try:
    file.append(["x" * 30, "y" * 30])
except LinesError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
with LineFile(Path(sys.argv[1])) as file:  # the lock is free, too
    file.append(["room again"])
"""


def test_what_does_not_fit_on_the_disk_is_told_and_none_of_it_stays(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    command = [sys.executable, "-c", FULL, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = f"cannot write {path}: File too large; earlier lines are kept\n"
    assert (done.stdout, done.stderr) == (told, "")
    assert read_lines(path) == ["short", "room again"]


def test_nothing_follows_a_line_of_which_the_disk_knows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = LineFile(tmp_path / "lines")
    file.append(["safe"])

    def fail(handle: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(LinesError, match="Input/output error"):
        file.append(["lost"])
    monkeypatch.undo()
    with pytest.raises(ValueError, match="closed"):
        file.append(["more"])
    assert read_lines(file.path) == ["safe"]


def test_every_file_that_cannot_be_used_is_refused_in_a_sentence(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_bytes(b"dear\nfri\xffend\n")
    os.mkfifo(tmp_path / "pipe")
    for path, sentence in (
        (tmp_path, "is a folder; choose a file in it"),
        (tmp_path / "pipe", "is not a regular file"),
        (letter / "below", f"cannot write {letter}/below: (Not a directory|File exists)"),
        (letter, r"letter, line 2: expected text, got b.fri"),
        (Path("/proc/new"), "cannot write /proc/new: No such file"),
    ):
        with pytest.raises(LinesError, match=sentence):
            LineFile(path)
    with pytest.raises(LinesError, match=r"cannot read .*: No such file"):
        read_lines(tmp_path / "missing")
    with pytest.raises(LinesExist, match="letter exists already"):
        LineFile(letter, new=True)
    assert letter.read_bytes() == b"dear\nfri\xffend\n"


def test_two_cannot_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with LineFile(path) as file:
        file.append(["mine"])
        with pytest.raises(LinesError, match="is being written by another process"):
            LineFile(path)
        assert read_lines(path) == ["mine"]  # reading is for everybody
    LineFile(path).close()


def test_a_forked_child_does_not_hold_the_lock(tmp_path: Path) -> None:
    there, here = os.pipe(), os.pipe()
    with LineFile(tmp_path / "lines") as file:
        file.append(["one"])
        child = os.fork()
        if not child:  # waits until it is told, as a worker of a pool does
            os.write(here[1], b".")
            os.read(there[0], 1)
            os._exit(0)
        os.read(here[0], 1)
    with LineFile(tmp_path / "lines") as again:
        assert again.lines == ["one"]
    os.write(there[1], b".")
    os.waitpid(child, 0)
    for end in (*there, *here):
        os.close(end)
