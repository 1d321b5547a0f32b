"""The page in few requests: all its modules in one script, all its style sheets in one.

A browser would ask for each of some eighty files, and on a slow line every question takes its time.
So the server puts them together when it starts; nothing is compiled, renamed or kept on the disk,
and ``outflank serve --unbundled`` hands out the files as they are written.
"""

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath
from posixpath import normpath

_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/)[ \t]*\n", re.M)
_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.[^"]+)";$', re.M)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.M)
_NOTHING = re.compile(r"^export \{\};.*\n", re.M)
_LEFT = re.compile(r"^(?:import|export)\b.*|.*\bimport\(.*", re.M)
_URL = re.compile(r'url\("(\.[^"]+)"\)')


class CannotBundle(ValueError):
    """A module says something this does not understand; the sentence says what and where."""


def script(folder: Path, entry: str) -> str:
    """One module that exports what ``entry`` exports, with all that it imports in it.

    Each module becomes a function, called when it is first imported, that returns its exports:
    names in it stay its own, and the order is the one a browser would run them in.
    """
    linked: dict[str, str] = {}
    imports: dict[str, set[str]] = {}
    exports: dict[str, list[str]] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name in linked:
            continue
        try:
            text = (folder / name).read_text("utf-8")
        except OSError as error:
            raise CannotBundle(f"{name} is imported and cannot be read: {error.strerror}") from None
        linked[name], exports[name], imports[name] = _link(name, text)
        waiting += imports[name]
    _refuse_circles(imports)
    modules = "\n".join(f'"{name}"() {{\n{linked[name]}}},' for name in sorted(linked))
    return (
        f"const $made = {{}}, $modules = {{\n{modules}\n}};\n"
        "const $use = (name) => ($made[name] ??= $modules[name]());\n"
        f'export const {{ {", ".join(exports[entry])} }} = $use("{entry}");\n'
    )


def sheet(folder: Path, names: list[str], place: str) -> str:
    """The style sheets as one at ``place``, so that addresses in them lead where they did."""
    parts = []
    for name in names:
        text = _COMMENT.sub("", (folder / name).read_text("utf-8"))
        for source in set(_URL.findall(text)):
            text = text.replace(f'url("{source}")', f'url("{_address(source, name, place)}")')
        parts.append(text)
    return "".join(parts)


def _link(name: str, text: str) -> tuple[str, list[str], set[str]]:
    """A module as the inside of a function, its exports, and the modules it imports."""
    text = _NOTHING.sub("", _COMMENT.sub("", text))
    for number, line in enumerate(text.splitlines()):
        if line.count("`") % 2:
            raise CannotBundle(
                f"{name} has a template of several lines, at “{line.strip()}” ({number} lines of "
                "code into it); write it as lines put together with +"
            )
    needed: set[str] = set()

    def use(source: str) -> str:
        needed.add(normpath(PurePosixPath(name).parent / source))
        return f'$use("{normpath(PurePosixPath(name).parent / source)}")'

    def fetched(found: re.Match[str]) -> str:
        names, whole, source = found.groups()
        taken = whole or "{ " + " ".join(names.split()).replace(" as ", ": ") + " }"
        return f"const {taken} = {use(source)};"

    text = _IMPORT.sub(fetched, text)
    text = _LATER.sub(lambda found: f"Promise.resolve({use(found[1])})", text)
    exported = _EXPORT.findall(text)
    text = _EXPORT.sub("", text)
    if left := _LEFT.search(text):
        raise CannotBundle(
            f"{name}: “{left[0].strip()}” is no form of import or export that the server bundles; "
            'write import { … } from "./…"; or export before a const, function or class'
        )
    return f"{text.rstrip()}\nreturn {{ {', '.join(exported)} }};\n", exported, needed


def _refuse_circles(imports: dict[str, set[str]]) -> None:
    """In a circle no module can be the first to run whole; browsers bear it, until one day."""
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
