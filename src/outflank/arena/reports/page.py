"""The report of a run as one standalone HTML page.

It has the crosstable, a plot of the ratings with error bars, and a replay of each game. The page's
script does not implement the rules; the flipped discs of each move are included in the data.
"""

import html
import json
from collections.abc import Sequence
from importlib import resources
from typing import Any

from outflank.arena.openings import opening_moves
from outflank.arena.playing.printing import CUT
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
from outflank.arena.runs import RunResult
from outflank.arena.statistics.elo import Estimate
from outflank.board import Board, Color, parse_square
from outflank.translation import N_, _, language

REPLAYS = 2000  # maximum games per page; about 600 bytes each
WORDS = {
    "crosstable": N_("Crosstable"),
    "ratings": N_("Ratings"),
    "games": N_("Games"),
    "choose": N_("Choose a game. The arrow keys step through it."),
    "board": N_("Board"),
    "first": N_("First position"),
    "back": N_("Previous move"),
    "next": N_("Next move"),
    "last": N_("Last position"),
    "player": N_("Player"),
    "result": N_("Result"),
    "all": N_("all"),
    "won": N_("won"),
    "drawn": N_("drawn"),
    "lost": N_("lost"),
    "forfeited": N_("forfeited"),
    "start": N_("Move 0 of {total}: start, {black}–{white}"),
    "opening": N_("Move {ply} of {total}: {color} {square} (opening), {black}–{white}"),
    "move": N_("Move {ply} of {total}: {color} {square}, {black}–{white}"),
    "position": N_("The board after move {ply}: Black {black}, White {white}"),
    "black": N_("Black"),
    "white": N_("White"),
    "forfeits": N_("{player} forfeits"),
    "why": N_("{player} forfeits ({kind}): {reason}"),
    "trace": N_("Position: {position}\nAnswer: {answer}"),
    "none": N_("none"),
    "printed": N_("Output of {player}:"),
}
"""The messages used by data/report.html."""
PRINTED = 1000  # maximum characters of player output per game; the log has more
ROW_HEIGHT, PLOT_WIDTH, NAME_WIDTH = 34, 620, 210  # pixels of the rating plot


def to_html(result: RunResult, title: str) -> str:
    ranking = Ranking.of_result(result)
    shown = sorted(result.records, key=lambda r: r.fault is None)[:REPLAYS]
    shown.sort(key=lambda record: record.game)
    words = {name: _(text) for name, text in WORDS.items()}
    data = {
        "words": words,
        "size": result.settings.size,
        "start": _stones(Board(result.settings.size)),
        "games": [_replay(record) for record in shown],
    }
    page = resources.files("outflank.arena").joinpath("data/report.html").read_text("utf-8")
    # A player's name must not be able to close the script element.
    script = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    parts = {
        **{f"w.{name}": html.escape(text) for name, text in words.items()},
        "LANGUAGE": language().replace("_", "-"),
        "TITLE": html.escape(title),
        "SUMMARY": _summary(result),
        "CROSSTABLE": _crosstable(ranking),
        "PLOT": rating_plot([(row.name, row.rating) for row in ranking.rows if row.is_rated]),
        "FAULTS": _faults(result.records),
        "SHOWN": ""
        if len(shown) == len(result.records)
        else _("This page has the first {count} games.", count=len(shown)),
        "DATA": script,
    }
    for name, text in parts.items():
        page = page.replace("{{" + name + "}}", text)
    return page


def to_fragment(result: RunResult) -> str:
    """Return the summary and table as an HTML fragment for notebooks, light or dark."""
    ranking = Ranking.of_result(result)
    plot = ""
    if len(ranking.rows) > 2:
        plot = rating_plot([(row.name, row.rating) for row in ranking.rows if row.is_rated])
    style = resources.files("outflank.arena").joinpath("data/fragment.css").read_text("utf-8")
    return (
        f'<div class="outflank-run"><style>{style}</style>{_summary(result)}{_crosstable(ranking)}'
        f"{plot}{_faults(result.records)}</div>"
    )


def rating_plot(ratings: Sequence[tuple[str, Estimate]], style: str = "") -> str:
    """Draw ratings with error bars as an SVG; ``style`` makes it usable on its own."""
    known = [(name, rating) for name, rating in ratings if rating.error < 1e6]
    if not known:
        return "<p>" + html.escape(_("There are no ratings yet.")) + "</p>"
    low = min(rating.low for _name, rating in known)
    high = max(rating.high for _name, rating in known)
    step = _step(high - low)
    low, high = step * (low // step), step * (-(-high // step))
    high = high if high > low else low + step
    height = ROW_HEIGHT * len(known) + 30

    def x(value: float) -> float:
        return round(NAME_WIDTH + 10 + (value - low) / (high - low) * (PLOT_WIDTH - 20), 1)

    about = _("Ratings with error bars (95 %)")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" '
        f'viewBox="0 0 {NAME_WIDTH + PLOT_WIDTH + 24} {height}" role="img" '
        f'aria-label="{html.escape(about)}">{style}'
    ]
    tick = low
    while tick <= high + step / 2:
        parts.append(
            f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="0" y2="{height - 24}"/>'
            f'<text class="tick" x="{x(tick)}" y="{height - 6}">{tick:+z.0f}</text>'
        )
        tick += step
    for number, (name, rating) in enumerate(known):
        y = ROW_HEIGHT * number + ROW_HEIGHT // 2
        label = _(
            "{name}: {value:+z.0f} ({low:+z.0f} to {high:+z.0f})",
            name=name,
            value=rating.value,
            low=rating.low,
            high=rating.high,
        )
        parts.append(
            f"<g><title>{html.escape(label)}</title>"
            f'<text class="name" x="{NAME_WIDTH - 8}" y="{y + 5}">{html.escape(_cut(name))}'
            f'</text><path class="bar" d="M{x(rating.low)} {y - 6}v12m0 -6H{x(rating.high)}'
            f'm0 -6v12"/>'
            f'<circle class="dot" cx="{x(rating.value)}" cy="{y}" r="5"/></g>'
        )
    parts.append("</svg>")
    return "".join(parts)


