"""Learning environments: random legal moves in many parallel games, with pgx and OpenSpiel.

A step is a random choice among the legal moves, the move, passes, the end and the next game; ours
and pgx's also create observations and action masks. Rates are per CPU second, so that pgx's threads
on several cores are counted. `make bench` installs the others.
"""

import random

import jax
import jax.numpy as jnp
import pgx
import pyspiel

from outflank.rl import VectorOthello
from timing import rate, report

GAMES = 4096
STEPS = 60


def ours() -> int:
    for _ in range(STEPS):
        VECTOR.step(VECTOR.random_actions())
    return STEPS * GAMES


def ours_bare() -> int:
    for _ in range(STEPS):
        VECTOR.advance(VECTOR.random_actions())
    return STEPS * GAMES


def with_pgx() -> int:
    """Run pgx; it does not restart games, so steps of finished ones are not counted."""
    state = INIT(jax.random.split(jax.random.PRNGKey(random.getrandbits(30)), GAMES))
    state, done = PLAY(state, jax.random.PRNGKey(random.getrandbits(30)))
    return int(done.sum())


def with_open_spiel() -> int:
    """Play one game at a time, as it has no batches."""
    steps = 0
    while steps < 20_000:
        state = OTHELLO.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps


def play_pgx(state: pgx.State, key: jax.Array) -> tuple[pgx.State, jax.Array]:
    """Compile and run STEPS random steps of all games."""

    def one(state: pgx.State, key: jax.Array) -> tuple[pgx.State, jax.Array]:
        going = ~(state.terminated | state.truncated)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(key, logits, axis=1)
        return STEP(state, actions), going.sum()

    after, going = jax.lax.scan(one, state, jax.random.split(key, STEPS))
    return after, going


if __name__ == "__main__":
    VECTOR = VectorOthello(GAMES)
    VECTOR.reset(seed=1)
    OTHELLO = pyspiel.load_game("othello")
    env = pgx.make("othello")
    INIT, STEP = jax.jit(jax.vmap(env.init)), jax.vmap(env.step)
    PLAY = jax.jit(play_pgx)
    with_pgx()  # compiles
    others = {"pgx": rate(with_pgx, 3), "open_spiel": rate(with_open_spiel, 3)}
    for name, rate_of in others.items():
        print(f"  {name}: {rate_of:,.0f} steps a CPU second")
    report("vector, planes and masks", rate(ours), others, "steps/s")
    report("vector, positions alone", rate(ours_bare), others, "steps/s")
