"""AlphaZero on a laptop: self-play with tree search, training, gating, and a rating.

    python examples/alphazero/train.py --size 6 --minutes 10

Everything is learned from the rules. Two processes play games in batches; a candidate replaces the
network that plays when a sequential test (SPRT) says that it is stronger. A minute is a minute of
processor time per process, so that other work on the machine changes nothing.
"""

import argparse
import json
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: one core per process

import numpy as np
from mcts import search
from network import Floats, Network
from numpy.typing import NDArray

from outflank.arena.statistics.elo import Pentanomial
from outflank.arena.statistics.sprt import Decision, Sprt
from outflank.batch import Positions
from outflank.board import Color, Symmetry
from outflank.players import make_player

GATE = Sprt(elo0=0, elo1=60)
GATE_PAIRS, GATE_ROUNDS = 64, 4
CURVE_PAIRS = 100  # against positional, for the curve
WEIGHTS = "alphazero.npz"
Chooser = Callable[[Positions], NDArray[Any]]


@dataclass(frozen=True)
class Settings:
    size: int = 6
    games: int = 256  # per process and round
    simulations: int = 24
    sampled: int = 10  # plies with moves drawn by their visits; then the most visited
    window: int = 8  # rounds whose positions are learned
    batch: int = 512
    passes: float = 2.0  # how often a new position is learned on average
    rate: float = 1e-3


@dataclass
class Samples:
    planes: Floats
    policy: Floats
    result: Floats

    @staticmethod
    def joined(parts: "list[Samples]") -> "Samples":
        return Samples(
            np.concatenate([one.planes for one in parts]),
            np.concatenate([one.policy for one in parts]),
            np.concatenate([one.result for one in parts]),
        )


def self_play(network: Network, settings: Settings, seed: int) -> tuple[Samples, float]:
    """Play a batch of games with search; return all positions and the processor time."""
    begun, random = time.process_time(), np.random.default_rng(seed)
    positions = Positions.start(settings.games, settings.size)
    index = np.arange(settings.games)  # the games that go on
    result = np.zeros(settings.games, np.float32)  # for Black
    planes, policies, values, turns, games = [], [], [], [], []
    for ply in range(settings.size**2):
        visits, value = search(network, positions, settings.simulations, random)
        policy = visits / visits.sum(axis=1, keepdims=True)
        planes.append(positions.planes())
        policies.append(policy)
        values.append(value)
        turns.append(positions.turn)
        games.append(index)
        if ply < settings.sampled:
            draw = random.random((len(index), 1))
            moves = (policy.cumsum(axis=1) > draw).argmax(axis=1)
        else:
            moves = visits.argmax(axis=1)
        positions = positions.step(moves)
        over = ~positions.can_move
        result[index[over]] = positions[over].results(Color.BLACK)
        index, positions = index[~over], positions[~over]
        if not len(index):
            break
    turn, game = np.concatenate(turns), np.concatenate(games)
    final = np.where(turn == 0, result[game], -result[game])
    target = (final + np.concatenate(values)) / 2
    found = Samples(np.concatenate(planes), np.concatenate(policies), target.astype(np.float32))
    return found, time.process_time() - begun


def learn(network: Network, samples: Samples, steps: int, settings: Settings, seed: int) -> float:
    """Train on random batches, each under a random symmetry; return the mean loss."""
    random, losses, size = np.random.default_rng(seed), [], settings.size
    squares = np.arange(size * size)
    for _step in range(steps):
        chosen = random.integers(len(samples.result), size=settings.batch)
        symmetry = list(Symmetry)[random.integers(8)]
        # The square that each square comes from, by moving the numbers of all squares.
        source = np.empty_like(squares)
        source[[symmetry.square(square, size) for square in squares.tolist()]] = squares
        planes = samples.planes[chosen].reshape(settings.batch, 3, -1)[:, :, source]
        policy = samples.policy[chosen][:, source]
        losses.append(network.learn(planes, policy, samples.result[chosen], settings.rate))
    return float(np.mean(losses))


def openings(size: int, count: int, seed: int) -> Positions:
    """Return positions after four random moves."""
    positions = Positions.start(count, size)
    for ply in range(4):
        positions = positions.step(positions.random_moves(seed * 10 + ply))
    return positions


def searching(network: Network, simulations: int) -> Chooser:
    return lambda positions: search(network, positions, simulations)[0].argmax(axis=1)


def playing(name: str, size: int, seed: int) -> Chooser:
    """Return a player of the catalogue, which is asked for one position after the other."""
    player = make_player(name, seed=seed, size=size)
    return lambda positions: np.array([board.square(player.choose(board)) for board in positions])


