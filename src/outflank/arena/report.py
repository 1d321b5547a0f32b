"""A run written down for programs: CSV and JSON."""

import csv
import io
from itertools import chain
from typing import Any

from outflank.arena.elo import Estimate
from outflank.arena.ranking import Ranking, finite
from outflank.arena.tournament import RunResult


def to_json(result: RunResult) -> dict[str, Any]:
    """The table, the pairs and how it ended, as JSON data."""
    table = Ranking.of_result(result)
    return {
        "ending": result.ending.name.lower(),
        "only_forfeits": result.only_forfeits,
        "games": len(result.records),
        "repeated_games": result.repeated,
        "format": result.settings.format,
        "size": result.settings.size,
        "seed": result.settings.seed,
        "draw_rate": round(table.standings.draw_rate, 4),
        "black_score": round(table.standings.black_score, 4),
        "players": [row.to_json() for row in table.rows],
        "pairings": [
            {
                "first": first,
                "second": second,
                "pentanomial": list(table.standings.pairs(first, second).counts),
                **_strength(table, first, second),
            }
            for number, first in enumerate(table.names)
            for second in table.names[number + 1 :]
            if table.cell(first, second)
        ],
        "sprt": str(result.settings.sprt) if result.settings.sprt else None,
    }


def to_csv(result: RunResult) -> str:
    """The table with its crosstable, a line a player.

    Games won, drawn and lost against somebody are three columns of numbers: written as +1=0-1 or
    1-0-1, a spreadsheet takes them for a formula or a date.
    """
    table = Ranking.of_result(result)
    file = io.StringIO()
    if not table.rows:
        return ""
    crosstable = [f"{what} vs {name}" for name in table.names for what in ("won", "drawn", "lost")]
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*table.rows[0].to_json(), *crosstable])
    for row in table.rows:
        cells = [table.cell(row.name, name) for name in table.names]
        scores = [(cell.won, cell.drawn, cell.lost) if cell else ("", "", "") for cell in cells]
        writer.writerow([*row.to_json().values(), *chain.from_iterable(scores)])
    return file.getvalue()


def _strength(table: Ranking, first: str, second: str) -> dict[str, Any]:
    """What a pairing tells about strength: nothing, where every game was a forfeit."""
    cell = table.cell(first, second)
    if cell is None or not cell.finished:
        return {"elo": None, "los": None}
    pairs = table.standings.pairs(first, second)
    return {
        "elo": _estimate(pairs.elo()),
        "los": round(pairs.likelihood_of_superiority(), 4),
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {
        "value": finite(estimate.value),
        "low": finite(estimate.low),
        "high": finite(estimate.high),
    }
