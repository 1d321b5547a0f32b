"""The page: complete in few small files, all from our own server, nothing inline."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest

from outflank.web.page.page import PAGE, STATIC, sheets

LIMIT = 120 * 1000  # bytes, as they travel
LINE = 120  # characters; the formatter breaks code, but neither sentences nor comments
MODULES = sorted(STATIC.rglob("*.js"))
SCRIPTS = STATIC / "js"


def addresses(html: str) -> set[str]:
    return set(re.findall(r'(?:href|src)="(/[^"]+)"', html))


def fingerprint(ann: Any) -> str:
    return str(ann.client.application.extensions[PAGE].fingerprint)


def test_the_whole_page_is_small_and_ours(ann: Any) -> None:
    packed = {"Accept-Encoding": "gzip, br"}
    first = ann.raw("GET", "/", headers=packed)
    html = gzip.decompress(first.data).decode()
    assert html == ann.raw("GET", "/").get_data(as_text=True)
    total = len(first.data)
    files = addresses(html) | {f"/assets/{fingerprint(ann)}/wallpapers/hill.svg"}
    assert len(files) < 10, files
    for address in sorted(files):
        response = ann.raw("GET", address, headers=packed)
        assert response.status_code == 200, address
        assert "manifest" in address or response.headers["Content-Encoding"] == "gzip"
        total += len(response.data)
    assert total <= LIMIT
    outside = set(re.findall(r"https?://[^\s\"')]+", html))
    assert outside <= {"http://www.w3.org/2000/svg"}


def test_no_file_of_the_page_names_another_server() -> None:
    for file in STATIC.rglob("*"):
        if file.is_file():
            found = set(
                re.findall(
                    r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", file.read_text("utf-8", "replace")
                )
            )
            assert found <= {"http://www.w3.org"}, file


def test_nothing_is_inline_that_the_policy_forbids(ann: Any) -> None:
    html = ann.raw("GET", "/").get_data(as_text=True)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", html)
    assert re.findall(r"<script[^>]*>([^<]*)</script>", html) == [""]
    for module in MODULES:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(", module.read_text("utf-8")
        )


def test_files_are_kept_by_browsers_until_they_change(ann: Any) -> None:
    path = f"/assets/{fingerprint(ann)}/js/main.js"
    assert "immutable" in ann.raw("GET", path).headers["Cache-Control"]
    old = ann.raw("GET", "/assets/0123456789ab/js/main.js")
    assert (old.status_code, old.headers["Location"]) == (302, path)
    for outside in ("../app.py", "%2e%2e/app.py", "js/registry.js"):
        assert ann.raw("GET", f"/assets/{fingerprint(ann)}/{outside}").status_code == 404


@pytest.mark.parametrize("file", [*MODULES, *STATIC.rglob("*.css")], ids=lambda path: path.name)
def test_no_line_is_longer_than_a_screen(file: Path) -> None:
    lines = enumerate(file.read_text("utf-8").splitlines(), start=1)
    long = [number for number, line in lines if len(line) > LINE]
    assert not long, f"{file.name} has lines beyond {LINE} characters: {long}"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_says_first_what_it_is_and_imports_what_exists(module: Path) -> None:
    text = module.read_text("utf-8")
    assert text.startswith("// "), "a module begins with a sentence about itself"
    for names, source in re.findall(r'^import \{([^}]+)\} from "([^"]+)"', text, re.M):
        target = (module.parent / source).resolve()
        assert target.is_file(), f"{module.name} imports {source}"
        exported = target.read_text("utf-8")
        for name in (part.split(" as ")[0].strip() for part in names.split(",")):
            assert re.search(
                rf"export (?:async )?(?:function|const|class|let) {name}\b", exported
            ), f"{module.name} imports {name}, which {source} does not export"


def imports(module: Path) -> set[str]:
    """The files a module imports, from the folder of all modules."""
    named = re.findall(r'(?:from |import\()"(\.[^"]+)"', module.read_text("utf-8"))
    return {(module.parent / name).resolve().relative_to(SCRIPTS).as_posix() for name in named}


@pytest.mark.parametrize("module", sorted((SCRIPTS / "desktop").glob("*.js")), ids=lambda p: p.name)
def test_the_desktop_knows_no_game(module: Path) -> None:
    assert all(name.startswith("desktop/") for name in imports(module)), imports(module)


def test_every_window_is_in_the_registry() -> None:
    text = (SCRIPTS / "registry.js").read_text("utf-8")
    listed = set(re.findall(r'^  import\("\./([a-z_/]+\.js)"\),$', text, re.M))
    exporting = {
        module.relative_to(SCRIPTS).as_posix()
        for module in MODULES
        if "export const programs = [" in module.read_text("utf-8")
    }
    assert listed == exporting
    for module in MODULES:
        if module.name != "main.js":
            assert "registry.js" not in imports(module), (
                f"{module.name}: open windows with launch()"
            )


def test_every_style_sheet_is_on_the_page() -> None:
    assert {STATIC / sheet for sheet in sheets()} == set(STATIC.rglob("*.css"))


def test_a_theme_is_a_set_of_names_that_no_component_knows() -> None:
    sheets = {path: path.read_text("utf-8") for path in STATIC.rglob("*.css")}
    for path, text in sheets.items():
        assert path.name == "themes.css" or "data-theme" not in text, path.name
    css = "".join(sheets.values())
    set_by_modules = {"--n", "--wait", "--axis"}
    named = set(re.findall(r"(--[a-z-]+):", css)) | set_by_modules
    assert set(re.findall(r"var\((--[a-z-]+)", css)) <= named


def test_an_unknown_address_leads_to_the_game(ann: Any) -> None:
    response = ann.raw("GET", "/nonsense")
    assert (response.status_code, response.mimetype) == (404, "text/html")
    assert 'href="/"' in response.text
