"""A game as JSON: everything a page needs to draw it, so that the page needs no rules."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from outflank.board import Board, Color
from outflank.engine import ENGINE_SIZES
from outflank.formats import write_transcript
from outflank.game import Game, Outcome
from outflank.openings import name_of_game
from outflank.sitting import HUMAN, Sitting
from outflank.sitting import messages as m
from outflank.storage.games import Entry, Kept
from outflank.web.seats import Seats


def sitting_of(kept: Kept) -> Sitting:
    """The sitting at a stored game, as it was left."""
    standing = kept.standing
    sitting = Sitting(
        standing.game, standing.seats, paused=standing.paused, next_ticket=standing.next_ticket
    )
    sitting.pending = standing.pending
    return sitting


def game_view(
    kept: Kept,
    seats: Seats,
    instructions: Iterable[m.Instruction] = (),
    *,
    branched_from: str | None = None,
) -> dict[str, Any]:
    """The state of a game, and what just happened in it.

    ``branched_from`` is the kind of the game that this one was made from, just now.
    """
    sitting = sitting_of(kept)
    game = sitting.game
    board = game.board
    outcome = game.outcome
    last = game.last_move
    return {
        "id": kept.id,
        "kind": kept.kind,
        "name": kept.name,
        "version": kept.version,
        "size": game.size,
        "board": _discs(board),
        "turn": board.turn.value,
        "counts": {
            "black": board.count(Color.BLACK),
            "white": board.count(Color.WHITE),
            "empty": len(board.empties),
        },
        "legal": legal_view(board) if sitting.waits_for_human else {},
        "last": None if last is None else {"square": last.name, "color": last.color.value},
        "opening": _opening(game),
        "ply": game.ply,
        "moves": _moves(game),
        "transcript": write_transcript(game),
        "seats": {
            color.value: seats.view(seat, game.size) for color, seat in sitting.seats.items()
        },
        "paused": sitting.paused,
        "thinking": None
        if sitting.pending is None
        else {"ticket": sitting.pending, "color": board.turn.value},
        "can": {
            "undo": game.can_undo,
            "redo": game.can_redo,
            "study": game.size in ENGINE_SIZES,
        },
        "outcome": None if outcome is None else outcome_view(outcome),
        "notices": _branch_notices(branched_from)
        + [notice for one in instructions if (notice := _notice(one, seats)) is not None],
    }


def outcome_view(outcome: Outcome) -> dict[str, Any]:
    """How a game ended."""
    return {
        "winner": None if outcome.winner is None else outcome.winner.value,
        "black": outcome.black,
        "white": outcome.white,
        "reason": outcome.reason.value,
        "sentence": str(outcome),
    }


def entry_view(entry: Entry, seats: Seats) -> dict[str, Any]:
    """A game on the shelf, for My Games."""
    players = " against ".join(_sitter(entry, color, seats) for color in Color)
    if entry.deleted:
        place = "bin"
    elif entry.kind == "save":
        place = "saved"
    else:
        place = "running" if entry.result is None else "finished"
    moves = f"{entry.moves} move{'' if entry.moves == 1 else 's'}"
    return {
        "id": entry.id,
        "place": place,
        "name": entry.name,
        "title": entry.name or players,
        "players": players,
        "note": entry.result or moves,
        "size": entry.size,
        "board": entry.board.split(" ")[0],
        "moves": entry.moves,
        "result": entry.result,
        "created": _time(entry.created),
        "updated": _time(entry.updated),
    }


def legal_view(board: Board) -> dict[str, list[str]]:
    """Each legal square and what it turns, whoever is to move."""
    squares = board.legal_moves
    return {
        name: board.flips(square).names for name, square in zip(squares.names, squares, strict=True)
    }


def _sitter(entry: Entry, color: Color, seats: Seats) -> str:
    sat = {Color.BLACK: entry.black, Color.WHITE: entry.white}
    if sat[color] != HUMAN:
        return seats.title(sat[color])
    return "You" if sat[color.opponent] != HUMAN else str(color)


def _opening(game: Game) -> str | None:
    """The name of the opening so far, where it has one."""
    if game.start != Board():
        return None
    moves = bytes(ply.square for ply in game.history if ply.square is not None)
    return name_of_game(moves) or None


def _discs(board: Board) -> str:
    return board.to_text().split(" ")[0]


def _moves(game: Game) -> list[dict[str, Any]]:
    moves = []
    before = game.start
    number = 0
    for ply, made in enumerate((*game.history, *game.future), start=1):
        number += not made.is_pass
        moves.append(
            {
                "ply": ply,
                "number": None if made.is_pass else number,
                "color": made.color.value,
                "square": None if made.is_pass else made.name,
                "flips": [] if made.square is None else before.flips(made.square).names,
            }
        )
        before = made.board
    return moves


_BRANCHED = {
    "game": "The finished game stays in My Games as it was. You play on in a copy.",
    "link": "You play on in a game of your own, which My Games keeps from now on.",
}


def _branch_notices(kind: str | None) -> list[dict[str, Any]]:
    return [] if kind is None else [{"kind": "branch", "color": None, "sentence": _BRANCHED[kind]}]


def _notice(instruction: m.Instruction, seats: Seats) -> dict[str, Any] | None:
    match instruction:
        case m.AnnouncePass(color):
            sentence = f"{color} has no move and passes; {color.opponent} moves again."
            return {"kind": "pass", "color": color.value, "sentence": sentence}
        case m.ReportFailure(color, seat, problem):
            sentence = f"{seats.title(seat)} {problem}."
            return {"kind": "failure", "color": color.value, "sentence": sentence}
        case m.Finished(outcome):
            return {"kind": "finished", "color": None, "sentence": f"{outcome}."}
        case _:
            return None


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
