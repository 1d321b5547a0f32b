"""A route of the API: a function whose types say what it takes and gives.

The request is read into the type of the argument ``wanted``, the answer is written from the type
that is returned, and the description of the API (``openapi.py``) is made of the same two types and
the function's docstring. No shape is stated twice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar, get_type_hints

import msgspec
from flask import Blueprint, Response

from outflank.web.budgets import Kind, spend
from outflank.web.lanes import LaneName
from outflank.web.requests import read

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Route:
    """What is known of a route; Flask calls it to answer a request."""

    run: Callable[..., Any]
    takes: type[msgspec.Struct] | None
    gives: Any
    """The type of the answer; ``Response`` where it is a file."""
    status: int
    refuses: tuple[int, ...]
    file: str | None
    """The media type of an answer that is a file."""
    query: dict[str, Any]
    """The schema of each parameter in the address after a question mark."""
    budget: Kind | None
    """What there is only so much of in a while."""
    lane: LaneName
    """With whom a request may have to wait."""
    programs: bool
    """Whether one may come with a program's token."""

    def __call__(self, **path: str) -> Response:
        if self.budget is not None:
            spend(self.budget)
        if self.takes is None:
            return answer(self.run(**path), self.status)
        return answer(self.run(**path, wanted=read(self.takes)), self.status)


def route(
    blueprint: Blueprint,
    method: str,
    path: str,
    *,
    refuses: tuple[int, ...] = (),
    status: int = 200,
    file: str | None = None,
    query: dict[str, Any] | None = None,
    budget: Kind | None = None,
    lane: LaneName = "other",
    programs: bool = False,
) -> Callable[[Callable[Parameters, Answer]], Callable[Parameters, Answer]]:
    """Let a function answer requests; ``refuses`` are the statuses of what it may refuse."""

    if budget is not None:
        refuses = (*refuses, 429)
    if programs:
        refuses = (*refuses, 401)

    def attach(run: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
        types = get_type_hints(run)
        takes = types.get("wanted")
        if takes is not None:
            # Made here once: threads that meet a type for the first time together end the process.
            msgspec.json.Decoder(takes)
        view = Route(
            run,
            takes,
            types["return"],
            status,
            refuses,
            file,
            query or {},
            budget,
            lane,
            programs,
        )
        blueprint.add_url_rule(path, run.__name__, view, methods=[method])
        return run

    return attach


def answer(view: Any, status: int = 200) -> Response:
    """A view as JSON; none is an answer without content. A file is handed on as it is."""
    if isinstance(view, Response):
        return view
    if view is None:
        return Response(status=204)
    return Response(msgspec.json.encode(view), status, content_type="application/json")
