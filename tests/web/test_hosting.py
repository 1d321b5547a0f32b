"""The guide to hosting, carried out: its proxies before a server, its pooler, its commands."""

import configparser
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from servers import free_port, running

from outflank.board import Color
from outflank.cli.registry import command_parser
from outflank.cli.shared.setting_options import from_options
from outflank.game import Game
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.storage.backup import back_up
from outflank.storage.database import Database, InvalidDatabase
from outflank.storage.games.games import Games
from outflank.web.app import close_app, create_app
from outflank.web.http import rate_limits
from outflank.web.settings import Settings
from outflank.workers.token_buckets import TokenBuckets

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
PATIENCE = 3000  # tries, a tenth of a second apart; reached only by a test that fails


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


def nginx(folder: Path, port: int, server: str) -> list[str]:
    site = block("nginx").replace("listen 80;", f"listen 127.0.0.1:{port};")
    site = site.replace("http://127.0.0.1:8001", server)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.getuid() == 0 else ""
    config = folder / "nginx.conf"
    config.write_text(
        f"{user}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{site}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(config), "-e", "stderr"]


def caddy(folder: Path, port: int, server: str) -> list[str]:
    site = block("caddyfile").replace("othello.example", f"http://127.0.0.1:{port}")
    site = site.replace("127.0.0.1:8001", server.removeprefix("http://"))
    config = folder / "Caddyfile"
    config.write_text(site.replace("{\n", "{\n    admin off\n", 1))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)]


def until_it_listens(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    """Wait for a program that was started; it tells why where it ends instead."""
    for _ in range(PATIENCE):
        assert process.poll() is None, log.read_text()
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.1)
        else:
            return
    pytest.fail(f"nobody listens at {port}: {log.read_text()}")


