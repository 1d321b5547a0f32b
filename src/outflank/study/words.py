"""Words that several studies use, and every sentence that explains a move."""

from collections.abc import Mapping
from typing import TypeAlias

from outflank.board import Color
from outflank.study.judging import Judgement
from outflank.translation import N_, Forms, Nn_, _, ngettext

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def in_time(seconds: float, days: Forms, hours: Forms, minutes: Forms) -> str:
    """A sentence about a time to wait: that of the largest unit that fits."""
    for text, length in ((days, DAY), (hours, HOUR)):
        if seconds >= length:
            return ngettext(*text, round(seconds / length))
    return ngettext(*minutes, max(1, round(seconds / MINUTE)))


def worth(score: float, digits: int = 0) -> str:
    """A value where it stands alone: on a square, in a column.

    >>> worth(4), worth(-3), worth(0), worth(-0.04, digits=1)
    ('+4', '-3', '=', '=')
    """
    number = f"{score:+.{digits}f}"
    return number if float(number) else "="


def about(score: int, *, exact: bool) -> str:
    """A value in a sentence; an estimate has a mark.

    >>> about(4, exact=True), about(-3, exact=False), about(0, exact=False)
    ('+4', '~-3', '~0')
    """
    return ("" if exact else "~") + (f"{score:+d}" if score else "0")


def turned(number: int, name: str, best: int, made: int) -> str:
    """The last move that threw a result away, with what was there before it and after it.

    >>> turned(58, "a1", 10, -8)
    'The game turned at move 58: a1 turned a win into a loss.'
    """
    if best <= 0:
        text = N_("The game turned at move {number}: {move} turned a draw into a loss.")
    elif made == 0:
        text = N_("The game turned at move {number}: {move} turned a win into a draw.")
    else:
        text = N_("The game turned at move {number}: {move} turned a win into a loss.")
    return _(text, number=number, move=name)


def discs_lost(totals: Mapping[object, int]) -> str:
    """What each side lost in all.

    >>> discs_lost({"Black": 12, "White": 30})
    'Discs lost: Black 12, White 30.'
    """
    black, white = totals.values()
    return _("Discs lost: Black {black}, White {white}.", black=black, white=white)


def moves_summed_up(
    color: object, lost: int, moves: int, best: int, errors: Mapping[Judgement, int]
) -> str:
    """One side's moves."""
    return _(
        "{color} – discs lost: {lost}. Moves: {moves}, without loss: {best}. Blunders: {blunders}. "
        "Mistakes: {mistakes}. Inaccuracies: {inaccuracies}.",
        color=color,
        lost=lost,
        moves=moves,
        best=best,
        blunders=errors[Judgement.BLUNDER],
        mistakes=errors[Judgement.MISTAKE],
        inaccuracies=errors[Judgement.INACCURACY],
    )


def not_legal(legal: object) -> str:
    """A square where nobody can play.

    >>> not_legal("c4 d3 e6 f5")
    'This move is illegal. Legal moves: c4 d3 e6 f5.'
    """
    return _("This move is illegal. Legal moves: {moves}.", moves=legal)


def with_perfect_play(score: int) -> str:
    """What a score means, for the person.

    >>> with_perfect_play(-1)
    'With perfect play you lose by 1 disc.'
    """
    if score == 0:
        return _("With perfect play the game is a draw.")
    forms = (
        Nn_(
            "With perfect play you win by {count} disc.",
            "With perfect play you win by {count} discs.",
        )
        if score > 0
        else Nn_(
            "With perfect play you lose by {count} disc.",
            "With perfect play you lose by {count} discs.",
        )
    )
    return ngettext(*forms, abs(score))


def played_out(worth: int, score: int) -> str:
    """What an ending came to, beside what it was worth, both for the person.

    >>> played_out(6, 6)
    'You won by 6 discs. No better result was possible.'
    >>> played_out(-4, 2)
    'You won by 2 discs. With perfect play you lose by 4 discs. Swindled!'
    """
    if score == 0:
        result = _("The game is a draw.")
    elif score > 0:
        result = ngettext("You won by {count} disc.", "You won by {count} discs.", score)
    else:
        result = ngettext("You lost by {count} disc.", "You lost by {count} discs.", -score)
    if score == worth:
        return " ".join([result, _("No better result was possible.")])
    swindled = (score > 0) - (score < 0) > (worth > 0) - (worth < 0)
    return " ".join([result, with_perfect_play(worth), *([_("Swindled!")] if swindled else [])])


