"""The page in few requests: all its modules in one script, all its style sheets in one.

A browser would ask for each of some eighty files, and on a slow line every question takes its time.
So the server puts them together when it starts; nothing is compiled, renamed or kept on the disk,
and ``outflank serve --unbundled`` hands out the files as they are written.

What few visitors open is in the folder ``lazy``: a script of its own each, which the page fetches
when it is first wanted, and which uses the modules that are there already.
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
_LEFT = re.compile(r"^(?:import|export)\b.*|.*\bimport\(.*", re.M)
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
    """A module as the inside of a function; what it exports, imports, and fetches later."""

    text: str
    exports: list[str]
    imports: set[str]
    fetches: set[str]


class CannotBundle(ValueError):
    """A module says something this does not understand; the sentence says what and where."""


def scripts(folder: Path, entry: str) -> dict[str, str]:
    """A module that exports what ``entry`` exports, with all it imports, and those for later.

    Each module becomes a function, called when it is first imported, that returns its exports:
    names in it stay its own, and the order is the one a browser would run them in.
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
    """Link a module and all it imports that is not linked yet; what it fetches later."""
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
    """The style sheets as one at ``place``, so that addresses in them lead where they did."""
    parts = []
    for name in names:
        text = _COMMENT.sub("", (folder / name).read_text("utf-8"))
        for source in set(_URL.findall(text)):
            text = text.replace(f'url("{source}")', f'url("{_address(source, name, place)}")')
        parts.append(text)
    return "".join(parts)


def _link(name: str, text: str) -> _Linked:
    """A module as the inside of a function."""
    text = _NOTHING.sub("", _COMMENT.sub("", text))
    for number, line in enumerate(text.splitlines()):
        if line.count("`") % 2:
            raise CannotBundle(
                f"{name} has a template of several lines, at “{line.strip()}” ({number} lines of "
                "code into it); write it as lines put together with +"
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
            f"{name}: “{left[0].strip()}” is no form of import or export that the server bundles; "
            'write import { … } from "./…"; or export before a const, function or class'
        )
    inside = f"{text.rstrip()}\nreturn {{ {', '.join(exported)} }};\n"
    return _Linked(inside, exported, needed, later)


def _refuse_circles(imports: dict[str, set[str]]) -> None:
    """Refuse import cycles: no module of one can run first, and browsers fail on some."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        circle = " ← ".join(error.args[1])
        raise CannotBundle(
            f"modules import each other in a circle: {circle}; put what they share into a file of "
            "its own"
        ) from None


def _address(source: str, name: str, place: str) -> str:
    """Where ``source``, said in the sheet ``name``, is as seen from ``place``."""
    target = normpath(PurePosixPath(name).parent / source)
    return "../" * (len(PurePosixPath(place).parts) - 1) + target
