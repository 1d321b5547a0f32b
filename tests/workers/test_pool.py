"""Children are used again while they are good."""

import sys
from collections.abc import Iterator

import pytest

from outflank.workers.pool import Pool
from outflank.workers.process import Child

ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
PATIENCE = 120  # seconds; reached only by a test that fails


@pytest.fixture
def pool() -> Iterator[Pool[Child]]:
    pool = Pool(lambda: Child([sys.executable, "-c", ECHO]))
    yield pool
    pool.close()
    assert pool.idle == []


def asked(child: Child) -> bytes | None:
    child.send(b"a\n", PATIENCE)
    return child.receive(PATIENCE)


def test_a_child_is_used_again_unless_it_must_restart_or_is_dead(pool: Pool[Child]) -> None:
    with pool.child() as first:
        assert asked(first) == b"a"
    with pool.child() as again, pool.child() as other:
        assert again is first is not other
        assert asked(other) == b"a"
        again.must_restart = True
    assert pool.idle == [other]
    assert first.process.poll() is not None
    other.process.kill()
    other.process.wait()
    with pool.child() as last:
        assert last is not other
        assert asked(last) == b"a"


def test_whoever_has_a_child_when_all_is_closed_ends_it(pool: Pool[Child]) -> None:
    with pool.child() as child:
        pool.close()
        assert asked(child) == b"a"
    assert child.process.poll() is not None
