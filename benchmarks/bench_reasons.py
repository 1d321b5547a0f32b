"""Draw 100 listed errors from 40 games of all strengths, with the reason for each.

    python benchmarks/bench_reasons.py [SEED [SAMPLE [GAMES]]]

It prints the shares of the kinds, checks every sentence on the board, and prints SAMPLE errors
(100) as one line each, to be judged as *teaches*, *true but empty*, *odd* or *wrong*: the position,
the move played, the best move, the discs lost, and the reason. GAMES is the number of games in each
of the four groups: World Championships, other tournaments, weak players, engine levels.

Needs `../shared/data`; without it, prints a message and does nothing.
"""

import io
import random
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from outflank.board import square_name
from outflank.engine import Engine
from outflank.formats import wthor
from outflank.game import Game
from outflank.players import Player, make_player
from outflank.study.review import MoveReview, review_game
from outflank.study.values import SCREEN

ROOT = Path(__file__).parents[1]
ARCHIVE = ROOT.parent / "shared" / "data" / "games" / "wthor-1977-2025.tar.xz"
YEARS = range(1977, 2026)
OPENING = 6  # random moves before two players begin
WEAK = ("greedy", "random", "first", "lookahead:1", "lookahead:3")
LEVELS = tuple(f"engine:level={level}" for level in (5, 8, 11, 14))

sys.path.insert(0, str(ROOT / "tests" / "support"))
from claims import check  # noqa: E402


def main(seed: int = 1, sample: int = 100, games: int = 10) -> None:
    """Review the games and print the sample."""
    if not ARCHIVE.exists():
        print("bench_reasons: needs wthor-1977-2025.tar.xz in the folder of shared data")
        return
    draw = random.Random(seed)
    groups = groups_of(draw, games)
    engine, errors = Engine(memory=32), list[tuple[str, MoveReview]]()
    praised, began = Counter[str](), 0.0
    for group, played in groups.items():
        for game in played:
            start = time.process_time()
            review = review_game(game, engine, SCREEN)
            began += time.process_time() - start
            errors += [(group, move) for move in review.errors]
            praised.update(
                m.reasons[0].kind.value for m in review.moves if not m.loss and m.reasons
            )
    kinds = Counter(move.reasons[0].claim if move.reasons else "(none)" for _, move in errors)
    silent = kinds["(none)"]
    print(
        f"{len(errors)} errors in {4 * games} games; {silent} ({silent / len(errors):.0%}) have ",
        end="",
    )
    print(f"no reason; {began / 4 / games:.2f} s of CPU for each game")
    print("kinds: " + ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))
    print("good moves: " + ", ".join(f"{kind} {count}" for kind, count in praised.most_common()))
    for _, move in errors:
        for reason in move.reasons:
            if not reason.claim.startswith("proven"):  # too far from the end to be solved slowly
                check(move.board, move.made_line, move.line, reason)
    for number, (group, move) in enumerate(draw.sample(errors, min(sample, len(errors))), start=1):
        best = square_name(move.best, move.board.size)
        why = move.reasons[0].sentence if move.reasons else "-"
        cost = f"{move.best_score:+d} to {move.score:+d}"
        made = f"{move.number}. {move.name}"
        print(number, group, move.board.to_text(), made, best, cost, why, sep="\t")


def groups_of(draw: random.Random, games: int) -> dict[str, Iterator[Game]]:
    """Return this number of games of each strength."""
    return {
        "championship": _of_people(draw, games, champions=True),
        "tournament": _of_people(draw, games, champions=False),
        "weak": _of_programs(draw, games, WEAK),
        "engine": _of_programs(draw, games, LEVELS),
    }


def _of_people(draw: random.Random, count: int, *, champions: bool) -> Iterator[Game]:
    with tarfile.open(ARCHIVE) as archive:

        def content(name: str) -> io.BytesIO:
            file = archive.extractfile(f"wthor/{name}")
            assert file is not None
            return io.BytesIO(file.read())

        events = wthor.read_names(content("WTH.TRN"), wthor.TOURNAMENT_BYTES)
        found: list[bytes] = []
        for year in draw.sample(YEARS, 12):
            _, games = wthor.read_games(content(f"WTH_{year}.wtb"))
            title = "World Championship"
            found += [g.moves for g in games if (events.name(g.tournament) == title) is champions]
    for moves in draw.sample(found, count):
        game = Game()
        for square in moves:
            game.play(square)
        yield game


def _of_programs(draw: random.Random, count: int, names: tuple[str, ...]) -> Iterator[Game]:
    for _ in range(count):
        players = [_player(name, draw) for name in draw.sample(names, 2)]
        game = Game()
        for _ in range(OPENING):
            game.play(draw.choice(list(game.board.legal_moves)))
        while not game.is_over:
            player = players[game.board.turn is not game.start.turn]
            game.play(player.choose(game.board))
        yield game


def _player(name: str, draw: random.Random) -> Player:
    return make_player(name, seed=draw.randrange(2**32))


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:]))
