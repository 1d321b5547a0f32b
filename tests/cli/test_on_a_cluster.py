"""Books on a cluster come out as they do here."""

from pathlib import Path

from cluster import Cluster

from outflank.cli.main import main


def built(path: Path, *who: str) -> bytes:
    small = ["--positions", "40", "--depth", "2", "--quick-depth", "1"]
    assert main(["book", "build", str(path), *small, *who]) == 0
    return path.read_bytes()


def test_a_cluster_comes_to_the_same_book(cluster: Cluster, tmp_path: Path) -> None:
    here, there = ("--workers", "1"), ("--cluster", cluster.address)
    assert built(tmp_path / "here.book", *here) == built(tmp_path / "there.book", *there)
