"""Write a README for a package index, which has no access to the repository's files.

Relative links and images are made absolute with `[project.urls]`. `python tools/index_page.py
FOLDER` changes the given folder; tools/build-wheel passes a copy.
"""

import re
import sys
import tomllib
from pathlib import Path

LINK = re.compile(r"\]\((?![a-z]+:|#)([^)]+)\)")
PICTURE = re.compile(r'src="(?![a-z]+:)([^"]+)"')


def whole(readme: str, source: str) -> str:
    """Make all relative addresses in the text absolute."""
    readme = LINK.sub(rf"]({source}/blob/main/\1)", readme)
    return PICTURE.sub(rf'src="{source}/raw/main/\1"', readme)


def main(folder: Path) -> None:
    source = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["urls"]["Source"]
    readme = folder / "README.md"
    readme.write_text(whole(readme.read_text(), source))
    if ".example/" in source:
        print("Before publishing, set the real addresses in [project.urls] of pyproject.toml.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
