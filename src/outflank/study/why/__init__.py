"""Why a move was bad or good, in one sentence, from what follows it and what follows the best one.

Every kind of reason is a small function on two lines, which says when it holds; that in which most
of the loss shows is told.
"""

from outflank.study.why.explaining import explain
from outflank.study.why.good import praise
from outflank.study.why.lines import HORIZON, Line, follow
from outflank.study.why.reason import Kind, Reason

__all__ = ["HORIZON", "Kind", "Line", "Reason", "explain", "follow", "praise"]
