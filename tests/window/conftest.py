"""One screen for all tests of the window: Tk ends the whole process when its display goes."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from x_screen import virtual_screen


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    with virtual_screen() as name:
        yield name


@pytest.fixture(autouse=True)
def forget_windows() -> Iterator[None]:
    """Tk's variables go in the thread that made them, not when another one happens to collect."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test find the repertoire of whoever runs it."""
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data of nobody"))
