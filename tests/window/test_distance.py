"""A game at a distance in the window: a real server, and a friend at it who speaks the API."""

from pathlib import Path

import pytest
from distant import Friend, club
from x_screen import Hands, let_play, picture, wait_until

from outflank.board import Color, parse_square

pytest.importorskip("tkinter")
from outflank.window.distant_window import DistantWindow


def test_a_game_with_somebody_elsewhere(
    display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves, a proposal answered by a button, phrases, resignation and a rematch."""
    monkeypatch.setenv("DISPLAY", display)
    with club(tmp_path) as (_, url, _room):
        ann, tess = Friend(url), Friend(url, "Tess")
        link = ann.invites(clock="5+0")
        window = DistantWindow(tess.server, tess.comes(link))
        window.board.animate = False
        table, hands = window.table, Hands(display)

        def steps() -> None:
            hands.wait_for("^Outflank .")
            wait_until(lambda: window.board.canvas.winfo_width() > 100, "the board is not there")
            ann.moves("f5")
            wait_until(lambda: table.live.company.may.move, "the move did not arrive")
            wait_until(lambda: hands.find("Your move"), "the title does not call")
            hands.click(*window.board.screen_position(parse_square("d6", 8)))
            wait_until(lambda: ann.sees().ply == 2, "the click did not move")
            ann.moves("c3")
            ann.does("proposal", wish="take-back")
            wait_until(lambda: "agree" in window.news.buttons, "nothing can be answered")
            picture(display, "window-distance")
            agree = window.news.buttons["agree"]
            hands.click(agree.winfo_rootx() + 10, agree.winfo_rooty() + 10)
            wait_until(lambda: ann.sees().ply == 2, "the move was not taken back")
            ann.does("phrase", phrase="thanks")
            wait_until(lambda: window.status.get() == "Ann: Thank you", "nothing was heard")
            hands.keys("ctrl+bracketleft")
            wait_until(lambda: table.view.ply == 1, "one cannot look back")
            hands.keys("ctrl+bracketright", "ctrl+g")
            hands.wait_for("Resign")
            hands.keys("alt+y")
            wait_until(lambda: ann.sees().over, "the game goes on")
            first = table.live.id
            hands.wait_for("^Outflank .")
            hands.keys("ctrl+r")
            ann.sees_that(lambda view: view.company.proposal)
            ann.does("answer", yes=True)
            wait_until(lambda: table.live.id != first, "no other game")
            wait_until(lambda: table.you is Color.BLACK, "the colours are the same")
            table.leave()

        let_play(window, steps)
