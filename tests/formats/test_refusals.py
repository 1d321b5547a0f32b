"""A reader that refuses says where: line and column, move or byte; and what would be right."""

import io
from pathlib import Path

import pytest

from outflank.board import Board, Color
from outflank.formats import (
    GameFile,
    GameRecord,
    InvalidRecord,
    load_game,
    read_anything,
    read_file,
    read_ggf,
    save_game,
)
from outflank.formats.lines import read_lines
from outflank.formats.movelist import read_move_list
from outflank.formats.obf import read_obf
from outflank.formats.quest import read_quest
from outflank.formats.sgf import read_sgf
from outflank.formats.wthor import Header, WthorGame, read_games
from outflank.game import Game, Reason

LEGAL = bytes([37, 43])  # f5 d6


def test_ggf_names_the_line_and_column_of_an_illegal_move() -> None:
    text = "(;GM[Othello]B[F5];)\n(;GM[Othello]\nB[F5]W[A1];)\n"
    games = read_ggf(io.StringIO(text))
    assert next(games).transcript == "f5"
    with pytest.raises(InvalidRecord, match=r"line 3, column 6: White cannot play a1"):
        next(games)


def test_ggf_names_the_side_to_move() -> None:
    with pytest.raises(InvalidRecord, match=r"column 14: It is Black's turn"):
        list(read_ggf(io.StringIO("(;GM[Othello]W[F5];)")))


def test_ggf_refuses_another_game() -> None:
    with pytest.raises(InvalidRecord, match=r"must be Othello.*'GM\[Amazons\]"):
        list(read_ggf(io.StringIO("(;GM[Amazons]B[A1];)")))


def test_ggf_skips_the_numbers_between_synchro_games_and_reads_passes_left_out() -> None:
    text = "2 (;GM[othello]B[F5]W[D6];) (;GM[othello]B[E6//3];)\n"
    assert [game.transcript for game in read_ggf(io.StringIO(text))] == ["f5d6", "e6"]


def test_ggf_reads_the_clock_the_result_and_a_resignation() -> None:
    [record] = read_ggf(io.StringIO("(;GM[Othello]TI[15:00]RE[-64.000:r]B[F5/1.2/3]W[F6];)"))
    outcome = record.game().outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (Reason.RESIGNATION, Color.WHITE)
    assert (record.seconds, record.evals) == ([3.0, None], [1.2, None])
    assert record.extra == {"TI": "15:00"}


