"""The language of the command line, and that no help text is left in plain English."""

import io
import os
import re
from collections.abc import Iterator
from pathlib import Path

import catalogues
import pytest

from outflank import translation
from outflank.cli.main import main
from outflank.cli.registry import COMMANDS, command_parser

PSEUDO = "en_XA"
# Not translated: code, and names of options, commands, files and placeholders.
CODE = re.compile(
    r"`[^`]*`|'[^']*'|\"[^\"]*\"|--?[\w-]+|\S*[/.:=,_|#+<>*]\S*|\b[A-Z×\d]+\b|\{[^}]*\}|outflank"
)


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[None]:
    monkeypatch.setattr(translation, "FOLDER", folder)
    monkeypatch.setenv("OUTFLANK_LANGUAGE", "en")
    translation._catalogue.cache_clear()
    translation._request_language.set(None)  # of another test's request in this thread
    yield
    translation.use("en")
    translation._catalogue.cache_clear()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue of the pseudo language: every translated sentence is accented, in brackets."""
    folder = tmp_path_factory.mktemp("locale")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(catalogues, "FOLDER", folder)
        catalogues.pseudo()
    return folder


def test_the_option_chooses_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--language", PSEUDO], [f"--language={PSEUDO}"], ["--language", "en-XA"]):
        assert main([*words, "nothing"]) == 2
        assert "ñóthíñg" not in (error := capsys.readouterr().err)
        assert error.startswith("outflank: [Théré ís ñó çómmáñd 'nothing'.")
        assert os.environ["OUTFLANK_LANGUAGE"] == PSEUDO, "for processes that it starts"
        os.environ["OUTFLANK_LANGUAGE"] = "en"


def test_programs_are_answered_in_english(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("play black a1\nquit\n"))
    assert main(["--language", PSEUDO, "engine", "gtp", "--player", "first"]) == 0
    refusal = capsys.readouterr().out.splitlines()[0]
    assert refusal.startswith("? ")
    assert "[" not in refusal
    monkeypatch.setenv("OUTFLANK_LANGUAGE", "en")


def test_the_environment_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_LANGUAGE", f"{PSEUDO}.UTF-8")
    assert main(["nothing"]) == 2
    assert translation.language() == PSEUDO
    monkeypatch.delenv("OUTFLANK_LANGUAGE")
    monkeypatch.setenv("LANGUAGE", "xx:en")
    assert main(["nothing"]) == 2
    assert translation.language() == "en"


@pytest.mark.parametrize("words", [["--language", "xx"], ["--language"], ["--language="]])
def test_an_unknown_language_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert "en, en_XA" in error


def test_messages_of_argparse_are_translated(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["perft"],
        ["perft", "x"],
        ["perft", "2", "--size", "7"],
        ["perft", "2", "a", "b"],
    ):
        with pytest.raises(SystemExit):
            main(["--language", PSEUDO, *words])
        error = capsys.readouterr().err
        assert error.startswith("outflank perft: [")
        assert plain_english(error) == []


def test_no_help_is_in_plain_english(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "2000")  # a sentence stays in one line
    with pytest.raises(SystemExit):
        main(["--language", PSEUDO, "--help"])
    assert plain_english(capsys.readouterr().out) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_of_a_command_is_in_plain_english(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "2000")  # a sentence stays in one line
    with translation.speaking(PSEUDO):
        for parser in command_parser(name).with_actions():
            found = plain_english(parser.format_help())
            assert found == [], parser.prog


def plain_english(text: str) -> list[str]:
    """Words outside the brackets of translated sentences that are not code."""
    found: list[str] = []
    for line in text.splitlines():
        if "úságé" in line or re.match(r" +(outflank |\{)", line):
            line = line.partition("   ")[2]  # a comment behind an example, if there is one
        elif re.match(r" +[^ \[]", line):
            line = line.strip().partition(" ")[2]  # a command, an action or a format, and its text
        outside = CODE.sub(" ", _outside_brackets(line))
        found += re.findall(r"[^\W\d_]{3,}", outside)
    return found


def _outside_brackets(line: str) -> str:
    depth, kept = 0, ""
    for letter in line:
        depth += (letter == "[") - (letter == "]" and depth > 0)
        kept += letter if not depth else ""
    return kept
