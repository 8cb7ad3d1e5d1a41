"""Observations: what a seat could see before its action, and nothing that it could not."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET

from engine.games import GAMES
from engine.logs import read_logs
from engine.record.actions import parse_action
from engine.record.match import Match
from engine.replay.views import View, seen_action
from engine.verdict.check import Checker
from engine.verdict.observations import Observation, observations
from tests.builders import hand, match
from tests.offenders import for_every
from tests.playouts import generate
from tests.playouts.judging import judged
from tests.profiles import examples

CHECKER = Checker()
SEEDS = examples(24) // 4


def observed(match: Match) -> Iterator[Observation]:
    report = judged(match, CHECKER)
    assert report.rules is not None
    return observations(match, report, CHECKER.judge(report.rules), "0" * 64)


def seen_at(match: Match, hand: int, step: int) -> dict[str, Any]:
    """What the observation of an action says of the table and of the actions before."""
    found = next(each for each in observed(match) if (each.hand, each.step) == (hand, step))
    return {"sees": found.sees, "history": found.history, "seat": found.seat, "action": found.action}


def named_by(actions: list[str], seat: str) -> Counter[str]:
    """The cards that the actions of a seat name."""
    words = [word for text in actions if (action := parse_action(text)).seat == seat for word in action.words]
    return Counter(word.split("=")[0].split(":")[0] for word in words)


def dealt_otherwise(match: Match, index: int, step: int, seat: str, rng: Random) -> Match:
    """The match up to an action, with the cards of the others that no action names dealt to them in another way."""
    hand = match.hands[index]
    assert hand.deal is not UNSET
    actions = hand.actions[:step]
    deal = {each: cards.partition("|")[0].split() for each, cards in hand.deal.items()}
    free = {}
    claimed = {action.seat for action in map(parse_action, actions) if action.verb == "natural"}
    for each in deal.keys() - {seat} - claimed:
        left = Counter(deal[each]) - named_by(actions, each)
        free[each] = [card for card in left.elements() if "J" not in card[1:]]
    pool = [card for each in sorted(free) for card in free[each]]
    rng.shuffle(pool)
    for each in sorted(free):
        kept = Counter(deal[each]) - Counter(free[each])
        deal[each] = [*kept.elements(), *pool[: len(free[each])]]
        pool = pool[len(free[each]) :]
    rest = {each: "".join(cards.partition("|")[1:]) for each, cards in hand.deal.items()}
    texts = {each: f"{' '.join(cards)} {rest[each]}".strip() for each, cards in deal.items()}
    dealt = msgspec.structs.replace(hand, deal=texts, actions=actions, result=UNSET)
    return msgspec.structs.replace(match, hands=[*match.hands[:index], dealt], result=UNSET)


@for_every("game", GAMES)
def test_what_a_seat_saw_does_not_depend_on_cards_that_it_did_not_see(game: str) -> None:
    tried = changed = 0
    for seed in range(SEEDS):
        rng = Random(f"{game} {seed}")
        match = generate(game, seed, hands=2)
        for _ in range(3):
            index = rng.randrange(len(match.hands))
            hand = match.hands[index]
            if hand.deal is UNSET or not hand.actions:
                continue
            step = rng.randint(1, len(hand.actions))
            seat = parse_action(hand.actions[step - 1]).seat
            other = dealt_otherwise(match, index, step, seat, rng)
            assert seen_at(other, index + 1, step) == seen_at(match, index + 1, step), (seed, index, step)
            tried += 1
            changed += other.hands[index].deal != hand.deal
    assert tried >= SEEDS
    assert changed > tried // 2


def test_a_card_laid_away_is_seen_by_its_seat_alone() -> None:
    found = 0
    for seed in range(SEEDS):
        match = generate("chinese_poker", seed, preset="pineapple", hands=1)
        for each in observed(match):
            for seat in each.sees["seats"]:
                found += "discarded" in seat and seat["seat"] != each.seat
                assert seat["seat"] == each.seat or {*seat.get("discarded", ())} <= {"??"}
            assert not any(
                ":discard" in word and not word.startswith("??")
                for text in each.history
                if (action := parse_action(text)).seat != each.seat
                for word in action.words
            )
    assert found


@for_every("game", GAMES)
def test_every_action_has_an_observation_with_its_outcome(game: str) -> None:
    match = generate(game, 1, hands=2)
    report = judged(match, CHECKER)
    assert report.replay is not None
    found = list(observed(match))
    places = [(index + 1, step + 1) for index, hand in enumerate(match.hands) for step in range(len(hand.actions))]
    assert [(each.hand, each.step) for each in found] == places
    for each in found:
        text = match.hands[each.hand - 1].actions[each.step - 1]
        assert each.action == seen_action(text, View(each.seat, each.seat), match.seats, laid_open=True)
        assert len(each.history) == each.step - 1
        assert each.outcome["scores"] == report.replay.hands[each.hand - 1].scores


def test_cards_that_are_set_face_down_are_seen_by_their_seat_alone() -> None:
    """Of one pack, no card of another seat is seen before all have set theirs."""
    tried = 0
    for seed in range(SEEDS):
        match = generate("chinese_poker", seed, preset="two-four", hands=2)
        for each in observed(match):
            deal = match.hands[each.hand - 1].deal
            assert deal is not UNSET
            strange = {card for seat, cards in deal.items() if seat != each.seat for card in cards.split()}
            said = msgspec.json.encode([each.sees, each.history, each.action]).decode()
            assert {card for card in strange if re.search(rf"\b{card}\b", said)} == set()
            tried += any(" set ??" in text for text in each.history)
    assert tried > 5


def test_an_error_is_named_at_its_action() -> None:
    log = match(hand(["E play 3s", "N play 3h", "W pass"]))
    (record,) = read_logs(BytesIO(json.dumps(log).encode()), "log.json")
    assert record.match is not None
    found = {each.action: [*each.errors] for each in observed(record.match)}
    assert found["E play 3s"] == found["W pass"] == []
    assert found["N play 3h"]
