"""Generate command options from a dataclass of settings (``web.settings.setting``)."""

import argparse
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin

from outflank.translation import _

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Made = TypeVar("Made", bound="DataclassInstance")


def add_options(parser: argparse.ArgumentParser, settings: type["DataclassInstance"]) -> None:
    """Add an option for every field that defines one."""
    for field in _with_option(settings):
        about = field.metadata["about"]
        option = parser.add_argument(field.metadata["option"], help=_(about), **_argument(field))
        if "default: " in about:
            option.help_names_default = True  # type: ignore[attr-defined]


def from_options(settings: type[Made], args: argparse.Namespace) -> Made:
    """Return settings from parsed options.

    A flag inverts the default; a repeatable option adds to it.
    """
    values = {}
    for field in _with_option(settings):
        value = getattr(args, field.metadata["option"].lstrip("-").replace("-", "_"))
        if field.type is bool:
            value = value != _default(field)
        elif isinstance(value, list):
            value = (*_default(field), *value)
        values[field.name] = value
    return settings(**values)


def _with_option(settings: type["DataclassInstance"]) -> Iterator["Field[Any]"]:
    return (field for field in fields(settings) if field.metadata["option"])


def _argument(field: "Field[Any]") -> dict[str, Any]:
    if field.type is bool:
        return {"action": "store_true"}
    default = _default(field)
    metavar = field.metadata["metavar"]
    if get_origin(field.type) is tuple:
        return {"action": "append", "default": [], "metavar": metavar}
    if get_origin(field.type) is Literal:
        return {"choices": get_args(field.type), "default": default}
    kind = next(iter(get_args(field.type)), field.type)  # Path from "Path | None"
    return {"type": kind, "default": default, "metavar": metavar}


def _default(field: "Field[Any]") -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
