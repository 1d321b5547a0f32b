"""The command line: help a newcomer understands, and errors in one line."""

import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from outflank.cli.first_game import command_without_words
from outflank.cli.main import main
from outflank.cli.registry import COMMANDS, GROUPS


def test_help_lists_every_command_with_its_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--help"])
    assert exit_.value.code == 0
    shown = capsys.readouterr().out
    for name, summary in COMMANDS.items():
        assert f"  {name} " in shown
        assert summary in shown
    for group in GROUPS:
        assert f"\n{group}:\n" in shown


@pytest.mark.parametrize(
    ("display", "ssh", "terminal", "expected"),
    [
        (":0", "", True, "serve"),
        (":0", "", False, "serve"),
        ("", "", True, "play"),
        (":0", "10.0.0.1 22", True, "play"),
        ("", "", False, "--help"),
    ],
)
def test_no_command_opens_the_game_where_it_can_be_shown(
    display: str, ssh: str, terminal: bool, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name, value in {"DISPLAY": display, "SSH_CONNECTION": ssh, "BROWSER": ""}.items():
        monkeypatch.setenv(name, value)
        if not value:
            monkeypatch.delenv(name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: terminal)
    assert command_without_words() == [expected]


def test_a_second_start_opens_the_server_that_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Alive(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"alive\n" if self.path == "/healthz" else b"")

        def log_message(self, *_: object) -> None: ...

    opened: list[str] = []
    monkeypatch.setattr("outflank.cli.main.command_without_words", lambda: ["serve"])

    def open_page(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", open_page)
    with HTTPServer(("127.0.0.1", 0), Alive) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setattr("outflank.cli.first_game.PORT", server.server_port)
        assert main([]) == 0
        server.shutdown()
        assert opened == [f"http://127.0.0.1:{server.server_port}/"]


def test_an_unknown_command_suggests_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["opponent"]) == 2
    shown = capsys.readouterr().err
    assert "'opponent'" in shown
    assert "Did you mean opponents?" in shown


def test_opponents_are_listed_with_their_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["opponents"]) == 0
    shown = capsys.readouterr().out
    assert "positional\n    Prefers corners" in shown
    assert "      corner=35.0 (0.0 to 200.0): bonus for a corner\n" in shown


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m outflank opponents | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == "random\n"
    assert done.stderr == ""
