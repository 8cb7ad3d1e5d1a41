"""What Botzone's judge asked the seats of a hand of Guandan, and what they answered."""

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from made_botzone import Exchange, exchanges, judge_log, seen, single_hands
from made_messages import format_named
from msgspec.structs import replace

from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.logs.record import LogRecord
from engine.record.match import Hand, Match, Setup, given_value
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import Style, generate
from tests.profiles import cases

SEATS: Final = ("P0", "P1", "P2", "P3")
SEEDS: Final = cases(range(24), range(3))
"""Matches that are made up; the first ones have double tribute, resistance, wild cards and partners who lead after a
seat that went out.
"""
FOUR: Final = range(4)


def read(document: Any) -> LogRecord:
    (record,) = format_named("botzone").read(json.dumps(document).encode(), "it")
    return record


def hand_of(document: Any) -> Hand:
    record = read(document)
    assert record.match is not None, record.findings[0].message
    (hand,) = record.match.hands
    return hand


def refusal(document: Any) -> tuple[str, str]:
    record = read(document)
    assert record.match is None
    return record.findings[0].message, record.findings[0].expected


def said(document: Any) -> list[str]:
    return [finding.message for finding in read(document).findings]


def plays(actions: Iterable[str]) -> list[str]:
    """Plays and passes, without the suits that wild cards are claimed to have, nor claims that they are themselves."""
    told = [action for action in actions if action.split()[1] in ("play", "pass")]
    return [re.sub(r"=(\w)\w\b", r"=\1", re.sub(r"\b(\w\w)=\1\b", r"\1", action)) for action in told]


def before(actions: Iterable[str]) -> list[str]:
    """The tribute, in any order and without the seat that resists."""
    told = [action for action in actions if action.split()[1] not in ("play", "pass")]
    return sorted("resist" if action.endswith("resist") else action for action in told)


def made(seed: int) -> list[Match]:
    style = Style(claims=1, seats=SEATS)
    return single_hands(generate("guandan", seed, preset="botzone", hands=4, policy="mixed", style=style))


@for_every("seed", SEEDS)
def test_four_seats_and_the_log_of_the_judge_give_the_hand(seed: int) -> None:
    for match in made(seed):
        (hand,) = match.hands
        for named in (False, True):
            asked = exchanges(match, named=named, places=named)
            for document in ([seen(asked, seat) for seat in FOUR], judge_log(asked)):
                found = hand_of(document)
                assert plays(found.actions) == plays(hand.actions)
                assert before(found.actions) == before(hand.actions)
                assert found.deal == hand.deal
                assert given_value(given_value(found.setup).level) == given_value(given_value(hand.setup).level)


@for_every("seed", SEEDS)
def test_one_seat_gives_the_hand_up_to_its_last_action(seed: int) -> None:
    whole = 0
    for match in made(seed):
        (hand,) = match.hands
        for named in (False, True):
            asked = exchanges(match, named=named)
            for seat in FOUR:
                view = seen(asked, seat)
                found = hand_of(view)
                assert found.deal == {SEATS[seat]: given_value(hand.deal)[SEATS[seat]]}
                if any("the lead after all had passed" in message for message in said(view)):
                    continue
                whole += 1
                last = max(at for at, action in enumerate(plays(hand.actions)) if action.startswith(SEATS[seat]))
                assert plays(found.actions)[: last + 1] == plays(hand.actions)[: last + 1]
                assert plays(found.actions) == plays(hand.actions)[: len(plays(found.actions))]
    assert whole > 8


def test_a_clean_hand_is_clean_and_one_seat_leaves_it_incomplete() -> None:
    match = made(1)[0]
    assert str(Checker().check(read_match(write_match(match), "it")).verdict) == "clean"
    asked = exchanges(match)
    assert str(Checker().check(read([seen(asked, seat) for seat in FOUR])).verdict) == "clean"
    first_out = min(FOUR, key=lambda seat: len(seen(asked, seat)["requests"]))
    assert str(Checker().check(read(seen(asked, first_out))).verdict) == "incomplete"


def test_some_seats_show_their_cards_and_the_one_asked_most_the_play() -> None:
    match = made(0)[0]
    asked = exchanges(match)
    two = hand_of([seen(asked, 1), seen(asked, 2)])
    assert set(given_value(two.deal)) == {"P1", "P2"}
    longest = max((1, 2), key=lambda seat: len(seen(asked, seat)["requests"]))
    assert two.actions == hand_of(seen(asked, longest)).actions


def table(level: str = "2", **facts: Any) -> dict[str, Any]:
    return {"level": level, "tribute": 0, "first": None, "last": None, **facts}


