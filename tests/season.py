"""The season of a club that the demo shows; run as a module, it plays the season anew.

Twelve made-up people of different temperament meet on two evenings a week, mostly for Guandan with changing partners.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from gzip import compress, decompress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import UNSET, structs

from engine.logs import write_match
from engine.record.match import Match, MatchInfo, Player
from tests.playouts import FAIR, AtTable, Temperament, generate

SEASON: Final = Path(__file__).parents[1] / "sample_logs" / "demo" / "club-season.jsonl.gz"
SEED: Final = 20_250_304
EVENT: Final = "Lantern Club, spring season"
CUP: Final = "Lantern Club, spring cup"
NOTE: Final = "Made for the demo: played by programs, with names that are made up"

_FIRST_EVENING: Final = datetime(2025, 3, 4, 11, 30, tzinfo=UTC)
_WEEKS: Final = 10
_LATER: Final = timedelta(minutes=85)


class Member(NamedTuple):
    """Somebody of the club."""

    id: str
    name: str
    plays: Temperament
    comes: int
    """How likely, by the tenth."""


MEMBERS: Final = (
    Member("zhao-min", "Zhao Min", Temperament(), 9),
    Member("qian-lu", "Qian Lu", Temperament(bombs_at=9, misjudges=0.1), 9),
    Member("sun-yue", "Sun Yue", Temperament(bombs_at=13, breaks=1, over_partner=60, misjudges=0.1), 8),
    Member("li-wei", "Li Wei", Temperament(bombs_at=6, breaks=-1, over_partner=20), 8),
    Member("zhou-ping", "Zhou Ping", Temperament(slips=0.04, misjudges=0.2), 7),
    Member("wu-fang", "Wu Fang", Temperament(bombs_at=5, breaks=-1, over_partner=10, slips=0.03), 7),
    Member("zheng-kai", "Zheng Kai", Temperament(bombs_at=20, breaks=3, over_partner=90, misjudges=0.4), 7),
    Member("wang-xin", "Wang Xin", Temperament(slips=0.08, misjudges=0.3), 6),
    Member("feng-tao", "Feng Tao", Temperament(bombs_at=16, breaks=2, slips=0.06, misjudges=0.3), 5),
    Member("chen-jie", "Chen Jie", Temperament(bombs_at=4, breaks=-2, slips=0.1, misjudges=0.5), 5),
    Member("chu-ning", "Chu Ning", Temperament(slips=0.15, misjudges=0.7), 4),
    Member("wei-hong", "Wei Hong", Temperament(bombs_at=27, breaks=3, slips=0.25, misjudges=1.0), 4),
)

_GUANDAN: Final = ("guandan", "tournament", {"hands": 5})
_OTHERS: Final[Mapping[int, tuple[str, str, dict[str, Any]]]] = {
    1: ("chinese_poker", "two-four", {}),
    3: ("bao_huang", "gamerules", {"hands": 6}),
    5: ("chinese_poker", "one-six", {}),
    7: ("big_a", "catsatcards", {"hands": 6}),
    9: ("chinese_poker", "two-four", {}),
    11: ("bao_huang", "gamerules", {"hands": 6}),
    13: ("big_a", "catsatcards", {"hands": 6}),
    15: ("chinese_poker", "taiwanese", {}),
    17: ("bao_huang", "shanghai", {"hands": 6}),
    19: ("big_a", "catsatcards", {"hands": 6}),
}
"""By evening, the game at the last table."""
_SEATED: Final = {"guandan": 4, "bao_huang": 5, "big_a": 5, "chinese_poker": 4}
_TABLE: Final = 4
_PEOPLE: Final = {game: _TABLE + seats for game, seats in _SEATED.items()}
"""How many people it takes for a table of Guandan and one of another game."""
_HANDS: Final = 6
_FINAL: Final = ("guandan", "tournament", {})


def season() -> list[Match]:
    """The matches in the order in which they were played."""
    rng = Random(SEED)
    matches: list[Match] = []
    numbers = count(1)
    for evening in range(2 * _WEEKS):
        week, second = divmod(evening, 2)
        begins = _FIRST_EVENING + timedelta(days=7 * week + 4 * second)
        here = _present(rng, _PEOPLE[_OTHERS[evening][0]] if evening in _OTHERS else _TABLE)
        for round_, table, chosen in _tables(evening, len(here)):
            people = [here[(table * _TABLE + round_ * 3 + seat) % len(here)] for seat in range(_SEATED[chosen[0]])]
            number = next(numbers)
            named = MatchInfo(
                id=f"Lantern Club, match {number}",
                played_at=f"{begins + round_ * _LATER + timedelta(minutes=2 * table):%Y-%m-%dT%H:%M:%SZ}",
                event=EVENT,
                table=str(table + 1),
                note=NOTE,
            )
            matches.append(_match(number, chosen, people, named, by_name=number % 16 == 5))
    best = [MEMBERS[place] for place in (0, 2, 3, 1)]
    ends = _FIRST_EVENING + timedelta(days=7 * _WEEKS)
    final = MatchInfo(
        id="Lantern Club, cup final", played_at=f"{ends:%Y-%m-%dT%H:%M:%SZ}", event=CUP, table="1", note=NOTE
    )
    return [*matches, _match(0, _FINAL, best, final, by_name=False)]


def _tables(evening: int, people: int) -> Iterator[tuple[int, int, tuple[str, str, dict[str, Any]]]]:
    """The matches of an evening: round, table, and the game with its rules."""
    yield 0, 0, _GUANDAN
    other = _OTHERS.get(evening, _GUANDAN)
    if people >= _PEOPLE[other[0]]:
        yield 0, 1, other
    yield 1, 0, _GUANDAN


def _present(rng: Random, fewest: int) -> list[Member]:
    """Who comes to an evening, in the order of the seats that they draw; others stand in where they are too few."""
    drawn = [(rng.randrange(10) >= member.comes, rng.random(), number) for number, member in enumerate(MEMBERS)]
    here = [member for absent, _, member in drawn if not absent]
    missing = sorted((luck, member) for absent, luck, member in drawn if absent)
    here += [member for _, member in missing[: max(fewest - len(here), 0)]]
    rng.shuffle(here)
    return [MEMBERS[member] for member in here]


def _match(
    number: int,
    chosen: tuple[str, str, dict[str, Any]],
    people: list[Member],
    information: MatchInfo,
    *,
    by_name: bool,
) -> Match:
    game, preset, options = chosen
    policy = AtTable(tuple(member.plays for member in people))
    bounded = None if options or game == "guandan" else _HANDS
    style = replace(FAIR, seconds=number % 6 == 2)
    match = generate(game, SEED + number, preset=preset, options=options, hands=bounded, policy=policy, style=style)
    players = [
        Player(seat=player.seat, name=member.name, id=UNSET if by_name else member.id)
        for player, member in zip(match.players, people, strict=False)
    ]
    return structs.replace(match, players=players, match=information)


def season_lines() -> bytes:
    """The season as it lies in the file, unpacked: a match a line."""
    return b"".join(write_match(match) + b"\n" for match in season())


def kept_lines() -> bytes:
    """The season of the demo, unpacked."""
    return decompress(SEASON.read_bytes())


def main() -> None:
    """Plays the season and writes it."""
    SEASON.write_bytes(compress(season_lines(), 9, mtime=0))


if __name__ == "__main__":
    main()
