"""Lazy imports of the public names of heavy packages.

A package's ``__init__`` imports its public names under ``if TYPE_CHECKING``. At run time these
lines are parsed to find the module of each name, so that light commands load neither numpy nor
SQLAlchemy.
"""

import ast
import inspect
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


def on_demand(package: str) -> Callable[[str], Any]:
    """Return the ``__getattr__`` function of a package.

    >>> on_demand("outflank.engine")("Limit")
    <class 'outflank.engine.limit.Limit'>
    """

    @cache
    def modules() -> dict[str, str]:
        imports = [
            statement
            for block in ast.parse(inspect.getsource(import_module(package))).body
            if isinstance(block, ast.If)
            for statement in block.body
            if isinstance(statement, ast.ImportFrom)
        ]
        return {name.name: str(line.module) for line in imports for name in line.names}

    def offered(name: str) -> Any:
        module = None if name.startswith("__") else modules().get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if module == package:
            return import_module(f"{package}.{name}")
        return getattr(import_module(module), name)

    return offered