def deal(cards: list[int], seat: int = 0, **facts: Any) -> dict[str, Any]:
    return {"stage": "deal", "deliver": cards, "your_id": seat, "global": table(**facts)}


def asked_to_play(*history: Any, **fields: Any) -> dict[str, Any]:
    return {"stage": "play", "history": list(history), "done": [], "pass_on": -1, "global": table(), **fields}


def view(*requests: Any, answers: tuple[Any, ...] = ()) -> dict[str, Any]:
    return {"requests": list(requests), "responses": list(answers)}


def test_cards_and_what_wild_cards_stand_for() -> None:
    first = deal([0, 4, 5, 6, 7, 50, 52, 53, 54, 107, 36])
    answers = ([], [[4, 58, 52, 53], [14, 13, 52, 53]], [[0], [0]])
    actions = hand_of(view(first, asked_to_play(), asked_to_play(), answers=answers)).actions
    assert given_value(hand_of(view(first)).deal) == {"P0": "Ah 2h 2d 2s 2c Ks BJ RJ Ah RJ Th"}
    assert actions == ["P0 play 2h=4s 2h=4d BJ RJ", "P1 pass", "P2 pass", "P3 pass", "P0 play Ah"]


def test_a_wild_card_that_is_claimed_as_itself_keeps_that_claim() -> None:
    """At level 4: a straight to 8.  Among level cards alone it needs no claim."""
    straight = [26, 23, 12, 30, 18]
    requests = (deal([*straight, 13, 12], level="4"), *[asked_to_play(**{"global": table("4")})] * 4)
    answers = ([], [straight, straight], [[13, 12], [13, 12]], [[12, 66], [12, 66]], [[12, 52], [13, 52]])
    actions = [each for each in hand_of(view(*requests, answers=answers)).actions if "play" in each]
    assert actions == ["P0 play 7s 6c 4h=4h 8s 5s", "P0 play 4d 4h", "P0 play 4h 4h", "P0 play 4h=4d BJ"]


def test_a_claim_that_does_not_fit_is_kept_as_a_notice() -> None:
    document = view(deal([0, 4]), asked_to_play(), answers=([], [[0, 4], [4, 8]]))
    assert hand_of(document).actions == ["P0 play Ah 2h"]
    assert "Ah 2h is read as recorded, although the log calls them 2h 3h" in said(document)


def test_a_seat_that_was_not_heard_before_the_first_request_did_not_lead() -> None:
    history = ([], [], [[13], [13]], [])
    assert hand_of(view(deal([0]), asked_to_play(*history), answers=([], []))).actions == [
        "P2 play 4d",
        "P3 pass",
        "P0 pass",
    ]


def test_a_history_without_seats_has_nothing() -> None:
    assert hand_of(view(deal([0]), asked_to_play({}, {}, {}, {}), answers=([], [[0], [0]]))).actions == ["P0 play Ah"]


@for_every(("lead", "noted"), [([8], False), ([40, 41, 42], True)])
def test_the_partner_of_a_seat_that_went_out_leads(lead: list[int], noted: bool) -> None:
    """P3 goes out.  What P0 is shown of P1 is its lead, and that all had passed is not shown."""
    triples = [[4 * rank, 4 * rank + 1, 4 * rank + 2] for rank in range(1, 10)]
    requests = [asked_to_play([], [], [], [triple, triple]) for triple in triples]
    last = asked_to_play([], [lead, lead], [], [])
    document = view(deal([0]), *requests, last, answers=([], *([] for _ in triples), [[0], [0]]))
    cards = given_value(hand_of(view(deal(lead))).deal)["P0"]
    assert hand_of(document).actions[-7:] == [
        "P3 play Th Td Ts",
        "P0 pass",
        "P1 pass",
        "P2 pass",
        f"P1 play {cards}",
        "P2 pass",
        "P0 play Ah",
    ]
    assert any("the lead after all had passed" in message for message in said(document)) is noted


@for_every(
    ("facts", "previous"),
    [
        ({"tribute": 2, "first": 0, "last": 3}, ["P0", "P2", "P1", "P3"]),
        ({"tribute": 1, "first": 0, "last": 3}, ["P0", "P1", "P2", "P3"]),
        ({"tribute": 1, "first": 2, "last": 0}, ["P2", "P1", "P3", "P0"]),
        ({"tribute": True, "ranking": [3, 1, 0, 2]}, ["P3", "P1", "P0", "P2"]),
    ],
)
def test_places_before(facts: dict[str, Any], previous: list[str]) -> None:
    assert hand_of(view(deal([0], level="0", **facts))).setup == Setup(level="T", previous=previous)


