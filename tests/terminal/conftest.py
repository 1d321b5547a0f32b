"""The terminal, with data of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test find the repertoire of whoever runs it."""
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data of nobody"))
