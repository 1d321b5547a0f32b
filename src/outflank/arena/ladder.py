"""The ladder: ratings of all opponents and engine levels on one scale.

Each player meets its neighbors in the last measured order. One fit over all games gives the
ratings. `random` is fixed at 0, because its strength never changes.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from outflank.arena.openings import opening_moves, replay_opening
from outflank.arena.records import PlayedGame
from outflank.arena.reports.page import rating_plot
from outflank.arena.runs import RunResult
from outflank.arena.statistics.elo import Estimate
from outflank.board import Color, listed
from outflank.engine import LEVELS
from outflank.players import Rating, opponents
from outflank.players.ratings import RatingTable
from outflank.translation import _

ANCHOR, ANCHOR_ELO = "random", 0.0
UNKNOWN_ELO = 1000.0  # assumed rating of an unmeasured player
MOVES = 30  # approximate moves per player and game
MEETING_SECONDS = 240.0  # thinking time per player and pairing …
LEAST_PAIRS = 10  # … but at least this many pairs of games
LEAST_STEP, LARGEST_STEP = 100, 250  # Elo between levels: a noticeable difference
MARK = "<!-- ladder -->"  # marks the table in a document
STYLE = (
    "<style>text{font:13px system-ui,sans-serif;fill:#333}.tick{text-anchor:middle}"
    ".name{text-anchor:end}.grid{stroke:#ddd}.bar{stroke:#1c7c4a;stroke-width:2;fill:none}"
    '.dot{fill:#1c7c4a}</style><rect width="100%" height="100%" fill="#fff"/>'
)


def everybody() -> list[str]:
    """Return all built-in opponents with default settings and the engine at each level."""
    named = [name for name in opponents() if name != "engine"]
    return named + [f"engine:{level.number}" for level in LEVELS]


def in_order(players: Iterable[str], known: Mapping[str, Rating]) -> list[str]:
    """Sort players from weakest to strongest by their known ratings."""
    return sorted(players, key=lambda name: known[name].elo if name in known else UNKNOWN_ELO)


def most_pairs(name: str, known: Mapping[str, Rating]) -> int:
    """Return the maximum number of game pairs per pairing that fits a player's time budget."""
    seconds = known[name].seconds if name in known else 0.0
    return int(max(LEAST_PAIRS, MEETING_SECONDS / max(2 * MOVES * seconds, 1e-6)))


def together(results: Sequence[RunResult]) -> RunResult:
    """Merge several runs into one, so that they can be rated together."""
    entrants = {entrant.name: entrant for one in results for entrant in one.settings.entrants}
    records: list[PlayedGame] = []
    pairs = 0
    for result in results:
        records += [
            replace(record, game=len(records) + number, pair=pairs + record.pair)
            for number, record in enumerate(result.records)
        ]
        pairs += max((record.pair for record in result.records), default=-1) + 1
    settings = replace(results[0].settings, entrants=tuple(entrants.values()))
    return RunResult(settings, records, results[0].ending)


def rate(
    result: RunResult, known: Mapping[str, Rating], changed: Collection[str] = ()
) -> dict[str, Rating]:
    """Rate all players from the games of a run.

    Without `random` among the players, the previously rated ones keep their mean rating. Players
    that have changed since are not used for this.
    """
    standings = result.standings
    fitted = standings.ratings().of
    if ANCHOR in fitted:
        shift = ANCHOR_ELO - fitted[ANCHOR].value
    else:
        anchors = [name for name in fitted if name in known and name not in changed]
        before = [known[name].elo - fitted[name].value for name in anchors]
        shift = sum(before) / len(before)
    seconds = seconds_a_move(result.records)
    return {
        name: Rating(
            elo=estimate.value + shift,
            error=estimate.error,
            games=standings.total[name].games,
            seconds=seconds.get(name, 0.0),
        )
        for name, estimate in fitted.items()
    }


def seconds_a_move(records: Iterable[PlayedGame]) -> dict[str, float]:
    """Return each player's average thinking time per move."""
    spent: dict[str, float] = {}
    moves: dict[str, int] = {}
    for record in records:
        for name, seconds, color in zip(
            (record.black, record.white), record.seconds, Color, strict=True
        ):
            spent[name] = spent.get(name, 0.0) + seconds
            moves[name] = moves.get(name, 0) + _own_moves(record, color)
    return {name: spent[name] / moves[name] for name in spent if moves[name]}


def _own_moves(record: PlayedGame, color: Color) -> int:
    """Count the moves a side made after the opening."""
    board = replay_opening(record.opening, record.size)
    count = 0
    for move in opening_moves(record.moves[len(record.opening) :]):
        board = board.after_forced_pass
        count += board.turn is color
        board = board.play(move)
    return count


def steps(ratings: Mapping[str, Rating]) -> list[tuple[str, str, float]]:
    """Return the Elo difference between each pair of consecutive measured levels."""
    names = [f"engine:{level.number}" for level in LEVELS]
    return [
        (lower, upper, ratings[upper].elo - ratings[lower].elo)
        for lower, upper in pairwise(names)
        if lower in ratings and upper in ratings
    ]


def steps_line(ratings: Mapping[str, Rating]) -> str:
    """Describe the Elo steps between levels and flag those that are too small or too large."""
    found = steps(ratings)
    if not found:
        return _("No two neighboring levels were measured.")
    sizes = [step for _lower, _upper, step in found]
    text = _(
        "Levels are {least} to {most} Elo apart.", least=_whole(min(sizes)), most=_whole(max(sizes))
    )
    odd = [
        f"{lower} – {upper} ({_whole(step)})"
        for lower, upper, step in found
        if not LEAST_STEP <= step <= LARGEST_STEP
    ]
    if odd:
        text += " " + _(
            "Steps outside {least} to {most}: {steps}.",
            least=LEAST_STEP,
            most=LARGEST_STEP,
            steps=listed(odd),
        )
    return text


def _whole(elo: float) -> str:
    return f"{elo:.0f}".replace("-", "−")


def plot(ratings: RatingTable) -> str:
    """Draw the ladder as an SVG, strongest on top."""
    rows = [
        (_shown(name), Estimate(one.elo, one.elo - one.error, one.elo + one.error))
        for name, one in sorted(ratings.of.items(), key=lambda item: -item[1].elo)
    ]
    return rating_plot(rows, STYLE)


def markdown(ratings: RatingTable) -> str:
    """Format the ladder as a Markdown table, strongest first."""
    rows = [
        f"| `{name}` | {_title(name)} | {one.number} | {one.time} | {one.phrase} |"
        for name, one in sorted(ratings.of.items(), key=lambda item: -item[1].elo)
    ]
    head = "| opponent | | rating | a move takes | in words |\n|---|---|---:|---:|---|"
    return "\n".join((head, *rows))


def with_ladder(document: str, rows: str) -> str:
    """Replace the table between the marks of a document."""
    before, mark, rest = document.partition(MARK)
    _old, end, after = rest.partition(MARK)
    if not mark or not end:
        raise ValueError(
            _("The document needs two {mark} lines, which enclose the ladder.", mark=MARK)
        )
    return f"{before}{MARK}\n{rows}\n{MARK}{after}"


def _title(name: str) -> str:
    level = name.removeprefix("engine:")
    return LEVELS[int(level) - 1].name if level != name else ""


def _shown(name: str) -> str:
    title = _title(name)
    return f"{title} ({name.removeprefix('engine:')})" if title else name
