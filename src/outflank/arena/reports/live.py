"""Show a run in the terminal, live and as final tables."""

import sys
import threading
import time
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.table import Table as RichTable
from rich.text import Text

from outflank.arena.playing.printing import shown
from outflank.arena.records import PlayedGame
from outflank.arena.reports.ranking import (
    Ranking,
    discs_text,
    ending_line,
    fault_lines,
    futile_lines,
    match_lines,
    match_verdict,
    repeat_line,
    winner_line,
)
from outflank.arena.reports.standings import Standings
from outflank.arena.runs import RunEnding, RunResult, RunSettings, Watcher
from outflank.arena.statistics.elo import Estimate
from outflank.arena.statistics.sprt import Decision
from outflank.translation import _, ngettext

BAR = 24  # characters of a rating bar
SPRT_BAR = 40  # of an SPRT bar, which fits 80 columns with its label and bounds
WIDE = 28  # maximum length of a player's name; longer ones are cut in the middle
RANKING, GAP = 52, 3  # width of the other columns of a ranking; gap between columns
REFRESH = 4  # per second; a higher rate only takes time from the players
PRINTED = 20  # lines of player output shown in a terminal; a file gets all of them
QUIET_EVERY = 10.0  # seconds between progress lines without a terminal


class LiveView(Watcher):
    """Watches a run and updates the terminal, or prints progress lines without a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._settings: RunSettings | None = None
        self._standings: Standings | None = None
        self._games: int | None = None
        self._here = 0  # games of this session, for the rate
        self._started = self._spoken = time.monotonic()
        self._note = ""
        self._errors = sys.stderr  # the original stream, because Live replaces sys.stderr
        self._printed = 0  # lines of player output shown so far
        self._lock = threading.Lock()  # drawing happens in another thread
        self._live = Live(
            console=console,
            refresh_per_second=REFRESH,
            get_renderable=self._picture,
            transient=True,
        )

    def __enter__(self) -> "LiveView":
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def began(self, settings: RunSettings, done: Sequence[PlayedGame], games: int | None) -> None:
        self._settings, self._games = settings, games
        self._standings = Standings.of(settings.names, done)
        self._started = self._spoken = time.monotonic()
        if done:
            self._console.print(
                ngettext(
                    "Continuing after {count:,} game from the log.",
                    "Continuing after {count:,} games from the log.",
                    len(done),
                )
            )

    def finished(self, records: Sequence[PlayedGame]) -> None:
        assert self._standings is not None
        with self._lock:
            for record in records:
                self._standings.add(record)
        for record in records:
            self._show_printed(record)
            if record.fault:
                fault = record.fault
                text = _(
                    "game {number}: {player} forfeits ({kind}): {reason}",
                    number=record.number,
                    player=fault.player,
                    kind=_(fault.kind.value),
                    reason=fault.message[:200],
                )
                self._console.print(f"[red]{escape(text)}")
        self._here += len(records)
        now = time.monotonic()
        if not self._console.is_terminal and now - self._spoken >= QUIET_EVERY:
            self._spoken = now
            self._console.print(self._progress())

    def _show_printed(self, record: PlayedGame) -> None:
        """Write the players' output to standard error, above the table in a terminal."""
        to_terminal = self._errors.isatty()
        for name, text in zip((record.black, record.white), record.printed, strict=True):
            for line in shown(text):
                self._printed += 1
                if to_terminal and self._printed > PRINTED:
                    if self._printed == PRINTED + 1:
                        self._error(_("The players printed more. See the log, or use 2>FILE."))
                    return
                where = _("game {number}, {player}", number=record.number, player=name)
                self._error(f"{where}: {line}")

    def _error(self, line: str) -> None:
        if self._errors.isatty() and self._console.is_terminal:
            self._console.print(Text(line, style="dim"), soft_wrap=True)
        else:
            print(line, file=self._errors)

    def say(self, note: str) -> None:
        self._note = note
        if not self._console.is_terminal:
            self._console.print(note)

    def _progress(self) -> str:
        assert self._standings is not None
        seconds = time.monotonic() - self._started
        rate = self._here / seconds if seconds > 0 else 0.0
        played = self._standings.games
        parts = [ngettext("{count:,} game", "{count:,} games", played)]
        sprt = self._settings is not None and self._settings.sprt  # the end cannot be predicted
        if self._games is not None and not (
            sprt and self._settings and self._settings.is_unlimited
        ):
            parts = [_("{count} of {total} games", count=played, total=self._games)]
            left = max(0, self._games - played)
            if rate and left and not sprt:
                parts.append(_("{time} left", time=_duration(left / rate)))
        return ", ".join([*parts, _("{rate:.1f} per second", rate=rate)])

    def _picture(self) -> RenderableType:
        with self._lock:
            return self._drawn()

    def _drawn(self) -> RenderableType:
        if self._standings is None or self._settings is None:
            return Text(_("Starting…"))
        parts: list[RenderableType] = []
        if len(self._settings.names) == 2:
            parts.append(match_view(self._settings, self._standings))
        else:
            parts.append(ranking_view(Ranking.of(self._standings), self._console.width))
        parts.append(Text(self._progress(), style="dim"))
        if self._note:
            parts.append(Text(self._note, style="bold yellow"))
        return Group(*parts)


def ranking_view(ranking: Ranking, width: int) -> RenderableType:
    """Return the ranking and crosstable, side by side if they fit."""
    names = max(len(short(row.name)) for row in ranking.rows)
    full = [[_cell(ranking, row.name, column) for column in ranking.names] for row in ranking.rows]
    cell = max(len(text) for line in full for text in line) + GAP
    if names + RANKING + BAR + GAP + cell * len(full) <= width:
        return _rows(ranking, _ranking(ranking, bars=True), full)
    if cell * len(full) + GAP > width:
        full = [[text.partition(" ")[0] for text in line] for line in full]  # wins only
    return Group(
        _rows(ranking, _ranking(ranking, bars=names + RANKING + BAR + GAP <= width), None),
        _rows(ranking, {"#": [str(row.rank) for row in ranking.rows]}, full),
    )