TASK = N_("Find a move that loses nothing.")
TASKS = {
    "win": N_("Find the only move that wins."),
    "hold": N_("Find the only move that holds the draw."),
    "quiet": N_("Find the quiet move."),
    "parity": N_("Find the move that keeps parity."),
}
"""Of puzzles, by their kind."""


def player_names(info: Mapping[str, str]) -> tuple[str, str]:
    """What the players of a game are called; a person without a name is called by the colour.

    >>> player_names({"black": "Ann", "white": "human"})
    ('Ann', 'White')
    """
    black, white = (
        known
        if (known := info.get(color.value, "")).casefold() not in ("", "human")
        else str(color)
        for color in Color
    )
    return black, white


# --- Why a move was bad, or good -----------------------------------------------------------------

Text: TypeAlias = str | Forms
NOT_BEST = N_("This does not happen after {best}.")
NOT_PLAYED = N_("This does not happen after {played}.")
NUMBER = N_("After {best}: {other}.")
NUMBERS = N_("After {best}: {other} and {own}.")
QUIET = N_("{best} is quiet and opens no new square.")
NOT_BOTH = N_("After {played}, {mover} does not get {best}.")

SENTENCES: dict[str, tuple[Text] | tuple[Text, Text]] = {
    "corner given at once": (N_("{played} lets {opponent} take the corner {corner}."), NOT_BEST),
    "corner given": (
        Nn_(
            "On the next move, {opponent} takes the corner {corner}, which {who} opens with "
            "{opener}.",
            "{count} moves later, {opponent} takes the corner {corner}, which {who} opens with "
            "{opener}.",
        ),
        NOT_BEST,
    ),
    "corner reached": (
        Nn_(
            "One move after {played}, {opponent} takes the corner {corner}, having opened the way "
            "with {opener}.",
            "{count} moves after {played}, {opponent} takes the corner {corner}, having opened the "
            "way with {opener}.",
        ),
        NOT_BEST,
    ),
    "corner left": (
        Nn_(
            "{opponent} can already take the corner {corner}, and does so on the next move.",
            "{opponent} can already take the corner {corner}, and does so {count} moves later.",
        ),
        NOT_BEST,
    ),
    "corner changes hands": (
        Nn_(
            "On the next move, {opponent} takes the corner {corner}.",
            "{count} moves later, {opponent} takes the corner {corner}.",
        ),
        N_("After {best}, {mover} takes this corner."),
    ),
    "corner missed now": (
        N_("{best} takes a corner, where no disc can be flipped."),
        N_("After {played}, {mover} does not get this corner."),
    ),
    "corner missed": (
        Nn_(
            "One move after {best}, {mover} takes the corner {corner}.",
            "{count} moves after {best}, {mover} takes the corner {corner}.",
        ),
        NOT_PLAYED,
    ),
    "Stoner trap": (
        Nn_(
            "{opponent} attacks the edge {edge} with {attack}. {mover} takes {first}, but "
            "{opponent} gets the other corner, {corner}, on the next move.",
            "{opponent} attacks the edge {edge} with {attack}. {mover} takes {first}, but "
            "{opponent} gets the other corner, {corner}, {count} moves later.",
        ),
    ),
    "Stoner trap missed": (
        Nn_(
            "{best} prepares {attack}, an attack on the edge {edge}. {opponent} takes {first}, but "
            "{mover} gets the other corner, {corner}, on the next move.",
            "{best} prepares {attack}, an attack on the edge {edge}. {opponent} takes {first}, but "
            "{mover} gets the other corner, {corner}, {count} moves later.",
        ),
    ),
    "wedge": (
        Nn_(
            "On the next move, {opponent} wedges in at {at} between {first} and {second}.",
            "{count} moves later, {opponent} wedges in at {at} between {first} and {second}.",
        ),
        NOT_BEST,
    ),
    "wedge missed": (
        Nn_(
            "One move after {best}, {mover} wedges in at {at} between {first} and {second}.",
            "{count} moves after {best}, {mover} wedges in at {at} between {first} and {second}.",
        ),
        NOT_PLAYED,
    ),
    "wedge missed now": (
        N_("With {best}, {mover} wedges in between {first} and {second}."),
        NOT_PLAYED,
    ),
    "unbalanced edge": (
        Nn_(
            "{played} leaves the edge {edge} unbalanced with {gap} empty. {opponent} attacks it "
            "on the next move "
            "at {attack}.",
            "{played} leaves the edge {edge} unbalanced with {gap} empty. {opponent} attacks it "
            "{count} moves later "
            "at {attack}.",
        ),
    ),
    "edge": (
        Nn_(
            "{played} gives {opponent} the edge {edge}: {many} stable discs one move later, "
            "{mover} {few}.",
            "{played} gives {opponent} the edge {edge}: {many} stable discs {count} moves later, "
            "{mover} {few}.",
        ),
        NUMBERS,
    ),
    "out of moves now": (
        N_("{mover} has run out of safe moves: every move opens a corner ({squares})."),
        N_("After {best}, {mover} has a safe move."),
    ),
    "out of moves": (
        Nn_(
            "{mover} runs out of safe moves one move later: every move opens a corner ({squares}).",
            "{mover} runs out of safe moves {count} moves later: every move opens a corner "
            "({squares}).",
        ),
        N_("After {best}, {mover} has a safe move all that time."),
    ),
    "out of moves missed now": (
        N_("{best} leaves {opponent} without a safe move: every move opens a corner ({squares})."),
        N_("After {played}, {opponent} has a safe move."),
    ),
    "out of moves missed": (
        Nn_(
            "After {best}, {opponent} runs out of safe moves one move later: every move opens a "
            "corner ({squares}).",
            "After {best}, {opponent} runs out of safe moves {count} moves later: every move opens "
            "a corner ({squares}).",
        ),
        N_("After {played}, {opponent} has a safe move all that time."),
    ),
    "safe moves": (
        Nn_(
            "{mover} runs short of safe moves, which open no corner. Left one move later: {few}.",
            "{mover} runs short of safe moves, which open no corner. Left {count} moves later: "
            "{few}.",
        ),
        NUMBER,
    ),
    "mobility": (
        Nn_(
            "{played} leaves {opponent} {count} move.",
            "{played} leaves {opponent} {count} moves.",
        ),
        NUMBER,
    ),
    "mobility later": (
        Nn_(
            "{opponent} gains mobility. One move later, it has {many} moves.",
            "{opponent} gains mobility. {count} moves later, it has {many} moves.",
        ),
        NUMBER,
    ),
    "fewer moves": (
        Nn_(
            "{mover} loses mobility. Moves left one move later: {few}.",
            "{mover} loses mobility. Moves left {count} moves later: {few}.",
        ),
        NUMBER,
    ),
    "reserve": (
        Nn_(
            "{opponent} gains moves in reserve. Squares where only one side can play, one move "
            "later: {opponent} {many}, {mover} {few}.",
            "{opponent} gains moves in reserve. Squares where only one side can play, {count} "
            "moves later: {opponent} {many}, {mover} {few}.",
        ),
        NUMBERS,
    ),
    "closed by itself": (
        Nn_(
            "{best} cannot wait: {played} closes it to {mover} for the next turn.",
            "{best} cannot wait: {played} closes it to {mover} for the next {count} turns.",
        ),
    ),
    "closed by the answer": (
        Nn_(
            "{best} cannot wait: {opponent} answers {answer}, and closes it to {mover} for the "
            "next turn.",
            "{best} cannot wait: {opponent} answers {answer}, and closes it to {mover} for the "
            "next {count} turns.",
        ),
    ),
    "fewer choices": (
        Nn_(
            "{mover} has less choice: {made} moves in all in its next turn.",
            "{mover} has less choice: {made} moves in all in its next {count} turns.",
        ),
        NUMBER,
    ),
    "more choices": (
        Nn_(
            "{opponent} has more choice: {made} moves in all in its next turn.",
            "{opponent} has more choice: {made} moves in all in its next {count} turns.",
        ),
        NUMBER,
    ),
    "quiet": (N_("{played} opens {squares} to {opponent}."), QUIET),
    "quiet used": (
        N_("{played} opens {squares} to {opponent}, who plays {answer} on the next move."),
        QUIET,
    ),
    "opens": (
        N_("{played} opens {answer} to {opponent}, who plays there on the next move."),
        N_("{best} does not open it."),
    ),
    "closes": (
        N_("After {played}, {opponent} plays {answer} on the next move."),
        N_("{best} takes this square away from {opponent}."),
    ),
    "wall": (
        N_(
            "{played} builds a wall: {many} discs of {mover} touch empty squares, and {opponent} "
            "has {moves} moves."
        ),
        NUMBERS,
    ),
    "tempo": (
        Nn_(
            "{square} is open to both sides: {played} leaves it to {opponent}, who plays there on "
            "the next move.",
            "{square} is open to both sides: {played} leaves it to {opponent}, who plays there "
            "{count} moves later.",
        ),
    ),
    "could wait": (
        Nn_(
            "{played} can wait: {opponent} cannot play there. After {best}, {mover} plays it on "
            "the next move.",
            "{played} can wait: {opponent} cannot play there. After {best}, {mover} plays it "
            "{count} moves later.",
        ),
        NOT_BOTH,
    ),
    "both squares": (
        Nn_(
            "One move after {best}, {mover} also plays {played}.",
            "{count} moves after {best}, {mover} also plays {played}.",
        ),
        NOT_BOTH,
    ),
    "open to both": (
        N_("{played} can wait: only {mover} can play there. {best} is open to both sides."),
    ),
    "exchange": (
        N_(
            "{mover} still plays {best} two moves later: {played} and the answer {answer} before "
            "it only help {opponent}."
        ),
    ),
    "square lost": (
        Nn_(
            "On the next move, {opponent} gets {square}.",
            "{count} moves later, {opponent} gets {square}.",
        ),
        Nn_(
            "After {best}, {mover} plays there on the next move.",
            "After {best}, {mover} plays there {count} moves later.",
        ),
    ),
    "prepares": (
        Nn_(
            "{best} prepares {square}, where {mover} plays on the next move.",
            "{best} prepares {square}, where {mover} plays {count} moves later.",
        ),
        N_("After {played}, {mover} cannot play there in time."),
    ),
    "last discs": (
        N_("At the end, {opponent} has {squares}."),
        N_("After {best}, {mover} has {squares}."),
    ),
    "louder": (
        Nn_(
            "{played} opens {count} new square to {opponent}: {squares}.",
            "{played} opens {count} new squares to {opponent}: {squares}.",
        ),
        N_("{best} opens only {few}."),
    ),
    "access": (
        Nn_(
            "One move later, only {opponent} can play in the region {region}.",
            "{count} moves later, only {opponent} can play in the region {region}.",
        ),
        N_("After {best}, {mover} can play there too."),
    ),
    "parity": (
        N_("{opponent} gets the last move in the region {region}."),
        N_("After {best}, {mover} gets the last move there."),
    ),
    "forced pass": (
        Nn_(
            "{mover} must pass after the next move, so {opponent} moves twice.",
            "{mover} must pass {count} moves later, so {opponent} moves twice.",
        ),
        NOT_BEST,
    ),
    "forced pass missed": (
        N_("{best} leaves {opponent} without a move, so {mover} moves twice."),
        Nn_(
            "After {played}, {opponent} has {count} move.",
            "After {played}, {opponent} has {count} moves.",
        ),
    ),
    "forced pass missed later": (
        Nn_(
            "After {best}, {opponent} must pass after the next move, so {mover} moves twice.",
            "After {best}, {opponent} must pass {count} moves later, so {mover} moves twice.",
        ),
        NOT_PLAYED,
    ),
    "swindle": (
        Nn_(
            "On the next move, {opponent} plays {first} and {second} in a row, because {mover} "
            "must pass.",
            "{count} moves later, {opponent} plays {first} and {second} in a row, because {mover} "
            "must pass.",
        ),
        NOT_BEST,
    ),
    "swindle missed": (
        Nn_(
            "One move after {best}, {mover} plays {first} and {second} in a row, because "
            "{opponent} must pass.",
            "{count} moves after {best}, {mover} plays {first} and {second} in a row, because "
            "{opponent} must pass.",
        ),
        NOT_PLAYED,
    ),
    "stable": (
        Nn_(
            "{opponent} gains stable discs. Stable discs one move later: {opponent} {many}, "
            "{mover} {few}.",
            "{opponent} gains stable discs. Stable discs {count} moves later: {opponent} {many}, "
            "{mover} {few}.",
        ),
        NUMBERS,
    ),
    "line": (N_("After {played}: {played_line}."), N_("After {best}: {best_line}.")),
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
            "This sacrifice of the corner {corner} works: the next best move, {second}, is {count} "
            "disc worse.",
            "This sacrifice of the corner {corner} works: the next best move, {second}, is {count} "
            "discs worse.",
        ),
    ),
}
"""What explains a move: a sentence about what happens, and one that compares it with the other
move. The latter names the best move and is left out where that is not to be given away."""


def say(name: str, count: int = 1, *, than: int = 1, compared: bool = True, **names: object) -> str:
    """One of the sentences with its names and its number of moves, and ``than`` in the second.

    >>> say("opens", played="c3", opponent="Black", answer="b4", best="c6")
    'c3 opens b4 to Black, who plays there on the next move. c6 does not open it.'
    """
    texts = SENTENCES[name] if compared else SENTENCES[name][:1]
    return " ".join(
        _(text, **names) if isinstance(text, str) else ngettext(*text, number, **names)
        for text, number in zip(texts, (count, than), strict=False)
    )
