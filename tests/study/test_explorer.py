"""The opening explorer: book, archive and own games side by side, turned in any way."""

from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import Board, Color, Symmetry
from outflank.formats import read_transcript
from outflank.study.explorer import Known, NextMove, explorer_view, own_moves, played_line
from outflank.study.repertoire.umigame import umigame_number
from study import TRANSCRIPT, facts, finished_game

HOW = "There is none."


def test_the_start_has_one_move_and_three_that_are_the_same() -> None:
    view = explorer_view(Board(), "", None, own_moves(Board(), [played_line(finished_game())]), HOW)
    (row,) = view.rows
    assert {row.move, *row.same} == {"d3", "c4", "f5", "e6"}
    assert row.book in {"=", "+1", "-1"}  # a draw, as is known since 2023; a search errs by a disc
    assert row.archive is None
    assert row.tournaments is not None
    assert row.tournaments.games > 100_000
    assert row.own is not None
    assert (row.own.games, row.own.won, row.own.lost) == (1, "100 %", "0 %")
    assert facts(view.headline)[-1] == "1"
    assert HOW in view.notes


@settings(max_examples=20)
@given(st.sampled_from(list(Symmetry)), st.integers(0, 40))
def test_own_games_are_found_turned_in_any_way(symmetry: Symmetry, ply: int) -> None:
    game = finished_game()
    board = read_transcript(TRANSCRIPT[: 2 * ply]).board.transformed(symmetry)
    known = own_moves(board, map(played_line, [game, read_transcript("f5f4")]))
    (*_, move) = known.moves if ply > 1 else known.moves[:1]
    expected = symmetry.square((game.moves_from_start or ())[ply])
    assert known.games == (2 if ply < 2 else 1)
    assert any(expected in each.squares for each in known.moves)
    black_won = game.board.score > 0
    if ply > 1:
        mover_won = black_won == (board.turn is game.board.turn)
        assert (move.won, move.lost) == (int(mover_won), int(not mover_won))


def test_an_unfinished_game_counts_without_a_result_and_one_that_stops_here_without_a_move() -> (
    None
):
    games = [read_transcript("f5f4"), read_transcript("f5")]
    known = own_moves(Board().play("f5"), map(played_line, games))
    assert known.games == 2
    (move,) = known.moves
    assert (move.games, move.won, move.drawn, move.lost, move.average) == (1, 0, 0, 0, None)


def test_moves_of_the_book_come_first_and_what_is_unknown_is_said() -> None:
    board = read_transcript("f5").board
    f4 = board.square("f4")
    archive = Known(3, (NextMove((f4,), 3, 1, 1, 1, 0.0),), ("1999 A – B 33–31",))
    view = explorer_view(board, "", archive, Known(0), HOW)
    assert facts(view.headline)[-2:] == ["3", "0"]  # games of the archive, own games
    assert [row.move for row in view.rows][-1] == "f4"  # the parallel opening loses discs
    parallel = view.rows[-1]
    assert int(parallel.book) < 0
    assert parallel.archive is not None
    assert (parallel.archive.games, parallel.archive.won) == (3, "33 %")
    assert len(view.notes) == 3  # the proof, the source of the figures, and no own games
    assert view.examples == ("1999 A – B 33–31",)


def test_a_rare_position_has_no_tournament_games() -> None:
    board = read_transcript(TRANSCRIPT[:60]).board
    view = explorer_view(board, "", None, Known(0), HOW)
    assert all(row.tournaments is None for row in view.rows)


def test_an_end_has_no_moves() -> None:
    view = explorer_view(finished_game().board, "", Known(1), Known(1), HOW)
    assert (view.rows, len(view.notes)) == ((), 1)


def test_moves_of_the_book_show_the_lines_to_learn() -> None:
    board = Board().play("f5")
    view = explorer_view(board, "", None, Known(0), HOW)
    for row in view.rows:
        after = board.play(row.move)
        assert row.umigame == ":".join(str(umigame_number(after, color)) for color in Color)
    assert explorer_view(Board(6), "", None, Known(0), HOW).rows[0].umigame == ""
