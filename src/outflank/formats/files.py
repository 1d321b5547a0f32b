"""Files of games in every format, read and written as streams: memory does not grow with them."""

import codecs
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, TextIO

from outflank.formats import wthor
from outflank.formats.arena_log import games_after, is_arena_log
from outflank.formats.errors import InvalidRecord
from outflank.formats.ggf import read_ggf, write_ggf
from outflank.formats.lines import read_lines, write_line
from outflank.formats.movelist import read_move_lists
from outflank.formats.obf import position_of_record, read_obf, record_of_position, write_obf
from outflank.formats.quest import looks_like_quest, read_quest
from outflank.formats.record import GameRecord, record_of, with_score
from outflank.formats.save import load_game, save_game
from outflank.formats.sgf import read_sgf

LONGEST_SAVE = 1 << 22  # characters of one JSON document

READ_FORMATS = {
    "wtb": "WTHOR games; the players' and tournaments' files are found beside it",
    "ggf": "GGF, any number of games",
    "txt": "a transcript or position a line",
    "json": "our saves, one a line, or an Othello Quest game",
    "jsonl": "the same, or a log of `outflank match` or `tournament`",
    "obf": "OBF positions",
    "sgf": "SGF as Edax writes it",
    "pgn": "numbered lists of moves, with or without PGN's tags",
}
WRITE_FORMATS = ("wtb", "ggf", "txt", "json", "obf")


def _latin_1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


# Archives older than UTF-8 are in Latin-1: what is not UTF-8 is read as that.
codecs.register_error("outflank-latin-1", _latin_1)


def format_of(path: Path, named: str | None = None) -> str:
    """The format of a file: the one named, or the one its ending says."""
    ending = (named or path.suffix.lstrip(".")).lower()
    ending = {"othello": "txt"}.get(ending, ending)
    if ending not in READ_FORMATS:
        known = ", ".join(READ_FORMATS)
        raise InvalidRecord(
            f"{path.name}: the ending says the format, one of {known}; got {ending!r}. "
            "Name the format if the file is called otherwise"
        )
    return ending


def read_file(path: Path, named: str | None = None) -> Iterator[GameRecord]:
    """The games of a file one after the other."""
    name = format_of(path, named)
    with path.open("rb") as stream:
        try:
            yield from read_stream(stream, name, beside=path)
        except InvalidRecord as error:
            raise InvalidRecord(f"{path.name}: {error}") from None


def read_stream(stream: BinaryIO, name: str, *, beside: Path | None = None) -> Iterator[GameRecord]:
    """The games of a stream of bytes in a format of ``READ_FORMATS``."""
    if name == "wtb":
        players, tournaments = names_beside(beside) if beside else (None, None)
        yield from wthor.read_records(stream, players, tournaments)
        return
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="outflank-latin-1", newline=None)
    readers: dict[str, Callable[[TextIO], Iterator[GameRecord]]] = {
        "ggf": read_ggf,
        "txt": read_lines,
        "json": _read_json,
        "jsonl": _read_json,
        "obf": lambda obf: (record_of_position(position) for position in read_obf(obf)),
        "sgf": read_sgf,
        "pgn": read_move_lists,
    }
    try:
        yield from readers[name](text)
    finally:
        text.detach()  # the stream is the caller's to close


def names_beside(path: Path) -> tuple[wthor.Names | None, wthor.Names | None]:
    """The players and tournaments that belong to a ``.wtb`` file: its own, or the folder's."""
    return (
        _names(path, ".jou", wthor.PLAYER_BYTES),
        _names(path, ".trn", wthor.TOURNAMENT_BYTES),
    )


def _names(path: Path, ending: str, width: int) -> wthor.Names | None:
    candidates = [found for found in path.parent.iterdir() if found.suffix.lower() == ending]
    own = [found for found in candidates if found.stem.lower() == path.stem.lower()]
    chosen = own or candidates
    if len(chosen) > 1:
        listed = ", ".join(sorted(found.name for found in chosen))
        raise InvalidRecord(f"there are several {ending} files here ({listed}); keep one")
    if not chosen:
        return None
    with chosen[0].open("rb") as stream:
        try:
            return wthor.read_names(stream, width)
        except InvalidRecord as error:
            raise InvalidRecord(f"{chosen[0].name}: {error}") from None


