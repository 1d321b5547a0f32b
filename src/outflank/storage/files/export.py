"""Export of games: as text, pictures, animations and links.

All user interfaces and `outflank export` use it, so that exported games look the same.
"""

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.board import Color, listed
from outflank.formats import (
    WRITE_FORMATS,
    GameFile,
    InvalidRecord,
    pack_game,
    record_of,
    save_game,
    write_ggf,
)
from outflank.game import Game
from outflank.translation import N_, _

if TYPE_CHECKING:
    from outflank.study.review import Review


EXPORTS = {
    "svg": N_("the position as a drawing"),
    "png": N_("the position with players and score as a picture"),
    "gif": N_("the game with players and result, move by move"),
    "txt": N_("the moves"),
    "ggf": N_("the game in GGF"),
    "json": N_("the game as an Outflank save"),
    "link": N_("a link that opens the game in the browser"),
}


def report(game: Game, review: "Review", ending: str) -> bytes:
    """Return a reviewed game as a web page (html) or as a picture to share (png)."""
    from outflank.study.game_study import decided_by
    from outflank.study.report import report_html
    from outflank.study.words import player_names

    if ending == "html":
        return report_html(game, review).encode()
    from outflank.pictures import Caption, report_png

    whole = game.copy()
    whole.go_to(len((*game.history, *game.future)))
    black, white = player_names(game.info)
    decided = decided_by(review)
    return report_png(
        whole,
        Caption(black, white, *_told(whole)),
        {point.ply: point.score for point in review.points},
        None if decided is None else decided.ply,
        "" if decided is None else decided.sentence,
    )


def exported(
    game: Game, ending: str, *, square: int | None = None, pace: float = 0.8, server: str = ""
) -> bytes:
    """Return a game, or its current position, as a file of the given extension.

    Squares are ``square`` pixels wide, an animation shows each move for ``pace`` seconds, and a
    link opens at ``server``.

    >>> from outflank.formats import read_transcript
    >>> exported(read_transcript("f5d6"), "txt")
    b'f5d6\\n'
    """
    last = None if game.last_move is None else game.last_move.square
    if ending in ("png", "gif"):
        # Imported lazily: most users of this module do not draw.
        from outflank.pictures import Caption, board_png, game_gif

        black, white = (game.info.get(color.value) or str(color) for color in Color)
        caption = Caption(black, white, *_told(game))
        if ending == "gif":
            return game_gif(game, square=square, seconds=pace, caption=caption)
        return board_png(game.board, square=square, last_move=last, caption=caption)
    writers: dict[str, Callable[[], str]] = {
        "svg": lambda: game.board.to_svg(width=game.size * (square or 40), last_move=last),
        "txt": lambda: game.transcript + "\n",
        "ggf": lambda: write_ggf(record_of(game)) + "\n",
        "json": lambda: save_game(game),
        "link": lambda: f"{server.rstrip('/')}/#game={pack_game(game)}\n",
    }
    return writers[ending]().encode()


def written(game: Game, format: str) -> str:
    """Return the text of a game in a format, given as a file extension.

    >>> from outflank.formats import read_transcript
    >>> written(read_transcript("f5d6"), "ggf")[-14:]
    ']B[F5]W[D6];)\\n'
    """
    _refuse_format(format)
    if format in ("png", "gif"):
        raise InvalidRecord(f"{format} is a picture format; use game.write('game.{format}')")
    if format in EXPORTS:
        return exported(game, format).decode()
    text = io.StringIO()
    with GameFile(Path(f"game.{format}"), stream=text) as file:
        file.write(record_of(game))
    return text.getvalue()


def write_game(game: Game, path: Path) -> None:
    """Write a game, or a picture of it, to a file in the format of its extension."""
    format = path.suffix.lstrip(".").lower()
    if not format:
        raise InvalidRecord(
            _(
                "The file name {name} needs an extension that sets the format, such as game.ggf",
                name=repr(str(path)),
            )
        )
    _refuse_format(format)
    if format in EXPORTS:
        path.write_bytes(exported(game, format))
        return
    with GameFile(path) as file:
        file.write(record_of(game))


def _refuse_format(format: str) -> None:
    known = list(dict.fromkeys((*EXPORTS, *WRITE_FORMATS)))
    if format not in known:
        raise InvalidRecord(
            _(
                "{format} is not a game format. Choose one of: {formats}",
                format=repr(format),
                formats=listed(known),
            )
        )


def _told(game: Game) -> tuple[str, str]:
    """Return the caption of a picture: the score, and the result or the side to move."""
    outcome, board, info = game.outcome, game.board, game.info
    stands = _("{color} to move", color=game.turn) if outcome is None else str(outcome)
    black, white = (
        (board.count(Color.BLACK), board.count(Color.WHITE))
        if outcome is None
        else (outcome.black, outcome.white)
    )
    line = " · ".join(filter(None, (stands, info.get("event", ""), info.get("date", ""))))
    return f"{black} – {white}", line
