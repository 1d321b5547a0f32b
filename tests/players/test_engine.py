"""The engine as an opponent can be stopped while it thinks."""

import threading

from outflank.board import Board
from outflank.players import StoppablePlayer, make_player


def test_a_thinking_engine_stops_and_answers_with_the_best_it_has() -> None:
    player = make_player("engine:level=20,memory=1")
    assert isinstance(player, StoppablePlayer)
    answers: list[int] = []
    begun = threading.Event()

    def think() -> None:
        begun.set()
        answers.append(player.choose(Board()))

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    begun.wait()
    while thread.is_alive():  # also a stop that comes before the search has begun is no harm
        player.stop()
        thread.join(0.05)
    assert answers[0] in Board().legal_moves


def test_a_stopped_engine_thinks_again_when_it_is_asked_again() -> None:
    player = make_player("engine:level=1,memory=1")
    assert isinstance(player, StoppablePlayer)
    player.stop()
    assert player.choose(Board()) in Board().legal_moves
