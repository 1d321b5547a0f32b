"""What all tests share: under CI nothing may be left out."""

import importlib.util
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if importlib.util.find_spec("outflank") is None or importlib.util.find_spec("hypothesis") is None:
    raise SystemExit("This Python has not what the tests need: use `make test`.")

from cluster import Cluster
from hypothesis import HealthCheck, settings
from postgres import postgres, programs
from routes import compile_routes_once
from sqlalchemy import text

from outflank.cli.shared.workers import processors
from outflank.storage.database import Database

# How long an example takes says more about the machine than about the code. Developers meet new
# examples in every run; under CI they are always the same, so that only a change can break it.
settings.register_profile(
    "outflank",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("outflank")

# The tests start hundreds of Pythons, and each would compile anew whatever it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

os.environ["OUTFLANK_LANGUAGE"] = "en"  # the tests are in English on every machine

compile_routes_once()


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C mean what it usually does: a run begun in the background inherits it ignored.

    A run of everything at once is refused: the browser's tests keep an event loop that others
    stumble over, and the slow ones take minutes each.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    chosen = any(
        config.getoption(name, None) for name in ("markexpr", "keyword", "collectonly", "lf")
    )
    if not named and not chosen and not hasattr(config, "workerinput"):
        raise pytest.UsageError("use `make test`, or name the tests to run: `pytest tests/board`")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than processors: a quarter of the time tests wait for other processes."""
    return processors() + 1


@pytest.fixture(scope="session", autouse=True)
def _folders_that_all_can_enter(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Players in the sandbox have another user's rights if root runs the tests."""
    base = tmp_path_factory.getbasetemp()
    for folder in (base, *base.parents):
        if folder.stat().st_uid == os.getuid() and not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)


@pytest.fixture
def open_tmp_path(tmp_path: Path) -> Path:
    """A folder that all users can read."""
    tmp_path.chmod(0o755)
    return tmp_path


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Let no test find what the shared engine remembers of another: lines may differ by it."""
    values = sys.modules.get("outflank.study.values")
    if values is not None:
        values.shared_engine.cache_clear()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Under CI a skipped test is a failure: it means that something was not set up."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not os.environ.get("CI"):
        return
    if reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        reporter.write_line("Under CI no test may be skipped.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A Dask scheduler and two workers."""
    pytest.importorskip("distributed")
    folder = tmp_path / "cluster"
    folder.mkdir()
    with Cluster(folder) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server for this run."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with postgres() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """A PostgreSQL database without any table."""
    database = Database(postgres_server)
    with database.engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    database.close()
    return postgres_server