@contextmanager
def proxy(make: Callable[[Path, int, str], list[str]], folder: Path, server: str) -> Iterator[str]:
    """A proxy before a server, on a port of its own."""
    port = free_port()
    command = make(folder, port, server)
    path = f"{os.environ['PATH']}:/usr/sbin"
    if shutil.which(command[0], path=path) is None:
        pytest.skip(f"{command[0]} is not installed: tools/system-packages test")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command,
            stdout=log,
            stderr=log,
            env={**os.environ, "PATH": path, "HOME": str(folder), "XDG_DATA_HOME": str(folder)},
        )
    try:
        until_it_listens(process, port, folder / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("make", [nginx, caddy])
def test_a_proxy_as_in_the_guide(
    make: Callable[[Path, int, str], list[str]], tmp_path: Path
) -> None:
    """The page, the cookie, the host and the address arrive; others' words about those do not."""
    settings = Settings(
        folder=tmp_path / "data",
        thinkers=1,
        secret_key="k" * 32,
        proxies=("127.0.0.1",),
        budgets=1 / rate_limits.GAMES[1].burst,  # a game for a visitor, some for an address
    )
    app = create_app(settings)
    app.extensions[rate_limits._TOKEN_BUCKETS] = TokenBuckets(lambda: 1.0)
    with running(app) as (_, server), proxy(make, tmp_path, server) as url:
        host = url.removeprefix("http://")
        with urllib.request.urlopen(f"{url}/") as page:
            assert b"Outflank" in page.read()
            assert "HttpOnly" in page.headers["Set-Cookie"]

        def begin(**headers: str) -> Any:
            request = urllib.request.Request(
                f"{url}/api/games",
                data=b'{"white": "human"}',
                headers={"Content-Type": "application/json", "Origin": url, **headers},
            )
            try:
                with urllib.request.urlopen(request) as answer:
                    return answer.status
            except urllib.error.HTTPError as refused:
                with refused:
                    return json.loads(refused.read())["code"]

        assert begin(Origin="http://evil.example") == "other-site"
        for _ in range(rate_limits.ADDRESS):
            assert begin(Origin=f"http://{host}") == 201
        forged = {"X-Forwarded-For": "198.51.100.9"}
        assert begin(**forged) == "too-many-requests"
    close_app(app)


def test_the_service_starts_a_server_with_options_that_there_are() -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(block("ini"))
    _, command, *options = shlex.split(unit["Service"]["ExecStart"])
    given = from_options(Settings, command_parser(command).parse_args(options))
    assert given.proxies == ("127.0.0.1",)
    assert given.secure_cookies


def test_the_limits_are_as_the_guide_says() -> None:
    usual = Settings()
    table = {
        row[0]: row[1:]
        for row in (
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in (ROOT / "docs" / "server.md").read_text("utf-8").splitlines()
            if line.startswith("|")
        )
    }
    assert table["games per visitor"][1] == f"{usual.limits.games:,}"
    assert table["events per game"][1] == f"{usual.limits.events:,}"
    assert (
        table["characters of names, comments and variations per game"][1]
        == f"{usual.limits.info:,}"
    )
    for name, (_, budget) in {
        "new games": rate_limits.GAMES,
        "uploaded games": rate_limits.IMPORTS,
        "pasted texts": rate_limits.PASTES,
        "pictures and animations": rate_limits.PICTURES,
        "searches of the archive": rate_limits.SEARCHES,
        "steps of a review": rate_limits.REVIEWS,
    }.items():
        assert table[name] == [f"{budget.burst:g}", f"{budget.seconds:g} s"]


def test_a_server_behind_a_proxy_is_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it listens on this machine alone: it shows no saves, and answers to any name."""
    from outflank.web.http import server as module

    made: list[Settings] = []

    def stop(settings: Settings) -> None:
        made.append(settings)
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "create_app", stop)
    alone = Settings(folder=tmp_path, thinkers=1, secret_key="k" * 32)
    for settings in (alone, replace(alone, proxies=("127.0.0.1",))):
        with pytest.raises(KeyboardInterrupt):
            module.serve(settings, "127.0.0.1", 0)
    assert [(one.local_saves, bool(one.hosts)) for one in made] == [(True, True), (False, False)]


def test_the_container_is_built_from_what_there_is() -> None:
    file = (ROOT / "Containerfile").read_text("utf-8")
    words = shlex.split(
        re.findall(r"^CMD (.*)$", file, re.MULTILINE)[0].strip("[]").replace(",", " ")
    )
    command_parser(words[0]).parse_args(words[1:])
    assert ".whl" in file  # compiled for any processor
    pinned = (ROOT / "deploy" / "requirements.txt").read_text("utf-8")
    versions = dict(re.findall(r"^([\w.-]+)==([\w.]+)", pinned, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for text in [*project["dependencies"], *extras["postgres"], *extras["sign-in"]]:
        wanted = Requirement(text)
        assert wanted.specifier.contains(versions[canonicalize_name(wanted.name)])


# --- PostgreSQL behind a pooler ------------------------------------------------------------------


@contextmanager
def pooler(folder: Path, postgres_url: str) -> Iterator[str]:
    """PgBouncer, which gives everybody a connection for a transaction, and has but two."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not installed: tools/system-packages test")
    port = free_port()
    place = postgres_url.partition("host=")[2]
    config = folder / "pgbouncer.ini"
    config.write_text(
        f"[databases]\n* = host={place} user=outflank\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
        f"listen_port = {port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n"
        "default_pool_size = 2\n"
    )
    command = [program, str(config)]
    if os.getuid() == 0:  # it does not run as root
        folder.chmod(0o755)
        for parent in folder.parents[:3]:
            parent.chmod(parent.stat().st_mode | 0o011)
        command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
    with (folder / "pgbouncer.log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        until_it_listens(process, port, folder / "pgbouncer.log")
        yield f"postgresql://outflank@127.0.0.1:{port}/postgres?pooler=transaction"
    finally:
        process.terminate()
        process.wait()


def test_many_connections_through_a_pooler(postgres_url: str, tmp_path: Path) -> None:
    """Each statement comes often enough to be prepared, were it not for the URL."""
    with pooler(tmp_path, postgres_url) as url:
        database = Database(url)
        database.migrate()
        games = Games(database)

        def begin(visitor: int) -> int:
            for _ in range(12):
                games.create(f"{visitor:032}", GameSession(Game(), dict.fromkeys(Color, Seat())))
            return len(games.shelf(f"{visitor:032}")) + (
                games.current(f"{visitor:032}") is not None
            )

        with ThreadPoolExecutor(6) as threads:
            assert list(threads.map(begin, range(6))) == [1] * 6
        assert back_up(database, tmp_path / "b.lines") == 6 + 2 * 6 * 12
        database.close()


def test_a_pooler_of_another_kind_is_refused() -> None:
    with pytest.raises(InvalidDatabase, match="pooler must be transaction, not 'seance'"):
        Database("postgresql://host/name?pooler=seance")
