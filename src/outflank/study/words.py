"""Words that several studies use, and every sentence that explains a move."""

from collections.abc import Mapping, Sequence

from outflank.board import counted
from outflank.study.judging import Judgement
from outflank.translation import _

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def duration(seconds: float) -> str:
    """A time to wait in words.

    >>> duration(10 * MINUTE), duration(DAY), duration(3 * DAY)
    ('10 minutes', '1 day', '3 days')
    """
    for unit, length in (("day", DAY), ("hour", HOUR)):
        if seconds >= length:
            return counted(round(seconds / length), unit)
    return counted(max(1, round(seconds / MINUTE)), "minute")


def worth(score: float, digits: int = 0) -> str:
    """A value where it stands alone: on a square, in a column.

    >>> worth(4), worth(-3), worth(0), worth(-0.04, digits=1)
    ('+4', '-3', '=', '=')
    """
    number = f"{score:+.{digits}f}"
    return number if float(number) else "="


def about(score: int, *, exact: bool) -> str:
    """A value in a sentence.

    >>> about(4, exact=True), about(-3, exact=False), about(0, exact=False)
    ('+4', 'about -3', 'about even')
    """
    return f"{'' if exact else 'about '}{worth(score) if score else 'even'}"


def fate(score: int) -> str:
    """What a score means with perfect play.

    >>> fate(6), fate(0), fate(-1)
    ('a win by 6 discs', 'a draw', 'a loss by 1 disc')
    """
    if score == 0:
        return "a draw"
    return f"a {'win' if score > 0 else 'loss'} by {counted(abs(score), 'disc')}"


def turned(number: int, name: str, best: int, made: int) -> str:
    """The last move that threw a result away, with what was there before it and after it.

    >>> turned(58, "a1", 10, -8), turned(58, "a1", 2, 0)[-25:]
    ('The game turned at move 58: a1 made a won game lost.', 'a1 made a won game drawn.')
    """
    had, now = "won" if best > 0 else "drawn", "drawn" if made == 0 else "lost"
    return f"The game turned at move {number}: {name} made a {had} game {now}."


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
    """One side's moves.

    >>> moves_summed_up("White", 20, 30, 25, {Judgement.BLUNDER: 1, Judgement.MISTAKE: 0})
    'White lost 20 discs in 30 moves, 25 of them without loss: 1 blunder, 0 mistakes.'
    """
    kinds = ", ".join(counted(number, kind.value) for kind, number in errors.items())
    without = f"{best} of them without loss"
    return f"{color} lost {counted(lost, 'disc')} in {counted(moves, 'move')}, {without}: {kinds}."


def not_legal(legal: object) -> str:
    """A square where nobody can play.

    >>> not_legal("c4 d3 e6 f5")
    'That square is not legal here; legal are c4 d3 e6 f5.'
    """
    return f"That square is not legal here; legal are {legal}."


def played_out(worth: int, score: int) -> str:
    """What an ending came to, beside what it was worth, both for the person.

    >>> played_out(6, 6)
    'You won by 6 discs: all that there was.'
    >>> played_out(6, 2)
    'You won by 2 discs; 4 more were there.'
    >>> played_out(6, -2)
    'You lost by 2 discs what was a win by 6 discs.'
    >>> played_out(-4, 2)
    'Swindled! You won by 2 discs what was a loss by 4 discs.'
    >>> played_out(-4, -4)
    'You lost by 4 discs, as it stood.'
    """
    now = ("won" if score > 0 else "lost" if score < 0 else "drew") + (
        f" by {counted(abs(score), 'disc')}" if score else ""
    )
    won, was = (score > 0) - (score < 0), (worth > 0) - (worth < 0)
    if won > was:
        return f"Swindled! You {now} what was {fate(worth)}."
    if won < was:
        return f"You {now} what was {fate(worth)}."
    if score == worth:
        return f"You {now}: all that there was." if worth > 0 else f"You {now}, as it stood."
    if score < worth:
        return f"You {now}; {abs(worth - score)} more were there."
    return f"You {now}, {counted(score - worth, 'disc')} better than it stood."


TASKS = {
    "win": "Find the only move that wins",
    "hold": "Find the only move that holds the draw",
    "quiet": "Find the quiet move",
    "parity": "Find the move that keeps parity",
}
"""Of puzzles, by their kind."""


