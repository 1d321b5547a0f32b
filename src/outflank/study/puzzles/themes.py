"""The themes of puzzles: what the right move does, recognized by computation.

Each theme has a name and a plain definition, which its function checks on the position, the right
move and two proved lines: after the right move and after the next best one.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cached_property

from outflank.board import Board, Color, Square
from outflank.study.why.lines import follow
from outflank.study.why.shapes import corners, edges, moves_of, region_of, regions, stable_discs
from outflank.study.why.shapes import x_square_corner as corner_beside
from outflank.translation import N_, _

QUIET_FROM = 8  # fewest empties for quiet moves
COUNTED = 6  # most empties that a person counts to the end
FEW, FEWER = 2, 3  # moves that a squeeze leaves, and how many more the next best move leaves
STABLE_GAIN = 8  # stable discs gained at once
STABLE_FROM = 4  # fewest empties for stable discs; later nearly all are
DIAGONALS = (tuple(range(9, 63, 9)), tuple(range(14, 56, 7)))  # b2 to g7, and g2 to b7


class Solution:
    """A position, its right move, and both lines with perfect play."""

    def __init__(self, board: Board, best: Sequence[Square], second: Sequence[Square]) -> None:
        self.board = board
        self.answer = best[0]
        self.other = second[0]
        self.best = best
        self.after = board.play(best[0])
        self.corners = corners(board.size)

    @cached_property
    def region(self) -> frozenset[Square]:
        """The connected empty squares around the right move."""
        return frozenset(region_of(self.board, self.answer))

    @cached_property
    def on_edge(self) -> tuple[Square, ...]:
        """The edge of the right move, from corner to corner; empty in the middle and in corners."""
        if self.answer in self.corners:
            return ()
        return next((e for e in edges(self.board.size).values() if self.answer in e), ())

    @property
    def threatened(self) -> set[Square]:
        """The corners that the mover can take next, and could not take before."""
        mine = set(self.after.opponent_moves & self.corners) - set(self.board.legal_moves)
        return mine - set(self.after.legal_moves)


def _takes_corner(it: Solution) -> bool:
    return it.answer in it.corners


def _leaves_corner(it: Solution) -> bool:
    return it.answer not in it.corners and bool(it.board.legal_moves & it.corners)


def _sacrifices(it: Solution) -> bool:
    given = (it.after.legal_moves - it.board.opponent_moves) & it.corners
    return bool(given) and it.answer not in it.corners


def _guards(it: Solution) -> bool:
    exposed = it.board.opponent_moves & it.corners
    return bool(exposed) and it.answer not in exposed and not it.after.legal_moves & it.corners


def _threatens(it: Solution) -> bool:
    return bool(it.threatened)


def _x_square(it: Solution) -> bool:
    corner = corner_beside(it.answer, it.board.size)
    return corner is not None and corner in it.board.empties


def _wedge(it: Solution) -> bool:
    if not it.on_edge:
        return False
    at = it.on_edge.index(it.answer)
    opponent = it.board.turn.opponent
    between = all(it.board[it.on_edge[at + side]] is opponent for side in (-1, 1))
    return between and _keeps(it)


def _keeps(it: Solution) -> bool:
    """Return True if no reply turns the disc of the right move."""
    return not any(it.answer in it.after.flips(reply) for reply in it.after.legal_moves)


def _edge(it: Solution) -> bool:
    at = it.on_edge.index(it.answer) if it.on_edge else 0
    return 2 <= at < it.board.size - 2


def _stoner(it: Solution) -> bool:
    if not it.on_edge or it.after.must_pass:
        return False
    own, ends = it.board.turn, (it.on_edge[0], it.on_edge[-1])
    mine = Board.from_bits(it.after.opponent_bits, it.after.mover_bits, own, it.board.size)
    attacked = [
        corner for corner in it.threatened & set(ends) if set(mine.flips(corner)) & set(it.on_edge)
    ]
    held = {
        corner_beside(square, it.board.size)
        for square in (it.board.black if own is Color.BLACK else it.board.white)
    }
    if not any(
        corner != far and corner in it.board.empties
        for corner in held & set(ends)
        for far in attacked
    ):
        return False
    replies = [it.after.play(reply) for reply in it.after.legal_moves]
    return all(set(ends) & set(moves_of(board, own)) for board in replies)


def _diagonal(it: Solution) -> bool:
    own = it.board.turn
    return it.board.size == 8 and any(
        all(it.after[square] is own for square in diagonal)
        and any(it.board[square] is not own for square in diagonal)
        and any(it.after[corner] is None for corner in ends)
        and not any(it.after[corner] is own.opponent for corner in ends)
        for diagonal, ends in zip(DIAGONALS, ((0, 63), (7, 56)), strict=True)
    )


def _quiet(it: Solution) -> bool:
    before, after = set(it.board.opponent_moves), set(it.after.legal_moves)
    return (
        len(it.board.empties) >= QUIET_FROM
        and it.answer not in it.corners
        and bool(after)
        and after <= before
    )


def _squeeze(it: Solution) -> bool:
    left = len(it.after.legal_moves)
    return 0 < left <= FEW and len(it.board.play(it.other).legal_moves) - left >= FEWER


def _pass(it: Solution) -> bool:
    return it.after.must_pass


def _tempo(it: Solution) -> bool:
    closed = it.region.isdisjoint(it.board.opponent_moves)
    return closed and bool(it.after.legal_moves) and it.region.isdisjoint(it.after.legal_moves)


def _closes(it: Solution) -> bool:
    replies = set(it.after.legal_moves)
    return bool(replies) and any(
        len(left) > 1
        and set(left) & set(it.board.opponent_moves)
        and not set(left) & replies
        and set(left) & set(it.after.opponent_moves)
        for left in regions(it.after)
    )


def _parity(it: Solution) -> bool:
    left = [region for region in regions(it.after) if len(region) % 2]
    return not left and len(it.region) % 2 == 1 and it.other not in it.region


def _swindle(it: Solution) -> bool:
    inside = [step.color for step in follow(it.board, it.best).steps if step.square in it.region]
    return len(it.region) % 2 == 0 and inside[:2] == [it.board.turn] * 2


def _stable(it: Solution) -> bool:
    own = it.board.turn
    gained = len(stable_discs(it.after, own)) - len(stable_discs(it.board, own))
    return len(it.board.empties) >= STABLE_FROM and gained >= STABLE_GAIN


def _counting(it: Solution) -> bool:
    return len(it.board.empties) <= COUNTED


class Theme(Enum):
    """A theme: its key in the puzzle file, its name, its definition and its check.

    The order is that in which a solved puzzle explains its themes: the most special first.
    """

    STONER = (
        "stoner-trap",
        N_("Stoner trap"),
        N_(
            "You hold the square diagonally next to an empty corner, and attack the edge of the "
            "opponent from there. Whatever the reply is, you can take a corner of that edge."
        ),
        _stoner,
    )
    WEDGE = (
        "wedge",
        N_("Wedge"),
        N_(
            "The move goes between two opposing discs on an edge, where no reply can turn it. "
            "It splits the edge and often leads to a corner."
        ),
        _wedge,
    )
    SACRIFICE = (
        "corner-sacrifice",
        N_("Corner sacrifice"),
        N_(
            "The move lets the opponent reach a corner that was out of reach, but what you gain "
            "elsewhere is worth more."
        ),
        _sacrifices,
    )
    SWINDLE = (
        "swindle",
        N_("Swindle"),
        N_(
            "You play twice in a row in a region with an even number of empty squares, "
            "because the opponent cannot reply there. This turns parity around."
        ),
        _swindle,
    )
    DIAGONAL = (
        "diagonal",
        N_("Diagonal control"),
        N_(
            "The move makes a long diagonal all yours. As long as it stays so, "
            "the opponent cannot enter the corner at its end along it."
        ),
        _diagonal,
    )
    PASS = (
        "forced-pass",
        N_("Forced pass"),
        N_(
            "The move leaves the opponent without a legal move, so you move again. "
            "This wins a tempo and changes who gets the last move."
        ),
        _pass,
    )
    CLOSES = (
        "access",
        N_("Access"),
        N_(
            "The move shuts the opponent out of a region where you can still play. "
            "Its squares become moves that only you have."
        ),
        _closes,
    )
    TEMPO = (
        "tempo",
        N_("Tempo"),
        N_(
            "You play where the opponent can neither play now nor reply. "
            "The opponent has to open something elsewhere."
        ),
        _tempo,
    )
    LEAVES_CORNER = (
        "corner-later",
        N_("The corner can wait"),
        N_("You could take a corner, but another move is better. The corner often stays yours."),
        _leaves_corner,
    )
    X_SQUARE = (
        "x-square",
        N_("X-square"),
        N_(
            "The move goes diagonally next to an empty corner. This is usually dangerous, "
            "but it is right when the opponent cannot use the corner or gains too little from it."
        ),
        _x_square,
    )
    SQUEEZE = (
        "squeeze",
        N_("Mobility squeeze"),
        N_(
            "The move leaves the opponent only one or two moves, and the next best move at least "
            "three more. With few moves, the opponent is forced to play bad ones."
        ),
        _squeeze,
    )
    PARITY = (
        "parity",
        N_("Parity"),
        N_(
            "The move goes into the only region with an odd number of empty squares. "
            "Every region that is left is even, so you can have the last move in each."
        ),
        _parity,
    )
    STABLE = (
        "stable-discs",
        N_("Stable discs"),
        N_(
            "The move makes at least eight of your discs stable. They can never be turned again, "
            "whatever follows."
        ),
        _stable,
    )
    THREAT = (
        "threat",
        N_("Corner threat"),
        N_("The move threatens to take a corner that you could not take before."),
        _threatens,
    )
    GUARDS = (
        "guard",
        N_("Guard the corner"),
        N_("The opponent was about to take a corner. After this move no corner can be taken."),
        _guards,
    )
    QUIET = (
        "quiet-move",
        N_("Quiet move"),
        N_(
            "The move opens no new square to the opponent, who has to make the next concession. "
            "Such moves turn few discs, inside the position."
        ),
        _quiet,
    )
    EDGE = (
        "edge",
        N_("Edge"),
        N_("The move takes an edge square that is not next to a corner."),
        _edge,
    )
    CORNER = (
        "corner",
        N_("Corner"),
        N_("The move takes a corner. A disc in a corner can never be turned."),
        _takes_corner,
    )
    COUNTING = (
        "counting",
        N_("Counting"),
        N_(
            "At most six squares are empty. Count every line to the end, "
            "and compare the final scores."
        ),
        _counting,
    )

    def __init__(self, key: str, name: str, text: str, fits: Callable[[Solution], bool]) -> None:
        self.key = key
        self._name = name
        self._text = text
        self.fits = fits

    @property
    def title(self) -> str:
        return _(self._name)

    @property
    def definition(self) -> str:
        return _(self._text)

    @staticmethod
    def of(key: str) -> "Theme":
        """Return the theme with this key; raise ``ValueError`` if there is none."""
        for theme in Theme:
            if theme.key == key:
                return theme
        keys = ", ".join(theme.key for theme in Theme)
        raise ValueError(_("There is no theme “{key}”. Themes: {keys}.", key=key, keys=keys))


def themes_of(board: Board, best: Sequence[Square], second: Sequence[Square]) -> tuple[Theme, ...]:
    """Return the themes of a position whose two best lines are proved."""
    solution = Solution(board, best, second)
    return tuple(theme for theme in Theme if theme.fits(solution))
