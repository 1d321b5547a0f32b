"""Curves as pictures."""

from outflank.learning.curves import Curve, draw


def test_curves_are_drawn_with_band_and_mark() -> None:
    picture = draw(
        [Curve("a < b", [(0, 1), (1, 2)], band=[(0.5, 1.5), (1.5, 2.5)], mark=1.0)], "steps"
    )
    assert "a &lt; b" in picture
    assert picture.count("<polyline") == picture.count("<polygon") == 1
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert draw([Curve("flat", [(0, 1), (1, 1)])], "steps").count(",nan") == 0
