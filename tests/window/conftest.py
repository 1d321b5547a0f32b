"""One screen for all tests of the window: Tk ends the whole process when its display goes."""

from collections.abc import Iterator

import pytest
from x_screen import virtual_screen


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    with virtual_screen() as name:
        yield name
