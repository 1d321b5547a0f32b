"""Run the notebooks in docs/notebooks and store the outputs in them.

    python tools/notebooks.py            # all of them

Only the standard library and Outflank are needed. The output of a cell is what it prints and the
value of its last line, as HTML or SVG if supported, otherwise as text. Notebooks must not contain
times and other variable data, so that running them again changes nothing.
"""

import argparse
import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def run_notebook(path: Path) -> dict[str, Any]:
    """Return the notebook with its outputs; errors of cells are raised."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = _outputs("".join(cell["source"]), names, path, number)
    return notebook


def _outputs(source: str, names: dict[str, Any], path: Path, number: int) -> list[dict[str, Any]]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        value = _run(source, names, f"{path.name}, cell {number}")
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append(
            {"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())}
        )
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
            if hasattr(value, method):
                data[kind] = _lines(getattr(value, method)())
        outputs.append(
            {
                "output_type": "execute_result",
                "execution_count": number,
                "data": data,
                "metadata": {},
            }
        )
    return outputs


def _run(source: str, names: dict[str, Any], place: str) -> Any:
    """Run a cell and return the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, place, "exec"), names)
    if last is None or source.rstrip().endswith(";"):
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), place, "eval"), names)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def written(notebook: dict[str, Any]) -> str:
    """Return the text of a notebook's file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    argparse.ArgumentParser(description="Run the notebooks and store their outputs.").parse_args()
    for file in sorted(FOLDER.glob("*.ipynb")):
        file.write_text(written(run_notebook(file)), encoding="utf-8")
        print(file.name)
