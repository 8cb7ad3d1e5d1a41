"""The figures of persons that `fupan stats` prints are those of the second count, which follows the page alone.

The logs get dates, events and people on the way, so that every filter has something to choose; a match in each set
is uploaded a second time.
"""

import gzip
import json
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy.orm import Session

from app.cli import main
from app.cli.matches.importing import open_fupan
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.output import lines_of_json
from engine.games import GAMES
from engine.logs import write_match
from tests.bruteforce.statistics import Filters, Match, count, matches
from tests.bruteforce.statistics.facts import GAMES as COUNTED
from tests.playouts import Style, drawn_rules, generate
from tests.playouts.mutations import MUTATIONS, mutate
from tests.playouts.unknowns import UNKNOWNS
from tests.profiles import PROFILE, cases

EVENTS = ("Spring Cup", " Spring Cup", "Autumn League", "", None)
EVERY_GAME = ("faulty", "legal", "misscored", "partial", "sheets")
SETS = [(game, block) for game in GAMES for block in EVERY_GAME] + [
    ("guandan", "njupt"),
    ("bao_huang", "extra"),
    ("chinese_poker", "royalties"),
    ("chinese_poker", "fantasyland"),
]
"""The game and name of each conformance set."""
SHORT = 3
"""Matches of each set that the push profile counts."""
MADE_UP = 100 if PROFILE == "long" else 6

Row = dict[str, Any]
Run = Callable[..., bytes]
NOT_COUNTED = {"settings_compared", "points_lost"}
"""What the page does not name, and the second count leaves out."""


@pytest.fixture
def fupan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """What a command prints, with a database of the test's own; some matches are faulty, so the exit status varies."""
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)

    def run(*arguments: str | Path) -> bytes:
        done = CliRunner().invoke(main, [str(each) for each in arguments])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert "Usage:" not in done.output, done.output
        return done.stdout_bytes

    return run


def dressed(lines: list[bytes]) -> Iterator[bytes]:
    """Matches with dates, events and ids that differ, the first of them twice."""
    for number, line in enumerate([*lines, *lines[:1]]):
        try:
            match = json.loads(line)
        except ValueError:
            yield line
            continue
        index = number % len(lines)
        if isinstance(match, dict) and isinstance(match.get("players"), list):
            about = match.setdefault("match", {})
            if index % 5:
                about["played_at"] = f"2024-{1 + index % 4:02}-{1 + index % 28:02}T23:30:00+08:00"
            event = EVENTS[index % len(EVENTS)]
            if event is not None:
                about["event"] = event
            if index % 3 == 0:
                match["players"][index % len(match["players"])]["id"] = "the-same"
            if index % 7 == 0:
                match["players"][0]["name"] = "Zoe\u0301 "
                match["players"][-1]["name"] = " Zo\u00e9"
            if index % 11 == 0:
                match["players"][0]["name"] = " "
            if index % 13 == 0:
                match["players"][1]["id"] = " "
        yield json.dumps(match, ensure_ascii=False).encode()


def options(filters: Filters) -> list[str]:
    """The filters as the command has them."""
    return [f"--{name}={value}" for name, value in vars(filters).items() if value is not None]


def wanted(filters: Filters) -> FactFilter:
    """The filters as the command hands them on."""
    named = {name: value for name, value in vars(filters).items() if name not in ("since", "until", "basis")}
    since, until = (None if text is None else date.fromisoformat(text) for text in (filters.since, filters.until))
    return FactFilter(since=since, until=until, of_play=filters.basis is not None, **named)


def rows_of(lines: bytes) -> list[Row]:
    return [json.loads(line, parse_float=Decimal) for line in lines.splitlines()]


