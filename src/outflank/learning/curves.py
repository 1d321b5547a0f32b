"""Draw curves as SVG, such as parameters during tuning or errors during training."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640, 150  # pixels per curve
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 30, 26  # margins
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#333}.title{font-weight:600;font-size:13px}"
    ".high{text-anchor:end;dominant-baseline:middle}.along{text-anchor:middle}"
    ".grid{stroke:#ddd}.curve{fill:none;stroke:#1c7c4a;stroke-width:2}"
    ".band{fill:#1c7c4a;opacity:.18}.mark{stroke:#b3261e;stroke-dasharray:4 3}"
)


@dataclass(frozen=True)
class Curve:
    """A curve over steps or games, with an optional error band and reference line."""

    title: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = ()  # lowest and highest value for each point
    mark: float | None = None
    low: float | None = None  # the range of the axis, if known
    high: float | None = None


def draw(curves: Sequence[Curve], across: str) -> str:
    """Draw the curves one below the other; `across` labels the horizontal axis."""
    height = (HEIGHT + 10) * len(curves) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}"><style>{STYLE}</style>'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    ]
    for number, curve in enumerate(curves):
        parts.append(f'<g transform="translate(0 {number * (HEIGHT + 10)})">{_one(curve)}</g>')
    parts.append(
        f'<text x="{WIDTH / 2}" y="{height - 6}" class="along">{html.escape(across)}</text></svg>'
    )
    return "".join(parts)


def _one(curve: Curve) -> str:
    heights = [y for _, y in curve.points] + [y for pair in curve.band for y in pair]
    if curve.mark is not None:
        heights.append(curve.mark)
    low = min(heights, default=0.0) if curve.low is None else curve.low
    high = max(heights, default=1.0) if curve.high is None else curve.high
    if high <= low:
        low, high = low - 0.5, high + 0.5
    first = curve.points[0][0] if curve.points else 0.0
    last = curve.points[-1][0] if curve.points else 1.0
    span = (last - first) or 1.0

    def x(value: float) -> str:
        return f"{LEFT + (value - first) / span * (WIDTH - LEFT - RIGHT):.1f}"

    def y(value: float) -> str:
        return f"{TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM):.1f}"

    parts = [f'<text class="title" x="{LEFT}" y="18">{html.escape(curve.title)}</text>']
    parts += [
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value)}" y2="{y(value)}"/>'
        f'<text class="high" x="{LEFT - 8}" y="{y(value)}">{value:.3g}</text>'
        for value in (low, (low + high) / 2, high)
    ]
    parts += [
        f'<text class="along" x="{x(value)}" y="{HEIGHT - 8}">{value:,.0f}</text>'
        for value in (first, (first + last) / 2, last)
    ]
    if curve.mark is not None:
        parts.append(
            f'<line class="mark" x1="{LEFT}" x2="{WIDTH - RIGHT}" '
            f'y1="{y(curve.mark)}" y2="{y(curve.mark)}"/>'
        )
    if curve.band:
        there = [
            f"{x(px)},{y(low)}" for (px, _), (low, _) in zip(curve.points, curve.band, strict=True)
        ]
        back = [
            f"{x(px)},{y(up)}" for (px, _), (_, up) in zip(curve.points, curve.band, strict=True)
        ]
        parts.append(f'<polygon class="band" points="{" ".join(there + back[::-1])}"/>')
    line = " ".join(f"{x(px)},{y(py)}" for px, py in curve.points)
    parts.append(f'<polyline class="curve" points="{line}"/>')
    return "".join(parts)
