"""A fair queue for a few slots: visitors share them evenly by cost.

It uses no clocks and no threads; ``FairSlots`` adds those.

Every ticket gets a number: its visitor's charges so far (or the last admitted number, if that is
larger) plus the ticket's estimated cost. The lowest number is next. Busy visitors therefore get
equal shares, a new visitor has neither an advantage nor a disadvantage, and short tasks run before
long ones. No ticket starves: its number is fixed, and the numbers of later tickets grow. This is
self-clocked fair queueing: Golestani, "A self-clocked fair queueing scheme", 1994.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from math import ceil

from outflank.translation import N_

BUSY = N_("The server is busy. Try again in a few seconds.")
LONGEST_RETRY = 30  # seconds; upper limit of ``retry_after``


class Busy(RuntimeError):
    """All slots are busy and the queue is too long; try again in ``retry_after`` seconds."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[type["Busy"], tuple[str, int]]:
        return type(self), (str(self), self.retry_after)  # must survive pickling


@dataclass(eq=False)
class Ticket:
    """A task that waits for a slot or holds one."""

    visitor: Hashable
    cost: float
    number: float


class FairQueue:
    """``slots`` for any task, and ``extra`` more for tasks that cost at most ``quick``.

    A visitor may use ``each`` slots at a time. The queue holds at most ``waiting`` tasks.
    """

    def __init__(
        self, slots: int, *, waiting: int, each: int = 1, extra: int = 0, quick: float = 0.0
    ) -> None:
        self._slots, self._waiting, self._each = slots, waiting, each
        self._extra, self._quick = extra, quick
        self._charged: dict[Hashable, float] = {}
        self._last = 0.0  # the number of the last admitted ticket
        self.active: list[Ticket] = []
        self.queue: list[Ticket] = []

    def join(self, visitor: Hashable, cost: float) -> Ticket:
        """Enter the queue; ``admit`` assigns the slots."""
        number = max(self._charged.get(visitor, 0.0), self._last) + cost
        ticket = Ticket(visitor, cost, number)
        self._charged[visitor] = number
        self.queue.append(ticket)
        self.queue.sort(key=lambda one: one.number)  # stable: first come, first served
        return ticket

    def admit(self) -> tuple[list[Ticket], list[Ticket]]:
        """Return the tickets that get a slot now, and those that exceed the queue's limit."""
        admitted = []
        for ticket in list(self.queue):
            if self._fits(ticket):
                self.queue.remove(ticket)
                self.active.append(ticket)
                self._last = max(self._last, ticket.number)
                admitted.append(ticket)
        rejected = self.queue[self._waiting :]
        for ticket in rejected:
            self.leave(ticket, 0.0)
        return admitted, rejected

    def leave(self, ticket: Ticket, cost: float) -> None:
        """Release the slot or leave the queue; the visitor is charged the actual ``cost``."""
        (self.active if ticket in self.active else self.queue).remove(ticket)
        self._charged[ticket.visitor] += cost - ticket.cost
        if self.active or self.queue:
            present = {one.visitor for one in (*self.active, *self.queue)}
            self._charged = {
                visitor: number
                for visitor, number in self._charged.items()
                if number > self._last or visitor in present
            }
        else:  # the queue is empty
            self._charged.clear()
            self._last = 0.0

    def retry_after(self) -> int:
        """Estimate the seconds until all current tasks are done, if costs are in seconds."""
        work = sum(one.cost for one in (*self.active, *self.queue))
        return max(1, min(LONGEST_RETRY, ceil(work / self._slots)))

    def _fits(self, ticket: Ticket) -> bool:
        if sum(one.visitor == ticket.visitor for one in self.active) >= self._each:
            return False
        long = sum(one.cost > self._quick for one in self.active)
        if ticket.cost > self._quick and long >= self._slots:
            return False
        return len(self.active) < self._slots + self._extra
