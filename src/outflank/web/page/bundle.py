"""The bundler: all modules in one script, all style sheets in one file.

Without it a browser requests each of about eighty files, which is slow on a slow connection. The
server bundles them when it starts. Nothing is compiled, renamed or written to disk, and ``outflank
serve --unbundled`` serves the original files.

Rarely used modules are in the folder ``lazy``: each becomes a script that the page loads on first
use, and that shares the modules already loaded.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath
from posixpath import normpath

_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/)[ \t]*\n", re.M)
_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.[^"]+)";$', re.M)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.M)
_NOTHING = re.compile(r"^export \{\};.*\n", re.M)
# import(address), with a variable, is left to the browser.
_LEFT = re.compile(r"^(?:import|export)\b.*|.*\bimport\((?!\w+\)).*", re.M)
_FETCHED = "lazy/"
_FETCH = (
    "const $later = async (name) => {\n"
    "  const { more } = await import(`./${name}`);\n"
    "  Object.assign($modules, more($use, $later));\n"
    "  return $use(name);\n"
    "};\n"
)
_URL = re.compile(r'url\("(\.[^"]+)"\)')


@dataclass(frozen=True)
class _Linked:
    """A module as a function body, with its exports, imports and lazy imports."""

    text: str
    exports: list[str]
    imports: set[str]
    fetches: set[str]


class CannotBundle(ValueError):
    """A module uses unsupported syntax; the message says what and where."""


def scripts(folder: Path, entry: str) -> dict[str, str]:
    """Bundle the module ``entry`` with all its imports; also return the lazy scripts.

    Each module becomes a function that runs on first import and returns its exports, so names stay
    local and modules run in the same order as in a browser.
    """
    linked: dict[str, _Linked] = {}
    later = _link_all(folder, entry, linked)
    first = (
        f"const $made = {{}}, $modules = {{\n{_functions(linked)}\n}};\n"
        "const $use = (name) => ($made[name] ??= $modules[name]());\n"
        f"{_FETCH if later else ''}"
        f'export const {{ {", ".join(linked[entry].exports)} }} = $use("{entry}");\n'
    )
    made = {entry: first}
    while later - made.keys():
        name = min(later - made.keys())
        whole = dict(linked)
        later |= _link_all(folder, name, whole)
        more = {module: whole[module] for module in whole.keys() - linked.keys()}
        made[name] = f"export const more = ($use, $later) => ({{\n{_functions(more)}\n}});\n"
    return made


def _link_all(folder: Path, entry: str, linked: dict[str, "_Linked"]) -> set[str]:
    """Link a module and its imports, except those already linked; return its lazy imports."""
    later: set[str] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name in linked:
            continue
        try:
            text = (folder / name).read_text("utf-8")
        except OSError as error:
            raise CannotBundle(f"{name} is imported and cannot be read: {error.strerror}") from None
        linked[name] = _link(name, text)
        waiting += linked[name].imports
        later |= linked[name].fetches
    _refuse_circles({name: one.imports for name, one in linked.items()})
    return later


def _functions(linked: Mapping[str, "_Linked"]) -> str:
    return "\n".join(f'"{name}"() {{\n{linked[name].text}}},' for name in sorted(linked))


def sheet(folder: Path, names: list[str], place: str) -> str:
    """Concatenate style sheets as if at ``place``, with relative addresses adjusted."""
    parts = []
    for name in names:
        text = _COMMENT.sub("", (folder / name).read_text("utf-8"))
        for source in set(_URL.findall(text)):
            text = text.replace(f'url("{source}")', f'url("{_address(source, name, place)}")')
        parts.append(text)
    return "".join(parts)


def _link(name: str, text: str) -> _Linked:
    """Convert a module to a function body."""
    text = _NOTHING.sub("", _COMMENT.sub("", text))
    for number, line in enumerate(text.splitlines()):
        if line.count("`") % 2:
            raise CannotBundle(
                f"{name} has a multi-line template at “{line.strip()}” ({number} lines of code "
                "into it); write it as single-line strings joined with +"
            )
    needed: set[str] = set()
    later: set[str] = set()

    def use(source: str) -> str:
        needed.add(normpath(PurePosixPath(name).parent / source))
        return f'$use("{normpath(PurePosixPath(name).parent / source)}")'

    def fetch(source: str) -> str:
        target = normpath(PurePosixPath(name).parent / source)
        if not target.startswith(_FETCHED):
            return f"Promise.resolve({use(source)})"
        later.add(target)
        return f'$later("{target}")'

    def fetched(found: re.Match[str]) -> str:
        names, whole, source = found.groups()
        taken = whole or "{ " + " ".join(names.split()).replace(" as ", ": ") + " }"
        return f"const {taken} = {use(source)};"

    text = _IMPORT.sub(fetched, text)
    text = _LATER.sub(lambda found: fetch(found[1]), text)
    exported = _EXPORT.findall(text)
    text = _EXPORT.sub("", text)
    if left := _LEFT.search(text):
        raise CannotBundle(
            f"{name}: “{left[0].strip()}” is not an import or export that the server can bundle; "
            'write import { … } from "./…"; or export before a const, function or class'
        )
    inside = f"{text.rstrip()}\nreturn {{ {', '.join(exported)} }};\n"
    return _Linked(inside, exported, needed, later)


def _refuse_circles(imports: dict[str, set[str]]) -> None:
    """Reject import cycles: no module in a cycle can run first, and some browsers fail."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        circle = " ← ".join(error.args[1])
        raise CannotBundle(
            f"modules import each other in a cycle: {circle}; move the shared code to a separate "
            "file"
        ) from None


def _address(source: str, name: str, place: str) -> str:
    """Convert the relative address ``source`` in the sheet ``name`` to one from ``place``."""
    target = normpath(PurePosixPath(name).parent / source)
    return "../" * (len(PurePosixPath(place).parts) - 1) + target
