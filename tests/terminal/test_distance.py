"""A game at a distance in the terminal: a real server, and a friend at it who speaks the API."""

import io
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from distant import Friend, club
from pilots import Visitor, visit_full_screen

from outflank.board import Board, Color
from outflank.distance import Server, TableView, set_up
from outflank.terminal import DistantLines
from outflank.terminal.app import DistantApp
from outflank.terminal.board_view import BoardView
from outflank.terminal.dialogs import LineScreen


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with club(tmp_path_factory.mktemp("club")) as found:
        yield found.url


def at(url: str, link: str, name: str = "Tess") -> tuple[Server, TableView]:
    """Somebody who comes by a link, with nothing known of an earlier visit."""
    tess = Friend(url, name)
    return tess.server, tess.comes(link)


def test_a_whole_acquaintance_on_a_full_screen(url: str) -> None:
    """Moves, a take-back, phrases, looking back, resignation and a rematch, as in the page."""
    ann = Friend(url)
    link = ann.invites(clock="5+3")
    app = DistantApp(*at(url, link), sixteen=False)

    async def steps(tess: Visitor) -> None:
        table = app.table
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
        await tess.until_text("You have asked to take")
        ann.does("answer", yes=False)
        await tess.until_text("Ann would rather not")
        ann.moves("c3")
        ann.does("proposal", wish="take-back")
        await tess.until_text("Ann would like to take back")
        await tess.press("y")
        await tess.until(lambda: table.live.ply == 2 and not table.under_way)
        ann.moves("c3")
        ann.does("phrase", phrase="well-played")
        await tess.until_text("Ann: Well played")
        await tess.press("v")
        await tess.until_text("Phrases are kept from you.")
        await tess.press("s", "enter")
        await tess.until(lambda: [one.phrase for one in ann.sees().company.said][1:] == ["hello"])
        await tess.press("left_square_bracket", "left_square_bracket")
        await tess.until_text("You look back while")
        assert table.view.ply == 1
        assert table.live.ply == 3
        await tess.type_square("f6")
        await tess.until_text("You look back; come to")
        await tess.press("right_square_bracket", "right_square_bracket")
        assert not table.looking_back
        await tess.press("x", "y")
        await tess.until_text("White resigned: Black wins")
        assert (outcome := ann.sees().outcome)
        assert outcome.winner is Color.BLACK
        first = table.live.id
        await tess.press("r")
        await tess.until_text("You have asked to play")
        ann.does("answer", yes=True)
        await tess.until(lambda: table.live.id != first and table.you is Color.BLACK)
        await tess.type_square("d3")
        await tess.until(lambda: table.live.ply == 1)
        await tess.press("w")
        await tess.until_text("The game is studied")

    visit_full_screen(app, steps)


def test_a_small_screen_shows_the_clocks_and_who_is_called_off_moves_no_more(url: str) -> None:
    ann = Friend(url)
    app = DistantApp(*at(url, ann.invites(clock="5+3")), sixteen=False)

    async def steps(tess: Visitor) -> None:
        await tess.until(lambda: bool(re.search(r"X 2 \(\d:\d\d\)  O 2 \(5:00\)", tess.text)))
        await tess.pilot.resize_terminal(100, 30)
        await tess.until_text("to move")
        ann.does("proposal", wish="abort")
        await tess.until_text("The game was called off;")
        await tess.until(lambda: " to move" not in tess.text)

    visit_full_screen(app, steps, size=(60, 22))


def test_who_comes_third_watches_and_a_claim_ends_a_game_that_was_left(
    tmp_path: Path,
) -> None:
    with club(tmp_path) as (_, url, room):
        ann = Friend(url)
        link = ann.invites()
        tess = at(url, link)
        eve = DistantApp(*at(url, link, "Eve"), sixteen=False)
        app = DistantApp(*tess, sixteen=False)

        async def watch(eve_: Visitor) -> None:
            assert eve.table.you is None
            await eve_.until_text("you watch")
            ann.moves("f5")
            await eve_.until(lambda: eve.table.live.ply == 1)
            await eve_.type_square("d6")
            await eve_.until_text("You watch this game")

        visit_full_screen(eve, watch)
        line = ann.server.stream("/api/events", table=ann.table)
        heard = line.events()
        next(heard)

        async def wait(visitor: Visitor) -> None:
            await visitor.until_text("White to move")
            line.close()
            await visitor.until_text("Ann has been gone for")
            now = room.now
            room.now = lambda: now() + 61
            await visitor.press("t")
            await visitor.until_text("White wins")

        visit_full_screen(app, wait)


