"""The native core compiles for systems that nobody here has, without a warning: zig brings theirs.

Only the bindings to Python are left out, which need that system's Python.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE_ONLY = {"python", "tools", "wasm"}


@pytest.mark.slow
@pytest.mark.parametrize("target", ["aarch64-linux-gnu", "x86_64-windows-gnu", "aarch64-macos"])
def test_the_core_compiles_for(target: str, tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="make wasm installs it")
    sources = [
        path
        for path in sorted((ROOT / "native").rglob("*.cpp"))
        if path.parent.name not in HERE_ONLY
    ]
    assert len(sources) > 12
    options = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT}/native"]
    for source in sources:
        made = tmp_path / f"{source.stem}.o"
        command = [sys.executable, "-m", "ziglang", "c++", "-target", target, *options]
        run = subprocess.run(
            [*command, "-c", str(source), "-o", str(made)], capture_output=True, text=True
        )
        assert run.returncode == 0, run.stderr
        assert made.stat().st_size
