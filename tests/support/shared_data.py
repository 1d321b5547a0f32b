"""Other people's games and suites, read from the folder beside the project; never committed."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "shared" / "data"


def shared_data(name: str) -> Path:
    """The path of a data file; the test is skipped where the folder is missing."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"needs {name} in the folder of shared data, which is not here")
    return path
