"""A game at a distance in the terminal: a real server, and a friend who uses its API."""

import io
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from distant import Friend, club, proposed
from pilots import Visitor, visit_full_screen

from outflank.board import Board, Color
from outflank.play.remote.client import RemoteServer
from outflank.play.remote.links import host_game
from outflank.play.remote.remote_table import RemoteTable
from outflank.play.table import ONLY_LOCAL
from outflank.play.view import GameView
from outflank.storage.files.saves import Saves
from outflank.terminal.board_view import BoardView
from outflank.terminal.dialogs import FieldsScreen
from outflank.terminal.plain import PlainGame


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with club(tmp_path_factory.mktemp("club")) as found:
        yield found.url


def at(url: str, link: str, name: str = "Tess") -> tuple[RemoteServer, GameView]:
    """A player who comes by a link for the first time."""
    tess = Friend(url, name)
    return tess.server, tess.comes(link)


def test_a_whole_acquaintance_on_a_full_screen(url: str, tmp_path: Path) -> None:
    """Moves, undo, phrases, looking back, resignation and a rematch, as in the page."""
    ann = Friend(url)

    async def steps(tess: Visitor) -> None:
        table = tess.table
        await tess.until_text("Black to move")
        assert table.you is Color.WHITE
        assert "Tess" in tess.text
        assert "Ann" in tess.text
        assert "5:00" in tess.text
        assert "clock 5+3" in tess.text
        ann.moves("f5")
        await tess.until_text("your move")
        await tess.type_square("d6")
        await tess.until(lambda: ann.sees().ply == 2)
        await tess.press("u")
        await tess.until_text("You asked to undo")
        ann.does("proposal/answer", yes=False)
        await tess.until_text("Ann (guest) declined")
        ann.moves("c3")
        ann.does("undo")
        await tess.until_text("Ann (guest) wants to undo")
        await tess.press("y")
        await tess.until(lambda: table.live.ply == 2 and not table.pending)
        ann.moves("c3")
        ann.does("phrase", phrase="well-played")
        await tess.until_text("Ann (guest): Well played")
        await tess.press("v")
        await tess.until_text("Phrases are hidden.")
        await tess.press("s", "enter")
        await tess.until(lambda: ann.hears()[1:] == ["Hello"])
        await tess.press("left_square_bracket", "left_square_bracket")
        await tess.until_text("You are looking at an")
        assert table.view.ply == 1
        assert table.live.ply == 3
        await tess.type_square("f6")
        await tess.until_text("This is an earlier")
        await tess.press("right_square_bracket", "right_square_bracket")
        assert not table.looking_back
        await tess.press("x", "y")
        await tess.until_text("White resigned.")
        assert (outcome := ann.sees().outcome)
        assert outcome.winner is Color.BLACK
        first = table.live.id
        await tess.press("r")
        await tess.until_text("You asked for a rematch")
        ann.does("proposal/answer", yes=True)
        await tess.until(lambda: table.live.id != first and table.you is Color.BLACK)
        await tess.type_square("d3")
        await tess.until(lambda: table.live.ply == 1)
        await tess.press("w")
        await tess.until_text("You can analyze this")

    visit_full_screen(*at(url, ann.invites(clock="5+3")), steps, tmp_path)


def test_a_small_screen_shows_the_clocks_and_nobody_to_move_after_an_abort(
    url: str, tmp_path: Path
) -> None:
    ann = Friend(url)

    async def steps(tess: Visitor) -> None:
        await tess.until(lambda: bool(re.search(r"X 2 \(\d:\d\d\)  O 2 \(5:00\)", tess.text)))
        await tess.pilot.resize_terminal(100, 30)
        await tess.until_text("to move")
        ann.does("proposal", wish="abort")
        await tess.until_text("The game was aborted.")
        await tess.until(lambda: " to move" not in tess.text)

    visit_full_screen(*at(url, ann.invites(clock="5+3")), steps, tmp_path, size=(60, 22))


def test_the_third_one_watches_and_a_claim_ends_a_game_that_was_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with club(tmp_path / "server") as (_, url, games):
        ann = Friend(url)
        link = ann.invites()
        tess = at(url, link)

        async def watch(eve: Visitor) -> None:
            assert eve.table.you is None
            await eve.until_text("watching")
            ann.moves("f5")
            await eve.until(lambda: eve.table.live.ply == 1)
            await eve.type_square("d6")
            await eve.until_text("You are watching this")

        visit_full_screen(*at(url, link, "Eve"), watch, tmp_path)
        stream = ann.server.stream("/api/events", table=ann.game)
        heard = stream.events()
        next(heard)

        async def wait(visitor: Visitor) -> None:
            await visitor.until_text("White to move")
            stream.close()
            await visitor.until_text("Ann (guest) has been away")
            now = games.time.now
            monkeypatch.setattr(games.time, "now", lambda: now() + 61)
            await visitor.press("t")
            await visitor.until_text("White wins")

        visit_full_screen(*tess, wait, tmp_path)


