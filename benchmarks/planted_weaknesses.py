"""Whether the page of strengths and weaknesses finds a weakness that was planted.

    python benchmarks/planted_weaknesses.py [GAMES]

It reviews GAMES games (12) of each group of ``bench_reasons.py``, twice. From the first set it
prints the usual share of each topic, which ``study/strengths.py`` contains. From the second set it
makes 50 players of 50 games each: a player takes one side of random games of one group, and errs
three times as often as others in one topic, and once per game more at least; the additional errors
are drawn from those of that topic in the set. It prints for how many players this topic is ranked
first.

Needs `../shared/data`; without it, prints a message and does nothing.
"""

import random
import sys
from collections import Counter, defaultdict

from bench_reasons import ARCHIVE, groups_of
from outflank.board import Color
from outflank.engine import Engine
from outflank.study.review import review_game
from outflank.study.strengths import LossyMove, ReviewedGame, Topic, lossy_moves, rank_topics
from outflank.study.values import SCREEN

PLAYERS, PLAYED = 50, 50


def main(games: int = 12) -> None:
    if not ARCHIVE.exists():
        print("planted_weaknesses: needs wthor-1977-2025.tar.xz in the folder of shared data")
        return
    shares = Counter[Topic]()
    for side in _reviewed(1, games):
        for loss in side:
            if (topic := Topic.of(loss.kind)) is not None:
                shares[topic] += 1
    for topic in Topic:
        print(f"{topic.key:16}{shares[topic] / shares.total():6.3f}  now {topic.usual:.3f}")
    sides = _reviewed(2, games)
    errors = defaultdict(list)
    for loss in (loss for side in sides for loss in side):
        errors[Topic.of(loss.kind)].append(loss)
    draw, found = random.Random(3), 0
    topics = [topic for topic in Topic if errors[topic]]
    for number in range(PLAYERS):
        planted = topics[number % len(topics)]
        first = 2 * games * draw.randrange(4)  # the sides of one group
        own = [
            loss for _ in range(PLAYED) for loss in draw.choice(sides[first : first + 2 * games])
        ]
        often = sum(Topic.of(loss.kind) is planted for loss in own)
        own += draw.choices(errors[planted], k=2 * max(PLAYED // 2, often))
        found += rank_topics(own, PLAYED)[0].key == planted.key
    print(f"ranked first: {found} of {PLAYERS} planted weaknesses")


def _reviewed(seed: int, games: int) -> list[list[LossyMove]]:
    """Review games and return the losses of each side."""
    engine = Engine(memory=32)
    sides = []
    for group in groups_of(random.Random(seed), games).values():
        for game in group:
            losses = lossy_moves(review_game(game, engine, SCREEN))
            for color in Color:
                own = ReviewedGame(game, color, losses, "", "", 0.0).own
                sides.append([loss for _move, loss in own])
    return sides


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
