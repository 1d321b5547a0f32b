"""The dozen names people import from ``outflank`` itself."""

import subprocess
import sys

import pytest

import outflank


def test_every_public_name_is_there() -> None:
    for name in outflank.__all__:
        assert getattr(outflank, name).__module__.startswith("outflank."), name


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Checkers'"):
        outflank.Checkers  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_loads_neither_the_engine_nor_numpy() -> None:
    assert loaded_by("import outflank") == set()
    assert loaded_by("import outflank.players") == {"outflank.engine"}


def loaded_by(code: str) -> set[str]:
    """Which heavy modules are loaded after running some code in a fresh Python."""
    code += "; import sys; print(*({'numpy', 'outflank.engine'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())
