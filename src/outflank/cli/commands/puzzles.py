"""``outflank puzzles``: solve puzzles, and make more of them from games."""

import argparse
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

from outflank.cli.parser import Parser
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.game_lines import HELP, no_games, read_game_lines
from outflank.cli.shared.practising import ask_all
from outflank.cli.shared.progress import counting
from outflank.engine import Engine
from outflank.formats import InvalidTranscript, read_transcript
from outflank.players import make_player
from outflank.players.ratings import shipped_ratings
from outflank.storage.files.data_dir import own_puzzles
from outflank.study.puzzles.making import numbered, positions_of, puzzle_of, rated
from outflank.study.puzzles.puzzle import Puzzle, PuzzleKind, puzzle_from_line, write_puzzles
from outflank.workers.lines import LineFile

LEVELS = range(5, 16)  # of the engine: who may miss a puzzle
SHARES = {
    PuzzleKind.WIN: 0.40,
    PuzzleKind.QUIET: 0.25,
    PuzzleKind.HOLD: 0.20,
    PuzzleKind.PARITY: 0.15,
}
NONE = "-"


def configure(parser: Parser) -> None:
    parser.epilog = (
        "examples:\n"
        "  outflank puzzles solve             one after another, about as hard as you are good\n"
        "  outflank puzzles daily             the puzzle of the day\n"
        "  outflank puzzles make my-puzzles.txt --from games.txt --count 100\n\n"
        "A puzzle is a position with one right move. Its value and that of the next best move are\n"
        "proved, and levels 5 to 15 of the engine try it: who misses it tells how hard it is."
    )
    actions = parser.add_actions("what to do with puzzles")
    actions.add_parser("solve", help="solve puzzles about as hard as you are good")
    actions.add_parser("daily", help="solve the puzzle of the day, the same for everybody")
    make = actions.add_parser(
        "make",
        help="make puzzles from games",
        epilog="Killed or stopped at any moment, the same command goes on where it was.",
    )
    make.add_argument("file", type=Path, help="where to write them; FILE.journal is kept too")
    make.add_argument("--from", dest="games", type=Path, required=True, help=HELP)
    make.add_argument("--count", type=int, default=2400, help="how many")
    make.add_argument("--seed", type=int, default=1, help="which games and positions, by lot")


def run(args: argparse.Namespace) -> int:
    if args.action == "make":
        return _make_file(args)
    with closing(own_puzzles(daily=args.action == "daily")) as store:
        return ask_all(store, 1)


def _make_file(args: argparse.Namespace) -> int:
    if args.count < 1:
        raise UsageError(f"--count is how many puzzles to make, 1 or more; got {args.count}")
    games = read_game_lines(args.games)
    Random(args.seed).shuffle(games)
    with LineFile(args.file.with_name(args.file.name + ".journal")) as journal:
        try:
            made = _make(games, journal, args)
        except InvalidTranscript as error:
            raise no_games(args.games, error) from None
    write_puzzles(numbered(made), args.file)
    kinds = ", ".join(f"{number} {kind.value}" for kind, number in _kinds(made).items())
    print(f"{args.file}: {len(made)} puzzles from {args.games} ({kinds})")
    if len(made) < args.count:
        print(f"There were not enough games for {args.count}; give more of them.")
    return 0


def _make(games: list[str], journal: LineFile, args: argparse.Namespace) -> list[Puzzle]:
    head = f"{args.games.name} {args.seed} {args.count}"
    if journal.lines and journal.lines[0] != head:
        raise UsageError(
            f"{journal.path} is of another run ({journal.lines[0]}); remove it or name another file"
        )
    if not journal.lines:
        journal.append([head])
    known = list(journal.lines[1:])
    made = [puzzle_from_line(line) for line in known if line != NONE]
    positions = {puzzle.board.canonical().to_text() for puzzle in made}
    engine = Engine()
    with counting(f"of {args.count:,} puzzles") as tell:
        for index, line in enumerate(games[len(known) :], start=len(known)):
            short = {k for k, share in SHARES.items() if _kinds(made)[k] < share * args.count}
            if not short:
                break
            found = _puzzle_of_game(line, short, positions, engine, Random(f"{args.seed} {index}"))
            journal.append([found.line if found else NONE])
            if found:
                made.append(found)
                positions.add(found.board.canonical().to_text())
            tell(len(made))
    return made


def _puzzle_of_game(
    line: str, wanted: set[PuzzleKind], known: set[str], engine: Engine, random: Random
) -> Puzzle | None:
    """One puzzle of a game, so that no two look alike."""
    game = read_transcript(line.split()[0])
    ratings = shipped_ratings().of
    weaker = [
        (
            ratings[f"engine:{level}"].elo,
            make_player(f"engine:{level}", seed=random.randrange(2**31)),
        )
        for level in LEVELS
    ]
    for board in positions_of(game, random):
        if board.canonical().to_text() in known:
            continue
        puzzle = puzzle_of(board, engine)
        if puzzle is None or puzzle.kind not in wanted:
            continue
        found = rated(puzzle, weaker)
        if found is not None:
            return found
    return None


def _kinds(made: list[Puzzle]) -> Counter[PuzzleKind]:
    return Counter(puzzle.kind for puzzle in made)