def test_what_arrives_while_the_screen_is_removed_is_not_drawn(
    url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The board is removed before the stream is closed, and an event may come in between."""
    drawn: list[bool] = []

    async def steps(tess: Visitor) -> None:
        await tess.until_text("Black to move")

        def last_word(board: BoardView) -> None:
            tess.app.post(lambda: drawn.append(board.is_attached))

        monkeypatch.setattr(BoardView, "on_unmount", last_word, raising=False)

    visit_full_screen(*at(url, Friend(url).invites()), steps, tmp_path)
    assert drawn == []


def plain(
    server: RemoteServer,
    view: GameView,
    folder: Path,
    lines: "SimpleQueue[str | None]",
    link: str = "",
) -> tuple[PlainGame, io.StringIO]:
    """A game in plain lines from a pipe, and what it prints."""
    out = io.StringIO()
    game = PlainGame(
        lambda post: RemoteTable(server, view, link=link, post=post),
        saves=Saves(folder),
        lines=lambda prompt: lines.get(),
        out=out,
        piped=True,
    )
    return game, out


def test_plain_lines_play_to_the_end_and_print_what_happens(url: str, tmp_path: Path) -> None:
    ann, lines = Friend(url), SimpleQueue[str | None]()
    game, out = plain(*at(url, ann.invites(size=4)), tmp_path, lines)
    thread = threading.Thread(target=game.run)
    thread.start()
    for line in ("z9", "undo", "say nothing", "hint"):
        lines.put(line)
    while not (now := ann.sees()).over:
        if now.can.move:
            ann.moves(next(iter(now.legal)))
        else:
            lines.put(_answer(now))
            ann.sees_that(lambda view, ply=now.ply: view.ply > ply)  # type: ignore[misc]
    lines.put("rematch")
    ann.sees_that(proposed)
    lines.put(None)
    thread.join(240)
    assert not thread.is_alive()
    printed = out.getvalue()
    assert "You play White." in printed
    assert "White to move (you)." in printed
    assert "Expected a square (a letter a–d and a number 1–4) or a command" in printed
    assert "You have no move to undo." in printed
    assert "hello" in printed
    assert ONLY_LOCAL in printed
    assert "You asked for a rematch" in printed


def _answer(view: GameView) -> str:
    """A square for the side to move, which the view of the opponent does not have."""
    board = Board.from_text(f"{view.board} {view.turn.symbol}")
    return board.legal_moves.names[0]


def test_an_invitation_from_the_terminal_and_a_message(tmp_path: Path) -> None:
    with club(tmp_path / "server", chat=True) as (_, url, _games):
        tess = Friend(url, "Tess")
        view, link = host_game(tess.server, "Tess", color="white", clock="5+3")
        ann = Friend(url)

        async def steps(visitor: Visitor) -> None:
            await visitor.until_text("Send this link to")
            await visitor.press("ctrl+l")
            await visitor.until_text("Copied, if your terminal")
            assert visitor.app.clipboard == link
            ann.comes(link)
            await visitor.until(lambda: "Send this link to" not in visitor.text)
            await visitor.press("s", "up", "enter")  # the last of the list: Write…
            await visitor.until(lambda: isinstance(visitor.app.screen, FieldsScreen))
            await visitor.press(*"hi", "enter")
            await visitor.until(lambda: ann.hears() == ["hi"])
            ann.does("text", text="Hello [b]you[/b]")
            await visitor.until_text(": Hello [b]you[/b]")

        visit_full_screen(tess.server, view, steps, tmp_path, link=link)


def test_plain_lines_show_the_link_and_write(url: str, tmp_path: Path) -> None:
    tess, lines = Friend(url, "Tess"), SimpleQueue[str | None]()
    view, link = host_game(tess.server, "Tess", color="black")
    game, out = plain(tess.server, view, tmp_path, lines, link)
    game._piped = False
    for line in ("write hello", "quit"):
        lines.put(line)
    game.run()
    printed = out.getvalue()
    assert f"to your friend:\n{link}\n" in printed
    assert "Use one of the phrases" in printed  # this server allows no more
