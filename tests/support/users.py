"""Commands as this user, and as an ordinary one where the tests run as root."""

import os
import sys
from pathlib import Path

NOBODY = 65534
USERS = ("root", "ordinary") if os.geteuid() == 0 else ("ordinary",)


def as_user(user: str, command: list[str]) -> list[str]:
    """Return a command that runs as such a user; root's folders with Python stay visible."""
    if user == "root" or os.geteuid() != 0:
        return command
    places = [sys.prefix, sys.base_prefix, str(Path(__file__).parents[2]), os.getcwd()]
    outside = ["bwrap", "--dev-bind", "/", "/", "--perms", "755", "--tmpfs", "/root"]
    for place in places:
        if Path(place).is_relative_to("/root"):
            for folder in reversed(Path(place).parents[:-2]):
                outside += ["--perms", "755", "--dir", str(folder)]
            outside += ["--bind", place, place]
    who = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    return [*outside, "--", *who, *command]
