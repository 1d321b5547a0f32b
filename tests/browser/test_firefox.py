"""The same page in another browser: Debian's Firefox, driven by Puppeteer over WebDriver BiDi."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / "artifacts" / "screenshots"
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
NODE = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")


def test_firefox_plays_opens_menus_and_scrolls(server: str) -> None:
    if FIREFOX is None:
        pytest.skip("there is no Firefox here: apt-get install firefox-esr")
    if NODE is None or not (ROOT / "node_modules" / "puppeteer-core").is_dir():
        pytest.skip("there is no Puppeteer here: make lint installs it")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    script = Path(__file__).with_name("firefox.mjs")
    done = subprocess.run(
        [NODE, str(script), FIREFOX, server, str(SCREENSHOTS)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    assert seen["errors"] == []
    assert seen["discs"] == 6
    assert seen["askedForValues"] == 0  # the page thinks by itself
    assert seen["chosen"] == 0  # a menu opened with the mouse
    assert seen["cancelled"] == "blue"  # Esc in Display Properties
    assert seen["scrollBar"] != "auto"  # no white strip beside the task pane
