"""Mechanisms: files of lines that survive a kill, guarded processes, and waiting for a place."""

from outflank.workers.lines import LineFile, LinesError, LinesExist, read_lines
from outflank.workers.places import Places
from outflank.workers.turns import Busy, Turns

__all__ = ["Busy", "LineFile", "LinesError", "LinesExist", "Places", "Turns", "read_lines"]
