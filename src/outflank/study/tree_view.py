"""The variation tree of a game, as a screen draws it."""

from outflank.board import names_of_squares
from outflank.game import Tree, Way
from outflank.study.views import LineView, TreeMove, TreeView
from outflank.translation import _


def tree_view(tree: Tree, here: Way, size: int) -> TreeView:
    """Return all lines, and the actions available at the current position."""
    names = names_of_squares(size)
    lines = []
    place = 0
    for depth, ways in tree.lines():
        moves = []
        for way in ways:
            name = names[way[-1]] if way else _("Starting position")
            moves.append(TreeMove(place, name, way == here, bool(tree.note(way).comment)))
            place += 1
        lines.append(LineView(depth, len(ways[0]), tree.note(ways[0]).name, tuple(moves)))
    known = here in tree
    line = tree.fork(here) if known else here
    aside = not tree.is_played(here)
    return TreeView(
        lines=tuple(lines),
        way="".join(names[square] for square in here),
        aside=aside,
        name=tree.note(line).name,
        comment=tree.note(here).comment,
        can_back=bool(here),
        can_on=known and bool(tree.children(here)),
        can_promote=known and tree.promoted(here) is not None,
        can_delete=known and aside,
    )
