"""The API's description is true: every route is in it, and what it says holds for any request."""

import gc
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest
import schemathesis
from archives import fill
from flask import Blueprint, Flask
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import CHECKS
from schemathesis.specs.openapi.checks import positive_data_acceptance

from outflank.web.api import routing
from outflank.web.api.fields import Request
from outflank.web.api.openapi import document, routes
from outflank.web.api.routing import expectation
from outflank.web.app import add_routes, close_app, create_app
from outflank.web.settings import Settings

# A move can be well-formed and yet illegal (422), so not all well-formed requests are accepted.
EXCLUDED = [positive_data_acceptance]


def operations() -> list[tuple[str, str]]:
    """Every path and method of the API."""
    app = Flask("described")
    add_routes(app)
    return sorted((path, method) for path, method, _ in routes(app))


OPERATIONS = operations()
EXAMPLES = 6  # for each operation; a nightly run can take more


def test_every_route_is_described(app: Flask) -> None:
    served = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    described = document(app)["paths"]
    assert served == {(path, method) for path in described for method in described[path]}


def test_the_page_knows_the_types_of_the_api_as_it_is() -> None:
    tool = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "api_types.py"))
    assert tool["FILE"].read_text("utf-8") == tool["declarations"](), "run `make format`"


def test_every_field_of_a_request_says_what_is_expected(app: Flask) -> None:
    for _, _, route in routes(app):
        for name, kind in get_type_hints(route.takes or object, include_extras=True).items():
            assert expectation(kind), f"{route.takes} {name}"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One application for all operations: what one leaves behind must not harm another."""
    folder = tmp_path_factory.mktemp("api")
    fill(folder)
    app = create_app(Settings(folder=folder, thinkers=1))
    yield app
    close_app(app)


@pytest.fixture(scope="module")
def schema(shared: Flask) -> Any:
    return schemathesis.openapi.from_wsgi("/api/openapi.json", shared)


def try_out(operation: Any, prepare: Callable[[Any], dict[str, Any]]) -> None:
    """Send many requests of an operation, and check each answer against the description."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=operation.as_strategy())
    def send(case: Any) -> None:
        case.call_and_validate(excluded_checks=EXCLUDED, **prepare(case))

    send()


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_no_request_breaks_the_server_or_its_description(
    schema: Any, path: str, method: str
) -> None:
    try_out(schema[path][method], lambda case: {})


@pytest.mark.parametrize(("path", "method"), [one for one in OPERATIONS if "{game}" in one[0]])
def test_nor_does_any_request_to_a_game_that_is_there(
    schema: Any, shared: Flask, path: str, method: str
) -> None:
    client = shared.test_client()
    wanted = {"size": 6, "black": "human", "white": "human", "transcript": "e4"}

    def prepare(case: Any) -> dict[str, Any]:
        game = client.post("/api/games", json=wanted).get_json()
        case.path_parameters["game"] = game["id"]
        cookie = client.get_cookie("outflank")
        assert cookie is not None
        return {"cookies": {"outflank": cookie.value}}

    try_out(schema[path][method], prepare)


def test_the_checks_we_leave_out_are_the_ones_we_named() -> None:
    assert set(EXCLUDED) <= set(CHECKS.get_all())


def test_many_who_ask_a_new_server_at_once_meet_no_type_half_made(app: Flask) -> None:
    """Threads that used a type of msgspec for the first time together ended the process."""
    fresh = type("Fresh", (Request,), {"__annotations__": {"size": int}})

    def run(body: Any) -> None:
        """Nothing."""

    run.__annotations__ = {"body": fresh, "return": type(None)}
    routing.route(Blueprint("fresh", __name__), "POST", "/fresh")(run)
    shapes = {view.takes for view in app.view_functions.values() if isinstance(view, routing.Route)}
    for shape in {*shapes, fresh} - {None}:
        assert "StructInfo" in {type(held).__name__ for held in gc.get_referents(shape)}, shape
