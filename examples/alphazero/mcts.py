"""Monte Carlo tree search (PUCT) of many games in lockstep: one network call per simulation."""

import numpy as np
from network import Floats, Network
from numpy.typing import NDArray

from outflank.batch import Positions

EXPLORE = 1.5
NOISE = 0.25  # the share of Dirichlet noise in the priors of the root


def search(
    network: Network,
    roots: Positions,
    simulations: int,
    noise: np.random.Generator | None = None,
) -> tuple[Floats, Floats]:
    """Return the visits of each move and the value of each root, from the mover's view.

    Every game has a tree of ``simulations + 1`` nodes in shared arrays. A simulation goes down each
    tree to a new position, evaluates all of them in one batch, and adds the values on the way up.
    """
    games, actions, nodes = len(roots), roots.size**2, simulations + 1
    prior = np.full((games * nodes, actions), -1, np.float32)  # −1: illegal
    visits = np.zeros((games * nodes, actions), np.float32)
    total = np.zeros((games * nodes, actions), np.float32)
    child = np.full((games * nodes, actions), -1, np.int32)
    value = np.zeros(games * nodes, np.float32)
    turn = np.zeros(games * nodes, np.uint8)
    over = np.zeros(games * nodes, np.bool_)
    mover = np.zeros((games * nodes, *roots.mover_bits.shape[1:]), roots.mover_bits.dtype)
    opponent = np.zeros_like(mover)

    def add(places: NDArray[np.intp], positions: Positions) -> None:
        mover[places], opponent[places] = positions.mover_bits, positions.opponent_bits
        turn[places], over[places] = positions.turn, ~positions.can_move
        likely, expected = network.evaluate(positions)
        prior[places] = np.where(positions.legal_mask(), likely, -1)
        value[places] = np.where(over[places], np.sign(positions.score), expected)

    first = np.arange(games) * nodes
    add(first, roots)
    if noise is not None:
        legal = prior[first] >= 0
        random = noise.gamma(0.5, size=legal.shape) * legal + 1e-9 * legal
        random /= np.maximum(random.sum(axis=1, keepdims=True), 1e-12)
        prior[first] = np.where(legal, (1 - NOISE) * prior[first] + NOISE * random, -1)

    for simulation in range(1, nodes):
        at, live = first.copy(), np.flatnonzero(~over[first])
        path: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]] = []
        fresh = np.zeros(games, np.bool_)
        while len(live):
            node = at[live]
            tried = visits[node]
            mean = np.where(tried > 0, total[node] / np.maximum(tried, 1), value[node][:, None])
            root = np.sqrt(tried.sum(axis=1, keepdims=True) + 1)
            score = np.where(
                prior[node] >= 0, mean + EXPLORE * root * prior[node] / (1 + tried), -np.inf
            )
            move = score.argmax(axis=1)
            path.append((live, node, move))
            after = child[node, move]
            at[live] = np.where(after < 0, first[live] + simulation, after)
            fresh[live[after < 0]] = True
            child[node, move] = at[live]
            live = live[(after >= 0) & ~over[after]]
        if fresh.any():
            parents, moves = np.zeros(games, np.intp), np.zeros(games, np.intp)
            for who, node, move in path:  # the last entry of a game is the move to its new node
                parents[who], moves[who] = node, move
            new = parents[fresh]
            before = Positions(mover[new], opponent[new], turn[new], roots.size)
            add(at[fresh], before.step(moves[fresh]))
        for who, node, move in path:
            leaf = at[who]
            visits[node, move] += 1
            total[node, move] += np.where(turn[node] == turn[leaf], value[leaf], -value[leaf])

    tried = visits[first]
    return tried, total[first].sum(axis=1) / np.maximum(tried.sum(axis=1), 1)
