"""Hard endgames for tuning the solver, so that the FFO suite is used only for reports.

Draws positions from a file of games (one per line, moves first), solves them and writes those with
the most nodes as an .obf suite for ``outflank bench --suite``. Use different seeds for tuning and
verification: ``python benchmarks/hard_endgames.py GAMES artifacts/hard.obf --seed 1``.
"""

import argparse
import lzma
import random
from pathlib import Path

from outflank.board import square_name
from outflank.engine import Engine
from outflank.game import Game

# Empties, number of positions drawn, number of positions kept.
PLAN = ((18, 60, 15), (20, 80, 20), (22, 40, 8), (24, 16, 3))
HASH_MB = 256


def games(path: Path) -> list[str]:
    """Return the moves of every game in the file."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="ascii") as lines:
        return [line.split()[0] for line in lines if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", type=Path, help="a file of games, .xz or plain")
    parser.add_argument("suite", type=Path, help="the .obf file to write")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    known = games(args.games)
    engine = Engine(memory=HASH_MB)
    lines: list[str] = []
    for empties, drawn, kept in PLAN:
        solved: list[tuple[int, str]] = []
        while len(solved) < drawn:
            game = Game()
            moves = rng.choice(known)
            for square in (moves[at : at + 2] for at in range(0, 2 * (60 - empties), 2)):
                game.play(square)
            if game.outcome is not None or len(game.board.empties) != empties:
                continue
            engine.clear()
            result = engine.solve(game.board)
            text = game.board.to_text()
            solved.append((result.nodes, f"{text}; {square_name(result.move)}:{result.score:+d};"))
        solved.sort(reverse=True)
        lines += [line for _, line in solved[:kept]]
    args.suite.parent.mkdir(parents=True, exist_ok=True)
    args.suite.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
