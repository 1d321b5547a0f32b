"""A page of another origin in front of the classic routes: the example of docs/api.md."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "api.md"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None: ...


@pytest.fixture
def own_page(tmp_path: Path, new_server: Callable[..., str]) -> Iterator[str]:
    """The address of the example's page, which asks a server at another port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as pages:
        origin = f"http://127.0.0.1:{pages.server_port}"
        server = new_server(white="first", allow_origins=(origin,))
        page = GUIDE.read_text("utf-8").partition("```html\n")[2].partition("```")[0]
        assert "http://localhost:8001" in page
        (tmp_path / "index.html").write_text(page.replace("http://localhost:8001", server))
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        yield origin
        pages.shutdown()


def test_the_example_s_page_plays(new_context: Any, own_page: str) -> None:
    page = new_context().new_page()
    page.goto(own_page)
    page.wait_for_function("document.getElementById('board').textContent.includes('X O')")
    page.locator("#move").fill("4 3")
    page.locator("#move").press("Enter")
    page.wait_for_function("document.getElementById('message').textContent.includes('d3')")
    assert page.locator("#board").inner_text().count("X") == 3  # the cookie led to the same game
    page.locator("#move").fill("1 1")
    page.locator("#move").press("Enter")
    page.wait_for_function("document.getElementById('message').textContent.includes('a1')")
