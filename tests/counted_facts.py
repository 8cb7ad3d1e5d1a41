"""The facts of a match as tests read them: by hand and seat, the figures by their names."""

import json
from collections.abc import Sequence
from typing import Any

from engine.games import GAMES
from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from engine.replay.game import Game, Judge
from engine.statistics.facts import MatchFacts, SeatFacts
from engine.statistics.later import later_counts
from engine.verdict.check import Checker
from engine.verdict.report import Report

CHECKER = Checker(counting=True)


def passes_able(game: Game, judge: Judge, match: Match) -> dict[int, Sequence[int]]:
    """By hand, the passes when a seat could have beaten the table, for hands that were played to their end."""
    found = later_counts(game, judge, match)
    return {hand: each.passes_able for hand, each in found.items() if each.passes_able is not None}


class Counted:
    """The facts of a match, by seat name."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.record = read_match(json.dumps(log).encode(), "made.json")
        assert self.record.match is not None
        self.match: Match = self.record.match
        self.report: Report = CHECKER.check(self.record)
        assert self.report.facts is not None
        self.facts: MatchFacts = self.report.facts
        self.game = GAMES[self.match.game]
        self.seats = self.match.seats

    def row(self, seat: str, hand: int = 0) -> SeatFacts:
        """The row of a hand and seat."""
        wanted = (hand, self.seats.index(seat))
        return next(row for row in self.facts.seats if (row.hand, row.seat) == wanted)

    def count(self, figure: str, hand: int = 0) -> dict[str, int]:
        """A figure of a hand by seat, without zeros."""
        place = self.game.statistics.names.index(figure)
        rows = [row for row in self.facts.seats if row.hand == hand]
        return {self.seats[row.seat]: row.counts[place] for row in rows if row.counts[place]}

    def all_of(self, hand: int = 0) -> dict[str, dict[str, int]]:
        """All figures of a hand that are not zero."""
        return {name: found for name in self.game.statistics.names if (found := self.count(name, hand))}

    def hands(self) -> list[int]:
        """The hands that count."""
        return list(dict.fromkeys(row.hand for row in self.facts.seats))

    def kinds(self, hand: int = 0) -> list[tuple[str, str, int, str]]:
        """The combinations of a hand: seat, kind, cards, rank."""
        kinds = self.game.statistics.kinds
        return [
            (self.seats[each.seat], each.kind, each.size, kinds[each.kind].ranks[each.rank] if each.rank >= 0 else "")
            for each in self.facts.kinds.get(hand, ())
        ]

    def bombs(self, hand: int = 0) -> dict[tuple[str, str, int], tuple[int, int, int, int]]:
        """By seat, kind and cards: bombs played, those that won the trick, were beaten, and were the last cards."""
        return {(self.seats[each.seat], each.kind, each.size): each[3:] for each in self.facts.bombs.get(hand, ())}

    def able(self, hand: int = 0) -> dict[str, int]:
        """By seat, the passes when it could have beaten the table, without zeros."""
        assert self.report.rules is not None
        found = passes_able(self.game, CHECKER.judge(self.report.rules), self.match)
        return {seat: count for seat, count in zip(self.seats, found[hand], strict=True) if count}
