"""The key that signs visitors' cookies: generated once, readable only by its owner."""

import os
import secrets
from pathlib import Path

from outflank.storage.files.data_dir import own_folder
from outflank.translation import _

SHORTEST = 32  # characters
HOW = 'python -c "import secrets; print(secrets.token_hex(32))"'


class InvalidSecretKey(ValueError):
    """A key that is too short or has invalid characters."""


def secret_key(folder: Path, given: str = "") -> str:
    """Return the given key, or the one in the folder, which is created if missing."""
    if given:
        return _checked(given, _("The secret key"))
    path = folder / "secret-key"
    own_folder(folder)
    while True:
        try:
            return _checked(path.read_text("ascii").strip(), str(path))
        except UnicodeDecodeError:
            raise InvalidSecretKey(
                _(
                    "{path} is not a key: it must have only letters and digits. Remove it to get "
                    "a new key (the server then forgets its visitors), or make one with: {how}",
                    path=path,
                    how=HOW,
                )
            ) from None
        except FileNotFoundError:
            _make(path)


def _make(path: Path) -> None:
    """Write a new key to a temporary file and link it, so that two servers use the same one."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was faster; its key is used
    finally:
        draft.unlink()


def _checked(key: str, place: str) -> str:
    if not key.isprintable():
        raise InvalidSecretKey(
            _("{place} must be letters and digits. Make one with: {how}", place=place, how=HOW)
        )
    if len(key) < SHORTEST:
        raise InvalidSecretKey(
            _(
                "{place} must have at least {least} characters, not {count}. Make one with: {how}",
                place=place,
                least=SHORTEST,
                count=len(key),
                how=HOW,
            )
        )
    return key
