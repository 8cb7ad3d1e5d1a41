"""A match that is written as a platform writes it and read again loses nothing that no notice names."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import made_records
from made_botzone import single_hands
from made_messages import format_named
from msgspec import UNSET
from msgspec.structs import replace

from engine.cards.packed import parse_rank
from engine.games.guandan.combinations import GuandanCombinationRules
from engine.games.guandan.reader import GuandanReader
from engine.logs import write_match
from engine.logs.foreign import FORMATS
from engine.logs.fupan.reading import read_match
from engine.record.match import HandResult, Match, MatchInfo, Setup, given_value
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.platform_messages import made_up
from tests.playouts import Style, generate
from tests.profiles import cases

SEEDS: Final = cases(range(24), range(4))
SEATS: Final = made_records.SEATS

Facts = dict[str, Any]
Losses = Mapping[str, Callable[[Facts], None]]


def hands(facts: Facts) -> list[Facts]:
    found: list[Facts] = facts["hands"]
    return found


def without_setup(*names: str) -> Callable[[Facts], None]:
    def drop(facts: Facts) -> None:
        for hand in hands(facts):
            for name in names:
                hand["setup"].pop(name, None)

    return drop


def without_actions(kept: Callable[[str], bool]) -> Callable[[Facts], None]:
    def drop(facts: Facts) -> None:
        for hand in hands(facts):
            hand["actions"] = [each for each in hand["actions"] if kept(each)]

    return drop


def without_names(facts: Facts) -> None:
    for player in facts["players"]:
        player.pop("name", None)


def without_claims(facts: Facts) -> None:
    for hand in hands(facts):
        hand["actions"] = [re.sub(r"=\w+", "", each) for each in hand["actions"]]


def without_deal(facts: Facts) -> None:
    for hand in hands(facts):
        hand.pop("deal", None)


def only_p1(facts: Facts) -> None:
    for hand in hands(facts):
        hand["deal"] = {seat: cards for seat, cards in hand["deal"].items() if seat == "P1"}


def boards(facts: Facts) -> None:
    """The cards of each row; how they came there is lost."""
    without_deal(facts)
    for hand in hands(facts):
        if any(" place " in each for each in hand["actions"]):
            rows = {seat: made_records.placed(hand["actions"], seat).values() for seat in SEATS[:2]}
            sets = [f"{seat} set " + " / ".join(map(" ".join, each)) for seat, each in rows.items()]
            hand["actions"] = [_sorted(each) for each in sets]
        hand.pop("setup", None)


LOSSES: Final[Losses] = {
    "does not record the players' names": without_names,
    "does not record what the teams' levels were before each hand": without_setup("levels"),
    "does not record what a wild card is played as": without_claims,
    "does not record the cards dealt$": without_deal,
    "does not record the cards dealt to P0, P2, P3": only_p1,
    "does not record tribute": without_actions(lambda each: each.split()[1] in ("play", "pass")),
    "does not record the hands before and after this one": without_setup("previous", "levels"),
    "does not record which of the two seats resists": without_actions(lambda each: not each.endswith(" resist")),
    "does not record the passes, and the plays of the other seats": without_actions(
        lambda each: each.startswith("P1 play")
    ),
    "does not record how the cards were dealt, placed and discarded": boards,
}
"""By what a notice says, what is lost."""


def facts_of(match: Match, said: list[str]) -> Facts:
    """All of a match but its rules, what notices name, and in Guandan results, which follow from the play."""
    facts: Facts = json.loads(write_match(match))
    del facts["rules"]
    if match.game == "guandan":
        facts.pop("result", None)
    for hand in hands(facts):
        if match.game == "guandan":
            hand.pop("result", None)
        hand["deal"] = {seat: sorted(cards.split()) for seat, cards in hand.get("deal", {}).items()}
        hand["actions"] = _acted(hand["actions"], match.game)
    for pattern, lose in LOSSES.items():
        if any(re.search(pattern, each) for each in said):
            lose(facts)
    if match.game == "guandan":
        for hand in hands(facts):
            level = hand.get("setup", {}).get("level")
            hand["actions"] = [_as_read(each, level) for each in hand["actions"]]
    return facts


def lost(wanted: Any, found: Any, place: str = "") -> list[str]:
    """The places at which one document does not have what another has, with both values."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [each for name, value in wanted.items() for each in lost(value, found.get(name), f"{place}.{name}")]
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [each for at, value in enumerate(wanted) for each in lost(value, found[at], f"{place}[{at}]")]
    return [] if wanted in (found, {}, []) else [f"{place}: {wanted!r} became {found!r}"]


def _acted(actions: list[str], game: str) -> list[str]:
    """The actions, without the order of payers and of receivers of tribute, and of the cards that a turn places."""
    if game != "guandan":
        return [_sorted(each) for each in actions]
    before = [each for each in actions if each.split()[1] not in ("play", "pass")]
    order = ("resist", "tribute", "return")
    before.sort(key=lambda each: (order.index(each.split()[1]), each))
    return before + [each for each in actions if each.split()[1] in ("play", "pass")]


def _sorted(action: str) -> str:
    """An action with the cards of each row sorted."""
    seat, verb, *words = action.split()
    rows = " ".join(words).split(" / ")
    return f"{seat} {verb} {' / '.join(' '.join(sorted(row.split())) for row in rows)}"


def _as_read(action: str, level: str | None) -> str:
    """A play with its cards and its reading."""
    seat, verb, *words = action.split()
    if verb != "play":
        return action
    book = GuandanReader(SEATS, GuandanCombinationRules(parse_rank(level or ""), joker_pair_in_full_house=True))
    form = book.play(action).form
    return f"{seat} play {' '.join(word.partition('=')[0] for word in words)} ({form})"


