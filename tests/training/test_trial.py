"""A trial of two evaluations: who wins it, what stops it, and going on after an interruption."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.arena.openings import BALANCED, load_openings
from outflank.arena.sprt import Decision, Sprt
from outflank.cli.main import main
from outflank.engine import weights
from outflank.training.trial import MODEST, Thinking, Verdict, play_pair, trial

SHIPPED = weights.DEFAULT_FILE.read_bytes()
IGNORANT = weights.pack(weights.Parameters.ignorant(), effort=1)
QUICK = Thinking(depth=1, exact_from=6)
OPENINGS = load_openings(BALANCED, 8, seed=1, count=20)[:20]


def hold(file: Path, new: bytes, old: bytes, pairs: int = 20) -> Verdict:
    # One thread: an engine of each side, and games do not share it.
    with ThreadPoolExecutor(1) as executor:
        return trial(
            new,
            old,
            OPENINGS[:pairs],
            QUICK,
            Sprt(0, 200),
            executor=executor,
            workers=1,
            file=file,
            report=lambda line: None,
        )


def test_knowing_beats_not_knowing_and_the_test_stops_by_itself(tmp_path: Path) -> None:
    verdict = hold(tmp_path / "trial.txt", SHIPPED, IGNORANT)
    assert verdict.decision is Decision.ACCEPT
    assert verdict.discs > 0
    assert verdict.pairs.pairs < 20
    assert "200 Elo better is accepted" in verdict.sentence
    assert hold(tmp_path / "other.txt", IGNORANT, SHIPPED).decision is Decision.REJECT


def test_the_same_evaluation_on_both_sides_wins_as_often_as_it_loses(tmp_path: Path) -> None:
    verdict = hold(tmp_path / "trial.txt", SHIPPED, SHIPPED, pairs=3)
    assert (verdict.pairs.counts, verdict.discs) == ((0, 0, 3, 0, 0), 0)


def test_a_stopped_trial_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    file = tmp_path / "trial.txt"
    verdict = hold(file, SHIPPED, MODEST, pairs=6)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]))
    assert hold(file, SHIPPED, MODEST, pairs=6) == verdict
    assert file.read_text() == "".join(lines)


def test_a_log_of_another_trial_is_not_mixed_up(tmp_path: Path) -> None:
    file = tmp_path / "trial.txt"
    hold(file, SHIPPED, SHIPPED, pairs=1)
    with pytest.raises(ValueError, match="is of another trial"):
        hold(file, SHIPPED, MODEST, pairs=1)


def test_a_cut_off_log_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "trial.txt"
    hold(file, SHIPPED, SHIPPED, pairs=1)
    with file.open("a") as out:
        out.write("+2")
    with pytest.raises(ValueError, match=r"trial\.txt, line 3: expected two scores, got '\+2'"):
        hold(file, SHIPPED, SHIPPED, pairs=2)


def test_a_pair_gives_the_score_of_each_colour() -> None:
    as_black, as_white = play_pair(SHIPPED, IGNORANT, "f5d6", QUICK)
    assert (as_black, as_white) == tuple(
        -score for score in play_pair(IGNORANT, SHIPPED, "f5d6", QUICK)
    )[::-1]


def test_the_command_ends_with_its_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(tmp_path / "trial.txt")
    assert main(["trial", "shipped", "modest", "--depth", "1", "--games", "2", "--log", log]) == 0
    assert capsys.readouterr().out.startswith("2 games: ")
    assert main(["trial", "nowhere.weights", "--log", log]) == 2
    assert "expected a weights file, 'shipped' or 'modest'" in capsys.readouterr().err


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["trial", "shipped", "modest", "--cluster", "nonsense://here"]
    assert main([*command, "--log", str(tmp_path / "trial.txt")]) == 2
    assert "no Dask scheduler answers at nonsense://here" in capsys.readouterr().err
