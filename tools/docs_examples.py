"""Lets `make docs` show examples in docstrings as code: what begins with >>>, to a blank line."""

import re

import griffe

_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!$).*\n?)*)", re.M)


class Examples(griffe.Extension):  # type: ignore[misc]  # not there to lint
    """Puts a fence around every example."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Rewrite a docstring after it was read."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(
                lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", obj.docstring.value
            )
