"""A game at a distance in the window: a real server, and a friend who uses its API."""

from pathlib import Path

import pytest
from distant import Friend, club, proposed
from x_screen import Hands, let_play, picture, wait_until

from outflank.board import Color, parse_square
from outflank.play.news import NewsView
from outflank.play.remote.links import host_game
from outflank.play.remote.remote_table import RemoteTable
from outflank.storage.files.saves import Saves

pytest.importorskip("tkinter")
import tkinter as tk

from outflank.window.game_window import GameWindow
from outflank.window.side_panel import NewsCard


def test_a_game_with_somebody_elsewhere(
    display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves, a proposal answered by a button, phrases, resignation and a rematch."""
    monkeypatch.setenv("DISPLAY", display)
    with club(tmp_path, chat=True) as (_, url, _games):
        ann, tess = Friend(url), Friend(url, "Tess")
        view, link = host_game(tess.server, "Tess", clock="5+0", color="white")
        window = GameWindow(
            lambda post: RemoteTable(tess.server, view, link=link, post=post),
            saves=Saves(tmp_path / "saves"),
        )
        window.board.animate = False
        table, hands = window.table, Hands(display, window.root)

        def steps() -> None:
            hands.wait_for("^Outflank .")
            wait_until(lambda: "invite" in window.news.buttons, "nobody can be invited")
            picture(display, "window-invitation")
            hands.press(window.news.buttons["invite"])
            wait_until(lambda: window.root.clipboard_get() == link, "the link is not copied")
            ann.comes(link)
            ann.moves("f5")
            wait_until(lambda: table.live.can.move, "the move did not arrive")
            wait_until(lambda: hands.find("Your move"), "the title does not call")
            hands.press_square(window.board, parse_square("d6", 8))
            wait_until(lambda: ann.sees().ply == 2, "the click did not move")
            ann.moves("c3")
            ann.does("undo")
            wait_until(lambda: "agree" in window.news.buttons, "nothing can be answered")
            picture(display, "window-distance")
            hands.press(window.news.buttons["agree"])
            wait_until(lambda: ann.sees().ply == 2, "the move was not taken back")
            ann.does("phrase", phrase="thanks")
            wait_until(lambda: window.status.get().endswith(": Thank you"), "nothing was heard")
            hands.keys("ctrl+w")
            hands.wait_for("^Say")
            hands.keys("h", "i", "Return")
            hands.wait_gone("^Say")
            wait_until(lambda: ann.hears()[-1] == "hi", "nothing was written")
            hands.wait_for("^Outflank .")
            hands.keys("ctrl+bracketleft")
            wait_until(lambda: table.view.ply == 1, "one cannot look back")
            hands.keys("ctrl+bracketright")
            wait_until(lambda: table.view.ply == 2, "one cannot look on")
            hands.keys("ctrl+g")
            hands.wait_for("^Resign$")
            hands.keys("alt+y")
            hands.wait_gone("^Resign$")
            wait_until(lambda: ann.sees().over, "the game goes on")
            first = table.live.id
            hands.wait_for("^Outflank .")
            hands.keys("ctrl+r")
            ann.sees_that(proposed)
            ann.does("proposal/answer", yes=True)
            wait_until(lambda: table.live.id != first, "no other game")
            wait_until(lambda: table.own_colors == [Color.BLACK], "the colours are the same")
            table.leave()

        let_play(window, steps)


def test_a_button_stays_under_the_hand_while_the_seconds_beside_it_count(
    display: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", display)
    root = tk.Tk()
    card = NewsCard(root, lambda action: None)
    pressed = []
    for seconds in (3, 4):
        card.show([NewsView(f"Ann has been gone for {seconds} s.", ("claim",))], "rated")
        assert [str(label["text"]) for label in card._sentences] == [
            f"Ann has been gone for {seconds} s.",
            "rated",
        ]
        pressed.append(card.buttons["claim"])
    assert pressed[0] is pressed[1]
    assert pressed[0].winfo_exists()
    card.show([], "")
    assert not card.buttons
    root.destroy()
