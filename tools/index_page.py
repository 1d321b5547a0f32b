"""Write a README for a package index, where nothing lies beside it.

Its links and pictures get whole addresses, made of `[project.urls]`. It changes the folder it is
given, python tools/index_page.py FOLDER; tools/build-wheel gives it a copy.
"""

import re
import sys
import tomllib
from pathlib import Path

LINK = re.compile(r"\]\((?![a-z]+:|#)([^)]+)\)")
PICTURE = re.compile(r'src="(?![a-z]+:)([^"]+)"')


def whole(readme: str, source: str) -> str:
    """The text with every address that is relative to the sources made whole."""
    readme = LINK.sub(rf"]({source}/blob/main/\1)", readme)
    return PICTURE.sub(rf'src="{source}/raw/main/\1"', readme)


def main(folder: Path) -> None:
    source = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["urls"]["Source"]
    readme = folder / "README.md"
    readme.write_text(whole(readme.read_text(), source))
    if ".example/" in source:
        print("Before you publish: [project.urls] in pyproject.toml has no real addresses yet.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
