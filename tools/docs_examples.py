"""Render examples in docstrings as code in `make docs`: from >>> to a blank line."""

import re

import griffe

_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!$).*\n?)*)", re.M)


class Examples(griffe.Extension):  # type: ignore[misc]  # not installed for linting
    """Adds a code fence to every example."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Rewrite a parsed docstring."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(
                lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", obj.docstring.value
            )
