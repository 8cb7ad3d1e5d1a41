"""Hands of equal players, with what the fit needs of each."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import UnsetType

from engine.cards.packed import Card
from engine.games import GAMES
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.replay.game import HandReplay
from engine.replay.outcome import HandOutcome
from engine.replay.strength import UNIT, dealt_cards, role_in
from engine.verdict.check import Checker
from tests.playouts import FAIR, generate

SIZES: Final = {"guandan": (27,), "bao_huang": (33, 34), "big_a": (21, 22), "chinese_poker": (13,)}
MOST_HANDS: Final = {"guandan": 16, "bao_huang": 12, "big_a": 12, "chinese_poker": 8}


class Sample(NamedTuple):
    """One hand, seat by seat."""

    level: int | None
    cards: tuple[tuple[Card, ...], ...]
    roles: tuple[str, ...]
    places: tuple[int, ...]
    """In thousandths; a shared place is the mean of the places shared.  Empty in a game without places."""
    results: tuple[int, ...]
    """As ``HandStrength.result``."""
    expected: tuple[int, ...] | None
    """As ``HandStrength.expected``."""
    units: dict[str, dict[tuple[int, int], int]]
    """By preset and pair of seats without naturals, the units that the first won of the second."""


def made_up(game: str, seeds: Iterable[int], policy: str = "steady") -> Iterator[Sample]:
    """The hands of made-up matches."""
    for seed in seeds:
        match = generate(game, seed, hands=MOST_HANDS[game], policy=policy, style=FAIR)
        yield from of_record(read_match(write_match(match), "made up"))


def of_record(record: LogRecord) -> Iterator[Sample]:
    """The hands of a match whose cards and results are known."""
    match = record.match
    assert match is not None
    checker = Checker()
    report = checker.check(record)
    assert report.rules is not None
    judge = checker.judge(report.rules)
    units = {preset: _units_under(preset, record) for preset in _presets(match)}
    replay = judge.match_replay(match)
    for index, hand in enumerate(match.hands):
        hand_replay = replay.open(index, hand)
        hand_replay.run(hand.actions)
        outcome = replay.close(hand_replay, hand)
        cards = dealt_cards(hand, match.seats, SIZES[match.game])
        strength = GAMES[match.game].strength
        assert strength is not None
        measured = strength.measure(hand_replay, hand, outcome)
        if measured is None or measured.result is None or any(each is None for each in cards):
            continue
        yield Sample(
            level_of(hand_replay),
            tuple(each for each in cards if each is not None),
            tuple(role_in(outcome, seat) for seat in match.seats),
            places_of(match.seats, outcome),
            measured.result,
            measured.expected,
            {preset: _between(match, index, hands[index]) for preset, hands in units.items()},
        )


def level_of(replay: HandReplay) -> int | None:
    """The level of a hand, in a game that has levels."""
    level = getattr(replay, "level", None)
    assert level is None or isinstance(level, int)
    return level


def places_of(seats: Sequence[str], outcome: HandOutcome) -> tuple[int, ...]:
    """The place of each seat in thousandths; empty if there are none."""
    if isinstance(outcome.finish, UnsetType):
        return ()
    places: dict[str, int] = {}
    before = 0
    for sharing in outcome.finish:
        places |= dict.fromkeys(sharing, (2 * before + len(sharing) + 1) * UNIT // 2)
        before += len(sharing)
    return tuple(places[seat] for seat in seats)


def _presets(match: Match) -> tuple[str, ...]:
    return ("two-four", "one-six", "taiwanese") if match.game == "chinese_poker" else ()


def _units_under(preset: str, record: LogRecord) -> list[HandOutcome]:
    """The outcomes of the same hands, set in the same way, as another preset prices them."""
    report = Checker(preset=preset).check(record)
    assert report.replay is not None
    return report.replay.hands


def _between(match: Match, index: int, outcome: HandOutcome) -> dict[tuple[int, int], int]:
    claimed = {action.split()[0] for action in match.hands[index].actions if " natural " in action}
    units = {} if isinstance(outcome.units, UnsetType) or outcome.units is None else outcome.units
    between: dict[tuple[int, int], int] = {}
    for pair, won in units.items():
        one, _, other = pair.partition("-")
        if won is not None and not {one, other} & claimed:
            between[match.seats.index(one), match.seats.index(other)] = won
    return between
