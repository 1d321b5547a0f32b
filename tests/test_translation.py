"""Sentences in several languages: choosing one, filling placeholders, falling back to English."""

import io
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

import catalogues
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from outflank import translation
from outflank.translation import _, best_match, ngettext, speaking, system_language


@pytest.fixture(autouse=True)
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    catalogue = Catalog(locale="de")
    catalogue.add("{player} played {square}.", "{player} hat {square} gespielt.")
    catalogue.add(("{count} move", "{count} moves"), ("{count} Zug", "{count} Züge"))
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    out = io.BytesIO()
    write_mo(out, catalogue)
    (folder / "outflank.mo").write_bytes(out.getvalue())
    monkeypatch.setattr(translation, "FOLDER", tmp_path)
    translation._catalogue.cache_clear()
    yield
    translation._catalogue.cache_clear()


def test_sentences_are_translated_with_their_placeholders() -> None:
    assert _("{player} played {square}.", player="Ann", square="f5") == "Ann played f5."
    with speaking("de"):
        assert _("{player} played {square}.", player="Ann", square="f5") == "Ann hat f5 gespielt."
        assert [ngettext("{count} move", "{count} moves", n) for n in (1, 2)] == ["1 Zug", "2 Züge"]
        assert _("not translated yet") == "not translated yet"
    assert ngettext("{count} move", "{count} moves", 1) == "1 move"


def test_braces_in_what_is_filled_in_are_text() -> None:
    assert _("{player} played {square}.", player="{square}", square="f5") == "{square} played f5."


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (["de_AT.UTF-8"], "de"),
        (["de-CH"], "de"),
        (["DE"], "de"),
        (["xx", "de"], "de"),
        (["en_US", "de"], "en"),
        (["C.UTF-8"], None),
        (["../de"], None),
        ([""], None),
    ],
)
def test_the_best_language_is_found(wanted: list[str], found: str | None) -> None:
    assert best_match(wanted) == found


def test_the_environment_names_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OUTFLANK_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert system_language() == "en"
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert system_language() == "de"
    monkeypatch.setenv("OUTFLANK_LANGUAGE", "en")
    assert system_language() == "en"


@pytest.mark.parametrize(("value", "found"), [("de_AT", "de"), ("tlh", "en"), ("", "en")])
def test_a_process_begins_with_the_best_language(
    monkeypatch: pytest.MonkeyPatch, value: str, found: str
) -> None:
    monkeypatch.setenv("OUTFLANK_LANGUAGE", value)
    monkeypatch.setattr(translation, "_process_language", None)
    monkeypatch.setattr(translation, "_request_language", ContextVar("language", default=None))
    assert translation.language() == found
    assert _("not translated yet") == "not translated yet"


def test_pseudo_english_keeps_its_placeholders() -> None:
    text = catalogues._disguised("{player} played {square}.")
    assert catalogues.fields(text) == {"{player}", "{square}"}
    assert text.startswith("[{player} pláýéd {square}.")
    assert len(text) > 1.3 * len("{player} played {square}.")


@pytest.mark.parametrize(
    ("expression", "forms"),
    [("(n != 1)", [1, 0, 1]), ("0", [0, 0, 0]), ("(n > 1)", [0, 0, 1])],
)
def test_plural_expressions_become_tables(expression: str, forms: list[int]) -> None:
    plural = eval(f"lambda n: int({catalogues._python(expression)})")
    assert [plural(n) for n in (0, 1, 2)] == forms
