"""A position of a repertoire as screens show it: one's own move, or what the opponent plays."""

from dataclasses import dataclass

from outflank.board import square_name
from outflank.openings.names import local_name, opening_of
from outflank.study.repertoire.repertoire import Line, Repertoire, after_line
from outflank.study.repertoire.replies import likely_replies
from outflank.study.values import Fate
from outflank.study.views import Label, Position, position_of
from outflank.translation import N_, _

ANSWER = Label(N_("yours"), "*", Fate.WON, "best")
SHOWN = 0.01  # the least share of a reply that gets a label


@dataclass(frozen=True, slots=True)
class ReplyShare:
    """A move of the opponent, how often it comes up, and whether there is an answer to it."""

    move: str
    share: str  # such as `45 %`
    answered: bool


@dataclass(frozen=True, slots=True)
class RepertoireBoard:
    """A position on the board of the trainer."""

    position: Position
    line: tuple[str, ...]
    mine: bool  # the color of the repertoire is to move
    answer: str  # the move of the repertoire; empty if there is none
    replies: tuple[ReplyShare, ...]
    headline: str
    sentence: str


def repertoire_board(repertoire: Repertoire, line: Line) -> RepertoireBoard:
    """Return the position after a line."""
    board = after_line(line)
    mine, answer = board.turn is repertoire.color, repertoire.answer(board)
    replies = []
    if not mine:
        for one in likely_replies(board):
            after = board.play(one.move).after_forced_pass
            answered = repertoire.answer(after) is not None
            if answered or one.share >= SHOWN:
                share = f"{round(100 * one.share)} %"
                replies.append(ReplyShare(square_name(one.move), share, answered))
    labels = {one.move: Label(one.share, "+", Fate.WON, "best") for one in replies if one.answered}
    if answer is not None:
        labels[square_name(answer)] = ANSWER
    found = opening_of(line)
    moves = " ".join(map(square_name, line))
    if board.is_over:
        sentence = _("The game is over here.")
    elif mine and answer is None:
        sentence = _("There is no answer here yet. Play the move you want to learn.")
    elif mine:
        sentence = _("Your move here is {move}.", move=square_name(answer or 0))
    else:
        sentence = _("{color} to move: how often each move is played.", color=board.turn)
    return RepertoireBoard(
        position_of(board, legal=True, last=line[-1] if line else None, labels=labels),
        tuple(map(square_name, line)),
        mine and not board.is_over,
        "" if answer is None else square_name(answer),
        tuple(replies),
        " · ".join(filter(None, [local_name(found.name) if found else "", moves]))
        or _("Starting position"),
        sentence,
    )
