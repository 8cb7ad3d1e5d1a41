"""The examples of the rule books: logs that are read and judged when a page shows them."""

from dataclasses import dataclass
from functools import cache

from app.text.folders import folder
from engine.logs import read_logs
from engine.record.match import Match
from engine.replay.game import Game, Judge
from engine.rulebook.book import Book
from engine.verdict.check import Checker
from engine.verdict.report import Report

_FOLDER = "book"


@dataclass(frozen=True)
class ExampleMatch:
    """A log of a rule book with its report."""

    name: str
    match: Match
    report: Report
    judge: Judge


class Bookless(LookupError):
    """A game has no book, or a book has no example of a name."""


def book_of(game: Game) -> Book:
    """The book of a game.  Raises Bookless if it has none."""
    if game.book is None:
        raise Bookless(game.name)
    return game.book


def example_of(game: Game, name: str) -> ExampleMatch:
    """An example of the book of a game.  Raises Bookless if the book has no such example."""
    if name not in book_of(game).logs:
        raise Bookless(name)
    return _judged(name)


@cache
def _judged(name: str) -> ExampleMatch:
    path = folder("sample_logs") / _FOLDER / f"{name}.json"
    checker = Checker()
    with path.open("rb") as file:
        (record,) = read_logs(file, path.name)
    match, report = record.match, checker.check(record)
    assert match is not None
    assert report.rules is not None
    return ExampleMatch(name, match, report, checker.judge(report.rules))
