"""Routes of applications, compiled once for all of them.

Werkzeug writes and compiles a little Python for each route of each application, and that is most of
what it takes to make one. The tests make a thousand, whose routes are all the same.
"""

from typing import Any

from werkzeug.routing import Rule


def compile_routes_once() -> None:
    """Let applications that are made from now on in this process share what was compiled."""
    known: dict[object, Any] = {}
    compile_builder = Rule._compile_builder

    def compiled(rule: Rule, append_unknown: bool = True) -> Any:
        key = tuple(rule._trace), str(rule.defaults), append_unknown
        if key not in known:
            known[key] = compile_builder(rule, append_unknown)
        return known[key]

    Rule._compile_builder = compiled  # type: ignore[method-assign,assignment]
