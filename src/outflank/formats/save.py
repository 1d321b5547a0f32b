"""The JSON save format: a lossless, versioned document of a whole game."""

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
from outflank.formats.errors import InvalidRecord, no_pass
from outflank.formats.format import TextFormat
from outflank.formats.record import record_of, too_many
from outflank.formats.transcript import InvalidTranscript, read_transcript
from outflank.game import LONGEST, MOST, Game, Reason, TimeControl, Tree, Variation
from outflank.translation import N_, _

FORMAT = "outflank-game"
VERSION = 1


class InvalidSave(InvalidRecord):
    """A document that is not a saved game; the message says where it is wrong."""


class NotASave(InvalidSave):
    """A document from another program; our saves contain a marker."""


def save_game(game: Game) -> str:
    """Return a game as a JSON document, with undone moves, clocks and result."""
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
        if game.clock.per_move:
            document["clock"]["per_move"] = True
    ending = game.ending
    if ending is not None:
        document["ending"] = {
            "loser": ending.loser.value,
            "reason": ending.reason.value,
            "taken_back": not ending.in_force,
        }
    if game.info:
        if not all(isinstance(value, str) for value in game.info.values()):
            raise InvalidSave(f"the metadata of a game must be text; got {game.info!r}")
        document["info"] = game.info
    if game.variations:
        document["variations"] = [_variation(each, names) for each in game.variations]
    return json.dumps(document, ensure_ascii=False) + "\n"


def _variation(each: Variation, names: Sequence[str]) -> dict[str, str]:
    texts = {"name": each.name, "comment": each.comment}
    moves = "".join([names[square] for square in each.way])
    return {"moves": moves} | {key: text for key, text in texts.items() if text}


def load_game(text: str | bytes) -> Game:
    """Read a game written by ``save_game``."""
    return _game(_Reader(_document(text), _("the saved game")))


def _wrong(place: str, expected: str, value: object) -> InvalidSave:
    return InvalidSave(
        _(
            "{place} must be {expected}, not {text}.",
            place=place,
            expected=expected,
            text=_shown(value),
        )
    )


