// Compiles Python with Pyodide's own Python, and finds the modules that the page needs at once.
//
//     compile_python.mjs LIBRARIES STDLIB: compiles both folders in place, and prints the modules as JSON
import { loadPyodide } from "../node_modules/pyodide/pyodide.mjs";

const COMPILE = `
import _imp, importlib._bootstrap_external as bootstrap
from importlib.util import source_hash
from pathlib import Path
def without_lines(code):
    inner = tuple(without_lines(one) if hasattr(one, "co_code") else one for one in code.co_consts)
    # Entries of kind 15, "no location", each for up to eight code units.
    whole, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = bytes([0x80 | 15 << 3 | 7]) * whole + bytes([0x80 | 15 << 3 | rest - 1] if rest else [])
    return code.replace(co_consts=inner, co_linetable=nowhere)
for folder in ("/libraries", "/stdlib"):
    for file in sorted(Path(folder).rglob("*.py")):
        named = str(file.relative_to(folder))
        ours = named.startswith("outflank")
        # A package's own file stays, as outflank.lazy_import reads it; and Alembic reads migrations.
        if ours and (file.name == "__init__.py" or "migrations" in file.parts):
            continue
        # Libraries lose docstrings and line numbers; our docstrings are descriptions of players and routes.
        text = file.read_bytes()
        code = compile(text, named, "exec", dont_inherit=True, optimize=0 if ours else 2)
        code = code if ours else without_lines(code)
        made = bootstrap._code_to_hash_pyc(code, source_hash(text), False)
        file.with_suffix(".pyc").write_bytes(made)
        file.unlink()
`;

// What a visitor does in the first minutes, so that it needs no second download.
const TRY = `
import sys
def files_of(modules):
    return sorted(str(getattr(module, "__file__", None)) for module in list(modules.values()))
import lzma, shutil, tarfile  # for the rest
early = files_of(sys.modules)
import json
sys.path.insert(0, "/libraries")
from pathlib import Path
Path("/data").mkdir()
shutil.copy("/libraries/empty.sqlite3", "/data/games.sqlite3")
from outflank.web.offline.application import start
respond = start("/data")
def call(method, path, **body):
    try:
        status, _headers, content = respond(method, path, "{}", json.dumps(body) if body else "")
    except BaseException as error:
        if type(error).__name__ != "EngineNotLoaded":
            raise
        return None
    if status >= 400:
        print(method, path, status, content[:300], file=sys.stderr)
    return json.loads(content) if content[:1] in (b"{", b"[") else None
for path in ("current", "opponents", "games"):
    call("GET", f"/api/{path}" if path != "current" else "/api/games/current")
game = call("POST", "/api/games/current", request="0" * 32)
game = call("POST", f"/api/games/{game['id']}/moves", square="d3", answer=True)
call("POST", f"/api/games/{game['id']}/undo", request="1" * 32)
for path in ("about", "hint", "save", "game.ggf", "picture.svg", "probabilities"):
    call("GET", f"/api/games/{game['id']}/{path}")
call("POST", f"/api/games/{game['id']}/values", effort="glance")
call("POST", f"/api/games/{game['id']}/save", name="one")
for white in ("positional", "engine:5", "lookahead:1", "learned", "gentle"):
    made = call("POST", "/api/games", white=white, transcript="f5")
    call("POST", f"/api/games/{made['id']}/reply", ticket=made["thinking"]["ticket"])
call("POST", "/api/read", text="f5d6c3")
call("GET", "/api/today")
call("POST", "/api/practice", event="begin")
call("POST", "/api/games/import", save="f5d6c3d3c4")
json.dumps({"all": files_of(sys.modules), "early": early})
`;

const [libraries, stdlib] = process.argv.slice(2);
const python = await loadPyodide();
for (const [place, root] of Object.entries({ "/libraries": libraries, "/stdlib": stdlib })) {
  python.FS.mkdir(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.runPython(COMPILE);
const tried = await loadPyodide({ stderr: (/** @type {string} */ line) => console.error(line) });
tried.FS.mkdir("/libraries");
tried.FS.mount(tried.FS.filesystems.NODEFS, { root: libraries }, "/libraries");
try {
  console.log(tried.runPython(TRY));
} catch (problem) {
  console.error(/** @type {Error} */ (problem).message); // Node would print Pyodide's source with it
  process.exit(1);
}
process.exit(0);
