"""WTHOR, the French federation's archive format: ``.wtb`` games, ``.jou`` players, ``.trn`` events.

All numbers are little-endian. A file is a 16-byte header and records of fixed length. The year
applies to the whole file; players and tournaments are indices into the two files of names.
"""

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from outflank.board import IllegalMove, square_name
from outflank.formats.errors import InvalidRecord, shortened
from outflank.formats.format import BinaryFormat
from outflank.formats.native import ILLEGAL, MOST_MOVES, read_wthor_games
from outflank.formats.record import GameRecord, final_score, played
from outflank.translation import N_, _, ngettext

PLAYER_BYTES = 20
TOURNAMENT_BYTES = 26
GAME_BYTES = 68
BATCH = 4096  # games per native call, a quarter of a megabyte

_HEADER = struct.Struct("<BBBBIHHBBBB")
_GAME = struct.Struct("<HHHBB")
_CODES = bytes(10 * (square // 8 + 1) + square % 8 + 1 for square in range(64))
_CODE_OF_SQUARE = _CODES + bytes(256 - 64)


@dataclass(frozen=True, slots=True)
class Header:
    century: int = 20
    year_of_century: int = 0
    month: int = 1
    day: int = 1
    games: int = 0
    names: int = 0
    year: int = 0
    """The year the games were played."""
    size: int = 8
    """The board's size; 0 also means 8."""
    kind: int = 0
    depth: int = 24
    """The number of empties from which theoretical scores were computed."""
    reserved: int = 0

    def to_bytes(self) -> bytes:
        return _HEADER.pack(*astuple(self))


@dataclass(frozen=True, slots=True)
class WthorGame:
    """A game as stored: indices for the names, Black's discs as scores."""

    tournament: int
    black: int
    white: int
    score: int
    """Black's discs at the end, with empty squares for the winner."""
    theoretical: int
    moves: bytes
    """The squares in order, without passes."""

    def to_bytes(self) -> bytes:
        codes = self.moves.translate(_CODE_OF_SQUARE)
        numbers = (self.tournament, self.black, self.white, self.score, self.theoretical)
        return _GAME.pack(*numbers) + codes.ljust(MOST_MOVES, b"\0")


@dataclass(slots=True)
class Names:
    """A file of players or tournaments: names by index."""

    header: Header
    names: list[str]
    width: int
    _numbers: dict[str, int] | None = field(default=None, init=False, repr=False, compare=False)

    def name(self, number: int) -> str:
        """Return the name at an index, or the index itself if it has no name."""
        return self.names[number] if number < len(self.names) else f"#{number}"

    def number(self, name: str) -> int:
        """Return the index of a name, adding it if it is new."""
        if self._numbers is None:
            self._numbers = {known: at for at, known in reversed(list(enumerate(self.names)))}
        number = self._numbers.get(name)
        if number is None:
            if len(self.names) > 0xFFFF:
                raise InvalidRecord(
                    _("A WTHOR file can have up to 65,536 names. This one is full.")
                )
            _encoded(name, self.width)
            number = self._numbers[name] = len(self.names)
            self.names.append(name)
        return number

    def to_bytes(self) -> bytes:
        header = replace(self.header, names=len(self.names))
        return header.to_bytes() + b"".join(_encoded(name, self.width) for name in self.names)


def no_names(width: int) -> Names:
    return Names(Header(depth=0, size=0), [], width)


def read_header(stream: BinaryIO) -> Header:
    data = _take(stream, _HEADER.size)
    if len(data) < _HEADER.size:
        raise InvalidRecord(
            _("A WTHOR file has a header of 16 bytes. This one ends at byte {end}.", end=len(data))
        )
    return Header(*_HEADER.unpack(data))


def read_names(stream: BinaryIO, width: int) -> Names:
    """Read a ``.jou`` (``width=PLAYER_BYTES``) or ``.trn`` file (``TOURNAMENT_BYTES``)."""
    header = read_header(stream)
    names = []
    for number in range(header.names):
        data = _take(stream, width)
        begin = _HEADER.size + number * width
        if len(data) < width:
            raise InvalidRecord(
                _(
                    "The file ends in name {number} of {total}, at byte {byte}.",
                    number=number + 1,
                    total=header.names,
                    byte=begin + len(data) + 1,
                )
            )
        name, _zero, rest = data.partition(b"\0")
        if rest.strip(b"\0"):
            raise InvalidRecord(
                _(
                    "This is not a file of WTHOR names: name {number} goes on after its end, at "
                    "byte {byte}.",
                    number=number + 1,
                    byte=begin + len(name) + 2,
                )
            )
        names.append(name.decode("latin-1"))
    _refuse_rest(
        stream,
        _HEADER.size + header.names * width,
        ngettext("{count} name", "{count} names", header.names),
    )
    return Names(header, names, width)


def read_games(stream: BinaryIO) -> tuple[Header, Iterator[WthorGame]]:
    """Return the header of a ``.wtb`` file and an iterator of its validated games."""
    header = read_header(stream)
    if header.size not in (0, 8):
        raise InvalidRecord(
            _(
                "byte 13: WTHOR games must be on 8×8 boards. These are on {size}×{size}.",
                size=header.size,
            )
        )
    if header.names:
        raise InvalidRecord(
            _("byte 9: This is a file of players (.jou) or tournaments (.trn), not of games.")
        )
    return header, _games(stream, header)


def read_records(
    stream: BinaryIO, players: Names | None = None, tournaments: Names | None = None
) -> Iterator[GameRecord]:
    """Yield the games of a ``.wtb`` file with player and tournament names.

    Without the name files, an index is shown as ``#12``.
    """
    header, games = read_games(stream)
    player = (players or no_names(PLAYER_BYTES)).name
    tournament = (tournaments or no_names(TOURNAMENT_BYTES)).name
    date = str(header.year) if header.year else ""
    for game in games:
        yield GameRecord(
            game.moves,
            None,
            player(game.black),
            player(game.white),
            tournament(game.tournament),
            date,
            2 * game.score - 64,
            None,
            2 * game.theoretical - 64,
        )


class GameWriter:
    """Writes games to a ``.wtb`` file; ``close`` stores their number in the header."""

    def __init__(
        self, stream: BinaryIO, players: Names, tournaments: Names, year: int | None = None
    ) -> None:
        self.stream = stream
        self.players = players
        self.tournaments = tournaments
        self.year = year
        self.games = 0
        stream.write(Header().to_bytes())

    def write(self, record: GameRecord) -> None:
        if record.start is not None:
            raise InvalidRecord(
                _(
                    "Game {number} has a start position or board size that WTHOR does not "
                    "support. Write it to GGF or JSON.",
                    number=self.games + 1,
                )
            )
        score = self._score(record)
        self._check_year(record)
        theoretical = score if record.theoretical is None else record.theoretical
        game = WthorGame(
            self.tournaments.number(record.event or "?"),
            self.players.number(record.black or "?"),
            self.players.number(record.white or "?"),
            (score + 64) // 2,
            (theoretical + 64) // 2,
            record.moves,
        )
        self.stream.write(game.to_bytes())
        self.games += 1

    def close(self) -> None:
        self.stream.seek(0)
        self.stream.write(Header(games=self.games, year=self.year or 0).to_bytes())

    def _check_year(self, record: GameRecord) -> None:
        if self.year is None:
            self.year = record.year or 0
        elif record.year is not None and record.year != self.year:
            raise InvalidRecord(
                _(
                    "Game {number} is from {year}, but a WTHOR file has the games of one year, "
                    "here {own}. Write one file per year, or GGF.",
                    number=self.games + 1,
                    year=record.year,
                    own=self.year,
                )
            )

    def _score(self, record: GameRecord) -> int:
        score = record.score
        if score is None:
            score = final_score(None, record.moves)
        if score is None:
            who = f"{record.black or '?'} – {record.white or '?'}"
            raise InvalidRecord(
                _(
                    "Game {number} ({players}, {moves}) is unfinished, so it has no score, and "
                    "WTHOR requires one. Save it as GGF or JSON instead.",
                    number=self.games + 1,
                    players=who,
                    moves=shortened(record.transcript),
                )
            )
        return score


def _games(stream: BinaryIO, header: Header) -> Iterator[WthorGame]:
    done = 0
    while done < header.games:
        wanted = min(BATCH, header.games - done)
        data = _take(stream, wanted * GAME_BYTES)
        if len(data) < wanted * GAME_BYTES:
            begin = _HEADER.size + (done + len(data) // GAME_BYTES) * GAME_BYTES
            raise InvalidRecord(
                _(
                    "The file ends in game {number} of {total}, which begins at byte {byte}.",
                    number=done + len(data) // GAME_BYTES + 1,
                    total=header.games,
                    byte=begin + 1,
                )
            )
        squares, results = read_wthor_games(data)
        for at in range(wanted):
            made = results[3 * at]
            moves = squares[at * MOST_MOVES : at * MOST_MOVES + made]
            if results[3 * at + 1] == ILLEGAL:
                _refuse(data[at * GAME_BYTES : (at + 1) * GAME_BYTES], done + at, moves)
            numbers = _GAME.unpack_from(data, at * GAME_BYTES)
            if data[at * GAME_BYTES + 8 + made : (at + 1) * GAME_BYTES].strip(b"\0"):
                raise InvalidRecord(
                    f"{_where(done + at, made)}: " + _("Only zeros can follow the last move.")
                )
            if max(numbers[3:]) > 64:
                raise InvalidRecord(
                    _(
                        "Game {number}, byte {byte}: Black has 0 to 64 discs, not {first} and "
                        "{second}.",
                        number=done + at + 1,
                        byte=_begin(done + at) + 7,
                        first=numbers[3],
                        second=numbers[4],
                    )
                )
            tournament, black, white, score, theoretical = numbers
            yield WthorGame(tournament, black, white, score, theoretical, moves)
        done += wanted
    _refuse_rest(stream, _HEADER.size + header.games * GAME_BYTES, f"{header.games} games")


def _refuse(record: bytes, number: int, moves: bytes) -> None:
    code = record[8 + len(moves)]
    where = _where(number, len(moves))
    square = _CODES.find(code)
    if square < 0:
        raise InvalidRecord(
            f"{where}: " + _("A square must be from 11 (a1) to 88 (h8), not {code}.", code=code)
        )
    board = played(None, moves)
    try:
        board.play(square)
    except IllegalMove as error:
        raise InvalidRecord(f"{where}: {error}") from None
    raise AssertionError(f"{square_name(square)} is legal")  # pragma: no cover


def _begin(number: int) -> int:
    return _HEADER.size + number * GAME_BYTES


def _where(number: int, move: int) -> str:
    return _(
        "game {number}, move {move}, byte {byte}",
        number=number + 1,
        move=move + 1,
        byte=_begin(number) + 8 + move + 1,
    )


def _encoded(name: str, width: int) -> bytes:
    try:
        data = name.encode("latin-1")
    except UnicodeEncodeError as error:
        raise InvalidRecord(
            _(
                "WTHOR names must be in Latin-1, but {name} has {letter}.",
                name=repr(name),
                letter=repr(name[error.start]),
            )
        ) from None
    if len(data) >= width or b"\0" in data:
        raise InvalidRecord(
            _(
                "A WTHOR name can have up to {most} characters: {name}",
                most=width - 1,
                name=repr(name),
            )
        )
    return data.ljust(width, b"\0")


def _take(stream: BinaryIO, size: int) -> bytes:
    """Read up to ``size`` bytes, also from a stream that returns them in pieces."""
    parts = []
    while size > 0 and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _refuse_rest(stream: BinaryIO, end: int, what: str) -> None:
    if stream.read(1):
        raise InvalidRecord(
            _("byte {byte}: The file has extra data after {what}.", byte=end + 1, what=what)
        )


def write_games(header: Header, games: Iterable[WthorGame], stream: BinaryIO) -> None:
    """Write a ``.wtb`` file with exactly this header."""
    stream.write(header.to_bytes())
    for game in games:
        stream.write(game.to_bytes())


def names_beside(path: Path) -> tuple[Names | None, Names | None]:
    """Return the players and tournaments for a ``.wtb`` file from its own or shared name files."""
    return _names(path, ".jou", PLAYER_BYTES), _names(path, ".trn", TOURNAMENT_BYTES)


def _names(path: Path, ending: str, width: int) -> Names | None:
    candidates = [found for found in path.parent.iterdir() if found.suffix.lower() == ending]
    own = [found for found in candidates if found.stem.lower() == path.stem.lower()]
    chosen = own or candidates
    if len(chosen) > 1:
        listed = ", ".join(sorted(found.name for found in chosen))
        raise InvalidRecord(
            _(
                "This folder has several {ending} files. Keep one of them: {names}",
                ending=ending,
                names=listed,
            )
        )
    if not chosen:
        return None
    with chosen[0].open("rb") as stream:
        try:
            return read_names(stream, width)
        except InvalidRecord as error:
            raise InvalidRecord(f"{chosen[0].name}: {error}") from None


class _Files:
    """The three related files of games, players and tournaments."""

    def __init__(self, create: Callable[[str], BinaryIO]) -> None:
        self.create = create
        self.games = GameWriter(
            create(""), players=no_names(PLAYER_BYTES), tournaments=no_names(TOURNAMENT_BYTES)
        )
        self.write = self.games.write

    def close(self) -> None:
        self.games.close()
        self.create(".jou").write(self.games.players.to_bytes())
        self.create(".trn").write(self.games.tournaments.to_bytes())


def _read(stream: BinaryIO, beside: Path | None) -> Iterator[GameRecord]:
    players, tournaments = names_beside(beside) if beside else (None, None)
    return read_records(stream, players, tournaments)


WTHOR = BinaryFormat(
    name="WTHOR",
    sentence=N_("WTHOR games, with the files of players and tournaments next to them"),
    endings=("wtb",),
    read=_read,
    writer=_Files,
)
