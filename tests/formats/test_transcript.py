"""Transcripts as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_positions import games

from outflank.board import Board
from outflank.formats import InvalidTranscript, read_transcript, write_transcript
from outflank.game import Game


@given(games())
def test_a_transcript_comes_back_as_the_same_game(game: Game) -> None:
    assert read_transcript(write_transcript(game), Board(game.size)) == game


@given(games(), st.sampled_from(["pa", "PS", "--", "pass"]), st.sampled_from(["", " ", "\n", ", "]))
def test_passes_may_be_written_in_any_way(game: Game, word: str, gap: str) -> None:
    text = gap.join(word if ply.is_pass else ply.name.upper() for ply in game.history)
    assert read_transcript(text, Board(game.size)) == game


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("f5d6zz", r"at character 5 \('zz'\) after f5d6: Expected a square such as f5"),
        ("f5 pa", r"at character 4 \('pa'\) after f5: White .* cannot pass"),
        ("f5 a1", r"at character 4 \('a1'\) after f5: White cannot play a1: .* f4, d6, f6"),
        ("f9", r"at character 1 \('f9'\): 'f9' is not a square"),
        ("1. f5", r"at character 1 \('1. f5'\): Expected"),
    ],
)
def test_a_wrong_transcript_says_where_and_why(text: str, sentence: str) -> None:
    with pytest.raises(InvalidTranscript, match=sentence):
        read_transcript(text)


def test_a_move_after_the_end_is_refused() -> None:
    with pytest.raises(InvalidTranscript, match="already over: Black wins 13–0"):
        read_transcript("f5d6c5f4e3f6g5e6e7 a1")


@given(st.text(max_size=40))
def test_any_text_is_a_game_or_a_sentence(text: str) -> None:
    try:
        game = read_transcript(text)
    except InvalidTranscript as error:
        assert "at character" in str(error)
    else:
        assert read_transcript(game.transcript) == game
