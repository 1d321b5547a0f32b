"""Shards of games for sequence models: written in order, checked, and resumed after a kill."""

import hashlib
import io
import json
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.batch import Positions
from outflank.batch.sequences import Order, Sequences
from outflank.engine import weights
from outflank.learning.recipe import InvalidTraining
from outflank.translation import _

MANIFEST = "manifest.json"
LABELS = ("boards", "legal", "mine")
AHEAD = 4  # shards in work; each is some megabytes
EXTRA = 1 << 40  # games numbered from here on replace repetitions
MOST_TRIES = 100  # without a new game

Hashes: TypeAlias = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class ShardSettings:
    """What determines the bytes of the shards."""

    games: int
    seed: int = 1
    size: int = 8
    temperature: float | None = None  # discs; None for random moves
    source: str = ""  # digest of the records, if the games are records
    order: Order = "rows"
    labels: tuple[str, ...] = ()
    format: str = "npz"
    shard: int = 100_000

    @property
    def shards(self) -> int:
        return -(-self.games // self.shard)


def make_games(settings: ShardSettings, first: int, count: int) -> Sequences:
    """Return the games numbered from ``first`` on; runs in a worker."""
    if settings.temperature is None:
        return Sequences.random(count, settings.seed, size=settings.size, first=first)
    return sampled_games(settings.temperature, settings.seed + 1_000_003 * first, count)


def sampled_games(temperature: float, seed: int, count: int) -> Sequences:
    """Return games whose moves are drawn by the engine's evaluation, in discs / temperature."""
    random, known = np.random.default_rng(seed), weights.default()
    at = Positions.start(count)
    moves = np.full((count, 60), -1, np.int16)
    for ply in range(60):
        mask = at.legal_mask()
        game, square = np.nonzero(mask)
        if not len(game):
            break
        after = at[game].play(square)
        value = -_native.label(known, after.mover_bits, after.opponent_bits, 0, 1)
        worth = np.full(mask.shape, -np.inf)
        # Adding Gumbel noise and taking the best move draws from the softmax of the values.
        worth[game, square] = value / temperature + random.gumbel(size=len(game))
        chosen = np.where(mask.any(axis=1), worth.argmax(axis=1), -1)
        moves[:, ply], at = chosen, at.step(chosen)
    return Sequences(moves)


def write_shards(
    folder: Path,
    settings: ShardSettings,
    executor: Executor,
    report: Callable[[int], None],
    records: Iterable[list[int]] | None = None,
) -> dict[str, Any]:
    """Write the missing shards and the manifest, and return the manifest.

    Games are distinct: a repetition is replaced by the next game of the seed. Each shard depends
    only on the settings and the shards before it, so the bytes are the same with any workers.
    """
    folder.mkdir(parents=True, exist_ok=True)
    manifest = _manifest(folder, settings)
    seen = np.zeros(0, np.uint64)
    for entry in manifest["shards"]:
        data = (folder / entry["file"]).read_bytes()
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            raise InvalidTraining(
                _(
                    "{file} has changed since it was written. Delete it and the later files, and "
                    "their lines in {manifest}, or use another folder.",
                    file=folder / entry["file"],
                    manifest=MANIFEST,
                )
            )
        seen = _merged(seen, read_shard(folder / entry["file"], settings.order).hashes())
        report(sum(one["games"] for one in manifest["shards"]))
    done = len(manifest["shards"])
    batches = _random(settings, executor, done) if records is None else _recorded(settings, records)
    for number, games in enumerate(batches, start=0 if records is not None else done):
        if number < done:
            continue
        fresh, seen = _unseen(games, seen)
        wanted = min(settings.shard, settings.games - number * settings.shard)
        tries = 0
        while records is None and len(fresh) < wanted:
            missing = wanted - len(fresh)
            more, seen = _unseen(make_games(settings, EXTRA + manifest["extra"], missing), seen)
            manifest["extra"] += missing
            fresh = Sequences(np.concatenate([fresh.moves, more.moves]), settings.size)
            tries = 0 if len(more) else tries + 1
            if tries == MOST_TRIES:
                raise InvalidTraining(
                    _("There are too few different games for {count:,}.", count=settings.games)
                )
        path = folder / f"games-{number:05}.{settings.format}"
        data = _encoded(fresh, settings)
        part = path.with_suffix(".part")
        part.write_bytes(data)
        part.replace(path)
        digest = hashlib.sha256(data).hexdigest()
        manifest["shards"].append({"file": path.name, "games": len(fresh), "sha256": digest})
        _save(folder, manifest)
        report(sum(one["games"] for one in manifest["shards"]))
    return manifest


def read_shard(path: Path, order: Order = "rows") -> Sequences:
    """Read the games of a shard whose squares are numbered in an order."""
    if path.suffix == ".parquet":
        import pyarrow.parquet

        rows = pyarrow.parquet.read_table(path, columns=["moves"])["moves"].to_pylist()
        length = len(rows[0])
        squares = np.array(rows, np.int16).reshape(-1, length)
    else:
        with np.load(path) as file:
            squares = file["moves"].astype(np.int16)
    size = round((squares.shape[1] + 4) ** 0.5)
    # Both numberings are their own inverse: one transposes the board.
    return Sequences(Sequences(squares, size).squares(order), size)


def _random(settings: ShardSettings, executor: Executor, done: int) -> Iterator[Sequences]:
    """Yield the games of each shard in order, computed ahead by the workers."""
    flying: deque[Future[Sequences]] = deque()
    for number in range(done, settings.shards):
        first = number * settings.shard
        count = min(settings.shard, settings.games - first)
        flying.append(executor.submit(make_games, settings, first, count))
        if len(flying) >= AHEAD:
            yield flying.popleft().result()
    while flying:
        yield flying.popleft().result()


def _recorded(settings: ShardSettings, records: Iterable[list[int]]) -> Iterator[Sequences]:
    seen: set[int] = set()

    def distinct() -> Iterator[list[int]]:
        for row in records:
            if (known := hash(tuple(row))) not in seen:
                seen.add(known)
                yield row

    games = islice(distinct(), settings.games)
    while rows := list(islice(games, settings.shard)):
        yield Sequences.of(rows, settings.size)


def _unseen(games: Sequences, seen: Hashes) -> tuple[Sequences, Hashes]:
    """Return the games that are new, and the sorted hashes of all games."""
    games = games.distinct()
    hashes = games.hashes()
    if len(seen):
        at = np.minimum(np.searchsorted(seen, hashes), len(seen) - 1)
        new = seen[at] != hashes
        games, hashes = games[new], hashes[new]
    return games, _merged(seen, hashes)


def _merged(seen: Hashes, hashes: Hashes) -> Hashes:
    hashes = np.sort(hashes)
    return np.insert(seen, np.searchsorted(seen, hashes), hashes)


def _encoded(games: Sequences, settings: ShardSettings) -> bytes:
    """Return the bytes of a shard, which depend on nothing else."""
    small = np.int8 if settings.size <= 10 else np.int16
    arrays: dict[str, NDArray[Any]] = {"moves": games.squares(settings.order).astype(small)}
    made = {
        "boards": games.boards,
        "legal": games.legal_moves,
        "mine": games.mine_and_theirs,
    }
    arrays |= {label: made[label](settings.order) for label in settings.labels}
    file = io.BytesIO()
    if settings.format == "parquet":
        import pyarrow
        import pyarrow.parquet

        columns = {
            name: pyarrow.FixedSizeListArray.from_arrays(
                pyarrow.array(values.reshape(-1)), values[0].size
            )
            for name, values in arrays.items()
        }
        pyarrow.parquet.write_table(pyarrow.table(columns), file)
        return file.getvalue()
    with zipfile.ZipFile(file, "w") as archive:  # numpy would write the time into it
        for name, values in arrays.items():
            stream = io.BytesIO()
            np.lib.format.write_array(stream, np.ascontiguousarray(values))
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), stream.getvalue())
    return file.getvalue()


def _manifest(folder: Path, settings: ShardSettings) -> dict[str, Any]:
    about: dict[str, Any] = json.loads(json.dumps(asdict(settings)))
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
    except FileNotFoundError:
        return {"format": "outflank-sequences", "version": 1, "settings": about} | {
            "squares": "row * size + column" if settings.order == "rows" else "column * size + row",
            "extra": 0,
            "shards": [],
        }
    except ValueError:
        manifest = {}
    if manifest.get("settings") != about:
        raise InvalidTraining(
            _("{folder} has games of other settings. Use another folder.", folder=folder)
        )
    return manifest


def _save(folder: Path, manifest: dict[str, Any]) -> None:
    part = folder / f"{MANIFEST}.part"
    part.write_text(json.dumps(manifest, indent=1) + "\n")
    part.replace(folder / MANIFEST)
