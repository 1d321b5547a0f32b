"""Plain Python in the place of ``outflank._native``, for the worker in the page.

``tools/build_site.py`` puts this file there. The rules are those of ``board.kernels``; searches go
to the page's engine, which the worker sets as ``host``. The tests compare it with the native core.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

_FULL = 2**64 - 1
_BLACK, _WHITE = 1 << 28 | 1 << 35, 1 << 27 | 1 << 36
_GAME, _RECORD, _RECORD_MOVES = 60, 68, 8
_NO_MOVE, _BROKEN, _UNKNOWN = 0xFF, 0xFE, 127

# Numbers of the core with which this copy was built, such as the layout of the weights.
_constants = Path(__file__).with_name("native.json")
if _constants.exists():
    globals().update(json.loads(_constants.read_text("utf-8")))


class EngineNotLoaded(BaseException):
    """The worker must load the page's engine and repeat the request: no handler may catch this."""


class EngineHost(Protocol):
    """The page's engine, called synchronously: rows of move, score, depth, exact and so on."""

    def analyse(
        self,
        mover: int,
        opponent: int,
        playable: int,
        depth: int,
        exact_from: int,
        seconds: float,
        nodes: int,
        lines: int,
    ) -> Sequence[Any]: ...

    def clear(self) -> None: ...


host: EngineHost | None = None


# --- Boards and squares --------------------------------------------------------------------------


def make_square_set_types(base: Any) -> tuple[Any, Any]:
    """Return the functions that create sets of squares, for 8×8 and for all other sizes."""

    class PlainSquareSet(base):  # type: ignore[misc]
        __slots__ = ("bits", "size")

        def __new__(cls, bits: int, size: int) -> Any:
            self = object.__new__(cls)
            self.bits = bits
            self.size = size
            return self

        def __iter__(self) -> Iterator[int]:
            bits = self.bits
            while bits:
                lowest = bits & -bits
                yield lowest.bit_length() - 1
                bits ^= lowest

        def __len__(self) -> int:
            return int(self.bits).bit_count()

    return lambda bits: PlainSquareSet(bits, 8), PlainSquareSet


def make_board_types(*_: object) -> tuple[Any, Any]:
    """Return the functions that create boards, for 8×8 and for all other sizes."""
    from outflank.board.board import PlainBoard

    return lambda mover, opponent, turn: PlainBoard(mover, opponent, turn, 8), PlainBoard


def legal_moves(mover: int, opponent: int) -> int:
    from outflank.board.geometry import geometry_of
    from outflank.board.kernels import legal_moves

    return legal_moves(mover, opponent, geometry_of(8))


def flips(square: int, mover: int, opponent: int) -> int:
    from outflank.board.geometry import geometry_of
    from outflank.board.kernels import flips

    if (mover | opponent) >> square & 1:
        return 0
    return flips(square, mover, opponent, geometry_of(8))


def _flip_rows(bits: int) -> int:
    return int.from_bytes(bits.to_bytes(8, "little"), "big")


_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _flip_columns(bits: int) -> int:
    return int.from_bytes(bits.to_bytes(8, "little").translate(_REVERSED), "little")


def _transpose(bits: int) -> int:
    for shift, mask in (7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0xF0F0F0F0):
        change = (bits ^ bits >> shift) & mask
        bits ^= change ^ change << shift
    return bits


def _images(bits: int) -> list[int]:
    """Return the images of a set of squares in the order of the symmetries."""
    found = []
    for turned in (bits, _transpose(bits)):
        rows = _flip_rows(turned)
        found += [turned, rows, _flip_columns(turned), _flip_columns(rows)]
    return found


def canonical(mover: int, opponent: int) -> tuple[int, int, int]:
    return min(zip(_images(mover), _images(opponent), range(8), strict=True))


def perft(mover: int, opponent: int, depth: int, playable: int = _FULL) -> int:
    if depth == 0:
        return 1
    moves, leaves = legal_moves(mover, opponent) & playable, 0
    if not moves:
        return perft(opponent, mover, depth - 1) if legal_moves(opponent, mover) & playable else 1
    while moves:
        lowest = moves & -moves
        turned = flips(lowest.bit_length() - 1, mover, opponent)
        leaves += perft(opponent ^ turned, mover | turned | lowest, depth - 1, playable)
        moves ^= lowest
    return leaves


# --- Games ---------------------------------------------------------------------------------------