def test_what_is_heard_while_the_screen_is_taken_down_is_not_drawn(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board goes before the line to the server does, and a watcher may come in between."""
    app = DistantApp(*at(url, Friend(url).invites()), sixteen=False)
    drawn: list[bool] = []

    def last_word(board: BoardView) -> None:
        app.post(lambda: drawn.append(board.is_attached))

    async def steps(tess: Visitor) -> None:
        await tess.until_text("Black to move")
        monkeypatch.setattr(BoardView, "on_unmount", last_word, raising=False)

    visit_full_screen(app, steps)
    assert drawn == []


def test_plain_lines_play_to_the_end_and_tell_what_happens(url: str) -> None:
    ann = Friend(url)
    link = ann.invites(size=4)
    out, lines = io.StringIO(), SimpleQueue[str | None]()
    server, view = at(url, link)
    plain = DistantLines(server, view, lines=lines.get, out=out, piped=True)
    thread = threading.Thread(target=plain.run)
    thread.start()
    for line in ("z9", "undo", "say nothing"):
        lines.put(line)
    while not (now := ann.sees()).over:
        if now.company.may.move:
            ann.moves(next(iter(now.legal)))
        else:
            lines.put(_answer(now))
            ann.sees_that(lambda view, ply=now.ply: view.ply > ply)  # type: ignore[misc]
    lines.put("rematch")
    ann.sees_that(lambda view: view.company.proposal)
    lines.put(None)
    thread.join(240)
    assert not thread.is_alive()
    told = out.getvalue()
    assert "You play White" in told
    assert "White to move (you)." in told
    assert "Expected a square such as f5 or a command" in told
    assert "There is no move of yours to take back." in told
    assert "One can say hello" in told
    assert "You have asked to play again" in told


def _answer(view: TableView) -> str:
    """A square for the side to move, which a watcher is not told."""
    board = Board.from_text(f"{view.board} {view.turn.symbol}")
    return board.legal_moves.names[0]


def test_an_invitation_from_the_terminal_and_words_of_ones_own(tmp_path: Path) -> None:
    with club(tmp_path, chat=True) as (_, url, _room):
        tess = Friend(url, "Tess")
        view, link = set_up(tess.server, "Tess", color="white", clock="5+3")
        app = DistantApp(tess.server, view, link, sixteen=False)
        ann = Friend(url)

        async def steps(visitor: Visitor) -> None:
            await visitor.until_text("Your friend sits down with")
            await visitor.press("ctrl+l")
            await visitor.until_text("Copied, if your terminal")
            assert app.clipboard == link
            ann.comes(link)
            await visitor.until(lambda: app.table.live.company.free is None)
            assert "Your friend sits down" not in visitor.text
            await visitor.press("s", "up", "enter")  # the last of the list: Write…
            await visitor.until(lambda: isinstance(app.screen, LineScreen))
            await visitor.press(*"hi", "enter")
            await visitor.until(lambda: [one.text for one in ann.sees().company.said] == ["hi"])
            ann.does("text", text="Hello [b]you[/b]")
            await visitor.until_text("Ann: Hello [b]you[/b]")

        visit_full_screen(app, steps)


def test_plain_lines_show_the_link_and_write(url: str) -> None:
    tess = Friend(url, "Tess")
    view, link = set_up(tess.server, "Tess", color="black")
    out = io.StringIO()
    typed = iter(["write hello", "quit"])
    lines = DistantLines(
        tess.server, view, link=link, lines=lambda: next(typed), out=out, piped=False
    )
    lines.run()
    told = out.getvalue()
    assert f"sits down with it:\n{link}\n" in told
    assert "Here one says one of the phrases" in told  # this server allows no more
