"""Extract, check and compile the message catalogs.

python tools/catalogues.py ACTION:

extract            write outflank.pot and update every .po
check              fail if the sources and outflank.pot differ; list missing translations
complete           fail if a translation is missing or its placeholders are wrong
compile [FOLDER]   write the .mo files and the page's messages (.json)
pseudo             write a catalog of accented, longer, bracketed English for tests
"""

import io
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "outflank"
FOLDER = SOURCES / "locale"
TEMPLATE = FOLDER / "outflank.pot"
PAGE = "web/static/js/"
LAZY = f"{PAGE}lazy/"
PSEUDO = "en_XA"
METHODS: list[tuple[str, Any]] = [
    ("openings/table.tsv", lambda file, *_, **__: opening_names(file)),
    ("study/course/course.toml", lambda file, *_, **__: lesson_texts(file)),
    ("**.py", "python"),
    ("**.js", "javascript"),
    ("**/templates/**.html", "jinja2.ext:babel_extract"),
]
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "Nn_": (1, 2), "setting": (2,)}
ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
PLACEHOLDER = re.compile(r"\{\w*[^{}]*\}|%(?:\(\w+\))?[rs]")  # the latter in messages of argparse


def main() -> int:
    actions = {
        "extract": extract,
        "check": check,
        "complete": complete,
        "compile": compile_all,
        "pseudo": pseudo,
    }
    if len(sys.argv) < 2 or sys.argv[1] not in actions:
        print(__doc__)
        return 2
    return actions[sys.argv[1]]()


def extracted() -> Catalog:
    """Return all messages of the sources with their locations."""
    found = Catalog(
        project="Outflank",
        charset="utf-8",
        fuzzy=False,
        header_comment="# The sentences of Outflank.",
    )
    rows = extract_from_dir(
        str(SOURCES),
        [("locale/**", "ignore"), *METHODS],
        keywords=KEYWORDS,
        comment_tags=("i18n:",),
        strip_comment_tags=True,
    )
    for file, _line, message, comments, _context in sorted(rows, key=lambda row: (row[0], row[1])):
        found.add(message, None, [(file.replace("\\", "/"), 0)], auto_comments=comments)
    return found


