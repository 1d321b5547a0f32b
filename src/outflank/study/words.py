"""Words that every screen of study uses."""

from collections.abc import Mapping, Sequence

from outflank.board import counted
from outflank.study.judging import Judgement

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


def moves_made(moves: int) -> str:
    """Where in a game one is.

    >>> moves_made(0), moves_made(1), moves_made(12)
    ('The start', 'After 1 move', 'After 12 moves')
    """
    return f"After {counted(moves, 'move')}" if moves > 0 else "The start"


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


def an_error(judgement: Judgement) -> str:
    """The judgement with its article.

    >>> an_error(Judgement.INACCURACY), an_error(Judgement.BLUNDER)
    ('an inaccuracy', 'a blunder')
    """
    return ("an " if judgement.value[0] in "aeiou" else "a ") + judgement.value


# --- What a move cost ----------------------------------------------------------------------------


PRAISED = "good"  # a move that is worth a word, in a list


def headline(number: int, color: object, name: str, loss: int, judgement: Judgement) -> str:
    """A move and what it cost.

    >>> headline(58, "White", "a1", 18, Judgement.BLUNDER)
    '58. White a1 lost 18, a blunder'
    """
    cost = f"lost {loss}" if loss else "lost nothing"
    verdict = f", {an_error(judgement)}" if judgement.is_listed else ""
    return f"{number}. {color} {name} {cost}{verdict}"


def best_line(score: int, line: str, name: str, own: int, *, exact: bool) -> str:
    """The best move with its value and line, and the value of the one made, if that is less.

    >>> best_line(10, "h8 a2", "a1", -8, exact=True)
    'Best +10: h8 a2; a1 -8'
    """
    made = f"; {name} {about(own, exact=exact)}" if own != score else ""
    return f"Best {about(score, exact=exact)}: {line}{made}"


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
    return f"Discs lost: {', '.join(f'{color} {lost}' for color, lost in totals.items())}."


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


# --- A move that is chosen -----------------------------------------------------------------------


def not_legal(legal: object) -> str:
    """A square where nobody can play.

    >>> not_legal("c4 d3 e6 f5")
    'That square is not legal here; legal are c4 d3 e6 f5.'
    """
    return f"That square is not legal here; legal are {legal}."


def loses_nothing(name: str) -> str:
    """A move as good as the best.

    >>> loses_nothing("f5")
    'f5 loses nothing.'
    """
    return f"{name} loses nothing."


def loses_discs(name: str) -> str:
    """A move that is being weighed.

    >>> loses_discs("f5")
    'f5 loses discs; looking how many…'
    """
    return f"{name} loses discs; looking how many…"


def proof(score: int, second: int) -> str:
    """What the answer of a puzzle and the next best move are worth.

    >>> proof(2, -4)
    'It is worth a win by 2 discs, the next best move a loss by 4 discs'
    """
    return f"It is worth {fate(score)}, the next best move {fate(second)}"


def was_played(color: object, name: str, loss: int, source: str, *, exact: bool) -> str:
    """The error that a position to practise comes from.

    >>> was_played("Black", "f4", 6, "my game", exact=False)
    'Black played f4 in the game, which cost about 6 discs. From my game.'
    """
    cost = f"{'' if exact else 'about '}{counted(loss, 'disc')}"
    sentence = f"{color} played {name} in the game, which cost {cost}."
    return f"{sentence} From {source}." if source else sentence


def wrong(name: str, loss: int, why: str, *, exact: bool, again: bool) -> str:
    """A wrong answer once it is weighed; ``again`` if it was played in the game, too.

    >>> wrong("f4", 6, "c3 follows", exact=False, again=False)
    'f4 loses about 6 discs: c3 follows. Try again.'
    """
    if loss > 0:
        sentence = f"{name} loses {'' if exact else 'about '}{counted(loss, 'disc')}"
    else:
        sentence = f"{name} is only a little worse than the best"
    played = ", and was played in the game" if again else ""
    return f"{sentence}{played}{f': {why}' if why else ''}. Try again."


