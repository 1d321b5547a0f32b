"""Compile the engine for the page: ``make wasm``.

Zig from PyPI includes a C++ compiler and a WebAssembly library, so nothing else is needed. The
first build compiles that library, which takes some minutes; zig caches it.
"""

import base64
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
MODULE = ROOT / "src" / "outflank" / "web" / "static" / "engine" / "outflank.wasm"
BOARD = ROOT / "src" / "outflank" / "web" / "static" / "js" / "embed" / "othello_board.js"
WIDTH = 100  # characters of a line
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


def rules() -> bytes:
    """Compile the rules for the board to embed: without a library, memory or imports."""
    with TemporaryDirectory() as folder:
        module = Path(folder) / "rules.wasm"
        options = ("-target", "wasm32-wasi", "-std=c++20", "-Oz", "-mexec-model=reactor")
        linked = ("-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=1024")
        command = [sys.executable, "-m", "ziglang", "c++", *options, *linked, "-o", str(module)]
        subprocess.run([*command, "native/wasm/rules.cpp"], cwd=ROOT, check=True)
        return module.read_bytes()


def insert_rules(board: Path = BOARD) -> None:
    """Write the rules into the script of the board, as text."""
    text = base64.b64encode(rules()).decode()
    lines = [f'  "{text[at : at + WIDTH]}"' for at in range(0, len(text), WIDTH)]
    script = board.read_text("utf-8")
    before, rest = script.split("// BEGIN RULES\n")
    after = rest.split("// END RULES\n")[1]
    joined = " +\n".join(lines)
    made = f"{before}// BEGIN RULES\nconst RULES =\n{joined};\n// END RULES\n{after}"
    board.write_text(made, "utf-8")


if __name__ == "__main__":
    build(MODULE)
    insert_rules()
    print(f"{MODULE.relative_to(ROOT)}: {MODULE.stat().st_size} bytes")
