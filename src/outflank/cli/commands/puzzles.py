"""``outflank puzzles``: solve puzzles, or make more of them from games."""

import argparse
from collections import Counter
from collections.abc import Iterable
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
from outflank.study.practice_round import RUN_SECONDS
from outflank.study.puzzles.making import may_fit, numbered, positions_of, puzzle_of, rated
from outflank.study.puzzles.puzzle import (
    Puzzle,
    PuzzleMode,
    puzzle_from_line,
    read_puzzles,
    with_theme,
    write_puzzles,
)
from outflank.study.puzzles.themes import Theme
from outflank.translation import _, ngettext
from outflank.workers.lines import LineFile

LEVELS = range(5, 16)  # engine levels that try each puzzle
MODES: dict[str, PuzzleMode] = {"solve": "puzzle", "daily": "daily", "run": "run"}
NONE = "-"


def configure(parser: Parser) -> None:
    rows = {
        "outflank puzzles solve": _("solve puzzles that match your rating"),
        "outflank puzzles solve --theme wedge": _("solve puzzles with one theme"),
        "outflank puzzles run": _("solve as many as you can in three minutes"),
        "outflank puzzles daily": _("solve the puzzle of the day"),
        "outflank puzzles make my-puzzles.txt --from games.txt --each 10": "",
    }
    about = _(
        "A puzzle is a position with one right move. The scores of that move and of the "
        "next best are proved. Levels 5 to 15 of the engine try each puzzle, and their "
        "results give its rating."
    )
    parser.epilog = f"{examples(rows)}\n\n{about}"
    actions = parser.add_actions(_("the action"))
    solve = actions.add_parser("solve", help=_("solve puzzles that match your rating"))
    timed = actions.add_parser("run", help=_("solve as many puzzles as you can in three minutes"))
    for parser_with_theme in (solve, timed):
        parser_with_theme.add_argument(
            "--theme",
            choices=[theme.key for theme in Theme],
            metavar="THEME",
            help=_("only puzzles with this theme; `outflank puzzles themes` lists them"),
        )
    actions.add_parser("themes", help=_("list the themes of puzzles"))
    actions.add_parser("daily", help=_("solve the puzzle of the day, the same for all players"))
    make = actions.add_parser("make", help=_("make puzzles from games"), epilog=_(RESUMABLE))
    make.add_argument(
        "file", type=Path, help=_("the file to write (with its journal FILE.journal)")
    )
    make.add_argument("--from", dest="games", type=Path, required=True, help=_(HELP))
    make.add_argument(
        "--each", type=int, default=80, help=_("the number of puzzles for each theme")
    )
    make.add_argument("--keep", type=Path, help=_("a puzzle file whose puzzles are kept"))
    make.add_argument(
        "--seed", type=int, default=1, help=_("seed for choosing the games and positions")
    )


def run(args: argparse.Namespace) -> int:
    if args.action == "make":
        return _make_file(args)
    if args.action == "themes":
        for theme in Theme:
            print(f"{theme.key:<18}{len(with_theme(theme)):>5}  {theme.title}: {theme.definition}")
        return 0
    mode = MODES[args.action]
    chosen = Theme.of(args.theme) if mode != "daily" and args.theme else None
    with closing(own_puzzles(mode, chosen)) as store:
        return ask_all(store, 1, RUN_SECONDS if mode == "run" else None)


def _make_file(args: argparse.Namespace) -> int:
    if args.each < 1:
        raise UsageError(_("--each must be 1 or more, not {number}.", number=args.each))
    games = read_game_lines(args.games)
    try:
        read_transcript(games[0].split()[0])
    except InvalidTranscript as error:
        raise no_games(args.games, error) from None
    Random(args.seed).shuffle(games)
    kept = list(read_puzzles(args.keep)) if args.keep else []
    with LineFile(args.file.with_name(args.file.name + ".journal")) as journal:
        try:
            made = _make(games, kept, journal, args)
        except InvalidTranscript as error:
            raise no_games(args.games, error) from None
    write_puzzles(numbered([*kept, *made]), args.file)
    counts = counted([*kept, *made])
    print(
        ngettext(
            "{file}: {count} puzzle from {games}",
            "{file}: {count} puzzles from {games}",
            len(kept) + len(made),
            file=args.file,
            games=args.games,
        )
    )
    for theme in Theme:
        print(f"{counts[theme]:>6}  {theme.key}")
    if min(counts[theme] for theme in Theme) < args.each:
        print(_("There are too few games for {number} of each theme. Add games.", number=args.each))
    return 0


def _make(
    games: list[str], kept: list[Puzzle], journal: LineFile, args: argparse.Namespace
) -> list[Puzzle]:
    head = f"{args.games.name} {args.seed} {args.each} {len(kept)}"
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
    positions = {puzzle.board.canonical().to_text() for puzzle in (*kept, *made)}
    engine = Engine()
    with counting(
        lambda done: _("{done:,} of {total:,} puzzles", done=done, total=args.each * len(Theme))
    ) as show:
        for index, line in enumerate(games[len(known) :], start=len(known)):
            counts = counted([*kept, *made])
            short = {theme for theme in Theme if counts[theme] < args.each}
            if not short:
                break
            found = _puzzle_of_game(line, short, positions, engine, Random(f"{args.seed} {index}"))
            journal.append([found.line if found else NONE])
            if found:
                made.append(found)
                positions.add(found.board.canonical().to_text())
            show(sum(min(args.each, counts[theme]) for theme in Theme))
    return made


def _puzzle_of_game(
    line: str, wanted: set[Theme], known: set[str], engine: Engine, random: Random
) -> Puzzle | None:
    """Return one puzzle of a game; a second one would be too similar."""
    game = read_transcript(line.split()[0])
    for board in positions_of(game, random):
        if not may_fit(board, wanted):
            continue
        puzzle = puzzle_of(board, engine)
        if puzzle is None or wanted.isdisjoint(puzzle.themes):
            continue
        if board.canonical().to_text() in known:
            continue
        ratings = shipped_ratings().of
        weaker = [
            (
                ratings[f"engine:{level}"].elo,
                make_player(f"engine:{level}", seed=random.randrange(2**31)),
            )
            for level in LEVELS
        ]
        found = rated(puzzle, weaker)
        if found is not None:
            return found
    return None


def counted(puzzles: Iterable[Puzzle]) -> Counter[Theme]:
    return Counter(theme for puzzle in puzzles for theme in puzzle.themes)
