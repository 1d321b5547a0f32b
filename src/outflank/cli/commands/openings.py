"""``outflank openings``: learn a repertoire of openings."""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from outflank.board import Color, square_name
from outflank.cli.parser import Parser, examples
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.games import add_game_argument, read_game, refuse_missing_file
from outflank.cli.shared.positions_quiz import ask_all
from outflank.formats import InvalidSave
from outflank.game import Game
from outflank.openings.names import local_name, names_like, opening_of, openings
from outflank.storage.files.data_dir import own_openings
from outflank.storage.files.saves import Saves
from outflank.storage.study.repertoire_files import read_repertoire, write_repertoire
from outflank.study.practice_round import SITTING_SECONDS
from outflank.study.repertoire.departure import departure
from outflank.study.repertoire.name_quiz import name_question
from outflank.study.repertoire.proposal import (
    STYLES,
    from_games,
    merge,
    opening_named,
    propose,
)
from outflank.study.repertoire.repertoire import (
    Line,
    Repertoire,
    RepertoireError,
    after_line,
    parse_line,
)
from outflank.study.repertoire.umigame import umigame_number
from outflank.translation import _

COLORS = [color.value for color in Color]


def configure(parser: Parser) -> None:
    parser.epilog = examples(
        {
            "outflank openings add black Tiger": _("learn an opening by its name"),
            "outflank openings add white --style few": _("learn a repertoire with few lines"),
            "outflank openings train black": _("train for five minutes"),
        }
    )
    actions = parser.add_actions(_("the action"))
    listed = actions.add_parser("list", help=_("list the named openings and the lines to learn"))
    listed.add_argument("text", nargs="?", default="", help=_("part of a name"))
    actions.add_parser("show", help=_("show the repertoires and what is left to learn"))
    add = actions.add_parser("add", help=_("add lines to a repertoire"))
    train = actions.add_parser("train", help=_("train a repertoire for five minutes"))
    remove = actions.add_parser("remove", help=_("remove a position, or the whole repertoire"))
    load = actions.add_parser("import", help=_("add a repertoire from a file or a link"))
    save = actions.add_parser("export", help=_("print a repertoire as a file or a link"))
    compare = actions.add_parser("compare", help=_("show where a game left the repertoire"))
    for one in (add, train, remove, load, save, compare):
        one.add_argument("color", choices=COLORS, help=_("your color: black or white"))
    add.add_argument("opening", nargs="?", default="", help=_("the name of an opening"))
    add.add_argument(
        "--style",
        choices=STYLES,
        default="masters",
        help=_("few lines to learn, what masters play, or fights"),
    )
    add.add_argument(
        "--own-games", action="store_true", help=_("what you play in your saved games")
    )
    for one in (add, train, remove):
        one.add_argument("--line", metavar="MOVES", help=_("moves from the start: f5d6c3"))
    load.add_argument("file", help=_("a file in JSON or SGF, a link, or - for standard input"))
    save.add_argument(
        "--format",
        choices=("json", "sgf", "link"),
        default="json",
        help=_("JSON, SGF with variations, or the end of a link"),
    )
    add_game_argument(compare)
    quiz = actions.add_parser("quiz", help=_("name the openings on the board"))
    quiz.add_argument("--questions", type=int, default=10, help=_("number of questions"))
    quiz.add_argument("--seed", type=int, help=_("the same seed asks the same questions"))
    umigame = actions.add_parser(
        "umigame", help=_("count the lines to learn after moves or for an opening")
    )
    umigame.add_argument("moves", help=_("moves such as f5d6c3, or the name of an opening"))


def run(args: argparse.Namespace) -> int:
    try:
        return _ACTIONS[args.action](args)
    except RepertoireError as error:
        raise UsageError(str(error)) from None


def _list(args: argparse.Namespace) -> int:
    names = names_like(args.text)
    if not names:
        opening_named(args.text)
    for one in sorted(openings().table, key=lambda one: local_name(one.name)):
        if one.name in names:
            print(f"{local_name(one.name):<38}{_umigame(parse_line(one.moves)):>8}  {one.moves}")
    return 0


def _show(args: argparse.Namespace) -> int:
    for color in Color:
        deck = own_openings(color)
        left = deck.progress(time.time())
        counts = _("Known: {known} · Due: {due} · New: {new}", **_fields(left))
        print(f"{color}. {counts}")
        for line in deck.repertoire().lines():
            found = opening_of(line)
            moves = "".join(map(square_name, line))
            print(f"  {moves:<42}{local_name(found.name) if found else ''}".rstrip())
        deck.close()
    return 0


