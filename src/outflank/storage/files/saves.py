"""Named saves: JSON files in a folder of the user's data directory."""

import itertools
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote, unquote

from outflank.board import listed
from outflank.formats import InvalidRecord, InvalidSave, NotASave, load_game, save_game
from outflank.game import Game
from outflank.storage.files.data_dir import data_folder
from outflank.storage.files.permissions import private_folder
from outflank.translation import _

LONGEST_NAME = 60  # characters; encoded, below the limit of 255 bytes for a file name
INTERRUPTED = "interrupted"  # the save of an unfinished game
_SUFFIX = ".json"


class InvalidSaveName(ValueError): ...


class NoSuchSave(LookupError): ...


def saves_folder(data: Path | None = None) -> Path:
    """Return ``OUTFLANK_SAVES`` if it is set, else ``saves`` in the data folder."""
    return Path(os.environ.get("OUTFLANK_SAVES") or (data or data_folder()) / "saves")


def no_such_save(name: str, saved: Sequence[str]) -> NoSuchSave:
    if not saved:
        return NoSuchSave(_("There is no save named {name}", name=repr(name)))
    names = listed(repr(one) for one in saved[:20])
    return NoSuchSave(
        _("There is no save named {name}. Saves: {names}", name=repr(name), names=names)
    )


class Saves:
    """Games saved by name. A name is any short text and never a path."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or saves_folder()

    def save(self, name: str, game: Game) -> None:
        """Save a game under a name atomically, replacing any earlier save."""
        path = self.path(name)
        private_folder(self.folder, ours=True)
        handle, draft = tempfile.mkstemp(dir=self.folder, prefix=".saving-")
        try:
            with open(handle, "w", encoding="utf-8") as file:
                file.write(save_game(game))
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        except BaseException:
            Path(draft).unlink()
            raise

    def load(self, name: str) -> Game:
        """Load a save of Outflank, or another program's save that was copied into the folder.

        Assumptions about another program's save are listed in ``info["note"]``.
        """
        path = self.path(name)
        try:
            text = path.read_bytes()
        except FileNotFoundError:
            if name.strip().endswith(_SUFFIX):  # the name includes the extension
                return self.load(name.strip().removesuffix(_SUFFIX))
            raise no_such_save(name.strip(), self.names()) from None
        try:
            return load_game(text)
        except NotASave:
            return self._foreign(name.strip(), text)
        except InvalidSave as error:
            raise InvalidSave(
                _("The save {name} is damaged: {error}", name=repr(name.strip()), error=error)
            ) from None

    def _foreign(self, name: str, text: bytes) -> Game:
        from outflank.formats.other_saves import read_other_save  # rarely needed

        try:
            return read_other_save(text.decode("utf-8", "replace")).game()
        except InvalidRecord as error:
            raise NotASave(
                _("The save {name} cannot be read: {error}", name=repr(name), error=error)
            ) from None

    def keep(self, game: Game, called: str = INTERRUPTED) -> str:
        """Save an interrupted game without overwriting another one; return the name used.

        A later state of the same game replaces the earlier one.
        """
        for number in itertools.count(1):
            name = called if number == 1 else f"{called} {number}"
            if name not in self.names() or self._is_earlier(name, game):
                self.save(name, game)
                return name
        raise AssertionError("itertools.count never ends")

    def last_kept(self) -> str:
        """Return the name of the most recently interrupted game."""
        kept = [name for name in self.names() if name.split(" ")[0] == INTERRUPTED]
        if not kept:
            raise NoSuchSave(_("There is no interrupted game to continue"))
        return max(kept, key=lambda name: self.path(name).stat().st_mtime_ns)

    def _is_earlier(self, name: str, game: Game) -> bool:
        try:
            other = self.load(name)
        except InvalidSave:
            return False
        return other.start == game.start and game.transcript.startswith(other.transcript)

    def delete(self, name: str) -> None:
        try:
            self.path(name).unlink()
        except FileNotFoundError:
            raise no_such_save(name.strip(), ()) from None

    def move(self, name: str, to: "Saves", new: str | None = None) -> None:
        """Move a save to another folder or rename it."""
        target = to.path(name if new is None else new)
        private_folder(to.folder, ours=True)
        try:
            os.replace(self.path(name), target)
        except FileNotFoundError:
            raise no_such_save(name.strip(), ()) from None

    def names(self) -> list[str]:
        """Return the names of all saves in alphabetical order."""
        if not self.folder.is_dir():
            return []
        files = (file.name for file in self.folder.glob(f"*{_SUFFIX}"))
        return sorted(unquote(name.removesuffix(_SUFFIX)) for name in files)

    def changed(self, name: str) -> float:
        """Return when a save was written, in seconds since 1970."""
        return self.path(name).stat().st_mtime

    def path(self, name: str) -> Path:
        name = name.strip()
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise InvalidSaveName(
                _(
                    "{name} is not a valid name for a save. Use 1 to {most} printable characters",
                    name=repr(name[:80]),
                    most=LONGEST_NAME,
                )
            )
        encoded = quote(name, safe=" ")  # escapes slashes, drives and control characters
        if encoded.startswith("."):
            encoded = "%2E" + encoded[1:]  # neither a hidden file nor the parent folder
        if len(encoded.encode()) + len(_SUFFIX) > 255:
            raise InvalidSaveName(
                _("The name {name} is too long for a file. Choose a shorter one", name=repr(name))
            )
        return self.folder / (encoded + _SUFFIX)
