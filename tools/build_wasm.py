"""Compile the engine for the page: ``make wasm``.

Zig from PyPI includes a C++ compiler and a WebAssembly library, so nothing else is needed. The
first build compiles that library, which takes some minutes; zig caches it.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULE = ROOT / "src" / "outflank" / "web" / "static" / "engine" / "outflank.wasm"
SOURCES = (
    "endgame",
    "engine",
    "ordering",
    "pattern_evaluation",
    "pool",
    "probcut",
    "search",
    "stability",
    "transpositions",
    "wasm/interface",
)
OPTIONS = (
    "-target",
    "wasm32-wasi",
    "-mcpu=generic+simd128",
    "-mexec-model=reactor",
    "-std=c++20",
    "-O3",
    "-fno-rtti",
    "-Wl,--strip-all",
    "-Wl,-z,stack-size=1048576",
)


def build(module: Path) -> None:
    """Write the module; the build is reproducible."""
    sources = [f"native/{name}.cpp" for name in SOURCES]
    command = [sys.executable, "-m", "ziglang", "c++", *OPTIONS, *sources, "-o", str(module)]
    module.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(command, cwd=ROOT, check=True)
    module.chmod(0o644)


if __name__ == "__main__":
    build(MODULE)
    print(f"{MODULE.relative_to(ROOT)}: {MODULE.stat().st_size} bytes")