def _add(args: argparse.Namespace) -> int:
    color = Color(args.color)
    if args.own_games:
        new = from_games(color, _own_games(color))
    elif args.line:
        new = Repertoire(color).with_line(parse_line(args.line))
    else:
        opening = opening_named(args.opening) if args.opening else None
        new = propose(color, args.style, opening)
    return _save(color, new)


def _import(args: argparse.Namespace) -> int:
    text = sys.stdin.read() if args.file == "-" else args.file
    refuse_missing_file(text)
    with suppress(OSError):
        text = Path(text[:1000]).read_text(encoding="utf-8", errors="replace")
    color = Color(args.color)
    new = read_repertoire(text, color)
    if new.color is not color:
        raise UsageError(_("This is a repertoire for {color}.", color=new.color))
    return _save(color, new)


def _save(color: Color, new: Repertoire) -> int:
    if not new.answers:
        raise UsageError(_("This line has no move of {color}.", color=color))
    deck = own_openings(color)
    merged = merge(deck.repertoire(), new)
    deck.save(merged.repertoire)
    print(merged.sentence)
    deck.close()
    return 0


def _remove(args: argparse.Namespace) -> int:
    deck = own_openings(Color(args.color))
    old = deck.repertoire()
    board = after_line(parse_line(args.line)) if args.line else after_line(())
    new = old.without(board) if args.line else Repertoire(deck.color)
    if args.line and old.answer(board) is None:
        raise UsageError(_("The repertoire has no answer after {moves}.", moves=args.line))
    deck.save(new)
    gone = len(old.answers) - len(new.answers)
    print(_("Positions removed: {count}.", count=gone))
    deck.close()
    return 0


def _train(args: argparse.Namespace) -> int:
    deck = own_openings(Color(args.color), parse_line(args.line or ""))
    if not deck.count():
        raise UsageError(
            _(
                "There is nothing to train. Add an opening first: `{command}`.",
                command=f"outflank openings add {args.color} Tiger",
            )
        )
    return ask_all(deck, 100, SITTING_SECONDS)


def _export(args: argparse.Namespace) -> int:
    deck = own_openings(Color(args.color))
    text = write_repertoire(deck.repertoire(), args.format)
    print(f"#repertoire={text}" if args.format == "link" else text.rstrip("\n"))
    deck.close()
    return 0


def _compare(args: argparse.Namespace) -> int:
    deck = own_openings(Color(args.color))
    found = departure(read_game(args), deck.repertoire())
    print(_("The game did not leave your repertoire.") if found is None else found.sentence)
    if found is not None and found.by != "you" and found.suggested is not None:
        line = "".join(map(square_name, (*found.line, found.suggested)))
        command = f"outflank openings add {args.color} --line {line}"
        print(_("To add the position: `{command}`.", command=command))
    deck.close()
    return 0


def _quiz(args: argparse.Namespace) -> int:
    dice, right = Random(args.seed), 0
    for number in range(1, args.questions + 1):
        question = name_question(dice)
        print(_("Which opening is this?"), " ".join(map(square_name, question.line)))
        print(question.board.diagram())
        for at, name in enumerate(question.choices, start=1):
            print(f"{at}. {name}")
        print(_("Number of the name (q quits):"), end=" ", flush=True)
        answer = sys.stdin.readline()
        if not answer or answer.strip().lower() in ("q", "quit"):
            break
        name = question.choices[question.right]
        if answer.strip().lower() in (str(question.right + 1), name.lower()):
            right += 1
            print(_("Correct: {name}.", name=name))
        else:
            print(_("No, this is {name}.", name=name))
        print(_("Right answers: {right} of {count}.", right=right, count=number))
    return 0


def _count(args: argparse.Namespace) -> int:
    try:
        line = parse_line(args.moves)
    except RepertoireError:
        line = parse_line(opening_named(args.moves).moves)
    black, white = _umigame(line).split(":")
    print(_("Lines to learn: Black {black}, White {white}", black=black, white=white))
    return 0


def _umigame(line: Line) -> str:
    return ":".join(str(umigame_number(after_line(line), color)) for color in Color)


def _fields(progress: object) -> dict[str, int]:
    return {name: getattr(progress, name) for name in ("known", "due", "new")}


def _own_games(color: Color) -> Iterator[Game]:
    saves = Saves()
    for name in saves.names():
        with suppress(InvalidSave):
            game = saves.load(name)
            if game.info.get(color.value, "human") == "human":
                yield game


_ACTIONS = {
    "list": _list,
    "show": _show,
    "add": _add,
    "train": _train,
    "remove": _remove,
    "import": _import,
    "export": _export,
    "compare": _compare,
    "quiz": _quiz,
    "umigame": _count,
}
