"""The results of a run as numbers and sentences, independent of their display."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.arena.pairings import swiss_byes, swiss_points
from outflank.arena.records import PlayedGame
from outflank.arena.reports.standings import Standings, Tally
from outflank.arena.runs import RunEnding, RunResult, RunSettings
from outflank.arena.statistics.elo import Estimate, Pentanomial
from outflank.translation import _, ngettext


@dataclass(frozen=True)
class Row:
    rank: int
    name: str
    rating: Estimate
    tally: Tally
    byes: int = 0  # byes in a Swiss tournament
    bye_points: float = 0.0  # points for byes

    @property
    def is_rated(self) -> bool:
        """True if any game was not a forfeit; forfeits alone say nothing about strength."""
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
    rows: list[Row]
    standings: Standings
    imagined_draws: float

    @classmethod
    def of_result(cls, result: RunResult) -> "Ranking":
        """Create the ranking of a run; knock-out and Swiss use their finishing order."""
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
        """Rank the players by finishing order, if given, then by Elo."""
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
        """Return the row player's results against the column player, if they met."""
        return self.standings.against.get((row, column))


def match_lines(settings: RunSettings, standings: Standings) -> Iterator[tuple[str, str]]:
    """Yield the facts of a two-player match as label and value."""
    first, second = settings.names[:2]
    tally = standings.total[first]
    pairs = standings.pairs(first, second)
    yield (
        _("games"),
        _(
            "{games}: won {won}, drawn {drawn}, lost {lost}",
            games=tally.games,
            won=tally.won,
            drawn=tally.drawn,
            lost=tally.lost,
        ),
    )
    yield _("points"), f"{tally.points:g}/{tally.games} ({tally.score:.1%})"
    if tally.says_strength:
        yield "Elo", f"{pairs.elo()} (95 %)"
        yield _("normalized Elo"), str(pairs.normalized_elo())
        likely = pairs.likelihood_of_superiority()
        yield _("{player} is stronger", player=first), _("{share:.1%} likely", share=likely)
    yield _("pairs"), " ".join(map(str, pairs.counts)) + "  " + _("(0, ½, 1, 1½, 2 points)")
    yield _("discs per game"), discs_text(tally)
    yield _("draws"), f"{standings.draw_rate:.1%}"
    yield _("Black scores"), f"{standings.black_score:.1%}"
    if settings.sprt and tally.says_strength:
        yield (
            "SPRT",
            _("{low:g} or {high:g} Elo?", low=settings.sprt.elo0, high=settings.sprt.elo1)
            + f" {settings.sprt.explain(pairs)}",
        )
    if settings.limits.clock:
        yield _("clock"), settings.limits.told
    if settings.adjudicate:
        yield (
            _("adjudicated"),
            _("solved from {empties} empty squares", empties=settings.adjudicate),
        )
    for name in (first, second):
        if standings.total[name].forfeits:
            yield _("forfeits of {player}", player=name), str(standings.total[name].forfeits)


def match_verdict(standings: Standings, first: str, second: str) -> str:
    """Return the verdict of a match; none if more than a tenth of the games were forfeits."""
    tally = standings.total[first]
    if tally.games and not tally.says_strength:
        return ngettext(
            "Only {count} of {games} games was played to the end, so there is no verdict.",
            "Only {count} of {games} games were played to the end, so there is no verdict.",
            tally.finished,
            games=tally.games,
        )
    return verdict(standings.pairs(first, second), first, second)


def verdict(pairs: Pentanomial, first: str, second: str) -> str:
    """Return a sentence that names the stronger player or says that it is unclear."""
    elo = pairs.elo()
    if not elo.is_clear_of_zero:
        if math.isinf(elo.error):
            return _(
                "{games} games are too few to show whether {first} or {second} is stronger.",
                games=2 * pairs.pairs,
                first=first,
                second=second,
            )
        return _(
            "The games do not show whether {first} or {second} is stronger: {elo} Elo. Play more "
            "games.",
            first=first,
            second=second,
            elo=elo,
        )
    better, worse = (first, second) if elo.value > 0 else (second, first)
    size = elo if elo.value > 0 else pairs.reversed.elo()
    if math.isinf(size.value):
        return _(
            "{better} is stronger than {worse}: it won all {games} games, so by at least {elo:.0f} "
            "Elo.",
            better=better,
            worse=worse,
            games=2 * pairs.pairs,
            elo=size.low,
        )
    return _(
        "{better} is stronger than {worse}: {elo} Elo, and the error bar does not include zero.",
        better=better,
        worse=worse,
        elo=size,
    )


