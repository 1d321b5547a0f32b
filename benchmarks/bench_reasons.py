"""How many errors of tournament games get a reason, of which kinds, and whether all of it is true.

    python benchmarks/bench_reasons.py [GAMES [SEED [SAMPLE]]]

With SAMPLE it prints so many of the errors as well, drawn by the same seed, each with its board,
both lines and what is told, for somebody to judge.

Needs `../shared/data`; says so and does nothing where that is missing.
"""

import lzma
import random
import sys
import time
from collections import Counter
from pathlib import Path

from outflank.board import square_name
from outflank.engine import Engine
from outflank.formats import read_transcript
from outflank.study.review import MoveReview, review_game
from outflank.study.values import SCREEN

ROOT = Path(__file__).parents[1]
GAMES = ROOT.parent / "shared" / "data" / "games" / "games.txt.xz"
WTHOR = "W"  # the tag of games of people

sys.path.insert(0, str(ROOT / "tests" / "support"))
from claims import check  # noqa: E402


def main(games: int = 5, seed: int = 1, sample: int = 0) -> None:
    """Review that many games, drawn by the seed, and print the shares."""
    if not GAMES.exists():
        print("bench_reasons: needs games.txt.xz in the folder of shared data")
        return
    with lzma.open(GAMES, "rt") as lines:
        split = (line.split() for line in lines)
        people = [moves for moves, _, source in split if WTHOR in source]
    engine, errors, praised = Engine(memory=32), list[MoveReview](), Counter[str]()
    began = time.process_time()
    for moves in random.Random(seed).sample(people, games):
        review = review_game(read_transcript(moves), engine, SCREEN)
        errors += review.errors
        praised.update(m.reasons[0].kind.value for m in review.moves if m.loss == 0 and m.reasons)
    seconds = (time.process_time() - began) / games
    kinds = Counter(error.reasons[0].kind for error in errors)
    explained = sum(number for kind, number in kinds.items() if kind.explains)
    print(f"reasons: {explained / len(errors):.1%} of {len(errors)} errors in {games} games")
    print(f"  {seconds:.2f} s of CPU a game; " + _shares({k.value: n for k, n in kinds.items()}))
    print("  good moves: " + _shares(praised))
    told = [(error, reason) for error in errors for reason in error.reasons]
    for error, reason in told:
        check(error.board, error.made_line, error.line, reason.sentence)
    print(f"  {len(told)} sentences checked on their lines, all true")
    for number, error in enumerate(random.Random(seed).sample(errors, sample), start=1):
        print(f"\n{number}. {error.color} {error.name} loses {error.loss}\n{error.board}")
        for line in (error.made_line, error.line):
            print("  " + " ".join(square_name(square) for square in line))
        print("\n".join(f"  [{r.kind.value}] {r.sentence}" for r in error.reasons))


def _shares(counts: dict[str, int]) -> str:
    return ", ".join(f"{kind} {number}" for kind, number in Counter(counts).most_common())


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:]))
