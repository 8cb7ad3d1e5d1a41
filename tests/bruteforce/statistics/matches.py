"""Matches as logs and their reports tell them: each once, with the hands that count."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from tests.bruteforce.statistics.actions import Action, action

_HOUR = r"([01]\d|2[0-3]):[0-5]\d"
_TIME = re.compile(rf"(\d{{4}}-\d\d-\d\d)[Tt]{_HOUR}:([0-5]\d|60)(\.\d+)?([Zz]|[+-]{_HOUR})", re.ASCII)
NO_EFFECT = {"malformed", "after-end", "already-out", "unexpected-action"}
"""Actions with one of these count nothing."""


def clean(text: str) -> str:
    """Unicode NFC, outer white space off."""
    return unicodedata.normalize("NFC", text).strip()


@dataclass(frozen=True, eq=False)
class Match:
    """A log and its report."""

    log: Mapping[str, Any]
    report: Mapping[str, Any]

    @property
    def game(self) -> str:
        return str(self.log["game"])

    @property
    def options(self) -> Mapping[str, Any]:
        """All options of the rules that it was judged by."""
        options: Mapping[str, Any] = self.report["rules"]["options"]
        return options

    @cached_property
    def seats(self) -> list[str]:
        """In order of play."""
        return [player["seat"] for player in self.log["players"]]

    def after(self, seat: str, steps: int = 1) -> str:
        """The seat so many places on in order of play."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    @cached_property
    def persons(self) -> dict[str, str]:
        """The key of who sat at each seat; empty: nobody."""
        return {player["seat"]: clean(player.get("id", player.get("name", ""))) for player in self.log["players"]}

    @cached_property
    def names(self) -> list[tuple[str, str]]:
        """Each person's key and name as written at a seat, where both are there."""
        named = ((self.persons[each["seat"]], clean(each.get("name", ""))) for each in self.log["players"])
        return [(person, name) for person, name in named if person and name]

    @cached_property
    def day(self) -> str | None:
        """The date as ``played_at`` writes it; None: there is none, or it is no time by RFC 3339."""
        found = _TIME.fullmatch(self.log.get("match", {}).get("played_at", ""))
        if not found:
            return None
        try:
            date.fromisoformat(re.sub("^0000", "2000", found[1]))
        except ValueError:
            return None
        return found[1]

    @property
    def event(self) -> str:
        return clean(self.log.get("match", {}).get("event", ""))

    @property
    def preset(self) -> str | None:
        preset: str | None = self.report["rules"]["preset"]
        return preset

    @property
    def winner(self) -> list[str] | None:
        """The seats that won; None: undecided."""
        winner: list[str] | None = self.report["winner"]
        return winner

    @cached_property
    def hands(self) -> list["Hand"]:
        """All hands, also those that do not count."""
        return [Hand(self, number) for number in range(len(self.log["hands"]))]

    @cached_property
    def counted(self) -> list["Hand"]:
        """The hands that count: on a basis, no void deal, and before the match was won."""
        late = [each["hand"] for each in self.report["findings"] if each["code"] == "after-match"]
        played = self.hands[: min(late)] if late else self.hands
        return [hand for hand in played if hand.basis is not None and not hand.is_void]


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand of a match, by its number."""

    match: Match
    number: int

    @cached_property
    def log(self) -> Mapping[str, Any]:
        log: Mapping[str, Any] = self.match.log["hands"][self.number]
        return log

    @cached_property
    def report(self) -> Mapping[str, Any]:
        report: Mapping[str, Any] = self.match.report["hands"][self.number]
        return report

    @property
    def setup(self) -> Mapping[str, Any]:
        setup: Mapping[str, Any] = self.log.get("setup", {})
        return setup

    @property
    def basis(self) -> str | None:
        basis: str | None = self.report["basis"]
        return basis

    @property
    def is_void(self) -> bool:
        """Whether the deal was void: played to the end, and nobody finished."""
        return self.basis == "play" and self.report.get("finish") == []

    @cached_property
    def findings(self) -> list[Mapping[str, Any]]:
        return [each for each in self.match.report["findings"] if each["hand"] == self.number]

    @cached_property
    def actions(self) -> list[Action]:
        return [action(text) for text in self.log["actions"]]

    @cached_property
    def codes(self) -> list[set[str]]:
        """Of each action, the codes of its findings that are errors; a warning or notice changes nothing in play."""
        codes: list[set[str]] = [set() for _ in self.actions]
        for each in self.findings:
            if each["action"] is not None and each["severity"] == "error":
                codes[each["action"]].add(each["code"])
        return codes

    def done(self, verb: str, *void: str) -> list[tuple[int, Action]]:
        """The actions of a verb that had an effect, with their numbers; ``void``: further codes that took it away."""
        without = NO_EFFECT | set(void)
        return [
            (number, each)
            for number, each in enumerate(self.actions)
            if each.verb == verb and not self.codes[number] & without
        ]

    @cached_property
    def places(self) -> dict[str, float]:
        """The place of each seat that finished, so far as the report knows it; of shared places, their mean."""
        places: dict[str, float] = {}
        for group in self.report.get("finish", []):
            first = len(places) + 1
            places |= dict.fromkeys(group, (first + first + len(group) - 1) / 2)
        return places


def matches(logs: Iterable[bytes], reports: Iterable[bytes]) -> list[Match]:
    """The matches of some logs, a line each, with the report on each; one uploaded again counts as it first came."""
    once: dict[bytes, Match] = {}
    for line, text in zip(logs, reports, strict=True):
        report = json.loads(text)
        if report["verdict"] != "unreadable":
            once.setdefault(line.strip(), Match(json.loads(line), report))
    return list(once.values())
