"""A run in numbers and words, ready to be shown; how it looks is up to whoever shows it."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.arena.records import PlayedGame
from outflank.arena.reports.standings import Standings, Tally
from outflank.arena.runs import RunEnding, RunResult, RunSettings
from outflank.arena.statistics.elo import Estimate, Pentanomial
from outflank.arena.tournament_formats import swiss_byes, swiss_points
from outflank.board import counted


@dataclass(frozen=True)
class Row:
    """A player's line in the table."""

    rank: int
    name: str
    rating: Estimate
    tally: Tally
    byes: int = 0  # rounds of a Swiss in which it sat out
    bye_points: float = 0.0  # it was given for them

    @property
    def is_rated(self) -> bool:
        """Whether a game was played to its end: forfeits alone say nothing about strength."""
        return self.tally.finished > 0

    def to_json(self) -> dict[str, Any]:
        margin = self.tally.mean_margin
        return {
            "rank": self.rank,
            "name": self.name,
            "rating": finite(self.rating.value) if self.is_rated else None,
            "rating_low": finite(self.rating.low) if self.is_rated else None,
            "rating_high": finite(self.rating.high) if self.is_rated else None,
            "games": self.tally.games,
            "won": self.tally.won,
            "drawn": self.tally.drawn,
            "lost": self.tally.lost,
            "points": self.tally.points,
            "byes": self.byes,
            "bye_points": self.bye_points,
            "score": round(self.tally.score, 4),
            "discs_per_game": None if margin is None else round(margin, 2),
            "forfeits": self.tally.forfeits,
            "seconds": round(self.tally.seconds, 2),
        }


@dataclass(frozen=True)
class Ranking:
    """The ranking of a tournament and its crosstable."""

    rows: list[Row]
    standings: Standings
    imagined_draws: float

    @classmethod
    def of_result(cls, result: RunResult) -> "Ranking":
        """The table of a run: a knock-out and a Swiss in the order in which they finished."""
        settings = result.settings
        finish = settings.make_format().finish(result.rounds)
        byes = swiss_byes(len(settings.names), result.rounds) if settings.format == "swiss" else ()
        return cls.of(result.standings, finish, byes, 2.0 * settings.pairs)

    @classmethod
    def of(
        cls,
        standings: Standings,
        finish: Sequence[float] = (),
        byes: Sequence[int] = (),
        bye_points: float = 0.0,
    ) -> "Ranking":
        """The table of standings: by how far the players got, where that is told, then by Elo."""
        ratings = standings.ratings()
        ranking = standings.ranking(ratings)
        if finish:
            got = dict(zip(standings.players, finish, strict=True))
            ranking.sort(key=lambda name: -got[name])
        sat_out = dict(zip(standings.players, byes, strict=False))
        rows = [
            Row(
                rank,
                name,
                ratings.of[name],
                standings.total[name],
                sat_out.get(name, 0),
                sat_out.get(name, 0) * bye_points,
            )
            for rank, name in enumerate(ranking, start=1)
        ]
        return cls(rows, standings, ratings.imagined)

    @property
    def names(self) -> list[str]:
        """The players from best to worst."""
        return [row.name for row in self.rows]

    def cell(self, row: str, column: str) -> Tally | None:
        """What the row's player did against the column's; None where they did not meet."""
        return self.standings.against.get((row, column))


def match_lines(settings: RunSettings, standings: Standings) -> Iterator[tuple[str, str]]:
    """What a match of two says, as pairs of a label and a value."""
    first, second = settings.names[:2]
    tally = standings.total[first]
    pairs = standings.pairs(first, second)
    yield "games", f"{tally.games}: won {tally.won}, drawn {tally.drawn}, lost {tally.lost}"
    yield "score", f"{tally.points:g} of {tally.games} ({tally.score:.1%})"
    if tally.finished:  # forfeits alone say nothing about strength
        yield "Elo", f"{pairs.elo()} (95 %)"
        yield "normalized Elo", str(pairs.normalized_elo())
        yield "stronger?", f"{pairs.likelihood_of_superiority():.1%} likely that {first} is"
    yield "pairs", " ".join(map(str, pairs.counts)) + "  (0, ½, 1, 1½, 2 points)"
    yield "discs a game", discs_text(tally)
    yield "draws", f"{standings.draw_rate:.1%}"
    yield "Black scores", f"{standings.black_score:.1%}"
    if settings.sprt and tally.finished:
        yield (
            "SPRT",
            f"{settings.sprt.elo0:g} or {settings.sprt.elo1:g} Elo? "
            + (settings.sprt.explain(pairs)),
        )
    if settings.limits.clock:
        yield "clock", settings.limits.told
    if settings.adjudicate:
        yield "adjudicated", f"solved, not played, from {settings.adjudicate} empties"
    for name in (first, second):
        if standings.total[name].forfeits:
            yield "forfeits", f"{standings.total[name].forfeits} by {name}"