def guandan(preset: str, seed: int, count: int = 3, *, receivers: bool = False, **options: object) -> Match:
    style = Style(seats=SEATS, claims=1, receivers=int(receivers), results=0)
    return generate("guandan", seed, preset=preset, options=options, hands=count, policy="mixed", style=style)


def first_hands(seed: int) -> list[Match]:
    """Hands without tribute, one in each match, with who played when."""
    (one, *_) = single_hands(guandan("tournament", seed, 1))
    (hand,) = one.hands
    return [replace(one, hands=[hand], match=MatchInfo(id="m1", played_at="2026-01-02T03:04:05.678Z"))]


def exported(seed: int) -> list[Match]:
    """Hands without tribute, with when they were exported."""
    (match,) = first_hands(seed)
    return [replace(match, match=MatchInfo(played_at="2026-01-02T03:04:05.678Z", note="x"))]


def notes_of_hands(seed: int) -> list[Match]:
    """First hands, with the name of P0."""
    match = made_up(seed, "mixed", hands=1)
    first, *others = (replace(player, name=UNSET) for player in match.players)
    return [
        replace(
            with_levels(match),
            match=MatchInfo(id="m1", played_at="2026-01-02T03:04:05.678"),
            players=[replace(first, name="Li Wei"), *others],
        )
    ]


def hands_of_one_seat(seed: int) -> list[Match]:
    """Hands without tribute in which P1 has no black joker, for which the format has no name."""
    made = (first_hands(number) for number in range(seed * 40, seed * 40 + 40))
    return next(
        [replace(match, match=UNSET)] for (match,) in made if "BJ" not in (given_value(match.hands[0].deal) or {})["P1"]
    )


def arena(seed: int) -> list[Match]:
    """Whole matches, with the ids of the players."""
    match = with_levels(guandan("tournament", seed))
    players = [replace(each, id=f"agent {each.seat}") for each in match.players]
    return [replace(match, match=MatchInfo(id="m1", table="room 1"), players=players)]


def printed(seed: int) -> list[Match]:
    """Whole matches with the teams' levels before each hand."""
    return [with_levels(guandan("tournament", seed, receivers=True, win_at="reach_a"))]


def with_levels(match: Match) -> Match:
    """The match with the level of each hand."""
    levels = [given_value(one.hands[0].setup) for one in single_hands(match)]
    hands = [
        replace(hand, setup=Setup(level=level.level)) if level is not None else hand
        for hand, level in zip(match.hands, levels, strict=True)
    ]
    return replace(match, hands=hands)


def open_face(seed: int, *, seats: int | None) -> list[Match]:
    """The first hand of pineapple among some that has so many seats, without stakes, with its scores."""
    for number in range(seed * 40, seed * 40 + 40):
        options = {"fantasyland": "standard"}
        match = generate(
            "chinese_poker", number, preset="pineapple", options=options, hands=1, style=Style(seats=SEATS, results=0)
        )
        (hand,) = match.hands
        if len(match.players) != (seats or len(match.players)) or any(" set " in each for each in hand.actions):
            continue
        hand = replace(hand, setup=Setup(dealer=match.seats[0], fantasyland={}))
        report = Checker().check(read_match(write_match(replace(match, hands=[hand])), "it"))
        assert report.replay is not None
        if str(report.verdict) == "clean":
            scores = report.replay.hands[0].scores or {}
            result = HandResult(scores={seat: points or 0 for seat, points in scores.items()})
            return [replace(match, hands=[replace(hand, result=result)])]
    raise AssertionError("no such hand was made")


Written = tuple[Callable[[int], list[Match]], Callable[[Match], bytes]]
WRITERS: Final[Mapping[str, Written]] = {
    "njupt": (lambda seed: [with_levels(made_up(seed, "mixed", hands=3))], made_records.njupt),
    "njupt-messages": (lambda seed: [with_levels(made_up(seed, "mixed", hands=3))], made_records.njupt_messages),
    "njupt-client": (notes_of_hands, made_records.njupt_client),
    "njupt-archive": (lambda seed: [with_levels(made_up(seed, "mixed", hands=3))], made_records.njupt_archive),
    "guandan-world": (printed, made_records.guandan_world),
    "mobilegd-converted": (hands_of_one_seat, made_records.mobilegd_converted),
    "canonical-replays": (first_hands, made_records.canonical_replays),
    "arena-games": (arena, made_records.arena_games),
    "guandan-coach": (exported, made_records.guandan_coach),
    "botzone": (lambda seed: single_hands(guandan("botzone", seed)), made_records.botzone),
    "pineapple-boards": (lambda seed: open_face(seed, seats=2), made_records.pineapple_boards),
    "poker-arena": (lambda seed: open_face(seed, seats=None), made_records.poker_arena),
}
"""By format, matches that its platform could have played, and what writes them."""


def test_every_reader_has_a_writer() -> None:
    readers = {name for name in FORMATS if not name.startswith("poker-arena-")}
    assert {*WRITERS} == readers


@for_every("seed", SEEDS)
@for_every("name", WRITERS)
def test_a_match_that_was_written_and_read_loses_nothing_that_no_notice_names(name: str, seed: int) -> None:
    make, write = WRITERS[name]
    for match in make(seed):
        (record,) = format_named(name).read(write(match), "it")
        assert record.match is not None, record.findings[0].message
        said = [str(each.message) for each in record.findings]
        assert lost(facts_of(match, said), facts_of(record.match, said)) == []
