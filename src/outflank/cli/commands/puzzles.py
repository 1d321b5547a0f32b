"""``outflank puzzles``: solve puzzles, and make more of them from games."""

import argparse
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

from outflank.cli.parser import Parser, examples
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.game_lines import HELP, no_games, read_game_lines
from outflank.cli.shared.long_work import RESUMABLE
from outflank.cli.shared.positions_quiz import ask_all
from outflank.cli.shared.progress import counting
from outflank.engine import Engine
from outflank.formats import InvalidTranscript, read_transcript
from outflank.players import make_player
from outflank.players.ratings import shipped_ratings
from outflank.storage.files.data_dir import own_puzzles
from outflank.study.puzzles.making import numbered, positions_of, puzzle_of, rated
from outflank.study.puzzles.puzzle import Puzzle, PuzzleKind, puzzle_from_line, write_puzzles
from outflank.translation import _, ngettext
from outflank.workers.lines import LineFile

LEVELS = range(5, 16)  # of the engine, which try each puzzle
SHARES = {
    PuzzleKind.WIN: 0.40,
    PuzzleKind.QUIET: 0.25,
    PuzzleKind.HOLD: 0.20,
    PuzzleKind.PARITY: 0.15,
}
NONE = "-"


def configure(parser: Parser) -> None:
    rows = {
        "outflank puzzles solve": _("solve puzzles that match your rating"),
        "outflank puzzles daily": _("solve the puzzle of the day"),
        "outflank puzzles make my-puzzles.txt --from games.txt --count 100": "",
    }
    about = _(
        "A puzzle is a position with one right move. The scores of that move and of the next best "
        "are proved. Levels 5 to 15 of the engine try each puzzle, which gives its rating."
    )
    parser.epilog = f"{examples(rows)}\n\n{about}"
    actions = parser.add_actions(_("the action"))
    actions.add_parser("solve", help=_("solve puzzles that match your rating"))
    actions.add_parser("daily", help=_("solve the puzzle of the day, the same for all players"))
    make = actions.add_parser("make", help=_("make puzzles from games"), epilog=_(RESUMABLE))
    make.add_argument("file", type=Path, help=_("the file to write, next to FILE.journal"))
    make.add_argument("--from", dest="games", type=Path, required=True, help=_(HELP))
    make.add_argument("--count", type=int, default=2400, help=_("the number of puzzles"))
    make.add_argument(
        "--seed", type=int, default=1, help=_("chooses the games and positions at random")
    )


def run(args: argparse.Namespace) -> int:
    if args.action == "make":
        return _make_file(args)
    with closing(own_puzzles(daily=args.action == "daily")) as store:
        return ask_all(store, 1)


def _make_file(args: argparse.Namespace) -> int:
    if args.count < 1:
        raise UsageError(_("--count must be 1 or more, not {number}.", number=args.count))
    games = read_game_lines(args.games)
    Random(args.seed).shuffle(games)
    with LineFile(args.file.with_name(args.file.name + ".journal")) as journal:
        try:
            made = _make(games, journal, args)
        except InvalidTranscript as error:
            raise no_games(args.games, error) from None
    write_puzzles(numbered(made), args.file)
    kinds = ", ".join(f"{kind.value}: {number}" for kind, number in _kinds(made).items())
    print(
        ngettext(
            "{file}: {count} puzzle from {games} ({kinds})",
            "{file}: {count} puzzles from {games} ({kinds})",
            len(made),
            file=args.file,
            games=args.games,
            kinds=kinds,
        )
    )
    if len(made) < args.count:
        print(_("These games are too few for {number} puzzles. Add games.", number=args.count))
    return 0


def _make(games: list[str], journal: LineFile, args: argparse.Namespace) -> list[Puzzle]:
    head = f"{args.games.name} {args.seed} {args.count}"
    if journal.lines and journal.lines[0] != head:
        raise UsageError(
            _(
                "{journal} belongs to another run ({run}). Remove it, or name another file.",
                journal=journal.path,
                run=journal.lines[0],
            )
        )
    if not journal.lines:
        journal.append([head])
    known = list(journal.lines[1:])
    made = [puzzle_from_line(line) for line in known if line != NONE]
    positions = {puzzle.board.canonical().to_text() for puzzle in made}
    engine = Engine()
    with counting(
        lambda done: _("{done:,} of {total:,} puzzles", done=done, total=args.count)
    ) as show:
        for index, line in enumerate(games[len(known) :], start=len(known)):
            short = {k for k, share in SHARES.items() if _kinds(made)[k] < share * args.count}
            if not short:
                break
            found = _puzzle_of_game(line, short, positions, engine, Random(f"{args.seed} {index}"))
            journal.append([found.line if found else NONE])
            if found:
                made.append(found)
                positions.add(found.board.canonical().to_text())
            show(len(made))
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