@for_every("facts", [{}, {"tribute": False, "ranking": [0, 1, 2, 3]}, {"first": -1, "last": -1}])
def test_a_first_hand_has_no_places_before(facts: dict[str, Any]) -> None:
    assert hand_of(view(deal([0], **facts))).setup == Setup(level="2")


def test_a_play_that_a_history_has_otherwise_is_kept_with_a_notice() -> None:
    views = [
        view(deal([0], 0), asked_to_play(), answers=([], [[0], [0]])),
        view(deal([8], 1), asked_to_play([], [], [], [[4], [4]]), answers=([], [])),
        view(deal([12], 2)),
        view(deal([16], 3), asked_to_play([], [[0], [0]], [], []), answers=([], [])),
    ]
    assert hand_of(views).actions[0] == "P0 play Ah"
    assert any("although [1].requests[1] (play).history has 2h" in message for message in said(views))


START: Final = deal(list(range(27)))
FAULTS: Final[tuple[tuple[Any, str, str], ...]] = (
    (view(START, {"stage": "fold"}), "requests[1].stage: fold is not a stage", "deal, tribute, return, play"),
    (view({**START, "deliver": [108]}), "requests[0] (deal).deliver[0]: 108 is not a card of this format", "0 to 107"),
    (view(START, asked_to_play([], [])), "requests[1] (play).history: 2 places", "a place for each of the four seats"),
    (
        view(START, asked_to_play([], [[4]], [], [])),
        "requests[1] (play).history[1]: a play of 1 lists",
        "the cards, then what they stand for",
    ),
    (
        view(START, asked_to_play([], [[], [4]], [], [])),
        "requests[1] (play).history[1]: a play without cards",
        "one card or more",
    ),
    (
        view(START, asked_to_play({"player": 9, "response": []})),
        "requests[1] (play).history[0].player",
        "",
    ),
    (
        view(START, asked_to_play(), answers=([], [[200], [0]])),
        "the answer to requests[1] (play)[0][0]: 200 is not a card",
        "0 to 107",
    ),
    (
        view(START, asked_to_play(), answers=([], "pass")),
        "the answer to requests[1] (play): the value is",
        "a list",
    ),
    (view({**START, "global": table(level="1")}), "requests[0] (deal).global.level: 1 is not a level", "2 to 10"),
    (
        view({**START, "global": table(tribute=1, ranking=[0, 0, 1, 2])}),
        "requests[0] (deal).global: it does not place each seat once",
        "the places of the hand before",
    ),
    (
        view({**START, "global": table(tribute_cards={"P1": 3})}),
        "requests[0] (deal).global.tribute_cards: P1 is not a seat",
        "0 to 3",
    ),
    (view(START, START), "requests[1] (deal): P0 is dealt a second hand", "one hand"),
    (view(START, asked_to_play(done=[1, 1])), "requests[1] (play).done: a seat appears twice", "each seat once"),
    (view({key: START[key] for key in ("stage", "deliver", "global")}), "requests: the seat that was asked", "your_id"),
    ([view(START), {"requests": 3}], "[1].requests", ""),
    ({"log": {"0": START}}, "log: this is not a list", "a list of requests and answers in turn"),
    (
        {"log": [{"output": {"command": "request", "content": {"2": {**START, "deliver": [-1]}}}}]},
        "log[0].output.content.2 (deal).deliver[0]: -1 is not a card",
        "0 to 107",
    ),
)


@for_every(("document", "found", "wanted"), FAULTS)
def test_what_does_not_fit(document: Any, found: str, wanted: str) -> None:
    message, expected = refusal(document)
    assert found in message
    assert wanted in expected


def test_a_lead_that_no_history_has_is_refused() -> None:
    message, expected = refusal(
        view(
            deal([0]),
            asked_to_play([], [], [], [[8], [8]]),
            asked_to_play(),
            answers=([], [], []),
        )
    )
    assert "requests[2] (play).history: it has no play of P3, which leads" in message
    assert "the play that leads" in expected


def test_a_judge_that_failed_leaves_what_was_done() -> None:
    match = made(0)[0]
    log = judge_log(exchanges(match))
    log["log"] = [*log["log"][:9], {"0": {"verdict": "RE"}}, None, 3]
    assert 0 < len(hand_of(log).actions) < 9


def test_unknown_fields_are_named() -> None:
    assert "requests.mood is not a known part of the Botzone format" in said(view({**START, "mood": 1}))
    asked: list[Exchange] = exchanges(made(0)[0])
    assert len(said(seen(asked, 0))) == 4
    assert replace(read(seen(asked, 0)), findings=()).format == "botzone"
