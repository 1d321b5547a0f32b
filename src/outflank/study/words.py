"""Sentences that several studies share; those that explain moves are in ``why/sentences.py``."""

from collections.abc import Mapping

from outflank.board import Color
from outflank.study.judging import Judgement
from outflank.translation import N_, Forms, Nn_, _, ngettext

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def in_time(seconds: float, days: Forms, hours: Forms, minutes: Forms) -> str:
    """Return a sentence about a waiting time in its largest unit."""
    for text, length in ((days, DAY), (hours, HOUR)):
        if seconds >= length:
            return ngettext(*text, round(seconds / length))
    return ngettext(*minutes, max(1, round(seconds / MINUTE)))


def worth(score: float, digits: int = 0) -> str:
    """Format a value on its own, as on a square or in a column.

    >>> worth(4), worth(-3), worth(0), worth(-0.04, digits=1)
    ('+4', '-3', '=', '=')
    """
    number = f"{score:+.{digits}f}"
    return number if float(number) else "="


def about(score: int, *, exact: bool) -> str:
    """Format a value in a sentence; estimates get a ~.

    >>> about(4, exact=True), about(-3, exact=False), about(0, exact=False)
    ('+4', '~-3', '~0')
    """
    return ("" if exact else "~") + (f"{score:+d}" if score else "0")


def turned(number: int, name: str, best: int, made: int) -> str:
    """Describe the last move that gave a result away.

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
    """Return the total loss of each side.

    >>> discs_lost({"Black": 12, "White": 30})
    'Discs lost: Black 12, White 30.'
    """
    black, white = totals.values()
    return _("Discs lost: Black {black}, White {white}.", black=black, white=white)


def moves_summed_up(
    color: object, lost: int, moves: int, best: int, errors: Mapping[Judgement, int]
) -> str:
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
    """Return the message for an illegal square.

    >>> not_legal("c4 d3 e6 f5")
    'This move is illegal. Legal moves: c4 d3 e6 f5.'
    """
    return _("This move is illegal. Legal moves: {moves}.", moves=legal)


def with_perfect_play(score: int) -> str:
    """Describe a score to the player.

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
    """Compare the result of an ending with perfect play, for the player.

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
}
"""The tasks of puzzles by goal."""


def player_names(info: Mapping[str, str]) -> tuple[str, str]:
    """Return the names of the players; a person without a name is called Black or White.

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
