"""Trials and books on a cluster come out as they do here."""

from pathlib import Path

from cluster import Cluster

from outflank.cli.main import main


def built(path: Path, *who: str) -> bytes:
    small = ["--positions", "40", "--depth", "2", "--quick-depth", "1"]
    assert main(["book", "build", str(path), *small, *who]) == 0
    return path.read_bytes()


def tried(log: Path, *who: str) -> str:
    quick = ["--depth", "1", "--games", "6", "--log", str(log)]
    assert main(["trial", "shipped", "modest", *quick, *who]) == 0
    return log.read_text()


def test_a_cluster_comes_to_the_same_book_and_verdict(cluster: Cluster, tmp_path: Path) -> None:
    here, there = ("--workers", "1"), ("--cluster", cluster.address)
    assert built(tmp_path / "here.book", *here) == built(tmp_path / "there.book", *there)
    assert tried(tmp_path / "here.txt", *here) == tried(tmp_path / "there.txt", *there)
