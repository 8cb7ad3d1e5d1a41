"""Made-up matches of a season, and what a plain count of them says."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from msgspec import to_builtins

from app.matches.ingest import ingest
from app.matches.installation import Installation
from engine.verdict.stored_report import StoredHand
from tests.playouts import generate

NAMES: Final = ("Zhao", "Li", "王小明", "Sun", "Qian", "Zhou", "<b>Wu</b>")
EVENT: Final = "Autumn League"
GAMES: Final = ("guandan", "guandan", "bao_huang", "guandan", "chinese_poker")


@dataclass(frozen=True)
class Hand:
    """A hand of a match, as its report has it."""

    match: int
    number: int
    """From 1."""
    scores: dict[str, int]
    """By name."""
    places: dict[str, int]
    """Twice the place, by name."""
    sides: dict[str, int]


@dataclass(frozen=True)
class Match:
    """A match with its hands."""

    number: int
    game: str
    event: str
    day: int
    winners: frozenset[str] | None
    hands: tuple[Hand, ...]


def put_season(fupan: Installation, count: int = 15) -> list[Match]:
    """Keeps matches of several games and two events, and reads them back in the order in which they were played."""
    for seed in range(count):
        log = to_builtins(generate(GAMES[seed % len(GAMES)], seed, hands=4))
        for place, player in enumerate(log["players"]):
            player.pop("id", None)
            player["name"] = NAMES[(seed * 2 + place * (1 + seed % 2)) % len(NAMES)]
        event = EVENT if seed % 4 else "Open Table"
        log["match"] = {"event": event, "played_at": f"2025-03-{28 - seed // 2:02}T20:00:00+08:00"}
        list(ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(log).encode()), f"{seed}.json"))
    found = [_match(fupan, number) for number in range(1, count + 1)]
    return sorted(found, key=lambda match: (match.day, match.number))


def of_game(matches: Sequence[Match], game: str, event: str | None = EVENT) -> list[Match]:
    """Those of a game, and of an event if one is given."""
    return [match for match in matches if match.game == game and event in (None, match.event)]


def _match(fupan: Installation, number: int) -> Match:
    stored = fupan.match(number)
    assert stored is not None
    report = stored.report
    seats = report.hands[0].scores or {}
    names = dict(zip(seats, stored.row.players, strict=True))
    winner = report.winner
    return Match(
        number,
        stored.row.game or "",
        stored.row.event or "",
        int((stored.row.played_at or "")[:10].replace("-", "")),
        None if winner is None else frozenset(names[seat] for seat in winner),
        tuple(
            Hand(number, index, _scores(hand, names), _places(hand, names), _sides(stored.row.game or "", hand, names))
            for index, hand in enumerate(report.hands, 1)
            if hand.basis is not None
        ),
    )


def _scores(hand: StoredHand, names: dict[str, str]) -> dict[str, int]:
    return {names[seat]: score or 0 for seat, score in (hand.scores or {}).items()}


def _places(hand: StoredHand, names: dict[str, str]) -> dict[str, int]:
    places, taken = {}, 0
    for shared in hand.finish or []:
        seats = shared if isinstance(shared, list) else [shared]
        for seat in seats:
            places[names[seat]] = 2 * taken + len(seats) + 1
        taken += len(seats)
    return places


def _sides(game: str, hand: StoredHand, names: dict[str, str]) -> dict[str, int]:
    """A number by name, the same for those on one side."""
    seats = list(names)
    if game == "guandan":
        return {names[seat]: number % 2 for number, seat in enumerate(seats)}
    if game == "chinese_poker":
        return {names[seat]: number for number, seat in enumerate(seats)}
    leaders = set(hand.roles.values())
    return {names[seat]: int(seat in leaders) for seat in seats}
