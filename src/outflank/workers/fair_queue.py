"""A fair queue for a few slots: visitors share them evenly by what they cost.

No clocks and no threads: ``FairSlots`` has those.

Every ticket gets a number: what its visitor has been charged so far, but at least the number that
was admitted last, plus what this ticket will cost. The lowest number is next. So visitors who keep
asking get equal shares, a new visitor has neither an advantage nor a disadvantage, and short tasks
go before long ones. Nobody starves: a ticket's number is fixed, and those of later tickets grow.
This is self-clocked fair queueing: Golestani, "A self-clocked fair queueing scheme", 1994.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from math import ceil

from outflank.translation import N_

BUSY = N_("The server is busy. Try again in a few seconds.")
LONGEST_RETRY = 30  # seconds; the most that a rejected visitor is asked to wait


class Busy(RuntimeError):
    """No slot is free, nor will be soon; try again in ``retry_after`` seconds."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[type["Busy"], tuple[str, int]]:
        return type(self), (str(self), self.retry_after)  # sent to another process


@dataclass(eq=False)
class Ticket:
    """A task that waits for a slot, or has one."""

    visitor: Hashable
    cost: float
    number: float


class FairQueue:
    """``slots`` for any task, and ``extra`` more for tasks that cost at most ``quick``.

    A visitor has at most ``each`` slots at a time, and at most ``waiting`` tasks wait.
    """

    def __init__(
        self, slots: int, *, waiting: int, each: int = 1, extra: int = 0, quick: float = 0.0
    ) -> None:
        self._slots, self._waiting, self._each = slots, waiting, each
        self._extra, self._quick = extra, quick
        self._charged: dict[Hashable, float] = {}
        self._last = 0.0  # the number of the ticket that was admitted last
        self.active: list[Ticket] = []
        self.queue: list[Ticket] = []

    def join(self, visitor: Hashable, cost: float) -> Ticket:
        """Enter the queue; ``admit`` says who gets a slot."""
        number = max(self._charged.get(visitor, 0.0), self._last) + cost
        ticket = Ticket(visitor, cost, number)
        self._charged[visitor] = number
        self.queue.append(ticket)
        self.queue.sort(key=lambda one: one.number)  # stable: first come, first served
        return ticket

    def admit(self) -> tuple[list[Ticket], list[Ticket]]:
        """The tickets that get a slot now, and those rejected because the queue is too long."""
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
        """Leave the slot or the queue; the visitor is charged the actual ``cost``."""
        (self.active if ticket in self.active else self.queue).remove(ticket)
        self._charged[ticket.visitor] += cost - ticket.cost
        if self.active or self.queue:
            present = {one.visitor for one in (*self.active, *self.queue)}
            self._charged = {
                visitor: number
                for visitor, number in self._charged.items()
                if number > self._last or visitor in present
            }
        else:  # nobody to share with
            self._charged.clear()
            self._last = 0.0

    def retry_after(self) -> int:
        """Seconds until all present tasks are done, if costs are seconds."""
        work = sum(one.cost for one in (*self.active, *self.queue))
        return max(1, min(LONGEST_RETRY, ceil(work / self._slots)))

    def _fits(self, ticket: Ticket) -> bool:
        if sum(one.visitor == ticket.visitor for one in self.active) >= self._each:
            return False
        long = sum(one.cost > self._quick for one in self.active)
        if ticket.cost > self._quick and long >= self._slots:
            return False
        return len(self.active) < self._slots + self._extra