class _Replay:
    """A game from the usual start; forced passes are added."""

    def __init__(self) -> None:
        self.mover, self.opponent, self.white = _BLACK, _WHITE, False

    def play(self, square: int) -> bool:
        """Play a square; return False without a change if it is illegal."""
        if square >= 64 or (self.mover | self.opponent) >> square & 1:
            return False
        turned = flips(square, self.mover, self.opponent)
        if not turned:
            if legal_moves(self.mover, self.opponent) or not flips(
                square, self.opponent, self.mover
            ):
                return False
            self.pass_turn()
            turned = flips(square, self.mover, self.opponent)
        played = self.mover | turned | 1 << square
        self.mover, self.opponent, self.white = self.opponent ^ turned, played, not self.white
        return True

    def pass_turn(self) -> None:
        self.mover, self.opponent, self.white = self.opponent, self.mover, not self.white

    @property
    def is_over(self) -> bool:
        mover, opponent = self.mover, self.opponent
        return not legal_moves(mover, opponent) and not legal_moves(opponent, mover)

    @property
    def score(self) -> int:
        """Black's discs minus White's, with empty squares for the winner."""
        own, other = self.mover.bit_count(), self.opponent.bit_count()
        score = own - other
        score += (64 - own - other) * ((own > other) - (own < other))
        return -score if self.white else score


def _games_of(squares: bytes) -> list[bytes]:
    if len(squares) % _GAME:
        raise ValueError(f"games come as {_GAME} bytes each; got {len(squares)} bytes")
    return [squares[at : at + _GAME] for at in range(0, len(squares), _GAME)]


def replay_games(squares: bytes) -> bytes:
    """Replay games: for each the number of legal moves, its status, and Black's score."""
    results = bytearray()
    for game in _games_of(squares):
        replay, made, status = _Replay(), 0, 0
        for square in game:
            if square == _NO_MOVE:
                break
            if not replay.play(square):
                status = 2
                break
            made += 1
        results += bytes((made, status or replay.is_over, replay.score & 0xFF))
    return bytes(results)


def read_wthor_games(records: bytes) -> tuple[bytes, bytes]:
    """Return the squares of WTHOR records, and their replays."""
    if len(records) % _RECORD:
        raise ValueError(f"WTHOR games come as {_RECORD} bytes each; got {len(records)} bytes")
    codes = bytearray([_BROKEN] * 256)
    codes[0] = _NO_MOVE
    for row in range(8):
        for column in range(8):
            codes[10 * (row + 1) + column + 1] = row * 8 + column
    squares = b"".join(
        records[at + _RECORD_MOVES : at + _RECORD].translate(bytes(codes))
        for at in range(0, len(records), _RECORD)
    )
    return squares, replay_games(squares)


