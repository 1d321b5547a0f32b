"""The options of a command come from the fields of its settings."""

import argparse
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal

import pytest

from outflank.cli.registry import command_parser
from outflank.cli.shared.setting_options import add_options, from_options
from outflank.web.http.request_log import LogOptions
from outflank.web.settings import InvalidSettings, Settings, check_ranges, setting


@dataclass(frozen=True, slots=True)
class Oven:
    shelf: int = setting(2, "shelf, from below", "--shelf", least=1, most=4)
    degrees: float | None = setting(None, "temperature", "--degrees", "CELSIUS", least=20)
    fan: bool = setting(False, "use the fan", "--fan")
    light: bool = setting(True, "stay dark", "--dark")
    dishes: tuple[str, ...] = setting(lambda: ("bread",), "what is baked", "--dish", "DISH")
    recipe: Path | None = setting(None, "recipe", "--recipe")
    heat: Literal["top", "bottom"] = setting("top", "where heat comes from", "--heat")
    volume: float = setting(60.0, "liters")

    def __post_init__(self) -> None:
        check_ranges(self)


def made(*words: str) -> Oven:
    parser = argparse.ArgumentParser()
    add_options(parser, Oven)
    return from_options(Oven, parser.parse_args(words))


def test_without_options_all_is_as_the_fields_say() -> None:
    assert made() == Oven()


def test_options_set_their_fields() -> None:
    words = "--shelf 3 --degrees 180.5 --fan --dark --dish cake --dish pie --recipe a.txt"
    assert made(*words.split(), "--heat=bottom") == Oven(
        3, 180.5, True, False, ("bread", "cake", "pie"), Path("a.txt"), "bottom"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--shelf", "5"], "--shelf must be 1 to 4, not 5"),
        (["--degrees", "-3"], "--degrees must be 20 or more, not -3"),
        (["--degrees", "nan"], "--degrees must be 20 or more, not nan"),
    ],
)
def test_ranges_are_checked(words: list[str], message: str) -> None:
    with pytest.raises(InvalidSettings, match=message):
        made(*words)


def test_a_server_without_options_has_the_usual_settings() -> None:
    args = command_parser("serve").parse_args([])
    assert from_options(Settings, args) == Settings()
    assert from_options(LogOptions, args) == LogOptions()


@pytest.mark.parametrize("settings", [Settings, LogOptions])
def test_every_setting_says_what_it_means(settings: type[Settings] | type[LogOptions]) -> None:
    assert all(field.metadata["about"] for field in fields(settings))
