"""Small matches of Chinese poker for tests: boards as text, findings as text."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.logs.fupan.reading import read_match
from engine.logs.record import LogRecord
from engine.replay.fold import frame
from engine.replay.frames import Frame
from engine.rulebook.findings import Finding
from engine.verdict.check import Checker
from engine.verdict.report import Report

Log = dict[str, Any]

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "shdc"]

AMY = "6s 6d 4c / Ts Td 9c Qh 8d / 3s 3h 3d 2c 2d"
BOB = "As Kd Qc / 9s 9d 5c 5d 4h / Kh Jh 9h 8h 7h"
"""The two hands of the article's example."""

TOP = "Qs Qh 5s / Ah Ac 8h 8c 3d / Ks Kc Kh 6h 5d"
SECOND = "Jd 7s 2c / 9d 9s 6d 4c 3h / Qd Qc 7d 7h 2h"
THIRD = "Jc 6s 3s / 6c 5h Th 5c 4d / Jh Js 9h 8d 2s"
LAST = "Tc 8s 3c / 4s 4h 7c Kd 2d / Ad Ts 9c Td As"
"""Four boards of one pack: TOP wins every row of every other, SECOND every row of THIRD."""
FOUL = "7s 7d 2c / 9d 8s 6d 4c 3h / Qd Qc Jd 7h 2h"
"""A board of SECOND's cards but two, mis-set: its middle does not reach its front."""


def cards(board: str) -> str:
    """The cards of a board, as a deal has them."""
    return " ".join(card for card in board.split() if card != "/")


def sets(**boards: str) -> list[str]:
    """Each seat sets its board."""
    return [f"{seat} set {board}" for seat, board in boards.items()]


def hand(
    actions: str | Iterable[str] = "",
    deal: Mapping[str, str] | None = None,
    result: Mapping[str, Any] | None = None,
    **setup: Any,
) -> Log:
    """One hand of a log.  ``actions`` as a text stand between semicolons."""
    if isinstance(actions, str):
        actions = [action.strip() for action in actions.split(";")] if actions else []
    log: Log = {"actions": list(actions)}
    if setup:
        log["setup"] = setup
    if deal is not None:
        log["deal"] = dict(deal)
    if result is not None:
        log["result"] = dict(result)
    return log


def match(
    *hands: Log,
    seats: Sequence[str] = "AB",
    preset: str = "two-four",
    result: Mapping[str, Any] | None = None,
    **options: Any,
) -> Log:
    """A match of hands under a preset with some options changed."""
    log: Log = {
        "format": "fupan/1",
        "game": "chinese_poker",
        "rules": {"preset": preset, "options": options},
        "players": [{"seat": seat} for seat in seats],
        "hands": list(hands),
    }
    if result is not None:
        log["result"] = dict(result)
    return log


@dataclass(frozen=True)
class Judged:
    """A match and what the engine says of it."""

    record: LogRecord
    report: Report

    @property
    def verdict(self) -> str:
        """The verdict's word."""
        return str(self.report.verdict)

    @property
    def said(self) -> list[str]:
        """The findings as texts, in order: ``code hand/action seat``, without what is null.

        That a hand stops early or is mis-set is left out: most tests log a few actions only.
        """
        return [as_text(each) for each in self.report.findings if each.code.id not in ("incomplete-hand", "foul")]

    @property
    def fouls(self) -> list[str]:
        """The seats that are mis-set, hand by hand."""
        return [str(each.seat) for each in self.report.findings if each.code.id == "foul"]

    @property
    def columns(self) -> list[tuple[str, int | None]]:
        """The codes of what is said, with the columns they point to."""
        return [
            (each.code.id, each.column)
            for each in self.report.findings
            if each.code.id not in ("incomplete-hand", "foul")
        ]

    @property
    def hands(self) -> list[dict[str, Any]]:
        """What the report says of each hand."""
        hands: list[dict[str, Any]] = self.report.as_dict()["hands"]
        return hands

    @property
    def units(self) -> dict[str, int | None]:
        """The units of the first hand."""
        units: dict[str, int | None] = self.hands[0]["units"]
        return units

    @property
    def scores(self) -> dict[str, int | None]:
        """The scores of the first hand."""
        scores: dict[str, int | None] = self.hands[0]["scores"]
        return scores

    @property
    def lines(self) -> list[tuple[str, int]]:
        """The score lines of the first hand: the last part of each rule, and what the pair's first seat gets."""
        return [
            (line["rule"].partition(".")[2], next(iter(line["points"].values()), 0))
            for line in self.hands[0]["breakdown"]
        ]

    @property
    def totals(self) -> dict[str, int | None]:
        """The totals of the report."""
        assert self.report.replay is not None
        return self.report.replay.totals

    @property
    def winner(self) -> list[str] | None:
        """The winner that the report names."""
        assert self.report.replay is not None
        return self.report.replay.winner

    def frame(self, step: int | None = None, hand: int = 0) -> Frame:
        """The frame after some actions of a hand, all of them where no step is named."""
        log = self.record.match
        assert log is not None
        assert self.report.rules is not None
        judge = Checker().judge(self.report.rules)
        return frame(judge, log, hand, len(log.hands[hand].actions) if step is None else step)


def as_text(each: Finding) -> str:
    """A finding as ``code hand/action seat``."""
    place = "" if each.hand is None else f" {each.hand}"
    place += "" if each.action is None else f"/{each.action}"
    return each.code.id + place + (f" {each.seat}" if each.seat else "")


def judged(log: Log) -> Judged:
    """A log, read and checked under the rules it claims."""
    record = read_match(json.dumps(log).encode(), "made.json")
    return Judged(record, Checker().check(record))


def judge(
    *hands: Log,
    seats: Sequence[str] = "AB",
    preset: str = "two-four",
    result: Mapping[str, Any] | None = None,
    **options: Any,
) -> Judged:
    """What the engine says of a match of hands under a preset with some options changed."""
    return judged(match(*hands, seats=seats, preset=preset, result=result, **options))


def play(
    actions: str | Iterable[str], deal: Mapping[str, str] | None = None, seats: Sequence[str] = "AB", **options: Any
) -> Judged:
    """What the engine says of one hand, its dealer the last seat so that the first is the first to act."""
    return judge(hand(actions, deal, dealer=seats[-1]), seats=seats, **options)


def settle(preset: str = "two-four", **boards: str) -> Judged:
    """What the engine says of boards that are simply set."""
    return play(sets(**boards), seats=tuple(boards), preset=preset)