def player_names(info: Mapping[str, str]) -> tuple[str, str]:
    """What the players of a game are called; a person without a name is called by the colour.

    >>> player_names({"black": "Ann", "white": "human"})
    ('Ann', 'White')
    """
    black, white = (
        known if (known := info.get(color, "")).casefold() not in ("", "human") else color.title()
        for color in ("black", "white")
    )
    return black, white


# --- Why a move was bad, or good -----------------------------------------------------------------

SENTENCES = {
    "corner given at once": "{played} lets {opponent} take the corner {corner}; {best} does not",
    "corner given": "{opponent} takes the corner {corner} {later}, which {who} opens with "
    "{opener}; after {best} it does not",
    "corner reached": "{opponent} takes the corner {corner} {later}, having opened the way with "
    "{opener}; after {best} it does not",
    "corner left": "{opponent} can take the corner {corner} and does so {later}; "
    "after {best} it does not",
    "corner changes hands": "{opponent} takes the corner {corner} {later}; "
    "after {best} {mover} takes it",
    "corner missed now": "{best} takes a corner, which nobody can turn again; {played} leaves it",
    "corner missed": "after {best} {mover} takes the corner {corner} {later}; "
    "after {played} it does not",
    "Stoner trap": "{opponent} attacks the {edge} edge with {attack}: {mover} takes {first}, "
    "but {opponent} gets the other corner {corner} {later}",
    "Stoner trap missed": "{best} prepares {attack}, an attack on the {edge} edge: {opponent} "
    "takes {first}, but {mover} gets the other corner {corner} {later}",
    "wedge": "{opponent} wedges in at {at} {later}, between {first} and {second} on the {edge} "
    "edge; after {best} it does not",
    "wedge missed": "after {best} {mover} wedges in at {at} {later}, between {first} and {second} "
    "on the {edge} edge; after {played} it does not",
    "wedge missed now": "with {best} {mover} wedges in between {first} and {second} on the {edge} "
    "edge; {played} leaves that alone",
    "unbalanced edge": "{played} leaves the {edge} edge unbalanced with {gap} empty, and "
    "{opponent} attacks it at {attack} {later}",
    "edge": "{then} {opponent} has {many} discs of the {edge} edge for good, and {mover} {few}; "
    "after {best} it is {other} and {own}",
    "out of moves": "{later} {mover} runs out of safe moves: {which} a corner; "
    "after {best} it has one all that time",
    "out of moves missed": "after {best} {opponent} runs out of safe moves {later} and must open a "
    "corner; after {played} it has one all that time",
    "safe moves": "{later} {mover} has {few} that {gives} no corner away; after {best} it has "
    "{many}",
    "mobility": "{played} leaves {opponent} {many}; after {best} there {are} only {few}",
    "mobility later": "{later} {opponent} has {many}; after {best} it has only {few}",
    "fewer moves": "{later} {mover} has only {few}; after {best} it has {many}",
    "reserve": "{later} {opponent} has {many} to itself, where {mover} cannot play, and "
    "{mover} {few}; after {best} it is {other} and {own}",
    "closed by itself": "{best} does not wait: {played} closes it to {mover}, who cannot play "
    "there for its next {turns} turns",
    "closed by the answer": "{best} does not wait: {opponent} answers {answer}, and {mover} cannot "
    "play there for its next {turns} turns",
    "fewer choices": "in its next {turns} turns {mover} can choose among {made} moves in all; "
    "after {best} among {other}",
    "more choices": "in its next {turns} turns {opponent} can choose among {made} moves in all; "
    "after {best} among only {other}",
    "quiet": "{best} is quiet and opens no new square to {opponent}; {played} opens {squares}",
    "quiet used": "{best} is quiet and opens no new square to {opponent}; {played} opens "
    "{squares}, and {opponent} plays {answer} at once",
    "opens": "{played} opens {answer} to {opponent}, who plays there at once; {best} does not",
    "closes": "{best} takes the square {answer} away from {opponent}; after {played} {opponent} "
    "plays there at once",
    "wall": "{played} builds a wall: {many} discs of {mover} stand beside empty squares, {few} "
    "after {best}, and {opponent} has {more} more",
    "tempo": "{square} is a square for both sides: {played} leaves it to {opponent}, who plays "
    "there {when}",
    "could wait": "{played} can wait: {opponent} cannot play there, and after {best} {mover} plays "
    "it {later}; after {played} it does not get {best}",
    "both squares": "after {best} {mover} plays {played} too, {later}; after {played} it does not "
    "get {best}",
    "open to both": "{played} could have waited: it is open to {mover} alone, {best} to both sides",
    "exchange": "{best} follows all the same, two moves later: {played} and the answer {answer} "
    "before it only help {opponent}",
    "square lost": "{opponent} gets {square} {later}; after {best} {mover} plays there {then}",
    "prepares": "{best} prepares {square}, where {mover} plays {later}; after {played} it cannot "
    "play there by then",
    "last discs": "in the end {squares} {are} {opponent}'s; after {best} {they} {mover}'s",
    "louder": "{played} opens {many} new squares to {opponent}: {squares}; {best} opens only {few}",
    "access": "{later} only {opponent} can play in the region {region}; after {best} {mover} "
    "can play there too",
    "parity": "{opponent} gets the last move in the region {region}; after {best} {mover} gets it",
    "forced pass": "{mover} has to pass {later}, so {opponent} moves twice; after {best} it "
    "need not",
    "forced pass missed": "{best} leaves {opponent} without a move, so {mover} moves twice; "
    "after {played} it has {many}",
    "forced pass missed later": "after {best} {opponent} has to pass {later}, so {mover} moves "
    "twice; after {played} it need not",
    "swindle": "{opponent} plays {first} and {second} in a row {later}, because {mover} has no "
    "move and must pass; after {best} it need not",
    "swindle missed": "after {best} {mover} plays {first} and {second} in a row {later}, because "
    "{opponent} has no move and must pass; after {played} it need not",
    "stable": "{later} {opponent} has {many} that nobody can turn any more, and {mover} {few}; "
    "after {best} it is {other} and {own}",
    "line": "{played} goes on {played_line}; {best} goes on {best_line}",
    "line untold": "it goes on {played_line}",
    "only move": "the only move that {keeps}; the next best, {second}, {loses}",
    "quiet move": "a quiet move, which opens no new square to {opponent}; the next best, "
    "{second}, is {worse} worse",
    "sacrifice": "a sacrifice that works: it opens the corner {corner} to {opponent}, and yet "
    "the next best, {second}, is {worse} worse",
}
"""Every sentence that describes a move, with names in braces: all there is to translate."""


