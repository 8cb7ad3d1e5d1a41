"""Two records of made-up matches: what is found is what was changed, and a merged record is the one that was chosen."""

from random import Random
from typing import Any

import pytest
from msgspec import UNSET, convert, to_builtins
from msgspec.structs import replace

from engine.match_diff import CannotPair, DifferenceKind, MatchComparison, compare_records
from engine.match_diff.reseating import reseated
from engine.record.match import Hand, Match
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import GAMES, drawn_rules, generate

CHECKER = Checker()
SEEDS = range(6)


def record(game: str, seed: int, hands: int = 3) -> Match:
    preset, options = drawn_rules(game, seed)
    return generate(game, seed, preset=preset, options=options, hands=hands)


def turned(match: Match, turn: int, prefix: str = "Z") -> tuple[Match, dict[str, str]]:
    """The match as written by somebody who calls the seats otherwise and begins with another one."""
    names = {seat: f"{prefix}{number}" for number, seat in enumerate(match.seats)}
    order = [names[seat] for seat in match.seats]
    return reseated(match, names, order[turn:] + order[:turn]), names


def changed(match: Match, change: Any) -> Match:
    """The match after a change of its plain data."""
    data = to_builtins(match)
    change(data)
    return convert(data, Match)


def compare(first: Match, second: Match) -> MatchComparison:
    return compare_records(CHECKER, first, second)


@for_every("seed", SEEDS)
@for_every("game", GAMES)
def test_a_match_written_with_other_seats_is_the_same(game: str, seed: int) -> None:
    match = record(game, seed)
    for turn in range(len(match.players)):
        other, names = turned(match, turn)
        compared = compare(match, other)
        assert compared.seating.by == "cards"
        assert compared.seating.seats == {name: seat for seat, name in names.items()}
        assert compared.differences == ()
        assert compared.second == match


@for_every("seed", SEEDS)
@for_every("game", GAMES)
def test_taking_every_difference_gives_the_second_record(game: str, seed: int) -> None:
    random = Random(f"{game} {seed}")
    match = record(game, seed)

    def spoil(data: dict[str, Any]) -> None:
        for hand in data["hands"]:
            for _ in range(random.randint(0, 3)):
                place = random.randrange(len(hand["actions"]) + 1)
                act = random.choice(("drop", "add", "change"))
                if act == "add" or place == len(hand["actions"]):
                    hand["actions"].insert(place, f"{data['players'][0]['seat']} ask")
                elif act == "drop":
                    del hand["actions"][place]
                else:
                    hand["actions"][place] = hand["actions"][place].split(" ")[0] + " ask"
            if random.random() < 0.5 and hand.get("deal"):
                hand["deal"].popitem()
            hand.setdefault("result", {})["scores"] = {data["players"][0]["seat"]: random.randint(-9, 9)}
        if random.random() < 0.3:
            del data["hands"][random.randrange(len(data["hands"]))]

    other = changed(match, spoil)
    compared = compare(match, other)
    everything = {each.number for each in compared.differences}
    assert compared.merged(everything) == compared.second
    assert compared.merged(()) == match
    assert [each.number for each in compared.differences] == list(range(1, len(everything) + 1))


def test_a_changed_action_is_found_and_the_rules_refute_it() -> None:
    match = generate("guandan", 4, hands=2)
    at = next(place for place, action in enumerate(match.hands[1].actions) if place > 20 and action.endswith("pass"))
    seat = match.hands[1].actions[at].split()[0]
    held = set(str(match.hands[1].deal[seat]).split())  # type: ignore[index]
    card = next(card for card in ("3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts") if card not in held)

    def lie(data: dict[str, Any]) -> None:
        data["hands"][1]["actions"][at] = f"{seat} play {card}"

    other, _ = turned(changed(match, lie), 2)
    (found,) = compare(match, other).differences
    assert (found.kind, found.first_hand, found.first_action, found.second_action) == (DifferenceKind.ACTION, 1, at, at)
    assert (found.first, found.second) == (f"{seat} pass", f"{seat} play {card}")
    assert compare(match, other).weights[1].refuted == "second"
    assert compare(match, other).advised == frozenset()
    other_way = compare(changed(match, lie), match)
    assert other_way.weights[1].refuted == "first"
    assert other_way.merged(other_way.advised) == match


def test_a_hand_that_only_one_record_has_is_one_difference() -> None:
    match = generate("big_a", 5, hands=4)
    other = replace(match, hands=[match.hands[0], *match.hands[2:]])
    (found,) = [each for each in compare(match, other).differences if each.kind is DifferenceKind.HAND]
    assert (found.first_hand, found.second_hand, found.second) == (1, None, None)
    (added,) = [each for each in compare(other, match).differences if each.kind is DifferenceKind.HAND]
    assert (added.first_hand, added.second_hand, added.first) == (None, 1, None)
    compared = compare(other, match)
    assert compared.merged({each.number for each in compared.differences}) == match


def test_a_score_sheet_beside_a_record_says_less_and_changes_nothing() -> None:
    match = generate("guandan", 7, hands=3)
    sheet = replace(
        match, hands=[Hand(setup=hand.setup, deal=UNSET, actions=[], result=hand.result) for hand in match.hands]
    )
    compared = compare(match, sheet)
    assert compared.differences
    assert all(each.second is None for each in compared.differences)
    assert compared.advised == frozenset()


def test_what_a_merged_record_took_is_in_its_note() -> None:
    match = generate("guandan", 3, hands=1)

    def rename(data: dict[str, Any]) -> None:
        data["players"][0]["name"] = "Somebody else"

    compared = compare(match, changed(match, rename))
    merged = compared.merged({1}, ("a.json", "b.json"))
    assert merged.players[0].name == "Somebody else"
    assert str(merged.match.note).endswith(  # type: ignore[union-attr]
        f"Merged from a.json and b.json. players {match.seats[0]} name: b.json."
    )


def test_records_of_other_games_or_tables_cannot_be_compared() -> None:
    with pytest.raises(CannotPair, match="The first record is of guandan, the second of big a"):
        compare(generate("guandan", 1, hands=1), generate("big_a", 1, hands=1))
    four = generate("chinese_poker", 1, hands=1)
    fewer = replace(four, players=four.players[:-1])
    with pytest.raises(CannotPair, match=f"has {len(four.players)} players, the second {len(four.players) - 1}"):
        compare(four, fewer)


def test_a_comparison_replays_no_more_than_its_bound() -> None:
    match = generate("guandan", 3, hands=2)

    def rename(data: dict[str, Any]) -> None:
        for player in data["players"]:
            player["name"] = "Somebody else"

    actions = sum(len(hand.actions) + 1 for hand in match.hands)
    compared = compare_records(CHECKER, match, changed(match, rename), work=2 * actions)
    assert len(compared.differences) == 4
    assert sorted(compared.weights) == [1, 2]


def test_a_record_that_its_rules_do_not_allow_is_not_judged() -> None:
    match = generate("chinese_poker", 1, hands=1)
    assert len(match.players) == 4

    def claim(data: dict[str, Any]) -> None:
        data["rules"] = {"preset": "pineapple"}

    compared = compare(match, changed(match, claim))
    assert compared.judged[1] is None
    assert compare(changed(match, claim), match).judged[0] is None
