"""A release has one version, and its tag must fit."""

from importlib.metadata import version
from pathlib import Path
from shutil import copy

import pytest
import release

FILES = ("pyproject.toml", "CITATION.cff", "CHANGELOG.md")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FILES:
        copy(release.ROOT / name, tmp_path / name)
    return tmp_path


def test_the_version_is_the_same_everywhere() -> None:
    assert release.problems(None) == []
    if (release.ROOT / "native").exists():  # not when the tests of a wheel run elsewhere
        assert version("outflank") == release.version()


def test_a_tag_must_fit_the_version_the_changelog_and_the_addresses(root: Path) -> None:
    release.set_version("1.2.3", root)
    assert release.version(root) == "1.2.3"
    assert release.problems(None, root) == []
    assert len(release.problems("v1.2.3", root)) == 1  # the addresses are examples
    assert len(release.problems("v1.2.4", root)) == 2
    changes = root / "CHANGELOG.md"
    changes.write_text(changes.read_text("utf-8").replace("## 1.2.3\n", ""), "utf-8")
    assert len(release.problems("v1.2.3", root)) == 2


def test_what_is_no_version_is_refused(root: Path) -> None:
    with pytest.raises(SystemExit):
        release.set_version("next", root)