def say(sentence: str, **names: str) -> str:
    """One of the sentences with its names filled in.

    >>> say("opens", played="c3", opponent="Black", answer="b4", best="c6")
    'c3 opens b4 to Black, who plays there at once; c6 does not'
    """
    return SENTENCES[sentence].format(**names)


def as_sentence(words: str) -> str:
    """With a capital letter, unless it begins with a square, and a full stop.

    >>> as_sentence("in the end"), as_sentence("h8 does not")
    ('In the end.', 'h8 does not.')
    """
    first = words[0] if words[1].isdigit() else words[0].upper()
    return f"{first}{words[1:]}."


def moves_later(moves: int) -> str:
    """How long after the move in question.

    >>> moves_later(0), moves_later(1), moves_later(2), moves_later(6)
    ('right away', 'at once', 'two moves later', 'six moves later')
    """
    if moves <= 1:
        return "at once" if moves else "right away"
    return f"{in_words(moves)} moves later"


def in_words(number: int) -> str:
    """A number from two on, in a sentence.

    >>> in_words(3), in_words(14)
    ('three', '14')
    """
    return _NUMBERS.get(number, str(number))


_NUMBERS = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
    10: "ten", 11: "eleven", 12: "twelve",
}  # fmt: skip


def some_moves_later(moves: int) -> str:
    """The same at the beginning of a sentence, about a position.

    >>> some_moves_later(1), some_moves_later(3)
    ('one move later', 'three moves later')
    """
    return "one move later" if moves == 1 else moves_later(moves)


def listed(names: Sequence[str]) -> str:
    """Names one after another.

    >>> listed(["a1"]), listed(["a1", "h1", "h8"])
    ('a1', 'a1, h1 and h8')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