def verdict(pairs: Pentanomial, first: str, second: str) -> str:
    """Say in a sentence who is stronger, or that the games do not tell."""
    elo = pairs.elo()
    if not elo.is_clear_of_zero:
        if math.isinf(elo.error):
            return f"{2 * pairs.pairs} games are too few to tell {first} and {second} apart."
        return f"The games do not tell {first} and {second} apart: {elo} Elo; play more."
    better, worse = (first, second) if elo.value > 0 else (second, first)
    size = elo if elo.value > 0 else pairs.reversed.elo()
    if math.isinf(size.value):
        return (
            f"{better} is stronger than {worse}: it won all {2 * pairs.pairs} games, "
            f"so by at least {size.low:.0f} Elo."
        )
    return f"{better} is stronger than {worse}: {size} Elo, the error bar clear of zero."


def futile_lines(result: RunResult) -> Iterator[str]:
    """Say of whom nothing can be said, and why."""
    for name in result.only_forfeits:
        faults = [r.fault for r in result.records if r.fault and r.fault.player == name]
        games = f"all {len(faults)} games" if len(faults) > 1 else "its only game"
        yield f"{name} forfeited {games}: {faults[0].message}"


def ending_line(result: RunResult) -> str:
    text = f"{counted(len(result.records), 'game')}; {result.ending.value}"
    sprt = result.settings.sprt
    if result.ending is RunEnding.DECIDED and sprt:
        text = f"{counted(len(result.records), 'game')}; SPRT {sprt.explain(result.pairs)}"
    if result.ending is RunEnding.COMPLETE and sprt:
        text = f"{counted(len(result.records), 'game')}, the most it was given; SPRT "
        text += sprt.explain(result.pairs)
    if result.left_out:
        text += f"; {counted(result.left_out, 'game')} played beyond that not counted"
    return text


def repeat_line(result: RunResult) -> str | None:
    """Say that games were played twice, which an error bar takes for more than it is."""
    repeated = result.repeated
    if not repeated:
        return None
    games = f"{repeated} of {len(result.records)} games"
    more = "balanced or random:6" if result.settings.size == 8 else "random:6"
    return (
        f"{games} {'repeats' if repeated == 1 else 'repeat'} another of the same players move by "
        "move. If they answer alike every time, that tells nothing new, and the error bars are "
        f"too narrow: play from more openings (--openings {more}).{_once(result)}"
    )


def _once(result: RunResult) -> str:
    """What is left of a match if every game counts once."""
    if len(result.settings.names) > 2 or result.only_forfeits:
        return ""
    games = counted(len(result.different), "different game")
    return f" Every game counted once, {games}: Elo {result.elo_of_different}."


def winner_line(result: RunResult) -> str | None:
    """Say who won a knock-out or a Swiss that was played to its end."""
    if result.ending is not RunEnding.COMPLETE or not result.rounds:
        return None
    if result.settings.format == "knock-out":
        return f"{Ranking.of_result(result).names[0]} wins the knock-out."
    if result.settings.format == "swiss":
        return _swiss_line(result)
    return None


def _swiss_line(result: RunResult) -> str:
    names = result.settings.names
    points = swiss_points(len(names), result.settings.pairs, result.rounds)
    most = max(points)
    best = [name for name, own in zip(names, points, strict=True) if own == most]
    total = 2 * result.settings.pairs * len(result.rounds)
    if len(best) == 1:
        return f"{best[0]} wins the Swiss with {most:g} of {total} points."
    return f"{', '.join(best[:-1])} and {best[-1]} share the Swiss with {most:g} of {total} points."


def fault_lines(records: list[PlayedGame]) -> Iterator[str]:
    """A line for each kind of fault of each player, with the first game it happened in."""
    seen: dict[tuple[str, str], list[PlayedGame]] = {}
    for record in records:
        if record.fault:
            seen.setdefault((record.fault.player, record.fault.kind.value), []).append(record)
    for (player, kind), games in seen.items():
        fault = games[0].fault
        assert fault is not None
        yield (
            f"{player} forfeited {len(games)} game{'s' if len(games) > 1 else ''} ({kind}), "
            f"first game {games[0].number}: {fault.message}"
        )


def discs_text(tally: Tally) -> str:
    """The mean disc difference; a dash where every game was forfeited."""
    margin = tally.mean_margin
    return "–" if margin is None else f"{margin:+z.1f}"


def finite(value: float) -> float | None:
    """A number that JSON can hold, to two decimals and never minus zero; None for infinity."""
    return round(value, 2) + 0.0 if abs(value) < 1e6 else None
