"""Outflank imports without what only one system has, outside of the files that are about it."""

import ast
from pathlib import Path

import pytest

import outflank

PACKAGE = Path(outflank.__file__).parent
ONE_SYSTEM = {
    "_winapi", "ctypes", "fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "readline", "resource",
    "syslog", "termios", "tty", "winreg", "winsound",
}  # fmt: skip
# A file and what it may import; each says in its text what the other systems get instead.
ALLOWED = {
    "cli/commands/play.py": {"readline"},  # in a block that expects its absence
    "translation.py": {"ctypes"},
    "workers/limits.py": {"resource"},
    "workers/lines.py": {"fcntl", "msvcrt"},
    "workers/subreaper.py": {"ctypes", "resource"},
    "workers/syscall_filter.py": {"ctypes"},  # for Linux; sandbox.py refuses other systems
    "workers/windows_job.py": {"ctypes"},
    "workers/worker_stdio.py": {"fcntl"},
}
FILES = {str(file.relative_to(PACKAGE).as_posix()): file for file in PACKAGE.rglob("*.py")}


def imported(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module).partition(".")[0])
    return found


def test_only_named_files_import_what_one_system_has() -> None:
    found = {name: imported(file) & ONE_SYSTEM for name, file in FILES.items()}
    assert {name: modules for name, modules in found.items() if modules} == ALLOWED


@pytest.mark.parametrize("name", ALLOWED)
def test_a_module_of_one_system_is_imported_only_there(name: str) -> None:
    """Not at the top of a file, unless the file itself is only for one system."""
    if ALLOWED[name] == {"ctypes"} or name == "workers/subreaper.py":
        return  # posix_pipes runs it as a program; ctypes is everywhere
    top = ast.parse(FILES[name].read_text(encoding="utf-8")).body
    plain = [node for node in top if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in plain for alias in node.names}
    assert not names & ONE_SYSTEM
