"""Translation of user-visible sentences.

The English sentences in the code are also the message ids of the catalogue:

>>> _("{player} played {square}.", player="Ann", square="f5")
'Ann played f5.'
>>> ngettext("{count} move", "{count} moves", 2)
'2 moves'

Other languages are in ``locale/LANGUAGE/LC_MESSAGES/outflank.po``; missing sentences are shown in
English. The language is set for the process (``use``) or for the thread of a request (``speak``).
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import TypeAlias

ENGLISH = "en"
FOLDER = Path(__file__).parent / "locale"
Forms: TypeAlias = tuple[str, str]
_process_language: str | None = None  # before the first sentence
_request_language: ContextVar[str | None] = ContextVar("language", default=None)


def _(message: str, /, **values: object) -> str:
    """Return a sentence in the current language, with its placeholders filled in."""
    text = _catalogue(language()).gettext(message)
    return text.format(**values) if values else text


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a sentence about ``{count}`` things in the current language."""
    text = _catalogue(language()).ngettext(one, many, count)
    return text.format(count=count, **values)


def N_(message: str) -> str:  # noqa: N802 - gettext's name for it
    """Mark a constant for the catalogue; it is translated when displayed."""
    return message


def Nn_(one: str, many: str) -> Forms:  # noqa: N802
    """Mark a constant sentence about ``{count}`` things."""
    return one, many


def language() -> str:
    """Return the code of the current language, such as ``en`` or ``zh_CN``."""
    return _request_language.get() or _process_language or _first_language()


def _first_language() -> str:
    use(os.environ.get("OUTFLANK_LANGUAGE") or ENGLISH)
    return _process_language or ENGLISH


def use(code: str) -> None:
    """Set the language of this process, such as ``ja`` or ``de_AT.UTF-8``."""
    global _process_language
    _process_language = best_match([code]) or ENGLISH


def speak(code: str) -> None:
    """Set the language of this thread, as for a request."""
    _request_language.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Set the language of this thread within a block."""
    token = _request_language.set(code)
    try:
        yield
    finally:
        _request_language.reset(token)


def languages() -> tuple[str, ...]:
    """Return the codes of all languages with a catalogue."""
    return _languages(FOLDER)


@cache
def _languages(folder: Path) -> tuple[str, ...]:
    return ENGLISH, *sorted(path.parts[-3] for path in folder.glob("*/LC_MESSAGES/outflank.mo"))


@cache
def _codes(folder: Path) -> dict[str, str]:
    """Map the accepted names to codes: ``zh_cn``, and ``zh`` for its first variant."""
    codes = _languages(folder)
    names = {code.partition("_")[0]: code for code in reversed(codes)}
    return names | {code.casefold(): code for code in codes}


def best_match(wanted: list[str]) -> str | None:
    """Return the first available language: ``de_AT.UTF-8`` and ``de-AT`` are German.

    >>> best_match(["en_GB.UTF-8"])
    'en'
    """
    known = _codes(FOLDER)
    for text in wanted:
        code = text.partition(".")[0].partition("@")[0].replace("-", "_").casefold()
        found = known.get(code) or known.get(code.partition("_")[0])
        if found is not None:
            return found
    return None


def system_language() -> str:
    """Return the language of the environment, or English if it is not available."""
    names = ("OUTFLANK_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = [part for name in names for part in os.environ.get(name, "").split(":") if part]
    if sys.platform == "win32" and not wanted:
        import ctypes

        name = ctypes.create_unicode_buffer(85)
        if windll := getattr(ctypes, "windll", None):
            windll.kernel32.GetUserDefaultLocaleName(name, len(name))
        wanted = [name.value]
    return best_match(wanted) or ENGLISH


@cache
def _catalogue(code: str) -> NullTranslations:
    if code == ENGLISH:
        return NullTranslations()
    with (FOLDER / code / "LC_MESSAGES" / "outflank.mo").open("rb") as file:
        return GNUTranslations(file)
