"""The documents name everything there is: what is added without documentation fails by name."""

import re
import tomllib
from pathlib import Path

import pytest
from index_page import whole

from outflank.arena.ladder import markdown, plot, with_ladder
from outflank.board import square_name
from outflank.cli.parser import WORDS
from outflank.cli.registry import COMMANDS, GROUPS, command_parser
from outflank.engine import LEVELS, Level
from outflank.formats.format import Format
from outflank.formats.registry import FORMATS
from outflank.players import opponents
from outflank.players.ratings import shipped_ratings
from outflank.study.puzzles.puzzle import with_theme
from outflank.study.puzzles.themes import Theme

ROOT = Path(__file__).parents[2]


def document(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_guide(command: str) -> None:
    assert f"outflank {command}" in document("docs/commands.md")


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_every_format_is_in_the_guide(format: Format) -> None:
    endings = ", ".join(f"`.{ending}`" for ending in format.endings) or "–"
    assert f"| {format.name} | {endings}" in document("docs/formats.md")


@pytest.mark.parametrize("command", ["teach", "engine"])
def test_every_action_of_these_is_in_the_guide(command: str) -> None:
    for action in command_parser(command).actions:
        assert f"outflank {command} {action}" in document("docs/commands.md")


def test_the_guide_has_the_groups_of_commands() -> None:
    headings = re.findall(r"^## (.*)", document("docs/commands.md"), re.M)
    assert [heading for heading in headings if heading in GROUPS] == list(GROUPS)


def test_the_options_of_a_server_are_in_the_guide() -> None:
    """The table has the texts of the help, without a default that depends on the machine."""
    rows = ["| option | meaning |", "|---|---|"]
    for option in command_parser("serve")._actions[1:]:
        (name,), about = option.option_strings, str(option.help)
        if option.choices is not None:
            name += f" {' or '.join(option.choices)}"
        elif option.nargs != 0:
            name += f" {option.metavar or WORDS.get(option.type, option.dest.upper())}"
        if option.default and "default: " not in about and option.dest != "thinkers":
            about += f"; default: {option.default}"
        rows.append(f"| `{name}` | {about} |")
    table = "\n".join(rows)
    assert table in document("docs/server.md"), f"the table is:\n{table}"


@pytest.mark.parametrize("name", list(opponents()))
def test_every_opponent_is_in_the_guide(name: str) -> None:
    assert f"`{name}`" in document("docs/opponents.md")


@pytest.mark.parametrize("name", list(opponents()))
def test_every_setting_is_in_the_guide(name: str) -> None:
    opponent = opponents()[name]
    for setting in [p.name for p in opponent.parameters] + [p.name for p in opponent.files]:
        assert f"`{setting}`" in document("docs/opponents.md")


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_every_level_is_in_the_guide(level: Level) -> None:
    mistake = f"{level.mistake:g} discs" if level.mistake else "–"
    row = (
        f"| {level.number} | {level.name} | {level.depth} | {level.exact_from} empties | {mistake} "
        f"| {level.seconds:g} s |"
    )
    assert row in document("docs/strength.md")


def test_the_ladder_in_the_documents_is_what_was_measured() -> None:
    """`outflank ladder --docs .` writes them; so does `write_documents` from the table as it is."""
    table, guide = shipped_ratings(), document("docs/strength.md")
    assert with_ladder(guide, markdown(table)) == guide
    assert plot(table) == document("docs/images/ladder.svg")


@pytest.mark.parametrize("theme", Theme, ids=lambda theme: theme.key)
def test_every_theme_is_explained_with_a_puzzle_of_it(theme: Theme) -> None:
    page = document("docs/puzzles.md")
    _, _, section = page.partition(f"\n## {theme.title}\n")
    section = section.split("\n## ")[0]
    assert theme.definition in " ".join(section.split())
    (number,) = re.findall(r"Puzzle (\d+):", section)
    puzzle = next(p for p in with_theme(theme) if p.number == int(number))
    answer = square_name(puzzle.answer)
    assert f"```text\n{puzzle.board.diagram()}\n\nPuzzle {number}: {answer} " in section


def test_every_package_is_in_the_architecture() -> None:
    for package in sorted((ROOT / "src" / "outflank").iterdir()):
        if package.is_dir() and not package.name.startswith("_"):
            assert re.search(rf"\b{package.name}\b", document("ARCHITECTURE.md")), package.name


def test_the_architecture_is_short() -> None:
    assert len(document("ARCHITECTURE.md").split()) <= 1500


def test_decisions_are_numbered_in_order() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    for number, decision in enumerate(decisions, 1):
        assert decision.name.startswith(f"{number:04}-"), decision.name
        assert decision.read_text(encoding="utf-8").startswith(f"# {number}. "), decision.name


def test_every_script_is_in_the_readme_of_the_benchmarks() -> None:
    for script in (ROOT / "benchmarks").glob("*.py"):
        assert f"`{script.name}`" in document("benchmarks/README.md")


def test_the_changelog_is_by_version() -> None:
    """Newest first; what is not released yet stands above the package's version."""
    headings = re.findall(r"^##+ .*", document("CHANGELOG.md"), re.M)
    project = tomllib.loads(document("pyproject.toml"))["project"]
    versions = [heading for heading in headings if heading.startswith("## ")]
    assert f"## {project['version']}" in versions[:2]
    assert versions[0] in ("## Unreleased", f"## {project['version']}")
    kinds = {"### Added", "### Changed", "### Fixed", "### Removed"}
    assert set(headings) - set(versions) <= kinds
    assert len(document("CHANGELOG.md").splitlines()) <= 60


def test_on_an_index_page_every_link_and_picture_of_the_readme_has_a_whole_address() -> None:
    page = whole(document("README.md"), "https://host/us")
    assert re.findall(r'(?:\]\(|src=")(?!https://|#)[^)"]+', page) == []
    for path in re.findall(r"https://host/us/(?:blob|raw)/main/([^)\"#]+)", page):
        assert (ROOT / path).exists(), path
    assert 'src="https://host/us/raw/main/docs/images/' in page


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/*.md")), ids=lambda page: page.name)
def test_a_page_is_short_and_its_lines_too(page: Path) -> None:
    """Tables and code are not counted: one looks things up in them."""
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    lines = [line for line in prose.splitlines() if not line.startswith("|")]
    assert len(" ".join(lines).split()) <= 1200
    assert [line for line in lines if len(line) > 120] == []
