"""A PyTorch dataset of the shards that ``outflank teach sequences`` writes.

    outflank teach sequences data --games 100000
    python examples/sequence_data.py data

An item is the tokens of a game for next-move prediction: inputs, and targets with −100 where the
loss ignores them. ``labels`` adds the board after each move, as probes need it.
"""

import json
import sys
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

import numpy as np
import torch

from outflank.batch import Sequences
from outflank.learning.sequence_shards import MANIFEST, read_shard

IGNORED = -100


class OthelloSequences(torch.utils.data.Dataset):  # type: ignore[misc]
    def __init__(self, folder: Path, *, labels: bool = False) -> None:
        manifest = json.loads((folder / MANIFEST).read_text())
        self.order = manifest["settings"]["order"]
        self.files = [folder / shard["file"] for shard in manifest["shards"]]
        self.starts: list[int] = [0, *accumulate(shard["games"] for shard in manifest["shards"])]
        self.labels = labels

    def __len__(self) -> int:
        return self.starts[-1]

    def __getitem__(self, index: int) -> tuple[torch.Tensor, ...]:
        shard = bisect_right(self.starts, index) - 1
        row = index - self.starts[shard]
        game = _shard(self.files[shard], self.order)[row : row + 1]
        tokens = game.tokens(self.order)[0].astype(np.int64)
        targets = np.where(tokens[1:] == 0, IGNORED, tokens[1:])
        item = torch.from_numpy(tokens[:-1].copy()), torch.from_numpy(targets)
        if not self.labels:
            return item
        return *item, torch.from_numpy(game.mine_and_theirs(self.order)[0, :-1])


@lru_cache(4)
def _shard(path: Path, order: str) -> Sequences:
    return read_shard(path, "columns" if order == "columns" else "rows")


if __name__ == "__main__":
    data = OthelloSequences(Path(sys.argv[1]), labels=True)
    loader = torch.utils.data.DataLoader(data, batch_size=64)
    inputs, targets, boards = next(iter(loader))
    print(len(data), inputs.shape, targets.shape, boards.shape)
