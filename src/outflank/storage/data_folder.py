"""The folder where everything of this user's is kept."""

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """``OUTFLANK_DATA`` if that is set, else the system's place for a user's data."""
    return Path(os.environ.get("OUTFLANK_DATA") or platformdirs.user_data_dir("outflank"))
