"""Export a run as CSV or JSON."""

import csv
import io
from itertools import chain
from typing import Any

from outflank.arena.reports.ranking import Ranking, finite
from outflank.arena.runs import RunResult
from outflank.arena.statistics.elo import Estimate


def to_json(result: RunResult) -> dict[str, Any]:
    """Return the ranking, the pairs and the ending as JSON data."""
    ranking = Ranking.of_result(result)
    match = len(ranking.names) == 2
    return {
        "ending": result.ending.name.lower(),
        "only_forfeits": result.only_forfeits,
        "games": len(result.records),
        "repeated_games": result.repeated,
        "elo_of_different_games": _estimate(result.elo_of_different) if match else None,
        "format": result.settings.format,
        "size": result.settings.size,
        "seed": result.settings.seed,
        "draw_rate": round(ranking.standings.draw_rate, 4),
        "black_score": round(ranking.standings.black_score, 4),
        "players": [row.to_json() for row in ranking.rows],
        "pairings": [
            {
                "first": first,
                "second": second,
                "pentanomial": list(ranking.standings.pairs(first, second).counts),
                **_strength(ranking, first, second),
            }
            for number, first in enumerate(ranking.names)
            for second in ranking.names[number + 1 :]
            if ranking.cell(first, second)
        ],
        "sprt": str(result.settings.sprt) if result.settings.sprt else None,
    }


def to_csv(result: RunResult) -> str:
    """Return the table with its crosstable, one line per player.

    Wins, draws and losses against an opponent are separate columns: a spreadsheet would read +1=0-1
    as a formula and 1-0-1 as a date.
    """
    ranking = Ranking.of_result(result)
    file = io.StringIO()
    if not ranking.rows:
        return ""
    crosstable = [
        f"{what} vs {name}" for name in ranking.names for what in ("won", "drawn", "lost")
    ]
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*ranking.rows[0].to_json(), *crosstable])
    for row in ranking.rows:
        cells = [ranking.cell(row.name, name) for name in ranking.names]
        scores = [(cell.won, cell.drawn, cell.lost) if cell else ("", "", "") for cell in cells]
        writer.writerow([*row.to_json().values(), *chain.from_iterable(scores)])
    return file.getvalue()


def _strength(ranking: Ranking, first: str, second: str) -> dict[str, Any]:
    """Return the strength estimates of a pairing; empty if every game was a forfeit."""
    cell = ranking.cell(first, second)
    if cell is None or not cell.says_strength:
        return {"elo": None, "los": None}
    pairs = ranking.standings.pairs(first, second)
    return {"elo": _estimate(pairs.elo()), "los": round(pairs.likelihood_of_superiority(), 4)}


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {
        "value": finite(estimate.value),
        "low": finite(estimate.low),
        "high": finite(estimate.high),
    }
