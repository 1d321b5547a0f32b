"""Proposed repertoires: by the name of an opening, by a style, or from the user's games."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from outflank.board import Board, Color, Square
from outflank.book.graph import Key, key_of
from outflank.game import Game
from outflank.openings.names import Opening, names_like, openings, slug
from outflank.study.repertoire.repertoire import (
    Repertoire,
    RepertoireError,
    after_line,
    parse_line,
    same_move,
)
from outflank.study.repertoire.replies import LikelyReply, book_losses, likely_replies
from outflank.study.repertoire.umigame import umigame_number
from outflank.translation import _

Style: TypeAlias = Literal["few", "masters", "fights"]
STYLES: tuple[Style, ...] = ("few", "masters", "fights")
LAST_MOVE = 20  # the book follows every named opening up to here
WORTH_LEARNING: Mapping[Style, float] = {"few": 0.05, "masters": 0.02, "fights": 0.02}
"""The least probability that a proposed position comes up."""
RARE = 0.05  # replies played less often are not prepared
TOLERANCE = 1  # discs that a proposed move may lose


def proposed_move(board: Board, style: Style) -> Square | None:
    """Return the move that a style plays; None where neither the book nor games know one."""
    losses, replies = book_losses(board), likely_replies(board)
    good = [one for one in replies if not losses or one.loss <= TOLERANCE]
    if not good:
        return None
    if style == "masters" or not losses:
        return good[0].move
    if style == "few":
        return min(good, key=lambda one: _to_learn(board, one)).move
    return max(good, key=lambda one: _expected_loss(board, one)).move


def _to_learn(board: Board, move: LikelyReply) -> tuple[int, int]:
    """Return how many replies must be prepared, and the number of lines by the book."""
    after = board.play(move.move)
    prepared = sum(one.share >= RARE for one in likely_replies(after))
    return prepared, umigame_number(after, board.turn)


def _expected_loss(board: Board, move: LikelyReply) -> float:
    """Return how many discs the opponent loses on average, as people play."""
    after = board.play(move.move)
    lost = sum(one.share * one.loss for one in likely_replies(after)) if after.legal_moves else 0
    return lost - move.loss


def propose(
    color: Color,
    style: Style,
    opening: Opening | None = None,
    *,
    last_move: int = LAST_MOVE,
) -> Repertoire:
    """Propose a repertoire from the start, or along an opening and after it."""
    start = () if opening is None else parse_line(opening.moves)
    found = Repertoire(color).with_line(start)
    # Positions near the start first, so that a transposition keeps its highest probability.
    waiting: list[tuple[Board, float, int]] = [(after_line(start), 1.0, len(start))]
    while waiting:
        board, likely, plies = waiting.pop(0)
        if board.is_over or plies >= last_move:
            continue
        if board.turn is color:
            answer = found.answer(board)
            if answer is None:
                answer = proposed_move(board, style)
                if answer is None:
                    continue
                found = found.with_answer(board, answer)
            waiting.append((board.play(answer).after_forced_pass, likely, plies + 1))
            continue
        for number, reply in enumerate(likely_replies(board)):
            share = likely * reply.share
            # The most likely line of an opening is followed to its end.
            if number == 0 or (reply.share >= RARE and share >= WORTH_LEARNING[style]):
                after = board.play(reply.move).after_forced_pass
                waiting.append((after, share if number else likely, plies + 1))
    return found


def from_games(color: Color, games: Iterable[Game], *, last_move: int = LAST_MOVE) -> Repertoire:
    """Return the moves that a player chose most often in these games with one color."""
    played: dict[Key, Counter[Square]] = {}
    for game in games:
        if game.start != Board():
            continue
        for board, move in _moves_of(game):
            if board.turn is color and len(board.empties) > 60 - last_move:
                key, symmetry = key_of(board)
                played.setdefault(key, Counter())[symmetry.square(move)] += 1
    answers = {key: counts.most_common(1)[0][0] for key, counts in played.items()}
    if not answers:
        raise RepertoireError(
            _("You have no finished game as {color} from the usual start.", color=color)
        )
    return Repertoire(color, answers).pruned()


def _moves_of(game: Game) -> Iterator[tuple[Board, Square]]:
    board = game.start
    for ply in game.history:
        if ply.square is not None:
            yield board, ply.square
        board = ply.board


def opening_named(text: str) -> Opening:
    """Return the opening with a name, in any language or as ``central-rose-bill``.

    >>> opening_named("tiger").moves
    'f5d6c3d3c4'
    """
    wanted = slug(text)
    found = openings().by_slug.get(wanted) or next(
        (one for one in openings().table if slug(_(one.name)) == wanted), None
    )
    if found is None:
        near = names_like(text.strip())[:5] if text.strip() else []
        sentence = _("There is no opening {name}.", name=repr(text))
        if near:
            sentence += " " + _("Similar names: {names}.", names=", ".join(map(_, near)))
        raise RepertoireError(
            f"{sentence} {_('`{command}` lists all.', command='outflank openings list')}"
        )
    return found


@dataclass(frozen=True, slots=True)
class Merge:
    """What adding lines changes in a repertoire."""

    repertoire: Repertoire
    added: int
    changed: int

    @property
    def sentence(self) -> str:
        return _(
            "Positions added: {added}. Answers changed: {changed}.",
            added=self.added,
            changed=self.changed,
        )


def merge(old: Repertoire, new: Repertoire) -> Merge:
    """Add the answers of another repertoire, which replace other answers."""
    added = sum(key not in old.answers for key in new.answers)
    changed = 0
    answers = dict(old.answers)
    for key, move in new.answers.items():
        board = Board.from_bits(*key)
        changed += key in answers and not same_move(board, answers[key], move)
        answers[key] = move
    return Merge(Repertoire(old.color, answers).pruned(), added, changed)
