"""Measuring players: matches, tournaments, ratings and tuning."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.arena import ladder
    from outflank.arena.elo import Estimate, Pentanomial
    from outflank.arena.entrants import (
        InvalidEntrant,
        as_they_are_now,
        changed_entrants,
        digest_of,
        is_player_file,
        make_entrants,
        unknown_entrants,
    )
    from outflank.arena.executors import ClusterExecutor, ClusterMissing, LocalExecutor
    from outflank.arena.guard import GuardStopped
    from outflank.arena.live import LiveView, print_result
    from outflank.arena.log import GameLog
    from outflank.arena.matches import Contest, Contestant, play_match, tournament
    from outflank.arena.openings import (
        BALANCED,
        RANDOM_OPENINGS,
        OpeningError,
        default_openings,
        load_openings,
        replay_opening,
    )
    from outflank.arena.page import to_html
    from outflank.arena.ranking import fault_lines, verdict
    from outflank.arena.records import MARGIN, Limits, PlayedGame
    from outflank.arena.report import to_csv, to_json
    from outflank.arena.runs import (
        UNLIMITED_PAIRS,
        RunEnding,
        RunResult,
        RunSettings,
        Tournament,
        result_of_log,
    )
    from outflank.arena.schedule import FORMATS
    from outflank.arena.sprt import Sprt
    from outflank.arena.trial import CannotPlay, try_out
    from outflank.arena.tuning import Tuning, TuningProgress, TuningSettings

__all__ = [
    "BALANCED",
    "FORMATS",
    "MARGIN",
    "RANDOM_OPENINGS",
    "UNLIMITED_PAIRS",
    "CannotPlay",
    "ClusterExecutor",
    "ClusterMissing",
    "Contest",
    "Contestant",
    "Estimate",
    "GameLog",
    "GuardStopped",
    "InvalidEntrant",
    "Limits",
    "LiveView",
    "LocalExecutor",
    "OpeningError",
    "Pentanomial",
    "PlayedGame",
    "RunEnding",
    "RunResult",
    "RunSettings",
    "Sprt",
    "Tournament",
    "Tuning",
    "TuningProgress",
    "TuningSettings",
    "as_they_are_now",
    "changed_entrants",
    "default_openings",
    "digest_of",
    "fault_lines",
    "is_player_file",
    "ladder",
    "load_openings",
    "make_entrants",
    "play_match",
    "print_result",
    "replay_opening",
    "result_of_log",
    "to_csv",
    "to_html",
    "to_json",
    "tournament",
    "try_out",
    "unknown_entrants",
    "verdict",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "elo": "Estimate Pentanomial",
            "entrants": "InvalidEntrant as_they_are_now changed_entrants digest_of "
            "is_player_file make_entrants unknown_entrants",
            "executors": "ClusterExecutor ClusterMissing LocalExecutor",
            "ladder": "",
            "guard": "GuardStopped",
            "live": "LiveView print_result",
            "log": "GameLog",
            "matches": "Contest Contestant play_match tournament",
            "openings": "BALANCED OpeningError RANDOM_OPENINGS "
            "default_openings load_openings replay_opening",
            "page": "to_html",
            "ranking": "fault_lines verdict",
            "records": "Limits MARGIN PlayedGame",
            "report": "to_csv to_json",
            "schedule": "FORMATS",
            "sprt": "Sprt",
            "runs": "RunEnding RunResult RunSettings Tournament UNLIMITED_PAIRS result_of_log",
            "trial": "CannotPlay try_out",
            "tuning": "Tuning TuningProgress TuningSettings",
        },
    )