def _read_json(stream: TextIO) -> Iterator[GameRecord]:
    """Our saves, one document a line, or one document on many lines; or a log of the arena."""
    first = stream.readline(LONGEST_SAVE)
    if is_arena_log(first):
        yield from games_after(first, stream)
        return
    try:
        json.loads(first or "null")
        one_a_line = True
    except (ValueError, RecursionError):
        one_a_line = False
    if not one_a_line:
        text = first + stream.read(LONGEST_SAVE)
        if len(text) >= LONGEST_SAVE:
            raise InvalidRecord(f"a JSON game has up to {LONGEST_SAVE} characters")
        yield _saved(text)
        return
    number = 0
    while first:
        number += 1
        if first.strip():
            try:
                yield _saved(first)
            except ValueError as error:
                raise InvalidRecord(f"line {number}: {error}") from None
        first = stream.readline(LONGEST_SAVE)


def _saved(text: str) -> GameRecord:
    try:
        if looks_like_quest(json.loads(text)):
            return read_quest(text)
    except (ValueError, RecursionError):
        pass  # load_game says what is wrong, with its place
    return record_of(load_game(text))


@dataclass(slots=True)
class _TextWriter:
    stream: TextIO
    line: Callable[[GameRecord], str]

    def write(self, record: GameRecord) -> None:
        self.stream.write(self.line(record) + "\n")

    def close(self) -> None:
        self.stream.flush()


class GameFile(AbstractContextManager["GameFile"]):
    """A file that games are written to, in the format of its ending.

    A WTHOR file gets its players and tournaments beside it, ``games.jou`` and ``games.trn``.
    Nothing has its name before all of it is written; an error leaves what was there before.
    With ``stream`` the games go there instead, and the path is only a name for it.
    """

    def __init__(
        self, path: Path, named: str | None = None, *, stream: TextIO | None = None
    ) -> None:
        self.path = path
        self.format = {"jsonl": "json"}.get(name := format_of(path, named), name)
        if self.format not in WRITE_FORMATS:
            raise InvalidRecord(
                f"{path.name}: games are written as {', '.join(WRITE_FORMATS)}; "
                f"{self.format} can only be read"
            )
        self.games = 0
        self._stack = ExitStack()
        self._drafts: list[tuple[Path, Path]] = []
        self._writer: _TextWriter | wthor.GameWriter
        if stream is not None:
            if self.format == "wtb":
                raise InvalidRecord("WTHOR games are three files, which need names; name one")
            self._writer = _TextWriter(stream, _LINES[self.format])
            return
        draft = self._draft(path)
        if self.format == "wtb":
            binary = self._stack.enter_context(draft.open("wb"))
            players = wthor.no_names(wthor.PLAYER_BYTES)
            tournaments = wthor.no_names(wthor.TOURNAMENT_BYTES)
            self._writer = wthor.GameWriter(binary, players, tournaments)
        else:
            text = self._stack.enter_context(draft.open("w", encoding="utf-8", newline="\n"))
            self._writer = _TextWriter(text, _LINES[self.format])

    def write(self, record: GameRecord) -> None:
        """Add a game; a finished one gets its score if nobody stated it."""
        try:
            self._writer.write(with_score(record))
        except InvalidRecord as error:
            raise InvalidRecord(f"{self.path.name}: {error}") from None
        self.games += 1

    def write_all(self, records: Iterable[GameRecord]) -> None:
        """Add games one after the other."""
        for record in records:
            self.write(record)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with self._stack:
                self._writer.close()
                if isinstance(self._writer, wthor.GameWriter):
                    players, events = self._writer.players, self._writer.tournaments
                    self._draft(self.path.with_suffix(".jou")).write_bytes(players.to_bytes())
                    self._draft(self.path.with_suffix(".trn")).write_bytes(events.to_bytes())
            if kind is None:
                for draft, target in self._drafts:
                    draft.replace(target)
        finally:
            for draft, _ in self._drafts:
                draft.unlink(missing_ok=True)

    def _draft(self, path: Path) -> Path:
        """Where a file is written before it gets its name; a pipe or device is written at once."""
        target = path.resolve()  # a link stays one
        if target.exists() and not target.is_file():
            return path
        draft = target.with_name(f"{target.name}.unfinished")
        self._drafts.append((draft, target))
        return draft


_LINES: dict[str, Callable[[GameRecord], str]] = {
    "ggf": write_ggf,
    "txt": write_line,
    "json": lambda record: save_game(record.game()).rstrip("\n"),
    "obf": lambda record: write_obf(position_of_record(record)),
}