def test_wthor_names_game_move_and_byte() -> None:
    good, bad = WthorGame(0, 0, 0, 32, 32, LEGAL), WthorGame(0, 0, 0, 32, 32, bytes([37, 0]))
    data = Header(games=2).to_bytes() + good.to_bytes() + bad.to_bytes()
    _, games = read_games(io.BytesIO(data))
    next(games)
    with pytest.raises(InvalidRecord, match=r"game 2, move 2, byte 94: White cannot play a1"):
        next(games)
    assert data[93] == 11  # byte 94 is the a1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x14", "ends at byte 1"),
        (Header(games=1).to_bytes() + b"\0" * 67, "game 1 of 1, which begins at byte 17"),
        (Header(games=0).to_bytes() + b"\0", "byte 17: .* 0 games"),
        (Header(size=10).to_bytes(), "byte 13: .* 8×8"),
        (Header(names=7).to_bytes(), "byte 9: .* not of games"),
        (
            Header(games=1).to_bytes() + b"\0" * 8 + b"\x13" + b"\0" * 59,
            "move 1, byte 25: A square",
        ),
    ],
)
def test_wthor_says_what_is_wrong_with_a_file(data: bytes, message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        list(read_games(io.BytesIO(data))[1])


def test_a_wthor_header_may_leave_the_board_size_open() -> None:
    data = Header(games=1, size=0).to_bytes() + WthorGame(0, 0, 0, 32, 32, LEGAL).to_bytes()
    assert [game.moves for game in read_games(io.BytesIO(data))[1]] == [LEGAL]


def test_a_wthor_file_holds_one_year(tmp_path: Path) -> None:
    with GameFile(tmp_path / "x.wtb") as file:
        file.write(GameRecord(LEGAL, date="1987", score=2))
        with pytest.raises(InvalidRecord, match="Game 2 is from"):
            file.write(GameRecord(LEGAL, date="1988", score=2))


def test_obf_names_line_and_column() -> None:
    start = "---------------------------OX------XO--------------------------- X;"
    with pytest.raises(InvalidRecord, match=r"line 2, column 69: A1 is illegal. Legal moves: d3"):
        list(read_obf(io.StringIO(f"% first\n{start} A1:+3;")))
    with pytest.raises(InvalidRecord, match="at most 64 discs"):
        list(read_obf(io.StringIO(f"{start} F5:+99;")))


def test_move_lists_name_line_and_column_and_skip_comments_and_variations() -> None:
    record = read_move_list('[Black "Ann"]\n1. F5 {good} d6 (1... f6 2. e6) 2. C3! d3 ; so\n')
    assert (record.transcript, record.black) == ("f5d6c3d3", "Ann")
    with pytest.raises(InvalidRecord, match="line 2, column 7: White cannot play a1"):
        read_move_list("\n1. F5 a1")
    with pytest.raises(InvalidRecord, match="line 1, column 4: Expected a move such as f5"):
        read_move_list("1. Nf3 e5")


def test_a_move_list_can_start_from_a_fen_and_end_with_the_discs() -> None:
    record = read_move_list('[FEN "8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1"]\n1. f5 d6 40-24')
    assert (record.start, record.score, record.transcript) == (None, 16, "f5d6")


def test_sgf_as_edax_writes_it_is_read() -> None:
    text = (
        "(;GM[2]FF[4]SO[Edax]\nPB[Ann]PW[Bo]EV[Cup]RE[B+10]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]\n"
        "B[f5];W[d6];B[c3];)"
    )
    [record] = read_sgf(io.StringIO(text))
    assert (record.transcript, record.black, record.event) == ("f5d6c3", "Ann", "Cup")
    assert (record.score, record.start) == (10, None)
    with pytest.raises(InvalidRecord, match="line 1, column 14: White cannot play a1"):
        list(read_sgf(io.StringIO("(;GM[2];B[f5]W[a1])")))


def test_sgf_is_given_up_and_continued_beyond_its_end() -> None:
    text = "(;GM[2]SZ[6]RE[W+Resign];B[b3](;)(;W[b2]C[a]C[b];B[PA]))"
    with pytest.raises(InvalidRecord, match="column 50: Black cannot pass"):
        list(read_sgf(io.StringIO(text)))
    [record] = read_sgf(io.StringIO(text.replace(";B[PA]", "")))
    assert (record.transcript, record.score) == ("b3", -36)
    assert [(each.way, each.comment) for each in record.variations] == [((13, 7), "a\nb")]


def test_a_tree_that_is_too_large_is_refused() -> None:
    ways = [("", Board())]
    for _ in range(5):
        ways = [(way + on, at.play(on)) for way, at in ways for on in at.legal_moves.names]
    lines = [way for way, _ in ways]
    text = "".join(f"(;B[{m[:2]}];W[{m[2:4]}];B[{m[4:6]}];W[{m[6:8]}];B[{m[8:]}])" for m in lines)
    with pytest.raises(InvalidRecord, match="up to 500 moves"):
        list(read_sgf(io.StringIO(f"(;GM[2]{text})")))
    some = ", ".join(f'{{"moves": "{moves}"}}' for moves in lines)
    save = save_game(Game()).replace('"ply": 0', f'"ply": 0, "variations": [{some}]')
    with pytest.raises(InvalidRecord, match=r'"variations": .* up to 500 moves'):
        load_game(save)


def test_a_variation_of_a_save_that_cannot_be_played_names_its_entry() -> None:
    save = save_game(Game()).replace('"ply": 0', '"ply": 0, "variations": [{"moves": "f5f5"}]')
    with pytest.raises(InvalidRecord, match='"variations", entry 1: at character 3'):
        load_game(save)


def test_quest_names_the_entry() -> None:
    players = '"players":[{"name":"a"},{"name":"b"}]'
    good = f'{{"args":[{{{players},"position":{{"moves":[{{"m":"f5","t":1500}},{{"m":"d6"}}]}}}}]}}'
    record = read_quest(good)
    assert (record.black, record.white, record.transcript) == ("a", "b", "f5d6")
    assert record.seconds == [1.5, None]
    with pytest.raises(InvalidRecord, match='"moves", entry 2: White cannot play a1'):
        read_quest(good.replace("d6", "a1"))


def test_lines_name_the_line_and_keep_what_follows_the_score() -> None:
    lines = read_lines(io.StringIO("# games\nf5d6 +12 W\n\nf5a1\n"))
    with pytest.raises(InvalidRecord, match=r"line 4, at character 3 \('a1'\) after f5"):
        list(lines)
    [record] = read_lines(io.StringIO("f5d6 +12 W L\n"))
    assert (record.score, record.extra) == (12, {"tags": "W L"})


def test_a_file_is_named_in_its_refusal(tmp_path: Path) -> None:
    (tmp_path / "x.ggf").write_text("(;GM[Othello]B[Z9];)")
    with pytest.raises(InvalidRecord, match=r"x\.ggf: GGF, line 1, column 14: "):
        list(read_file(tmp_path / "x.ggf"))
    with pytest.raises(InvalidRecord, match=r"x\.xyz has an unknown extension"):
        list(read_file(tmp_path / "x.xyz"))


def test_old_archives_in_latin_1_are_read(tmp_path: Path) -> None:
    (tmp_path / "x.ggf").write_bytes("(;GM[Othello]PB[Jérôme]PW[Zoë]B[F5];)".encode("latin-1"))
    [record] = read_file(tmp_path / "x.ggf")
    assert (record.black, record.white) == ("Jérôme", "Zoë")


@pytest.mark.parametrize("text", ["", "   \n", "hello", "e5", "(;GM[2];B[a1])", "{", "X"])
def test_what_cannot_be_read_is_refused_when_pasted(text: str) -> None:
    with pytest.raises(InvalidRecord):
        read_anything(text)
