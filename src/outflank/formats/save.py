"""The JSON save: a whole game in one versioned document that comes back equal."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from outflank.board import (
    Board,
    Color,
    IllegalMove,
    InvalidPosition,
    InvalidSquare,
    names_of_squares,
)
from outflank.formats.errors import InvalidRecord
from outflank.formats.format import TextFormat
from outflank.formats.record import record_of, too_many
from outflank.formats.transcript import InvalidTranscript, read_transcript
from outflank.game import LONGEST, MOST, Game, Reason, TimeControl, Tree, Variation
from outflank.translation import N_

FORMAT = "outflank-game"
VERSION = 1


class InvalidSave(InvalidRecord):
    """A document that is not a saved game; the sentence says where it is wrong."""


class NotASave(InvalidSave):
    """A document of somebody else; ours say so themselves."""


def save_game(game: Game) -> str:
    """A game as a JSON document, with the moves taken back, the clock and how it ended."""
    plies = (*game.history, *game.future)
    names = names_of_squares(game.size)
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "start": game.start.to_text(),
        "moves": ["pass" if ply.square is None else names[ply.square] for ply in plies],
        "ply": game.ply,
    }
    if any(ply.seconds is not None for ply in plies):
        document["seconds"] = [ply.seconds for ply in plies]
    if game.clock is not None:
        document["clock"] = {"seconds": game.clock.seconds, "increment": game.clock.increment}
    ending = game.ending
    if ending is not None:
        document["ending"] = {
            "loser": ending.loser.value,
            "reason": ending.reason.value,
            "taken_back": not ending.in_force,
        }
    if game.info:
        if not all(isinstance(value, str) for value in game.info.values()):
            raise InvalidSave(f"what is known about a game is text; got {game.info!r}")
        document["info"] = game.info
    if game.variations:
        document["variations"] = [_variation(each, names) for each in game.variations]
    return json.dumps(document, ensure_ascii=False) + "\n"


def _variation(each: Variation, names: Sequence[str]) -> dict[str, str]:
    texts = {"name": each.name, "comment": each.comment}
    moves = "".join([names[square] for square in each.way])
    return {"moves": moves} | {key: text for key, text in texts.items() if text}


def load_game(text: str | bytes) -> Game:
    """Read a game that ``save_game`` wrote."""
    return _game(_Reader(_document(text), "the save"))


class _Reader:
    """Values of a JSON object, each fetched with the type it must have."""

    def __init__(self, document: Any, place: str) -> None:
        if not isinstance(document, dict):
            raise InvalidSave(f"{place} must be a JSON object; got {_shown(document)}")
        self.document = document
        self.place = place

    def get(self, key: str, kind: type | tuple[type, ...], expected: str, **default: Any) -> Any:
        if key not in self.document:
            if "default" in default:
                return default["default"]
            raise InvalidSave(f'{self.place} must have "{key}", {expected}; it is missing')
        value = self.document[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise InvalidSave(f'"{key}" in {self.place} must be {expected}; got {_shown(value)}')
        return value

    def inner(self, key: str) -> "_Reader | None":
        return _Reader(self.document[key], f'"{key}"') if key in self.document else None


def _document(text: str | bytes) -> Any:
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(document, ensure_ascii=False).encode()
        return document
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])
        raise InvalidSave(f"a saved game is text; {half} is half a character") from None
    except UnicodeDecodeError as error:
        raise InvalidSave(
            f"a saved game is JSON text in UTF-8; byte {error.start + 1} is not"
        ) from None
    except json.JSONDecodeError as error:
        raise InvalidSave(
            f"a saved game is a JSON document; line {error.lineno}, column {error.colno}: "
            f"{error.msg}"
        ) from None
    except RecursionError:
        raise InvalidSave(
            "a saved game is a flat JSON document; this one nests endlessly"
        ) from None
    except InvalidSave:
        raise
    except ValueError as error:  # a number with more digits than Python reads
        raise InvalidSave(f"a saved game is a JSON document: {error}") from None


def _refuse_constant(name: str) -> None:
    raise InvalidSave(f"a saved game has plain numbers only; got {name}")


def _game(save: _Reader) -> Game:
    name = save.document.get("format")
    if name != FORMAT:
        got = _shown(name) if "format" in save.document else "a document without it"
        raise NotASave(f'a save of Outflank\'s says "format": "{FORMAT}"; got {got}')
    version = save.get("version", int, f"a number from 1 to {VERSION}")
    if not 1 <= version <= VERSION:
        hint = ": a newer Outflank reads it" if version > VERSION else ""
        raise InvalidSave(
            f"this program reads saves of version 1 to {VERSION}; this one is version {version}"
            f"{hint}"
        )
    try:
        start = Board.from_text(save.get("start", str, "position text"))
    except InvalidPosition as error:
        raise InvalidSave(f'"start": {error}') from None
    game = Game(start, clock=_clock(save), info=_info(save))
    _play(game, save)
    _end(game, save)
    tree = Tree(game.tree.played, _variations(game.start, save))
    if tree.tried > MOST:
        raise InvalidSave(f'"variations": {too_many(tree.tried)}')
    game.variations = tree.variations
    return game


def _clock(save: _Reader) -> TimeControl | None:
    clock = save.inner("clock")
    if clock is None:
        return None
    try:
        numbers = [clock.get(key, (int, float), "a number") for key in ("seconds", "increment")]
        if not all(_is_duration(number) for number in numbers):
            raise InvalidSave(f"a clock's numbers go from 0 to {LONGEST}")
        return TimeControl(float(numbers[0]), float(numbers[1]))
    except ValueError as error:
        raise InvalidSave(f'"clock": {error}') from None


def _info(save: _Reader) -> dict[str, str]:
    info = save.get("info", dict, "an object of texts", default={})
    for key, value in info.items():
        if not isinstance(value, str):
            raise InvalidSave(f'"info", "{key}" must be text; got {_shown(value)}')
    return dict(info)


def _play(game: Game, save: _Reader) -> None:
    moves = save.get("moves", list, "a list of squares")
    seconds = save.get("seconds", list, "a list of numbers", default=[None] * len(moves))
    if len(seconds) != len(moves):
        raise InvalidSave(
            f'"seconds" must have one entry a move, {len(moves)} in all; got {len(seconds)}'
        )
    for number, (move, spent) in enumerate(zip(moves, seconds, strict=True), start=1):
        place = f'"moves", entry {number}'
        if not isinstance(move, str):
            raise InvalidSave(f"{place} must be a square or pass; got {_shown(move)}")
        if spent is not None and not _is_duration(spent):
            raise InvalidSave(
                f'"seconds", entry {number} must be a number from 0 to {LONGEST}; '
                f"got {_shown(spent)}"
            )
        if number <= game.ply:  # a forced pass the game made by itself
            if move != "pass":
                raise InvalidSave(
                    f"{place} must be pass, as {game.history[-1].color} had no move; "
                    f"got {_shown(move)}"
                )
            continue
        if game.is_over:
            raise InvalidSave(f"{place}: the game is over before {_shown(move)}: {game.outcome}")
        if move == "pass":
            raise InvalidSave(f"{place}: {game.turn} has a move and may not pass")
        try:
            game.play(move, seconds=spent)
        except (IllegalMove, InvalidSquare, ValueError) as error:
            raise InvalidSave(f"{place}: {error}") from None
        if game.ply < number:
            raise InvalidSave(f"{place} took {spent} seconds, more than the clock allowed")
    if game.ply != len(moves):
        raise InvalidSave(
            f'"moves" must end with the pass that the last move forces; '
            f"{len(moves)} entries came, {game.ply} are needed"
        )


def _end(game: Game, save: _Reader) -> None:
    ending = save.inner("ending")
    if ending is not None:
        loser, reason = (
            ending.get("loser", str, "black or white"),
            ending.get("reason", str, "text"),
        )
        try:
            color, why = Color(loser), Reason(reason)
        except ValueError:
            raise InvalidSave(
                '"ending" must have a loser, black or white, and a reason, resignation, time, '
                f"forfeit or absence; got {_shown(loser)} and {_shown(reason)}"
            ) from None
        if game.is_over or why is Reason.NO_MOVES:
            raise InvalidSave(
                '"ending" is for a game resigned, forfeited or lost on time while moves remained'
            )
        game.end(color, why)
        if ending.get("taken_back", bool, "true or false", default=False):
            game.undo()
    ply = save.get("ply", int, "a number")
    if ply == game.ply:
        return
    try:
        game.go_to(ply)
    except ValueError as error:
        raise InvalidSave(f'"ply": {error}') from None
    if game.ply != ply:
        raise InvalidSave(f'"ply" {ply} is a position where a pass is forced; expected {game.ply}')


def _variations(start: Board, save: _Reader) -> Iterator[Variation]:
    listed = save.get("variations", list, "a list of objects", default=[])
    for number, entry in enumerate(listed, start=1):
        each = _Reader(entry, f'"variations", entry {number}')
        try:
            tried = read_transcript(each.get("moves", str, "moves such as f5d6"), start)
        except InvalidTranscript as error:
            raise InvalidSave(f"{each.place}: {error}") from None
        name, comment = (each.get(key, str, "text", default="") for key in ("name", "comment"))
        yield Variation(tried.tree.played, name, comment)


def _is_duration(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LONGEST


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


SAVE = TextFormat(
    name="JSON",
    sentence=N_("saved games of Outflank, one per line"),
    endings=("json", "jsonl"),
    example=(
        '{"format": "outflank-game", "version": 1, "start": "---- -OX- -XO- ---- X", '
        '"moves": ["b1", "a1"], "ply": 1, "seconds": [0.5, 2], '
        '"clock": {"seconds": 60, "increment": 1}, "info": {"black": "Ann"}}\n'
    ),
    recognise=lambda text: text.startswith("{") and FORMAT in text,
    read=lambda stream: iter([record_of(load_game(stream.read()))]),
    games=lambda text: [load_game(text)],
    document=True,
    write=lambda record: save_game(record.game()).rstrip("\n"),
)