def play_pairs(first: Chooser, second: Chooser, size: int, pairs: int, seed: int) -> Pentanomial:
    """Play each opening twice, with colors swapped, all games in one batch."""
    start = openings(size, pairs, seed)
    positions, pair = Positions.joined([start, start]), np.tile(np.arange(pairs), 2)
    side = np.repeat([0, 1], pairs)  # the side that the first player has
    points = np.zeros(pairs)
    while len(positions):
        moves = np.zeros(len(positions), np.intp)
        for choose, mine in ((first, True), (second, False)):
            here = (positions.turn == side) == mine
            if here.any():
                moves[here] = choose(positions[here])
        positions = positions.step(moves)
        over = ~positions.can_move
        black = positions[over].results(Color.BLACK)
        np.add.at(points, pair[over], (np.where(side[over] == 0, black, -black) + 1) / 2)
        positions, side, pair = positions[~over], side[~over], pair[~over]
    return Pentanomial.of_pairs(points.tolist())


def gate(candidate: Network, best: Network, settings: Settings, seed: int) -> bool:
    """Return True if the sequential test accepts that the candidate is stronger."""
    points = Pentanomial()
    new, old = (searching(network, settings.simulations) for network in (candidate, best))
    for round in range(GATE_ROUNDS):
        more = play_pairs(new, old, settings.size, GATE_PAIRS, seed * 100 + round)
        counts = [a + b for a, b in zip(points.counts, more.counts, strict=True)]
        points = Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))
        if (decision := GATE.decide(points)) is not Decision.CONTINUE:
            return decision is Decision.ACCEPT
    return False


def end_with_parent() -> None:
    """End this worker when the training is killed."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def train(settings: Settings, minutes: float, seed: int, folder: Path, workers: int) -> None:
    """Train from nothing, or from the last checkpoint; write the weights and the curve."""
    candidate, best = Network(settings.size, seed=seed), Network(settings.size, seed=seed)
    state = {"spent": 0.0, "games": 0, "round": 0, "shown": 0.0, "seed": seed}
    checkpoint, curve = folder / "state.json", folder / "curve.csv"
    if checkpoint.exists():
        state = json.loads(checkpoint.read_text())
        candidate, best = Network.load(folder / "candidate.npz"), Network.load(folder / WEIGHTS)
        if candidate.size != settings.size or state["seed"] != seed:
            raise SystemExit(f"{folder} has another run; name another --folder")
    else:
        curve.write_text("cpu_minutes,games,loss,points,low,high\n")
    recent: list[Samples] = []
    with ProcessPoolExecutor(workers, initializer=end_with_parent) as pool:
        while state["spent"] < minutes * 60 * workers:
            begun, round = time.process_time(), int(state["round"])
            tasks = [
                pool.submit(self_play, best, settings, seed * 10**6 + round * workers + number)
                for number in range(workers)
            ]
            played = [task.result() for task in tasks]
            recent += [samples for samples, _seconds in played]
            recent = recent[-settings.window * workers :]
            new = sum(len(samples.result) for samples, _seconds in played)
            steps = int(settings.passes * new / settings.batch)
            loss = learn(candidate, Samples.joined(recent), steps, settings, seed + round)
            accepted = round < 2 or gate(candidate, best, settings, seed + round)
            if accepted:
                best = candidate.copy()
            state["round"] += 1
            state["games"] += settings.games * workers
            state["spent"] += sum(seconds for _samples, seconds in played)
            state["spent"] += time.process_time() - begun
            spent = state["spent"] / 60
            line = f"{spent:6.1f} CPU min  {state['games']:8,} games  loss {loss:.3f}"
            line += "  new network" if accepted else ""
            if state["spent"] - state["shown"] >= 60 or spent >= minutes * workers:
                state["shown"] = state["spent"]
                us, them = searching(best, 24), playing("positional", settings.size, seed)
                score = play_pairs(us, them, settings.size, CURVE_PAIRS, seed).score_interval()
                with curve.open("a") as file:
                    file.write(
                        f"{spent:.2f},{state['games']},{loss:.3f},{score.value:.3f},"
                        f"{score.low:.3f},{score.high:.3f}\n"
                    )
                line += f"  against positional {score.value:.1%} ({score.low:.1%}–{score.high:.1%})"
            best.save(folder / WEIGHTS)
            candidate.save(folder / "candidate.npz")
            checkpoint.write_text(json.dumps(state))
            print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=6, choices=range(4, 17, 2))
    parser.add_argument("--minutes", type=float, default=10, help="per process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("alphazero-run"))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    train(Settings(args.size), args.minutes, args.seed, args.folder, args.workers)


if __name__ == "__main__":
    main()
