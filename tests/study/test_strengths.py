"""Strengths and weaknesses over many reviewed games."""

from random import Random

from outflank.board import Color
from outflank.study.review import moves_of, reviewing
from outflank.study.strengths import (
    LossyMove,
    ReviewedGame,
    Topic,
    lossy_moves,
    rank_topics,
    strengths,
)
from outflank.study.values import Effort
from outflank.study.why.reason import ReasonKind
from study import Plain, finished_game, last_moves

PRAISE = {ReasonKind.ONLY_MOVE, ReasonKind.QUIET_MOVE, ReasonKind.SACRIFICE}


def test_every_kind_of_error_has_a_topic_and_praise_has_none() -> None:
    for kind in ReasonKind:
        assert (Topic.of(kind.value) is None) == (kind in PRAISE)
    assert abs(sum(topic.usual for topic in Topic) - 1) < 0.001


def test_a_review_becomes_losses_that_fit_the_game() -> None:
    game = last_moves(6)
    *_, review = reviewing(game, Plain(), Effort(6, 10))
    losses = lossy_moves(review)
    assert [loss.loss for loss in losses] == [m.loss for m in review.moves if m.loss]
    for color in Color:
        found = ReviewedGame(game, color, losses, "Greta", "", 0.0)
        assert all(move.board.turn is color for move, _loss in found.own)
    both = sum(len(ReviewedGame(game, color, losses, "", "", 0).own) for color in Color)
    assert both == len(losses) > 0


def test_a_topic_that_costs_more_than_its_usual_share_is_a_weakness() -> None:
    dice = Random(7)
    kinds = {Topic.of(kind.value): kind.value for kind in ReasonKind}
    usual = [
        LossyMove(1, 4, kinds[topic])
        for topic in dice.choices(list(Topic), [topic.usual for topic in Topic], k=400)
    ]
    more = [LossyMove(1, 6, ReasonKind.PARITY.value)] * 40
    (first, *_others) = rank_topics([*usual, *more], games=50)
    assert (first.key, first.verdict) == (Topic.PARITY.key, "weakness")
    assert first.errors > first.usual
    fewer = [loss for loss in usual if Topic.of(loss.kind) is not Topic.CORNERS_GIVEN]
    last = rank_topics(fewer, games=50)[-1]
    assert (last.key, last.verdict) == (Topic.CORNERS_GIVEN.key, "strength")
    assert all(not topic.verdict for topic in rank_topics([*usual, *more], games=4))


def test_the_summary_counts_only_the_players_own_moves() -> None:
    game = finished_game()
    made = moves_of(game)
    losses = tuple(LossyMove(move.number, 2, ReasonKind.QUIET.value) for move in made)
    own = [move for move in made if move.board.turn is Color.WHITE]
    found = strengths(
        [
            ReviewedGame(game, Color.WHITE, losses, "Greta", "Tiger", 2.0),
            ReviewedGame(game, Color.WHITE, (), "Otis", "Tiger", 1.0),
        ]
    )
    assert (found.games, found.lost) == (2, len(own))
    assert sum(phase.lost for phase in found.phases) == len(own)
    assert [(row.games, row.lost) for row in found.openings] == [(2, len(own))]
    assert {row.title: row.lost for row in found.opponents} == {"Greta": 2 * len(own), "Otis": 0}
    assert strengths([]).games == 0
