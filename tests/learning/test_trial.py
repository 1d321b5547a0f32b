"""A trial of two evaluations: who wins it, what stops it, and going on after an interruption."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from outflank.arena.openings import BALANCED, load_openings
from outflank.arena.sprt import Decision, Sprt
from outflank.cli.main import main
from outflank.engine import weights
from outflank.learning.trial import MODEST, Thinking, Verdict, play_pair, trial

SHIPPED = weights.DEFAULT_FILE.read_bytes()
IGNORANT = weights.pack(weights.Parameters.ignorant(), effort=1)
QUICK = Thinking(depth=1, exact_from=6)
OPENINGS = load_openings(BALANCED, 8, seed=1, count=20)[:20]


def hold(
    file: Path,
    new: bytes,
    old: bytes,
    pairs: int = 20,
    *,
    openings: Sequence[str] = OPENINGS,
    executor: Executor | None = None,
    workers: int = 1,
) -> Verdict:
    # One thread: an engine of each side, and games do not share it.
    with executor or ThreadPoolExecutor(1) as running:
        return trial(
            new,
            old,
            openings[:pairs],
            QUICK,
            Sprt(0, 200),
            executor=running,
            workers=workers,
            file=file,
            report=lambda line: None,
        )


class WhenAskedFor(Future[Any]):
    """A call that is made when somebody waits for it; asking whether it is done does not help."""

    def __init__(self, call: Callable[[], Any]) -> None:
        super().__init__()
        self._call = call
        self._asked = 0

    def done(self) -> bool:
        self._asked += 1
        assert self._asked < 20, "asked again and again instead of waiting"
        return super().done()

    def result(self, timeout: float | None = None) -> Any:
        return self._call()


class FirstIsSlowest(Executor):
    """Calls are made at once, but for the first, which ends after all others."""

    def __init__(self) -> None:
        self.calls = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        if self.calls == 1:
            return WhenAskedFor(lambda: fn(*args, **kwargs))
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


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


def test_pairs_that_end_out_of_order_are_waited_for(tmp_path: Path) -> None:
    file, usual = tmp_path / "trial.txt", tmp_path / "usual.txt"
    hold(file, SHIPPED, MODEST, pairs=3, executor=FirstIsSlowest(), workers=2)
    hold(usual, SHIPPED, MODEST, pairs=3)
    assert file.read_text() == usual.read_text()


def test_the_verdict_does_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    one, many = tmp_path / "one.txt", tmp_path / "many.txt"
    verdict = hold(one, SHIPPED, IGNORANT)
    assert hold(many, SHIPPED, IGNORANT, executor=FirstIsSlowest(), workers=8) == verdict
    assert many.read_text() == one.read_text()


def test_an_undecided_trial_that_is_asked_for_fewer_games_ends_with_those_it_has(
    tmp_path: Path,
) -> None:
    file = tmp_path / "trial.txt"
    longer = hold(file, SHIPPED, SHIPPED, pairs=2)
    idle = FirstIsSlowest()
    assert hold(file, SHIPPED, SHIPPED, pairs=1, executor=idle) == longer
    assert idle.calls == 0


def test_a_log_from_other_openings_is_not_mixed_up(tmp_path: Path) -> None:
    file = tmp_path / "trial.txt"
    hold(file, SHIPPED, SHIPPED, pairs=1)
    with pytest.raises(ValueError, match=r"line 2: expected a pair from .*, got one from"):
        hold(file, SHIPPED, SHIPPED, pairs=2, openings=OPENINGS[::-1])


def test_an_empty_log_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "trial.txt"
    file.touch()
    hold(file, SHIPPED, SHIPPED, pairs=1)
    assert [line[0] for line in file.read_text().splitlines()] == ["#", OPENINGS[0][0]]


def test_a_file_that_is_no_log_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear friend")
    with pytest.raises(ValueError, match="has no finished line"):
        hold(file, SHIPPED, SHIPPED, pairs=1)
    assert file.read_text() == "dear friend"


def test_a_pair_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "trial.txt"
    verdict = hold(file, SHIPPED, MODEST, pairs=2)
    whole = file.read_text()
    file.write_text(whole[:-2])  # its last score may read as a smaller one
    assert hold(file, SHIPPED, MODEST, pairs=2) == verdict
    assert file.read_text() == whole


def test_a_damaged_log_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "trial.txt"
    hold(file, SHIPPED, SHIPPED, pairs=1)
    with file.open("a") as out:
        out.write("+2\n")
    with pytest.raises(ValueError, match=r"trial\.txt, line 3: expected an opening and two scores"):
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