def _summary(result: RunResult) -> str:
    lines = (*futile_lines(result), winner_line(result), repeat_line(result), ending_line(result))
    text = "".join(f"<p>{html.escape(line)}</p>" for line in lines if line)
    settings = result.settings
    if len(settings.names) == 2 and result.records:
        facts = "".join(
            f"<dt>{html.escape(label)}</dt><dd>{html.escape(value)}</dd>"
            for label, value in match_lines(settings, result.standings)
        )
        text += f"<dl>{facts}</dl>"
        if result.standings.total[settings.names[0]].finished:
            sentence = html.escape(match_verdict(result.standings, *settings.names))
            text = f"<p><strong>{sentence}</strong></p>{text}"
    return text


def _crosstable(ranking: Ranking) -> str:
    forfeits = any(row.tally.forfeits for row in ranking.rows)
    numbers = "".join(f"<th>{number}</th>" for number in range(1, len(ranking.rows) + 1))
    titles = ["Elo", "± 95 %", _("points"), _("percent"), _("discs")]
    titles += [_("forfeits")] if forfeits else []
    cells_of_head = "".join(f"<th>{html.escape(title)}</th>" for title in titles)
    player = html.escape(_("player"))
    head = f'<tr><th>#</th><th class="left">{player}</th>{cells_of_head}{numbers}</tr>'
    lines = []
    for row in ranking.rows:
        cells = []
        for column in ranking.names:
            cell = ranking.cell(row.name, column)
            if column == row.name:
                cells.append('<td class="self"></td>')
            elif cell is None:
                cells.append("<td></td>")
            else:
                share = round(100 * cell.score)
                about = _(
                    "{first} against {second}: {share} %, {discs} discs per game",
                    first=row.name,
                    second=column,
                    share=share,
                    discs=discs_text(cell),
                )
                cells.append(
                    f'<td style="--share:{share}%" class="cell" title="{html.escape(about)}">'
                    f"<b>{cell.points:g}</b>"
                    f"<small>+{cell.won} ={cell.drawn} −{cell.lost}</small></td>"
                )
        rating = row.rating
        error = f"{rating.error:.0f}" if rating.error < 1e6 else "∞"
        elo = f"<td>{rating.value:+z.0f}</td><td>{error}</td>"
        byes = html.escape(_("{points:g} for byes", points=row.bye_points))
        byes = f" + {byes}" if row.byes else ""
        lines.append(
            f'<tr><td>{row.rank}</td><th class="left" scope="row">{html.escape(row.name)}</th>'
            f"{elo if row.is_rated else '<td>–</td><td></td>'}"
            f"<td>{row.tally.points:g} / {row.tally.games}{byes}</td><td>{row.tally.score:.1%}</td>"
            f"<td>{discs_text(row.tally)}</td>"
            + (f"<td>{row.tally.forfeits or ''}</td>" if forfeits else "")
            + "".join(cells)
            + "</tr>"
        )
    return f"<table><thead>{head}</thead><tbody>{''.join(lines)}</tbody></table>"


def _faults(records: Sequence[PlayedGame]) -> str:
    lines = "".join(f"<li>{html.escape(line)}</li>" for line in fault_lines(list(records)))
    title = html.escape(_("Forfeits"))
    return f"<h2>{title}</h2><ul>{lines}</ul>" if lines else ""


def _replay(record: PlayedGame) -> dict[str, Any]:
    """Return a game for the page's script: each move's square and flipped discs."""
    board = Board(record.size)
    moves = []
    for name in opening_moves(record.moves):
        board = board.after_forced_pass
        square = parse_square(name, record.size)
        black = 1 if board.turn is Color.BLACK else 0
        moves.append([black, square, *board.flips(square)])
        board = board.play(square)
    data: dict[str, Any] = {
        "n": record.number,
        "b": record.black,
        "w": record.white,
        "o": len(opening_moves(record.opening)),
        "r": None if record.winner is None else record.winner.name.lower(),
        "d": record.discs,
        "m": moves,
        "t": record.moves,
    }
    if any(record.printed):
        data["p"] = [
            text if len(text) <= PRINTED else CUT + text[-PRINTED:] for text in record.printed
        ]
    if record.fault:
        fault = record.fault
        data["f"] = {
            "who": fault.player,
            "kind": _(fault.kind.value),
            "message": fault.message,
            "answer": fault.answer,
            "position": fault.position,
            "traceback": fault.traceback,
        }
    return data


def _stones(board: Board) -> list[int]:
    """Return every square as 0 (empty), 1 (black) or 2 (white)."""
    black, white = board.black_bits, board.white_bits
    return [(black >> square & 1) + 2 * (white >> square & 1) for square in range(board.size**2)]


def _step(span: float) -> float:
    """Return a round interval for about six grid lines."""
    step = 1.0
    while span / step > 8:
        step *= 2.5 if str(step).startswith("2") else 2
    return step


def _cut(name: str) -> str:
    return name if len(name) <= 26 else name[:12] + "…" + name[-13:]