def hint(name: str, score: int, line: str, others: str, *, exact: bool, book: bool) -> str:
    """The best move, what it is worth, what follows, and the next best ones.

    >>> hint("d1", 16, "", "", exact=True, book=False)
    'd1 wins by 16, exactly.'
    >>> hint("c3", 2, "d3 c4", "e3 +1", exact=False, book=False)
    'c3 is worth about +2, then d3 c4; e3 +1.'
    """
    if exact:
        result = f"wins by {score}" if score > 0 else f"loses by {-score}"
        sentence = f"{name} {'draws' if score == 0 else result}, exactly"
    else:
        source = " by the book" if book else ""
        sentence = f"{name} is {'worth ' if score else ''}{about(score, exact=False)}{source}"
        sentence += f", then {line}" if line else ""
    return f"{sentence}; {others}." if others else f"{sentence}."


# --- An ending that is played out ----------------------------------------------------------------


def to_play_out(worth: int, against: str) -> str:
    """What an ending is worth, and against whom it is played.

    >>> to_play_out(6, "perfect defence")
    'With perfect play it is a win by 6 discs for you. Play it out against perfect defence.'
    """
    return f"With perfect play it is {fate(worth)} for you. Play it out against {against}."


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


# --- Where a game was decided --------------------------------------------------------------------


def door_closed(number: int, color: object, name: str, end: str) -> str:
    """The move after which the result never changed again.

    >>> door_closed(58, "White", "a1", "Black wins")
    'The door closed at move 58, White a1: Black wins from there on.'
    """
    return f"The door closed at move {number}, {color} {name}: {end} from there on."


def door_was_closed(number: int, end: str) -> str:
    """The same where nobody can prove how it stood before.

    >>> door_was_closed(43, "Black wins")
    'The door was closed by move 43 at the latest: Black wins from there on.'
    """
    return f"The door was closed by move {number} at the latest: {end} from there on."


def end_of(score: int) -> str:
    """How a game ends that is worth so much to Black.

    >>> end_of(2), end_of(0), end_of(-4)
    ('Black wins', 'it is a draw', 'White wins')
    """
    return "it is a draw" if score == 0 else f"{'Black' if score > 0 else 'White'} wins"


# --- A move that was not played ------------------------------------------------------------------

# --- Practice, and how a review goes on ----------------------------------------------------------

TASK = "Find a move that loses nothing"
TASKS = {
    "win": "Find the only move that wins",
    "hold": "Find the only move that holds the draw",
    "quiet": "Find the quiet move",
    "parity": "Find the move that keeps parity",
}
"""Of puzzles, by their kind."""
UNTOLD = "the best move"  # which one that is remains to be found
ONCE_MORE = "Once more"
LOOKING_FOR_DUE = "Looking for the positions that are due…"
NOTHING_YET = (
    "There is nothing to practise yet. Review one of your games and practise its errors: they come "
    "back here until you find a move that loses nothing."
)
NO_ERROR_AFTER = "There is no error further on."
NO_ERROR_BEFORE = "No error came before."
REVIEW_GOES_ON = "The review goes on; practise when it is done, or stop it."
NO_OWN_ERRORS = "There are no errors of yours to practise."
LOOKING_FOR_GOOD = "Looking for all moves that lose nothing…"
LAST_POSITION = "The last position"
REPORT_LEGEND = "On a board the red dot is the move played, the yellow square the best one."


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


def card_headline(title: str, color: object, task: str) -> str:
    """What is asked.

    >>> card_headline(puzzle_title(7), "Black", TASK)
    'Puzzle 7, Black to move: find a move that loses nothing'
    """
    return f"{title}, {color} to move: {task[0].lower()}{task[1:]}"


def position_title(number: int, of: int) -> str:
    return f"Position {number} of {of}"


def puzzle_title(number: int, *, daily: bool = False) -> str:
    """Which puzzle is asked.

    >>> puzzle_title(7), puzzle_title(7, daily=True)
    ('Puzzle 7', 'The puzzle of the day')
    """
    return "The puzzle of the day" if daily else f"Puzzle {number}"