class OpeningTable:
    """Names of openings by position."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int], int] = {}

    def add(self, mover: int, opponent: int, number: int) -> None:
        self._numbers[canonical(mover, opponent)[:2]] = number

    def find(self, squares: bytes, depth: int) -> bytes:
        """Return the number of the last named position of each game in 16 bits, or -1."""
        found = bytearray()
        for game in _games_of(squares):
            replay, number = _Replay(), -1
            for square in game[:depth]:
                if not replay.play(square):
                    break
                number = self._numbers.get(canonical(replay.mover, replay.opponent)[:2], number)
            found += number.to_bytes(2, "little", signed=True)
        return bytes(found)


class GameTable:
    """Many games in memory, searched by position."""

    def __init__(self) -> None:
        self._games: list[tuple[bytes, int]] = []

    def __len__(self) -> int:
        return len(self._games)

    def append(self, squares: bytes, scores: bytes) -> None:
        games = _games_of(squares)
        if len(games) != len(scores):
            raise ValueError("every game needs one score")
        signed = (score - 256 if score > 127 else score for score in scores)
        self._games += zip(games, signed, strict=True)

    def find(
        self, mover: int, opponent: int, white_to_move: bool, wanted: bytes | None = None
    ) -> tuple[list[tuple[int, int, int, int, int, int]], int, bytes]:
        """Return the next moves at a position, how many games ended there, and their numbers."""
        if wanted is not None and len(wanted) != len(self._games):
            raise ValueError("`wanted` has one byte a game")
        moves = (mover | opponent).bit_count() - 4
        images = list(zip(_images(mover), _images(opponent), strict=True))
        taken = {own | other for own, other in images}
        rows: dict[int, list[int]] = {}
        ended, numbers = 0, bytearray()
        for number, (game, score) in enumerate(self._games):
            if moves < 0 or (wanted is not None and not wanted[number]):
                continue
            squares = game[:moves]
            if any(square >= 64 for square in squares):
                continue
            discs = _BLACK | _WHITE
            for square in squares:
                discs |= 1 << square
            replay = _Replay()
            if discs not in taken or not all(replay.play(square) for square in squares):
                continue
            if replay.white != white_to_move:
                if legal_moves(replay.mover, replay.opponent):
                    continue
                replay.pass_turn()
            position = replay.mover, replay.opponent
            if position not in images:
                continue
            numbers += number.to_bytes(4, "little")
            following = game[moves] if moves < _GAME else _NO_MOVE
            if following >= 64:
                ended += 1
                continue
            symmetry = images.index(position)
            back = {5: 6, 6: 5}.get(symmetry, symmetry)
            row = rows.setdefault(_images(1 << following)[back].bit_length() - 1, [0] * 5)
            row[0] += 1
            if score == _UNKNOWN:
                continue
            mine = -score if white_to_move else score
            row[1 if mine > 0 else 3 if mine < 0 else 2] += 1
            row[4] += mine
        return [(square, *rows[square]) for square in sorted(rows)], ended, bytes(numbers)  # type: ignore[misc]


# --- Choosing among moves ------------------------------------------------------------------------


def mistake_chances(scores: Sequence[tuple[int, int]], largest: float) -> list[tuple[int, float]]:
    """As ``mistake_chances`` in native/recipe.hpp."""
    best = max(score for _, score in scores)
    losses = [(move, float(best - score)) for move, score in sorted(scores)]
    edges = {0.0, largest}
    edges |= {edge for _, loss in losses for edge in (loss, 2 * loss) if edge < largest}
    likely: dict[int, float] = {}
    for low, high in pairwise(sorted(edges)):
        lost = (low + high) / 2
        worst = max((loss for _, loss in losses if loss <= lost), default=0.0)
        least = min(lost / 2, worst)
        played = [move for move, loss in losses if least <= loss <= lost]
        upper, lower = high / largest, low / largest
        share = (upper * upper * upper - lower * lower * lower) / len(played)
        for move in played:
            likely[move] = likely.get(move, 0.0) + share
    return list(likely.items())


def drawn_mistake(scores: Sequence[tuple[int, int]], largest: float, roll: float) -> int:
    likely = mistake_chances(scores, largest)
    total, sums = 0.0, []
    for _, chance in likely:
        total += chance
        sums.append(total)
    wanted = roll * total
    return next(
        (move for (move, _), upto in zip(likely, sums, strict=True) if upto > wanted), likely[-1][0]
    )


def closest_move(scores: Sequence[tuple[int, int]], lead: int) -> int:
    return min(sorted(scores), key=lambda one: (abs(one[1] - lead), -one[1]))[0]


class _Settling:
    """As ``Settling`` in native/settling.hpp."""

    def __init__(self, seconds: float, moves: int) -> None:
        self._seconds, self._moves = seconds, moves
        self._steps = self._unchanged = 0
        self._best = -1

    def __call__(self, best: int, lead: int | None, taken: float) -> bool:
        self._steps += 1
        self._unchanged = self._unchanged + 1 if best == self._best else 1
        self._best = best
        if self._moves == 1 or taken > self._seconds * 0.6:
            return True
        if lead is not None and lead >= 8 and self._steps >= 8:
            return self._unchanged >= 5 and taken > self._seconds * 0.1
        return self._steps >= 10 and self._unchanged >= 8 and taken > self._seconds * 0.35


Settling = _Settling


# --- The engine ----------------------------------------------------------------------------------


class Weights:
    """The weights are in the page's engine, so this only stands for them."""

    def __init__(self, block: bytes) -> None: ...


class Techniques:
    def __init__(self, **_: bool) -> None: ...


class _Stop:
    """A search in the worker cannot be stopped: nothing else runs meanwhile."""

    is_set = False

    def set(self) -> None: ...


Stop = _Stop


class SearchLimit:
    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int = 60,
        exact_from: int = 0,
    ) -> None:
        self.seconds, self.nodes, self.depth, self.exact_from = seconds, nodes, depth, exact_from


class SearchResult:
    def __init__(self, row: Any) -> None:
        self.move, self.score, self.depth = int(row[0]), int(row[1]), int(row[2])
        self.exact, self.confidence = bool(row[3]), int(row[4])
        self.nodes, self.seconds = int(row[5]), float(row[6])
        self.line = [int(square) for square in row[7]]


class SearchEngine:
    """Searches with the page's engine."""

    def __init__(self, threads: int, hash_mb: int, techniques: Any, weights: Any) -> None: ...

    def analyse(
        self,
        mover: int,
        opponent: int,
        playable: int,
        limit: SearchLimit,
        lines: int,
        stop: _Stop,
        progress: Callable[[list[SearchResult]], bool] | None = None,
    ) -> list[SearchResult]:
        if host is None:
            raise EngineNotLoaded
        asked = (mover, opponent, playable, limit.depth, limit.exact_from)
        rows = host.analyse(*asked, limit.seconds or 0.0, limit.nodes or 0, lines)
        found = [SearchResult(row) for row in rows]
        if progress is not None:
            progress(found)
        return found

    def clear(self) -> None:
        if host is not None:
            host.clear()


class WideEngine:
    """Boards larger than 8×8 have no engine here."""

    def __init__(self, hash_mb: int) -> None: ...

    def analyse(self, *asked: object) -> list[SearchResult]:
        from outflank.engine.errors import CannotThink
        from outflank.translation import _

        raise CannotThink(
            _("Without a server, the engine plays on boards up to 8×8. Choose another size.")
        )

    def clear(self) -> None: ...
