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
    code = (
        "import sys, outflank; print([m for m in ('numpy', 'outflank.engine') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