def chosen(read: list[Match], game: str) -> list[Filters]:
    """Filters that each leave something, and some of two at a time."""
    persons = sorted({person for match in read for person in match.persons.values() if person})
    presets = sorted({match.preset for match in read if match.preset})
    some = [*persons[:: max(1, len(persons) // 3)], "the-same", "Zo\u00e9"]
    return [
        Filters(basis="play"),
        Filters(since="2024-02-05"),
        Filters(until="2024-02-05"),
        Filters(since="2024-02-01", until="2024-03-31", basis="play"),
        Filters(event="Spring Cup"),
        Filters(event=" Autumn League "),
        *(Filters(preset=preset) for preset in presets),
        *(Filters(player=person) for person in some),
        *(Filters(partner=person) for person in some),
        Filters(player=persons[0], partner=persons[-1]),
        *(Filters(role=role) for role in COUNTED[game].ROLES),
        *(Filters(role=role, since="2024-02-01") for role in COUNTED[game].ROLES[:1]),
    ]


def differences(mine: list[Row], theirs: list[Row]) -> Iterator[str]:
    """Where two lists of rows differ: persons and keys."""
    ours, others = ({row["person"]: row for row in rows} for rows in (mine, theirs))
    for person in {**ours, **others}:
        if person not in ours or person not in others:
            yield f"{person}: only {'the second count' if person in ours else 'fupan stats'} has it"
            continue
        for key in {**ours[person], **others[person]}.keys() - NOT_COUNTED:
            one, other = ours[person].get(key, "absent"), others[person].get(key, "absent")
            if one != other:
                yield f"{person}, {key}: second count {one}, fupan stats {other}"
    if [row["person"] for row in mine] != [row["person"] for row in theirs]:
        yield "the order of persons differs"


def compare(fupan: Run, folder: Path, game: str, lines: list[bytes]) -> list[str]:
    """Where the two counts of some logs differ: by the command, whole and narrowed twice over, and by every filter."""
    log, converted = folder / "all.jsonl", folder / "converted.jsonl"
    log.write_bytes(b"\n".join(lines) + b"\n")
    converted.write_bytes(fupan("convert", log))
    read = matches(converted.read_bytes().splitlines(), fupan("check", "--json", converted).splitlines())
    fupan("import", log)
    by_command = [Filters(), Filters(since="2024-02-01", until="2024-03-31", event="Spring Cup", basis="play")]
    found = [
        (filters, count(read, game, filters), rows_of(fupan("stats", "--json", "--game", game, *options(filters))))
        for filters in by_command
    ]
    opened = open_fupan()
    try:
        with opened.sessions() as session:
            found += [(each, count(read, game, each), stored(session, game, each)) for each in chosen(read, game)]
    finally:
        opened.close()
    return [
        f"{' '.join(options(filters))}: {line}" for filters, mine, theirs in found for line in differences(mine, theirs)
    ]


def stored(session: Session, game: str, filters: Filters) -> list[Row]:
    """What the command prints of the matches stored, without starting it anew for every filter."""
    return rows_of(lines_of_json(each.document for each in person_figures(session, game, wanted(filters))))


def made_up(game: str, number: int) -> Iterator[bytes]:
    """Matches with drawn rules, some with faults, some of which not all cards are known."""
    for seed in range(number):
        rng = Random(f"agree {game} {seed}")
        preset, drawn = drawn_rules(game, seed)
        match = generate(game, seed, preset=preset, options=drawn, hands=3, style=Style.drawn(Random(seed)))
        if rng.random() < 0.5:
            match = UNKNOWNS[rng.choice(sorted(UNKNOWNS))](match, rng)
        for fault in range(rng.randrange(4)):
            if all(hand.actions for hand in match.hands):
                match = mutate(match, rng.choice(MUTATIONS), seed + fault).match
        yield write_match(match)


def test_every_conformance_set_is_counted(shared: Path) -> None:
    records = (shared / "conformance").glob("*/*.log.jsonl.gz")
    assert {(path.parent.name, path.name.partition(".")[0]) for path in records} == set(SETS)


def of_game(game: str) -> list[str]:
    return [block for name, block in SETS if name == game]


@pytest.mark.parametrize(
    ("game", "blocks"),
    cases([(game, [block]) for game, block in SETS], [(game, of_game(game)) for game in GAMES]),
    ids=lambda each: each if isinstance(each, str) else "-".join(each),
)
def test_two_counts_agree(shared: Path, tmp_path: Path, fupan: Run, game: str, blocks: list[str]) -> None:
    lines: list[bytes] = []
    for block in blocks:
        with gzip.open(shared / "conformance" / game / f"{block}.log.jsonl.gz") as file:
            every = file.read().splitlines()
        lines += cases(every, every[:SHORT])
    found = compare(fupan, tmp_path, game, list(dressed(lines)))
    assert not found, "\n".join(found[:40])


@pytest.mark.parametrize(
    ("game", "either_way"), [*((game, "usual") for game in GAMES), ("guandan", "pure")], indirect=["either_way"]
)
def test_two_counts_of_made_up_matches_agree(tmp_path: Path, fupan: Run, game: str, either_way: None) -> None:
    found = compare(fupan, tmp_path, game, list(dressed(list(made_up(game, MADE_UP)))))
    assert not found, "\n".join(found[:40])
