"""The site that `make docs` builds: strictly, and with no dead link in it."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]


class Links(HTMLParser):
    """Where a page leads to, and what in it can be led to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.to: set[str] = set()
        self.ids: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.to.add(value)


@pytest.mark.slow
def test_the_site_is_built_and_has_no_dead_link(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", tmp_path],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    pages = {page: Links(page) for page in tmp_path.rglob("*.html") if page.name != "404.html"}
    assert len(pages) > 25
    dead = []
    for page, links in pages.items():
        for link in links.to:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            known = pages.get(target)
            if not target.exists() or (
                known and parts.fragment and parts.fragment not in known.ids
            ):
                dead.append(f"{page.relative_to(tmp_path)} → {link}")
    assert not dead
    index = (tmp_path / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "play_match" in index
