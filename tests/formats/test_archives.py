"""The readers on the real archives of ``../shared/data``."""

import io
import lzma
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from shared_data import shared_data

from outflank.formats import (
    GameFile,
    GameRecord,
    read_file,
    read_ggf,
    read_obf,
    write_ggf,
    write_obf,
    wthor,
)
from outflank.formats.lines import read_lines, write_line

pytestmark = pytest.mark.data


@cache
def files() -> dict[str, bytes]:
    """The WTHOR archive's files by name."""
    with tarfile.open(shared_data("games/wthor-1977-2025.tar.xz")) as archive:
        members = [member for member in archive if member.isfile()]
        return {Path(member.name).name: _content(archive, member) for member in members}


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    assert file is not None
    return file.read()


def years() -> Iterator[bytes]:
    """The files of games."""
    return (content for name, content in sorted(files().items()) if name.endswith(".wtb"))


def test_the_whole_wthor_archive_goes_in_and_out_byte_identical() -> None:
    count = 0
    for content in years():
        header, games = wthor.read_games(io.BytesIO(content))
        out = io.BytesIO()
        wthor.write_games(header, games, out)
        assert out.getvalue() == content
        count += header.games
    assert count == 137_548
    for name, width in (("WTH.JOU", wthor.PLAYER_BYTES), ("WTH.TRN", wthor.TOURNAMENT_BYTES)):
        assert wthor.read_names(io.BytesIO(files()[name]), width).to_bytes() == files()[name]


def _records(content: bytes) -> Iterator[GameRecord]:
    players = wthor.read_names(io.BytesIO(files()["WTH.JOU"]), wthor.PLAYER_BYTES)
    tournaments = wthor.read_names(io.BytesIO(files()["WTH.TRN"]), wthor.TOURNAMENT_BYTES)
    return wthor.read_records(io.BytesIO(content), players, tournaments)


def test_wthor_games_convert_to_ggf_and_back_equal() -> None:
    for name in ("WTH_1977.wtb", "WTH_1985.wtb", "WTH_2021.wtb"):
        records = list(_records(files()[name]))
        text = io.StringIO("\n".join(map(write_ggf, records)))
        assert list(read_ggf(text)) == records


@pytest.mark.slow
def test_the_whole_archive_converts_to_ggf_and_back_equal() -> None:
    for content in years():
        records = list(_records(content))
        assert list(read_ggf(io.StringIO("\n".join(map(write_ggf, records))))) == records


def test_a_wthor_file_written_anew_reads_equal(tmp_path: Path) -> None:
    records = list(_records(files()["WTH_1990.wtb"]))
    with GameFile(tmp_path / "again.wtb") as file:
        file.write_all(records)
    assert list(read_file(tmp_path / "again.wtb")) == records


def test_the_lines_of_the_training_games_read_and_write_equal() -> None:
    with lzma.open(shared_data("games/games.txt.xz"), "rt") as stream:
        lines = [line.rstrip("\n") for _, line in zip(range(20_000), stream, strict=False)]
    assert [write_line(record) for record in read_lines(io.StringIO("\n".join(lines)))] == lines


@pytest.mark.parametrize("name", ["fforum-1-19.obf", "fforum-20-39.obf", "fforum-40-49.obf"])
def test_the_endgame_suites_read_and_write_equal(name: str) -> None:
    text = shared_data(f"suites/{name}").read_text()
    positions = list(read_obf(io.StringIO(text)))
    assert len(positions) == sum(1 for line in text.splitlines() if line.strip())
    assert list(read_obf(io.StringIO("\n".join(map(write_obf, positions))))) == positions
    for position in positions:
        assert set(position.values) == set(position.board.legal_moves)
