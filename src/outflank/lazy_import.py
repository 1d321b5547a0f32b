"""How a heavy package opens its front door: what it offers is imported when it is first used.

A package's ``__init__`` imports for type checkers what it offers, under ``if TYPE_CHECKING``. At
run time the same lines say where a name comes from, so that a light command loads neither numpy nor
SQLAlchemy.
"""

import ast
import inspect
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


def on_demand(package: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package.

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
