"""The notebooks run, and what they show is what they give."""

from pathlib import Path

import pytest
from notebooks import FOLDER, run_notebook, written

ROOT = Path(__file__).parents[2]

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # whatever it writes
    run = run_notebook(notebook)
    code = [cell for cell in run["cells"] if cell["cell_type"] == "code"]
    assert len(code) >= 3
    if "learning" not in notebook.name:  # where other processors round otherwise
        assert written(run) == notebook.read_text(encoding="utf-8"), "run tools/notebooks.py"


def test_there_are_three_and_the_guide_names_them() -> None:
    guide = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    assert len(NOTEBOOKS) == 3
    for notebook in NOTEBOOKS:
        assert f"(notebooks/{notebook.name})" in guide
