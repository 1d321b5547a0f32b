"""Check that a tag fits the version of pyproject.toml, or set a new version.

    python tools/release.py check v0.3.0
    python tools/release.py set 0.3.0

The version is stated in pyproject.toml. The program, the page and the API read it from the
installed package. CITATION.cff repeats it, and the changelog has a section for it.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
STATED = re.compile(r'^version(?P<sign> = "|: )(?P<version>[^"\n]*)', re.MULTILINE)
UNRELEASED = "## Unreleased\n"


def version(root: Path = ROOT) -> str:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def problems(tag: str | None, root: Path = ROOT) -> list[str]:
    """Return what does not fit the version; without a tag, what differs between the files."""
    stated = version(root)
    found = []
    citation = STATED.search((root / "CITATION.cff").read_text("utf-8"))
    if citation is None or citation["version"] != stated:
        found.append(f"CITATION.cff has another version than pyproject.toml, {stated}.")
    if tag is None:
        return found
    if tag != f"v{stated}":
        found.append(f"The tag is {tag}, but pyproject.toml has version {stated}.")
    if f"## {stated}\n" not in (root / "CHANGELOG.md").read_text("utf-8"):
        found.append(f"CHANGELOG.md has no section {stated}.")
    if ".example/" in (root / "pyproject.toml").read_text("utf-8"):
        found.append("The addresses in [project.urls] of pyproject.toml are still examples.")
    return found


def set_version(new: str, root: Path = ROOT) -> None:
    """Write the version into the files, and name the changelog's section of unreleased changes."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", new):
        raise SystemExit(f"{new} is not a version. Versions look like 0.3.0 or 0.3.0rc1.")
    for name in ("pyproject.toml", "CITATION.cff"):
        path = root / name
        text = path.read_text("utf-8")
        path.write_text(STATED.sub(lambda found: f"version{found['sign']}{new}", text, 1), "utf-8")
    changes = root / "CHANGELOG.md"
    changes.write_text(changes.read_text("utf-8").replace(UNRELEASED, f"## {new}\n", 1), "utf-8")


def main(words: list[str]) -> int:
    match words:
        case ["check", tag]:
            found = problems(tag)
            print(*found or [f"{tag} can be released."], sep="\n")
            return bool(found)
        case ["set", new]:
            set_version(new)
            return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