def futile_lines(result: RunResult) -> Iterator[str]:
    """Describe the players without a result, and why."""
    for name in result.only_forfeits:
        faults = [r.fault for r in result.records if r.fault and r.fault.player == name]
        yield ngettext(
            "{player} forfeited its only game: {reason}",
            "{player} forfeited all {count} games: {reason}",
            len(faults),
            player=name,
            reason=faults[0].message,
        )


def ending_line(result: RunResult) -> str:
    games = ngettext("{count:,} game", "{count:,} games", len(result.records))
    parts = [games, _(result.ending.value)]
    if result.settings.sprt and result.ending in (RunEnding.DECIDED, RunEnding.COMPLETE):
        complete = [_("the limit is reached")] if result.ending is RunEnding.COMPLETE else []
        parts = [games, *complete, f"SPRT {result.settings.sprt.explain(result.pairs)}"]
    if result.left_out:
        parts.append(
            ngettext(
                "{count} later game does not count",
                "{count} later games do not count",
                result.left_out,
            )
        )
    return "; ".join(parts)


def repeat_line(result: RunResult) -> str | None:
    """Warn about repeated games, which make the error bars too narrow."""
    repeated = result.repeated
    if not repeated:
        return None
    text = ngettext(
        "{count} of {games} games repeats another game of the same players, so the error bars are "
        "too narrow. Play from more openings: {option}",
        "{count} of {games} games repeat another game of the same players, so the error bars are "
        "too narrow. Play from more openings: {option}",
        repeated,
        games=len(result.records),
        option="--openings balanced" if result.settings.size == 8 else "--openings random:6",
    )
    return f"{text}.{_once(result)}"


def _once(result: RunResult) -> str:
    """Return the result of a match with every distinct game counted once."""
    if len(result.settings.names) > 2 or result.only_forfeits:
        return ""
    return " " + ngettext(
        "Elo from {count} distinct game: {elo}.",
        "Elo from {count} distinct games: {elo}.",
        len(result.different),
        elo=result.elo_of_different,
    )


def winner_line(result: RunResult) -> str | None:
    """Return the winner of a completed knock-out or Swiss tournament."""
    if result.ending is not RunEnding.COMPLETE or not result.rounds:
        return None
    if result.settings.format == "knock-out":
        return _("{player} wins the knock-out.", player=Ranking.of_result(result).names[0])
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
        return _(
            "{player} wins the Swiss tournament with {points:g} of {total} points.",
            player=best[0],
            points=most,
            total=total,
        )
    return _(
        "These players share first place in the Swiss tournament with {points:g} of {total} "
        "points: {players}.",
        players=", ".join(best),
        points=most,
        total=total,
    )


def fault_lines(records: list[PlayedGame]) -> Iterator[str]:
    """Yield a line per player and kind of fault, with the first game it occurred in."""
    seen: dict[tuple[str, str], list[PlayedGame]] = {}
    for record in records:
        if record.fault:
            seen.setdefault((record.fault.player, record.fault.kind.value), []).append(record)
    for (player, kind), games in seen.items():
        fault = games[0].fault
        assert fault is not None
        yield ngettext(
            "{player} forfeited {count} game ({kind}), first game {number}: {reason}",
            "{player} forfeited {count} games ({kind}), first game {number}: {reason}",
            len(games),
            player=player,
            kind=_(kind),
            number=games[0].number,
            reason=fault.message,
        )


def discs_text(tally: Tally) -> str:
    """Format the mean disc difference; a dash if every game was forfeited."""
    margin = tally.mean_margin
    return "–" if margin is None else f"{margin:+z.1f}"


def finite(value: float) -> float | None:
    """Round to two decimals, without minus zero; None for infinity, which JSON cannot represent."""
    return round(value, 2) + 0.0 if abs(value) < 1e6 else None
