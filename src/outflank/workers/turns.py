"""Whose turn it is at a few places: shared evenly between visitors by what they cost.

Pure: who waits, who sits and what everybody has cost so far, without clocks or threads.

Everybody who asks gets a number: what their visitor has been charged so far, but at least what the
one seated last had, plus what this question will cost. The lowest number is next. So visitors who
keep asking get the same share whatever they ask, a newcomer is neither favoured for having been
away nor behind those who asked a lot, and a quick question goes before a long one. Nobody waits for
ever: a number never changes while those of later comers grow. (Networks share their lines so:
Golestani, "A self-clocked fair queueing scheme", 1994.)
"""

from collections.abc import Hashable
from dataclasses import dataclass
from math import ceil

LONGEST_RETRY = 30  # seconds; the most that somebody turned away is told to wait


class Busy(RuntimeError):
    """There is no place now, nor will be soon; try again in ``retry_after`` seconds."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[type["Busy"], tuple[str, int]]:
        return type(self), (str(self), self.retry_after)  # to be told in another process


@dataclass(eq=False)
class Asking:
    """Somebody who waits for a place, or has one."""

    visitor: Hashable
    cost: float
    number: float


class Turns:
    """Who is next. ``places`` for anybody, ``extra`` more for what costs at most ``quick``.

    A visitor has at most ``each`` places at a time, and at most ``waiting`` wait.
    """

    def __init__(
        self, places: int, *, waiting: int, each: int = 1, extra: int = 0, quick: float = 0.0
    ) -> None:
        self._places, self._waiting, self._each = places, waiting, each
        self._extra, self._quick = extra, quick
        self._charged: dict[Hashable, float] = {}
        self._last = 0.0  # the number of whoever was seated last
        self.seated: list[Asking] = []
        self.queue: list[Asking] = []

    def ask(self, visitor: Hashable, cost: float) -> Asking:
        """Queue up; ``settle`` says who sits down then."""
        number = max(self._charged.get(visitor, 0.0), self._last) + cost
        asking = Asking(visitor, cost, number)
        self._charged[visitor] = number
        self.queue.append(asking)
        self.queue.sort(key=lambda one: one.number)  # stable: who came first is first
        return asking

    def settle(self) -> tuple[list[Asking], list[Asking]]:
        """Those who get a place now, and those turned away from the end of too long a queue."""
        called = []
        for asking in list(self.queue):
            if self._may_sit(asking):
                self.queue.remove(asking)
                self.seated.append(asking)
                self._last = max(self._last, asking.number)
                called.append(asking)
        away = self.queue[self._waiting :]
        for asking in away:
            self.leave(asking, 0.0)
        return called, away

    def leave(self, asking: Asking, cost: float) -> None:
        """Go, seated or not; what it has cost in fact is what is charged."""
        (self.seated if asking in self.seated else self.queue).remove(asking)
        self._charged[asking.visitor] += cost - asking.cost
        if self.seated or self.queue:
            present = {one.visitor for one in (*self.seated, *self.queue)}
            self._charged = {
                who: number
                for who, number in self._charged.items()
                if number > self._last or who in present
            }
        else:  # nobody is here to share with
            self._charged.clear()
            self._last = 0.0

    def retry_after(self) -> int:
        """Seconds until those who are here will have gone, if costs are seconds."""
        work = sum(one.cost for one in (*self.seated, *self.queue))
        return max(1, min(LONGEST_RETRY, ceil(work / self._places)))

    def _may_sit(self, asking: Asking) -> bool:
        if sum(one.visitor == asking.visitor for one in self.seated) >= self._each:
            return False
        long = sum(one.cost > self._quick for one in self.seated)
        if asking.cost > self._quick and long >= self._places:
            return False
        return len(self.seated) < self._places + self._extra
