"""All sentences that explain moves: reasons for errors, hints, praise."""

from typing import TypeAlias

from outflank.translation import N_, Forms, Nn_, _, ngettext

Text: TypeAlias = str | Forms

SENTENCES: dict[str, tuple[Text] | tuple[Text, Text]] = {
    # Corners
    "corner missed, lost": (
        N_("{mover} misses the corner {best}: after {played}, {opponent} could take it."),
    ),
    "corner missed, closed": (
        N_("{mover} misses the corner {best}, and {played} closes the way to it."),
    ),
    "corner missed": (
        Nn_(
            "{mover} misses the corner {best}, where a disc can never be flipped.",
            "{mover} misses the corner {best}: with it, {count} discs could never be flipped.",
        ),
    ),
    "corner beside": (
        N_("{played}, next to the empty corner {corner}, lets {opponent} take that corner."),
        N_("{best} keeps it closed."),
    ),
    "corner opened": (
        N_("{played} opens the corner {corner} to {opponent}."),
        N_("{best} keeps it closed."),
    ),
    "corner left": (
        N_("{opponent} can take the corner {corner}, and {played} does not stop that."),
        N_("{best} would have closed the corner."),
    ),
    "corner attacked": (
        N_(
            "{played} lets {opponent} attack the corner {corner}: after {answer}, {opponent} "
            "could take it next."
        ),
        N_("{best} prevents the attack."),
    ),
    "attack missed": (
        N_("{best} attacks the corner {corner}, and {opponent} could not defend it."),
    ),
    "attack missed, with gain": (
        N_("{best} attacks the corner {corner}: after {answer}, {mover} could take it."),
    ),
    "X-square": (
        N_(
            "{played} is an X-square: it helps {opponent} to reach the empty corner {corner} later."
        ),
    ),
    "C-square": (
        N_(
            "{played} is a C-square: next to the empty corner {corner}, it makes the edge weak, "
            "and {opponent} can attack it later."
        ),
    ),
    # Edges
    "Stoner trap": (
        N_(
            "{played} allows a Stoner trap on the edge {edge}: {opponent} could play {attack}, and "
            "if {mover} takes {first}, wedge in at {wedge} to win the corner {corner}."
        ),
    ),
    "Stoner trap missed": (
        N_(
            "{best} sets a Stoner trap on the edge {edge}: if {opponent} takes {first}, {mover} "
            "wedges in at {wedge} and can win the corner {corner}."
        ),
    ),
    "wedge": (
        N_(
            "{played} lets {opponent} wedge in at {wedge}, where the disc between {first} and "
            "{second} cannot be flipped along the edge."
        ),
    ),
    "wedge missed": (
        N_(
            "{best} wedges in between {first} and {second}, where the disc cannot be flipped "
            "along the edge."
        ),
    ),
    "unbalanced edge": (
        N_(
            "{played} makes the edge {edge} unbalanced: with {gap} empty, {opponent} can attack "
            "it from {attack}."
        ),
    ),
    "edge": (
        N_(
            "{played} lets {opponent} secure the edge {edge} with {answer}: {many} of its discs "
            "there could never be flipped."
        ),
        N_("After {best}, it would have {other} there."),
    ),
    "edge missed": (
        N_(
            "{best} secures the edge {edge}: {many} discs of {mover} there could never be "
            "flipped, instead of {few} after {played}."
        ),
    ),
    # Moves
    "out of moves": (
        N_(
            "{played} leaves {mover} without a safe move: after {answer}, it would have to open "
            "a corner."
        ),
        N_("After {best}, it keeps a safe move."),
    ),
    "out of moves missed": (
        N_("{best} leaves {opponent} without a safe move: every move would open a corner."),
    ),
    "safe moves": (
        Nn_(
            "{mover} runs out of safe moves: after {played} and {answer}, only {count} move opens "
            "no corner.",
            "{mover} runs out of safe moves: after {played} and {answer}, only {count} moves open "
            "no corner.",
        ),
        N_("{best} keeps {other}."),
    ),
    "forced pass": (
        N_(
            "{played} lets {opponent} move twice in a row: after {answer}, {mover} has no legal "
            "move."
        ),
    ),
    "forced pass missed": (
        N_("{best} leaves {opponent} without a legal move, so {mover} moves twice in a row."),
    ),
    "swindle": (
        N_(
            "{played} lets {opponent} fill both squares of a region, {first} and {second}, "
            "because {mover} would have to pass."
        ),
    ),
    "swindle missed": (
        N_("{best} is a swindle: {opponent} cannot move, so {mover} could play {second}, too."),
    ),
    "mobility": (
        N_("{played} gives {opponent} more choice: {many} moves."),
        N_("After {best}, it would have only {few}."),
    ),
    "few moves": (
        Nn_(
            "{played} leaves {mover} little choice: after {answer}, it would have {count} move.",
            "{played} leaves {mover} less choice: after {answer}, it would have {count} moves.",
        ),
        N_("With {best}, it would have {many}."),
    ),
    "quiet": (
        N_("{played} opens {squares} to {opponent}."),
        N_("{best} is a quiet move: it opens nothing."),
    ),
    "loud": (
        N_("{played} opens {many} new squares to {opponent}."),
        N_("{best} opens {few}."),
    ),
    "opens": (
        N_("{played} opens {answer} to {opponent}, who could play there next."),
        N_("{best} does not open it."),
    ),
    "takes away": (N_("{best} takes {answer} away from {opponent}; {played} leaves it open."),),
    "key square": (
        N_("{best} is a good square for both sides: after {played}, {opponent} could take it."),
    ),
    "cannot wait": (N_("{best} cannot wait: after {played}, {mover} could no longer play there."),),
    "cannot wait, answered": (
        N_("{best} cannot wait: after {played}, {opponent} could close it with {answer}."),
    ),
    "could wait": (
        N_("{played} can wait, for only {mover} can play there. {best} is open to both sides."),
    ),
    "wall": (
        N_(
            "{played} builds a wall: {many} discs of {mover} border on empty squares, which gives "
            "{opponent} moves."
        ),
        N_("After {best}, only {other} do."),
    ),
    "greedy": (
        N_(
            "{played} flips {many} discs, which gives {opponent} more to flip back: before the "
            "endgame, fewer discs are better."
        ),
        N_("{best} flips {few}."),
    ),
    # The end of the game
    "access": (
        N_("{played} gives up a region: after {answer}, only {opponent} could play at {squares}."),
        N_("After {best}, {mover} could play there, too."),
    ),
    "parity": (
        N_(
            "{played} starts a region with an even number of empty squares, where {opponent} "
            "gets the last move."
        ),
        N_("{best} is in a region with an odd number."),
    ),
    "last move": (
        N_("{played} gives {opponent} the last move in the region {squares}."),
        N_("After {best}, {mover} has it."),
    ),
    "stable": (
        N_(
            "{played} gives {opponent} stable discs: after {answer}, {many} could never be flipped."
        ),
        N_("After {best}, it would have {other}."),
    ),
    "stable missed": (
        N_(
            "{best} makes {many} discs of {mover} stable, which can never be flipped; {played} "
            "only {few}."
        ),
    ),
    "big flip": (
        N_("{played} lets {opponent} flip {many} discs with {answer}."),
        N_("After {best}, the answer {other_answer} flips {few}."),
    ),
    "count": (
        N_("Count the discs to the end: {played} ends {made}, {best} ends {other} (Black–White)."),
    ),
    "proven win drawn": (
        N_(
            "{played} gives the win away: after {best}, {mover} wins by {won} with perfect play, "
            "and now the game is a draw."
        ),
    ),
    "proven win lost": (
        Nn_(
            "{played} gives the win away: after {best}, {mover} wins by {won} with perfect play, "
            "and now {opponent} wins by {count} disc.",
            "{played} gives the win away: after {best}, {mover} wins by {won} with perfect play, "
            "and now {opponent} wins by {count} discs.",
        ),
    ),
    "proven draw lost": (
        Nn_(
            "{played} gives the draw away: from here {opponent} wins by {count} disc with perfect "
            "play.",
            "{played} gives the draw away: from here {opponent} wins by {count} discs with perfect "
            "play.",
        ),
    ),
    # Hints
    "hint: corner": (N_("{best} takes a corner, where a disc can never be flipped."),),
    "hint: pass": (N_("{best} leaves {opponent} without a legal move."),),
    "hint: attack": (N_("{best} attacks the corner {corner}, which {opponent} cannot defend."),),
    "hint: wedge": (N_("{best} wedges in between {first} and {second}, safe along the edge."),),
    "hint: no safe move": (
        N_("{best} leaves {opponent} without a safe move: every move would open a corner."),
    ),
    "hint: quiet": (N_("{best} is a quiet move: it opens no new square to {opponent}."),),
    "hint: few moves": (
        Nn_(
            "{best} leaves {opponent} only {count} move.",
            "{best} leaves {opponent} only {count} moves.",
        ),
    ),
    "hint: key square": (
        N_("{best} is a good square for both sides: take it before {opponent} does."),
    ),
    "hint: few discs": (
        N_("{best} flips a single disc, which gives {opponent} little to flip back."),
    ),
    # Praise
    "only move wins, next draws": (
        N_("This is the only move that wins. The next best move, {second}, draws."),
    ),
    "only move wins, next loses": (
        N_("This is the only move that wins. The next best move, {second}, loses."),
    ),
    "only move draws": (
        N_("This is the only move that draws. The next best move, {second}, loses."),
    ),
    "quiet move": (
        Nn_(
            "This quiet move opens no new square to {opponent}. The next best move, {second}, is "
            "{count} disc worse.",
            "This quiet move opens no new square to {opponent}. The next best move, {second}, is "
            "{count} discs worse.",
        ),
    ),
    "sacrifice": (
        Nn_(
            "Sacrificing the corner {corner} works: the next best move, {second}, is {count} "
            "disc worse.",
            "Sacrificing the corner {corner} works: the next best move, {second}, is {count} "
            "discs worse.",
        ),
    ),
}
"""Explanations of moves: what happens, and optionally a comparison with the other move, which
is left out if it would reveal the best move."""


def say(name: str, count: int = 1, *, compared: bool = True, **names: object) -> str:
    """Fill in a sentence; ``count`` is its number with plural forms.

    >>> say("opens", played="c3", opponent="Black", answer="b4", best="c6")
    'c3 opens b4 to Black, who could play there next. c6 does not open it.'
    """
    texts = SENTENCES[name] if compared else SENTENCES[name][:1]
    return " ".join(
        _(text, **names) if isinstance(text, str) else ngettext(*text, count, **names)
        for text in texts
    )
