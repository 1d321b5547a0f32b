"""The native core compiles for systems that nobody here has, without a warning: zig brings theirs.

Only the bindings to Python are left out, which need that system's Python. And it does the same here
without the processor's fast code, and without what only GCC and Clang have.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE_ONLY = {"python", "tools", "wasm"}


def core() -> list[Path]:
    """The files of the core."""
    files = sorted((ROOT / "native").rglob("*.cpp"))
    found = [path for path in files if path.parent.name not in HERE_ONLY]
    assert len(found) > 12
    return found


@pytest.mark.slow
@pytest.mark.parametrize("ways", [["-march=native"], [], ["-DOUTFLANK_PLAIN"]], ids=str)
def test_rules_search_and_learning_are_right_however_they_are_compiled(
    ways: list[str], tmp_path: Path
) -> None:
    made = tmp_path / "workload"
    options = ["-std=c++20", "-O1", f"-I{ROOT}/native", "-pthread", *ways]
    files = [*map(str, core()), str(ROOT / "native/tools/workload.cpp")]
    compiler = os.environ.get("CXX", "c++").split()
    subprocess.run([*compiler, *options, *files, "-o", str(made)], check=True)
    done = subprocess.run([str(made)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "workload done\n"), done.stderr


@pytest.mark.slow
def test_rules_search_and_learning_are_right_on_arm(tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="make wasm installs it")
    arm = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
    if arm is None:
        pytest.skip("needs qemu-aarch64, of Debian's package qemu-user-static")
    made = tmp_path / "workload"
    options = ["-target", "aarch64-linux-musl", "-std=c++20", "-O2", "-static", f"-I{ROOT}/native"]
    files = [*map(str, core()), str(ROOT / "native/tools/workload.cpp")]
    compiler = [sys.executable, "-m", "ziglang", "c++"]
    subprocess.run([*compiler, *options, *files, "-o", str(made)], check=True)
    done = subprocess.run([arm, str(made)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "workload done\n"), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("target", ["aarch64-linux-gnu", "x86_64-windows-gnu", "aarch64-macos"])
def test_the_core_compiles_for(target: str, tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="make wasm installs it")
    options = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT}/native"]
    for source in core():
        made = tmp_path / f"{source.stem}.o"
        command = [sys.executable, "-m", "ziglang", "c++", "-target", target, *options]
        run = subprocess.run(
            [*command, "-c", str(source), "-o", str(made)], capture_output=True, text=True
        )
        assert run.returncode == 0, run.stderr
        assert made.stat().st_size