def _ranking(ranking: Ranking, *, bars: bool) -> dict[str, list[str]]:
    known = [row.rating for row in ranking.rows if row.is_rated and row.rating.error < 1e6]
    low = min((rating.low for rating in known), default=0.0)
    high = max((rating.high for rating in known), default=0.0)
    rows = ranking.rows
    columns = {
        "#": [str(row.rank) for row in rows],
        _("player"): [escape(short(row.name)) for row in rows],
        "Elo": [
            f"{row.rating.value:+z.0f} ±{row.rating.error:.0f}" if row.is_rated else "–"
            for row in rows
        ],
        "95 %": [bar(row.rating, low, high) if row.is_rated else "" for row in rows],
        _("points"): [f"{row.tally.points:g}/{row.tally.games}" for row in rows],
        _("byes"): [f"+{row.bye_points:g}" if row.byes else "" for row in rows],
        "%": [f"{row.tally.score:.0%}" for row in rows],
        _("discs"): [discs_text(row.tally) for row in rows],
        _("forfeits"): [str(row.tally.forfeits or "") for row in rows],
    }
    if not bars:
        del columns["95 %"]
    for name in (_("byes"), _("forfeits")):
        if not any(columns[name]):
            del columns[name]
    return columns


def _rows(
    ranking: Ranking, columns: dict[str, list[str]], cells: list[list[str]] | None
) -> RichTable:
    """Build a table of these columns followed by the crosstable."""
    view = RichTable(show_edge=False, pad_edge=False, header_style="bold", box=SIMPLE_HEAD)
    for title in columns:
        view.add_column(
            title, justify="left" if title in (_("player"), "95 %") else "right", no_wrap=True
        )
    for row in ranking.rows if cells else ():
        view.add_column(str(row.rank), justify="center", no_wrap=True)
    for i in range(len(ranking.rows)):
        view.add_row(*(column[i] for column in columns.values()), *(cells[i] if cells else ()))
    return view


def _cell(ranking: Ranking, row: str, column: str) -> str:
    if row == column:
        return "·"
    cell = ranking.cell(row, column)
    return f"+{cell.won} ={cell.drawn} −{cell.lost}" if cell else ""


def match_view(settings: RunSettings, standings: Standings) -> RichTable:
    """Return the facts of a two-player match as a table."""
    view = RichTable.grid(padding=(0, 2))
    view.add_column(style="dim")
    view.add_column()
    first, second = map(escape, settings.names[:2])
    view.add_row("", _("{first} against {second}", first=f"[bold]{first}[/]", second=second))
    for label, value in match_lines(settings, standings):
        view.add_row(label, escape(value))
    if settings.sprt:
        pairs = standings.pairs(*settings.names[:2])
        view.add_row(
            "", sprt_bar(settings.sprt.llr(pairs), settings.sprt.lower, settings.sprt.upper)
        )
    return view


def print_result(console: Console, result: RunResult) -> None:
    """Print the final tables and messages of a run."""
    settings, standings = result.settings, result.standings
    if len(settings.names) == 2:
        console.print(match_view(settings, standings))
        if standings.total[settings.names[0]].finished:
            sentence = match_verdict(standings, *settings.names[:2])
            if not settings.sprt or settings.sprt.decide(result.pairs) is Decision.CONTINUE:
                console.print(escape(sentence), style="bold")
    else:
        ranking = Ranking.of_result(result)
        console.print(ranking_view(ranking, console.width))
        if ranking.imagined_draws:
            console.print(
                _(
                    "A player won or lost all games, so the ratings include {draws:g} extra draws "
                    "per pairing, which keeps them finite.",
                    draws=ranking.imagined_draws,
                ),
                style="dim",
            )
    winner = winner_line(result)
    if winner:
        console.print(escape(winner), style="bold")
    repeats = repeat_line(result)
    if repeats:
        console.print(escape(repeats), style="yellow")
    futile = result.only_forfeits if result.ending is not RunEnding.STOPPED else []
    others = [r for r in result.records if r.fault and r.fault.player not in futile]
    for line in fault_lines(others):
        console.print(escape(line), style="red")
    for line in futile_lines(result) if futile else ():
        console.print(escape(line), style="bold red")
    console.print(escape(ending_line(result)), style="dim")


def bar(rating: Estimate, low: float, high: float) -> str:
    """Draw a rating and its error bar on a common scale, as text."""
    if not rating.error < 1e6 or high <= low:
        return ""
    scale = (BAR - 1) / (high - low)
    start, middle, end = (
        round((value - low) * scale) for value in (rating.low, rating.value, rating.high)
    )
    return "".join("●" if i == middle else "─" if start <= i <= end else " " for i in range(BAR))


def sprt_bar(llr: float, lower: float, upper: float) -> str:
    """Draw the position of an SPRT between its bounds, as text."""
    width = SPRT_BAR
    at = round((min(max(llr, lower), upper) - lower) / (upper - lower) * width)
    line = "─" * at + "●" + "─" * (width - at)
    return _("no {low:.2f} {line} {high:+.2f} yes", low=lower, line=line, high=upper)


def short(name: str) -> str:
    """Shorten a name in the middle, where specs and paths differ least."""
    if len(name) <= WIDE:
        return name
    return name[: WIDE // 2 - 1] + "…" + name[-WIDE // 2 :]


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