def ending_headline(number: int, color: object, *, won: bool) -> str:
    return f"Ending {number}, you are {color}: {'win it' if won else 'swindle it'}"


def puzzle_rated(rating: int) -> str:
    return f"Rated {rating}."


def you_are_rated(rating: int, row: int, days: int) -> str:
    """How whoever solves puzzles is doing; ``days`` count for the puzzle of the day.

    >>> you_are_rated(1000, 1, 0), you_are_rated(1100, 3, 2)
    ('You are rated 1000.', 'You are rated 1100, 3 in a row, 2 days in a row.')
    """
    solved = f", {row} in a row" if row > 1 else ""
    came = f", {counted(days, 'day')} in a row" if days else ""
    return f"You are rated {rating}{solved}{came}."


def comes_back(seconds: float) -> str:
    return f"It comes back in {duration(seconds)}."


def next_comes(seconds: float) -> str:
    """When there is something to practise again.

    >>> next_comes(0), next_comes(DAY)
    ('More positions are due now.', 'The next position comes in 1 day.')
    """
    if seconds <= 0:
        return "More positions are due now."
    return f"The next position comes in {duration(seconds)}."


def that_was_all(then: str = "") -> str:
    """The end of a round, and when there is more."""
    return f"That was all. {then}".rstrip()


def nothing_due(then: str) -> str:
    """That everything was practised."""
    return f"Nothing is due now. {then}".rstrip()


def task_first(task: str) -> str:
    """What is said to somebody who goes on too soon."""
    return f"{task} first, or ask for the answer."


def right_moves(names: Sequence[str], why: str) -> str:
    """The answer.

    >>> right_moves(["a1", "h8"], "")
    'a1 or h8.'
    """
    answer = " or ".join(names)
    return f"{answer}. {as_sentence(why)}" if why else f"{answer}."


def to_practise(added: int) -> str:
    """How many errors of a game come back.

    >>> to_practise(0), to_practise(2)
    ('These positions are among those you practise already.', '2 new positions to practise.')
    """
    if not added:
        return "These positions are among those you practise already."
    return f"{counted(added, 'new position')} to practise."


def too_many_tried(most: int) -> str:
    """That a tree is full."""
    return f"A game keeps {most} moves that were tried; delete some first."


def progress(done: int, of: int, *, running: bool) -> str:
    """How far a review is.

    >>> progress(3, 60, running=True)
    'Looking at the moves, the last first: 3 of 60'
    """
    if running:
        return f"Looking at the moves, the last first: {done} of {of}"
    return f"Stopped after {done} of {of} moves"


SHOW_LINE = "Show the line"
NEXT_OF_LINE = "Next move of the line"
BACK_TO_GAME = "Back to the game"
KEPT_MOVE = "A move of the game stays; only what was tried beside it can go."
NOTHING_BEFORE = "No other line comes before this one."
NO_OTHER = "No other move was tried here."
NO_LINE = "There is no line to show here."


def not_looked_at(number: int, color: object, name: str) -> str:
    """A move of which nothing is known yet.

    >>> not_looked_at(12, "White", "c3")
    '12. White c3: not looked at yet'
    """
    return f"{number}. {color} {name}: not looked at yet"


def aside(number: int, color: object, name: str, called: str) -> str:
    """A move that was tried.

    >>> aside(12, "White", "c3", ""), aside(12, "White", "c3", "the trap")
    ('12. White c3, not played', '12. White c3, not played: the trap')
    """
    return f"{number}. {color} {name}, not played" + (f": {called}" if called else "")


def line_move(number: int, color: object, name: str, at: int, of: int) -> str:
    """A move of the line that a reason is about.

    >>> line_move(12, "White", "c3", 2, 5)
    '12. White c3: move 2 of 5 of the line'
    """
    return f"{number}. {color} {name}: move {at} of {of} of the line"


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


_WORDS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_NUMBERS = dict(enumerate(_WORDS, start=2))


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