def opening_names(file: BinaryIO) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the usual names in the table of openings."""
    for number, line in enumerate(file.read().decode().splitlines(), start=1):
        if not line.startswith("#"):
            moves, _, names = line.partition("\t")
            yield number, "_", names.partition(" / ")[0].strip(), [f"the opening {moves}"]


def lesson_texts(file: BinaryIO) -> Iterator[tuple[int, str, str | tuple[str, ...], list[str]]]:
    """Yield the texts of the course, in the order of its lessons, and those of its tasks."""
    course = tomllib.load(file)
    tasks = [task["sentence"] for task in course["task"]]
    tasks += [tuple(task["comment"]) for task in course["task"] if "comment" in task]
    texts = (
        text
        for lesson in course["lesson"]
        for part in (lesson, *lesson.get("step", ()))
        for name in ("chapter", "title", "text", "caption", "task", "done", "other")
        for text in (
            [part.get(name, [])] if isinstance(part.get(name), str) else part.get(name, [])
        )
    )
    for number, text in enumerate(dict.fromkeys([*texts, *tasks]), start=1):
        function = "_" if isinstance(text, str) else "ngettext"
        yield number, function, text, ["a lesson of the course"]


def written(catalogue: Catalog) -> str:
    out = io.BytesIO()
    write_po(out, catalogue, width=100, omit_header=True, include_lineno=False)
    return out.getvalue().decode()


def catalogues() -> Iterator[tuple[str, Path, Catalog]]:
    for path in sorted(FOLDER.glob("*/LC_MESSAGES/outflank.po")):
        code = path.parts[-3]
        with path.open("rb") as file:
            yield code, path, read_po(file, locale=code)


def extract() -> int:
    template = extracted()
    TEMPLATE.write_text(written(template), "utf-8")
    for code, path, catalogue in catalogues():
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, include_lineno=False)
        print(f"{code}: {len(list(missing(catalogue)))} of {len(catalogue)} sentences are missing")
    return 0


def check() -> int:
    if not TEMPLATE.exists() or TEMPLATE.read_text("utf-8") != written(extracted()):
        print("The messages in the sources have changed: run `make translations` and commit.")
        return 1
    for code, _, catalogue in catalogues():
        count = len(list(missing(catalogue)))
        if count:
            print(f"note: {code} lacks {count} of {len(catalogue)} messages")
    return 0


def complete() -> int:
    problems = 0
    for code, _, catalogue in catalogues():
        for message in missing(catalogue):
            print(f"{code}: missing: {message.id!r}")
            problems += 1
        for message in translated(catalogue):
            if fields(message.id) != fields(message.string):
                print(f"{code}: placeholders differ: {message.id!r} -> {message.string!r}")
                problems += 1
    return 1 if problems else 0


def fields(text: Any) -> set[str]:
    """Return the placeholders of a message, or of the last of several plural forms."""
    return set(PLACEHOLDER.findall(text if isinstance(text, str) else text[-1]))


def missing(catalogue: Catalog) -> Iterator[Message]:
    return (one for one in catalogue if one.id and not _is_there(one))


def translated(catalogue: Catalog) -> Iterator[Message]:
    return (one for one in catalogue if one.id and _is_there(one))


def _is_there(message: Message) -> bool:
    texts = [message.string] if isinstance(message.string, str) else message.string or [""]
    return all(texts) and not message.fuzzy


def compile_all() -> int:
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else FOLDER
    for code, _, catalogue in catalogues():
        _write(code, folder / code / "LC_MESSAGES", catalogue)
    return 0


def _write(code: str, folder: Path, catalogue: Catalog) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "outflank.mo").open("wb") as file:
        write_mo(file, catalogue)
    first: dict[str, Any] = {}
    lazy: dict[
        str, Any
    ] = {}  # what only the page's lazy modules say, fetched with the first of them
    for message in translated(catalogue):
        places = [place for place, _ in message.locations if place.startswith(PAGE)]
        if places:
            part = lazy if all(place.startswith(LAZY) for place in places) else first
            part[message.id if isinstance(message.id, str) else message.id[0]] = message.string
    # Which form a number takes; all languages repeat after a hundred.
    plural = eval(f"lambda n: int({_python(catalogue.plural_expr)})")
    document = {"language": code, "plurals": [plural(n) for n in range(200)], "messages": first}
    for name, content in (("page.json", document), ("page-lazy.json", lazy)):
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        (folder / name).write_text(text, "utf-8")


def _python(expression: str) -> str:
    """Convert a C plural expression to Python."""
    text = expression.replace("&&", " and ").replace("||", " or ")
    if "?" not in text:
        return text
    condition, _, rest = text.strip("()").partition("?")
    yes, _, no = rest.partition(":")
    return f"({yes}) if ({condition}) else ({_python(no)})"


def pseudo() -> int:
    """Write pseudo-English that reveals untranslated, truncated and concatenated messages."""
    catalogue = extracted()
    catalogue.locale = "en"
    for message in catalogue:
        if message.id:
            texts = (message.id,) if isinstance(message.id, str) else message.id
            made = tuple(_disguised(text) for text in texts)
            message.string = made[0] if isinstance(message.id, str) else made
    _write(PSEUDO, FOLDER / PSEUDO / "LC_MESSAGES", catalogue)
    return 0


def _disguised(text: str) -> str:
    words = "".join(
        part if PLACEHOLDER.fullmatch(part) else part.translate(ACCENTS)
        for part in re.split(f"({PLACEHOLDER.pattern})", text)
    )
    return f"[{words}{'~' * round(0.4 * len(text))}]"


if __name__ == "__main__":
    sys.exit(main())
