"""A small book that is built quickly, once for all tests."""

import pytest
from small_book import PLAN, POSITIONS, AtOnce

from outflank.book import Book
from outflank.book.build import build_book, journal_header
from outflank.book.journal import Journal


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Book:
    path = tmp_path_factory.mktemp("book") / "small.journal"
    with Journal(path, journal_header(PLAN, ())) as journal:
        return Book(PLAN.making, build_book(PLAN, journal, POSITIONS, AtOnce()))