class _Reader:
    """Typed access to the values of a JSON object."""

    def __init__(self, document: Any, place: str) -> None:
        if not isinstance(document, dict):
            raise _wrong(place, _("a JSON object"), document)
        self.document = document
        self.place = place

    def get(self, key: str, kind: type | tuple[type, ...], expected: str, **default: Any) -> Any:
        if key not in self.document:
            if "default" in default:
                return default["default"]
            raise InvalidSave(
                _(
                    '"{key}" is missing in {place}: {expected}',
                    key=key,
                    place=self.place,
                    expected=_(expected),
                )
            )
        value = self.document[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise _wrong(f'{self.place}, "{key}"', _(expected), value)
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
        raise InvalidSave(
            _("A saved game must be text, but {text} is an incomplete character.", text=half)
        ) from None
    except UnicodeDecodeError as error:
        raise InvalidSave(
            _("A saved game must be in UTF-8, but byte {byte} is not.", byte=error.start + 1)
        ) from None
    except json.JSONDecodeError as error:
        raise InvalidSave(
            _(
                "A saved game must be JSON. Line {line}, column {column}: {error}",
                line=error.lineno,
                column=error.colno,
                error=error.msg,
            )
        ) from None
    except RecursionError:
        raise InvalidSave(_("This saved game is nested too deeply.")) from None
    except InvalidSave:
        raise
    except ValueError as error:  # a number with more digits than Python accepts
        raise InvalidSave(_("A saved game must be JSON: {error}", error=error)) from None


def _refuse_constant(name: str) -> None:
    raise InvalidSave(_("A saved game cannot have the number {text}.", text=name))


def _game(save: _Reader) -> Game:
    name = save.document.get("format")
    if name != FORMAT:
        raise NotASave(
            _('This is not a saved game from Outflank: "format" must be "{format}".', format=FORMAT)
        )
    version = save.get("version", int, N_("a number"))
    if not 1 <= version <= VERSION:
        raise InvalidSave(
            _(
                "This program reads saved games of version 1 to {own}, not version {version}. A "
                "newer version of Outflank may read it.",
                own=VERSION,
                version=version,
            )
        )
    try:
        start = Board.from_text(save.get("start", str, N_("a position")))
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
            raise InvalidSave(
                _(
                    "The seconds and the increment of a clock must be between 0 and {most}.",
                    most=LONGEST,
                )
            )
        per_move = clock.get("per_move", bool, "true or false", default=False)
        return TimeControl(float(numbers[0]), float(numbers[1]), per_move)
    except ValueError as error:
        raise InvalidSave(f'"clock": {error}') from None


def _info(save: _Reader) -> dict[str, str]:
    info = save.get("info", dict, N_("an object with text values"), default={})
    for key, value in info.items():
        if not isinstance(value, str):
            raise _wrong(f'"info", "{key}"', _("text"), value)
    return dict(info)


def _play(game: Game, save: _Reader) -> None:
    moves = save.get("moves", list, N_("a list of squares"))
    seconds = save.get("seconds", list, N_("a list of numbers"), default=[None] * len(moves))
    if len(seconds) != len(moves):
        raise InvalidSave(
            _(
                '"seconds" must have {count} numbers, one per move, not {number}.',
                count=len(moves),
                number=len(seconds),
            )
        )
    for number, (move, spent) in enumerate(zip(moves, seconds, strict=True), start=1):
        place = _('"moves", entry {number}', number=number)
        if not isinstance(move, str):
            raise _wrong(place, _("a square or pass"), move)
        if spent is not None and not _is_duration(spent):
            expected = _("a number from 0 to {most}", most=LONGEST)
            raise _wrong(_('"seconds", entry {number}', number=number), expected, spent)
        if number <= game.ply:  # a forced pass, which the game made automatically
            if move != "pass":
                raise _wrong(place, "pass", move)
            continue
        if game.is_over:
            raise InvalidSave(
                f"{place}: " + _("The game is over before {move}.", move=_shown(move))
            )
        if move == "pass":
            raise InvalidSave(f"{place}: {no_pass(game.turn)}")
        try:
            game.play(move, seconds=spent)
        except (IllegalMove, InvalidSquare, ValueError) as error:
            raise InvalidSave(f"{place}: {error}") from None
        if game.ply < number:
            raise InvalidSave(
                f"{place}: " + _("{seconds} seconds are more than the clock allows.", seconds=spent)
            )
    if game.ply != len(moves):
        raise InvalidSave(
            _(
                '"moves" must end with the forced pass: {needed} entries, not {number}.',
                needed=game.ply,
                number=len(moves),
            )
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
                _(
                    '"ending" must have a "loser" (black, white) and a "reason" (resignation, '
                    "time, forfeit, absence), not {loser} and {reason}.",
                    loser=_shown(loser),
                    reason=_shown(reason),
                )
            ) from None
        if game.is_over or why is Reason.NO_MOVES:
            raise InvalidSave(
                _('"ending" is only allowed for a game that ended while moves were still possible.')
            )
        game.end(color, why)
        if ending.get("taken_back", bool, N_("true or false"), default=False):
            game.undo()
    ply = save.get("ply", int, N_("a number"))
    if ply == game.ply:
        return
    try:
        game.go_to(ply)
    except ValueError as error:
        raise InvalidSave(f'"ply": {error}') from None
    if game.ply != ply:
        raise InvalidSave(
            _(
                '"ply" must be {expected} after a forced pass, not {ply}.',
                expected=game.ply,
                ply=ply,
            )
        )


def _variations(start: Board, save: _Reader) -> Iterator[Variation]:
    listed = save.get("variations", list, N_("a list of objects"), default=[])
    for number, entry in enumerate(listed, start=1):
        each = _Reader(entry, _('"variations", entry {number}', number=number))
        try:
            tried = read_transcript(each.get("moves", str, "moves such as f5d6"), start)
        except InvalidTranscript as error:
            raise InvalidSave(f"{each.place}: {error}") from None
        name, comment = (each.get(key, str, N_("text"), default="") for key in ("name", "comment"))
        yield Variation(tried.tree.played, name, comment)


def _is_duration(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LONGEST


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


SAVE = TextFormat(
    name="JSON",
    sentence=N_("saved games from Outflank, one per line"),
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
