"""Small matches of Guandan for tests: hands dealt around a few fixed cards, actions and findings as text."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.logs.fupan.reading import read_match
from engine.logs.record import LogRecord
from engine.replay.fold import frame
from engine.replay.frames import Frame, SeatFrame
from engine.rulebook.findings import Finding
from engine.verdict.check import Checker
from engine.verdict.report import Report

Log = dict[str, Any]
Deal = dict[str, str]

SEATS = "ENWS"
RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "shdc" for _ in range(2)] + ["BJ", "BJ", "RJ", "RJ"]
"""The 108 cards, low to high in nature order."""
HAND = 27


def dealt(low: str = "", **fixed: str) -> Deal:
    """Four hands of 27: the cards named for a seat, filled up with the rest of the deck.

    The seats in ``low``, in that order, are filled first, with the lowest cards that are left (one such hand
    comes to a 5, two to an 8); the others are dealt the rest in turn, so that each has low and high cards.
    """
    held = {seat: fixed.get(seat, "").split() for seat in SEATS}
    rest = list(DECK)
    for cards in held.values():
        assert len(cards) <= HAND
        for card in cards:
            rest.remove(card)
    for seat in low:
        need = HAND - len(held[seat])
        held[seat] += rest[:need]
        del rest[:need]
    while rest:
        for seat in SEATS:
            if rest and len(held[seat]) < HAND:
                held[seat].append(rest.pop(0))
    return {seat: " ".join(cards) for seat, cards in held.items()}


EVEN = dealt()
"""E and N hold a spade and a diamond of each rank and a black joker, W and S a heart, a club and a red joker."""


def strength(card: str, level: str) -> int:
    """The place of a card in level order."""
    if card in ("BJ", "RJ"):
        return 14 + (card == "RJ")
    return 13 if card[0] == level else RANKS.index(card[0])


def played_out(order: str, level: str = "2", deal: Mapping[str, str] = EVEN) -> list[str]:
    """Actions by which the seats go out in an order, to the end of the hand: all singles, never a fault.

    Each leads its cards from high to low while the others pass; its last card is beaten by the seat that is to
    be out next, unless that is its partner, which leads when all have passed.
    """
    holdings = {seat: sorted(deal[seat].split(), key=lambda card: strength(card, level)) for seat in SEATS}
    actions: list[str] = []
    leader = order[0]
    for place, seat in enumerate(order):
        while holdings[seat]:
            actions.append(f"{seat} play {holdings[seat].pop()}")
            others = _after(seat, holdings)
            if not holdings[seat]:
                break
            actions += [f"{other} pass" for other in others]
        if _over(order[: place + 1]):
            return actions
        leader = order[place + 1]
        if SEATS.index(leader) % 2 == SEATS.index(seat) % 2:
            actions += [f"{other} pass" for other in others]
            continue
        for other in others[: others.index(leader)]:
            actions.append(f"{other} pass")
        actions.append(f"{leader} play {holdings[leader].pop()}")
        if holdings[leader]:
            actions += [f"{other} pass" for other in _after(leader, holdings)]
    raise AssertionError(f"the hand does not end with {order}")


def _after(seat: str, holdings: Mapping[str, Sequence[str]]) -> list[str]:
    start = SEATS.index(seat)
    around = [SEATS[(start + step) % 4] for step in (1, 2, 3)]
    return [other for other in around if holdings[other]]


def _over(out: str) -> bool:
    return {"E", "W"} <= set(out) or {"N", "S"} <= set(out)


def hand(
    actions: str | Iterable[str] = "",
    deal: Mapping[str, str] | None = EVEN,
    result: Mapping[str, Any] | None = None,
    **setup: Any,
) -> Log:
    """One hand of a log.  ``actions`` as a text stand between semicolons; ``deal`` None leaves it out."""
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


def finished(order: str, *, level: str = "2", result: Mapping[str, Any] | None = None, **setup: Any) -> Log:
    """A whole hand without a fault in which the seats go out in an order; its setup states the level."""
    return hand(played_out(order, level), result=result, level=level, **setup)


def match(*hands: Log, preset: str = "tournament", result: Mapping[str, Any] | None = None, **options: Any) -> Log:
    """A match of hands under a preset with some options changed."""
    log: Log = {
        "format": "fupan/1",
        "game": "guandan",
        "rules": {"preset": preset, "options": options},
        "players": [{"seat": seat} for seat in SEATS],
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

        That a hand stops early is left out: most tests log a few actions only.
        """
        return [as_text(each) for each in self.report.findings if each.code.id != "incomplete-hand"]

    @property
    def of_actions(self) -> list[str]:
        """The same, only what is about an action."""
        return [as_text(each) for each in self.report.findings if each.action is not None]

    @property
    def columns(self) -> list[tuple[str, int | None]]:
        """The codes of the same findings, with the columns they point to."""
        return [(each.code.id, each.column) for each in self.report.findings if each.code.id != "incomplete-hand"]

    @property
    def facts(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return self.report.as_dict()

    @property
    def hands(self) -> list[dict[str, Any]]:
        """What the report says of each hand."""
        hands: list[dict[str, Any]] = self.facts["hands"]
        return hands

    @property
    def winner(self) -> list[str] | None:
        """The winner that the report names."""
        assert self.report.replay is not None
        return self.report.replay.winner

    @property
    def totals(self) -> dict[str, int | None]:
        """The totals of the report."""
        assert self.report.replay is not None
        return self.report.replay.totals

    def frame(self, step: int | None = None, hand: int = 0) -> Frame:
        """The frame after some actions of a hand, all of them where no step is named."""
        log = self.record.match
        assert log is not None
        assert self.report.rules is not None
        judge = Checker().judge(self.report.rules)
        return frame(judge, log, hand, len(log.hands[hand].actions) if step is None else step)

    def seat(self, seat: str, step: int | None = None, hand: int = 0) -> SeatFrame:
        """One seat of a frame."""
        return next(each for each in self.frame(step, hand).seats if each.seat == seat)


def as_text(each: Finding) -> str:
    """A finding as ``code hand/action seat``."""
    place = "" if each.hand is None else f" {each.hand}"
    place += "" if each.action is None else f"/{each.action}"
    return each.code.id + place + (f" {each.seat}" if each.seat else "")


def judged(log: Log) -> Judged:
    """A log, read and checked under the rules it claims."""
    record = read_match(json.dumps(log).encode(), "made.json")
    return Judged(record, Checker().check(record))


def judge(*hands: Log, preset: str = "tournament", result: Mapping[str, Any] | None = None, **options: Any) -> Judged:
    """What the engine says of a match of hands under a preset with some options changed."""
    return judged(match(*hands, preset=preset, result=result, **options))


def play(actions: str | Iterable[str], deal: Mapping[str, str] | None = EVEN, **setup: Any) -> Judged:
    """What the engine says of one hand, the first of its match unless its setup has a ``previous``."""
    return judge(hand(actions, deal, **setup))


def few(actions: str | Iterable[str], **held: str) -> Judged:
    """A hand of a few cards each, which lets seats go out soon; that its size is wrong is found besides."""
    return play(actions, held)
