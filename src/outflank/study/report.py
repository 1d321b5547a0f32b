"""The report of a game in HTML: a single file with pictures of the errors."""

from html import escape

from outflank.board import Color
from outflank.game import Game
from outflank.study import words
from outflank.study.game_study import decided_by
from outflank.study.judging import rule
from outflank.study.review import Review
from outflank.study.views import move_view
from outflank.translation import _, language

WIDTH, HEIGHT, MARGIN = 720, 220, 30
LEAST_TOP = 16  # least discs for half the height

STYLE = """
body{font:16px/1.5 Georgia,serif;color:#2a2420;background:#f4f0e8;margin:0}
main{max-width:760px;margin:0 auto;padding:24px}
h1{margin:0 0 4px}h2{margin:28px 0 4px;font-size:1.1em}
.decided{font-size:1.15em}.quiet{color:#7d7268}
section{display:grid;grid-template-columns:200px minmax(0,1fr);gap:20px;align-items:start}
section{margin-top:16px}
svg{max-width:100%;height:auto}
section svg{display:block}
.moves{overflow-wrap:anywhere}
@media(max-width:560px){section{grid-template-columns:minmax(0,1fr)}}
@media print{section{break-inside:avoid}}
"""


def report_html(game: Game, review: Review) -> str:
    """Return the whole review as an HTML page to keep, print or send."""
    title = escape(" – ".join(words.player_names(game.info)))
    outcome = game.final_outcome
    decided = decided_by(review)
    lost = words.discs_lost({color: review.totals(color).discs_lost for color in Color})
    shown = [move_view(move) for move in review.moves if move.judgement.is_listed or move.reasons]
    boards = {
        move.ply: move.board.to_svg(
            width=200, legal=False, last_move=move.name, highlight=[move.best]
        )
        for move in review.moves
    }
    moves = "".join(
        f"<section><div>{boards[move.ply]}</div><div><h2>{escape(move.headline)}</h2>"
        f"<p>{escape(move.best)}</p><p>{escape(move.why)}</p></div></section>"
        for move in shown
    )
    legend = _("The red dot is the move played; the yellow square is the best move.")
    facts = [
        escape(f"{outcome}" if outcome else _("Not finished")),
        escape(review.opening),
        escape(game.info.get("event", "")),
        escape(game.info.get("date", "")),
    ]
    return (
        f'<!doctype html><html lang="{language().replace("_", "-")}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{title}</h1><p>{' · '.join(filter(None, facts))}</p>{_graph(review)}"
        f'<p class="decided">{escape(decided.sentence if decided else "")}</p>'
        f'<p class="quiet">{escape(f"{lost} {rule()} {legend}" if shown else lost)}</p>{moves}'
        f'<p class="quiet moves">{escape(game.transcript)}</p></main></body></html>\n'
    )


def _graph(review: Review) -> str:
    points = review.points
    if not points:
        return ""
    top = max([LEAST_TOP, *(abs(point.score) for point in points)])
    last = max(points[-1].ply, 1)

    def x(ply: int) -> float:
        return MARGIN + ply / last * (WIDTH - 2 * MARGIN)

    def y(score: int) -> float:
        return HEIGHT / 2 - score / top * (HEIGHT / 2 - 14)

    curve = " ".join(f"{x(point.ply):.1f},{y(point.score):.1f}" for point in points)
    decided = decided_by(review)
    line = ""
    if decided is not None:
        at = f"{x(decided.ply):.1f}"
        line = (
            f'<line x1="{at}" x2="{at}" y1="8" y2="{HEIGHT - 8}" stroke="#c07000" '
            'stroke-width="2" stroke-dasharray="5 3"/>'
        )
    marks = "".join(
        f'<circle cx="{x(move.ply):.1f}" cy="{y(move.for_black(move.best_score)):.1f}" r="4" '
        'fill="#a32a1c"/>'
        for move in review.errors
    )
    legend = _("Black's lead in discs, from -{top} to +{top}", top=top)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" '
        f'aria-label="{escape(legend)}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf8"/>'
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{HEIGHT / 2}" y2="{HEIGHT / 2}" '
        'stroke="#d9d1c2"/>'
        f'<text x="2" y="18" font-size="12" fill="#7d7268">+{top}</text>'
        f'<text x="2" y="{HEIGHT - 6}" font-size="12" fill="#7d7268">-{top}</text>'
        f'{line}<polyline points="{curve}" fill="none" stroke="#17724a" stroke-width="2.5"/>'
        f"{marks}</svg>"
    )
