"""The deals that fit what a seat knows: all that differ, and drawn ones."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from math import factorial
from typing import cast

import pytest

from engine.cards.packed import Card, Holding, card_text, copies, pack, parse_card, size, unpack
from engine.climbing.sight import as_named
from engine.insight.deals import NoFittingDealError, drawn, ways
from engine.replay.endgame import Endgame
from engine.replay.seen import SeatKnowledge, World
from tests.bruteforce.watched import laid
from tests.offenders import for_every


def holding(text: str) -> Holding:
    return pack(parse_card(card) or 0 for card in text.split())


def seen(
    cards: str,
    free: Sequence[int],
    known: Sequence[str] = ("", "", "", ""),
    fits: Callable[[Sequence[Holding]], bool] = lambda hands: True,
    deciding: str = "",
) -> SeatKnowledge:
    def world(hands: Sequence[Holding]) -> World | None:
        return (cast(Endgame, None), (tuple(hands), 0, 0, 0, 0)) if fits(hands) else None

    return SeatKnowledge(
        known=tuple(map(holding, known)),
        unseen=tuple(sorted((parse_card(card) or 0 for card in cards.split()), key=as_named)),
        free=tuple(free),
        deciding=frozenset(unpack(holding(deciding))),
        kind=lambda card: card,
        world=world,
    )


def texts(world: World) -> list[list[str]]:
    return [sorted(map(card_text, unpack(hand))) for hand in world[1][0]]


def test_a_drawn_deal_is_worked_out_by_hand() -> None:
    """The SHA-256 of ``ab:0:7:0:0`` begins 211438ee 9a829d55 50b07cad 8cc16312 0bb20c5d.

    So 9c and RJ, at places 2 and 5, change places; then 3h and BJ (1 and 4), BJ and Td (1 and 3), 3s and RJ (0 and 2);
    the last swap is of a card with itself: RJ Td 3s BJ 3h 9c.
    """
    what = seen("3s 3h 9c Td BJ RJ", (0, 2, 3, 1), ("As", "", "Kd", ""))
    assert texts(drawn(what, "ab:0:7:0")) == [["As"], ["RJ", "Td"], ["3h", "3s", "BJ", "Kd"], ["9c"]]


def test_cards_are_in_the_order_in_which_actions_name_them() -> None:
    what = seen("RJ* BJ* RJ BJ 2c 2s Ah Tc 9d", (0, 9, 0, 0))
    assert [card_text(card) for card in what.unseen] == ["2s", "2c", "9d", "Tc", "Ah", "BJ", "BJ*", "RJ", "RJ*"]


def by_the_page(cards: Sequence[Card], free: Sequence[int], name: str) -> Iterator[list[list[Card]]]:
    """The deals of a name, one after the other, as the page says it."""
    words: list[int] = []
    counter = 0
    while True:
        order = list(cards)
        place = len(order) - 1
        while place >= 1:
            if not words:
                digest = sha256(f"{name}:{counter}".encode("ascii")).hexdigest()
                counter += 1
                words = [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
            word = words.pop(0)
            if word >= (2**32 // (place + 1)) * (place + 1):
                continue
            other = word % (place + 1)
            order[place], order[other] = order[other], order[place]
            place -= 1
        hands = []
        for number in free:
            hands.append(order[:number])
            order = order[number:]
        yield hands


def test_deals_are_drawn_as_the_page_says_and_again_until_they_fit() -> None:
    jokers = "BJ BJ RJ RJ"
    what = seen(
        f"2s 2s 3h 4d 5c 6s 7s 8h 9h Tc Qd Kd {jokers}",
        (5, 0, 7, 4),
        fits=lambda hands: not copies(hands[2], parse_card("RJ") or 0),
    )
    again = 0
    for number in range(60):
        name = f"{'0f' * 32}:3:41:{number}"
        for times, hands in enumerate(by_the_page(what.unseen, what.free, name)):
            if parse_card("RJ") not in hands[2]:
                again += times > 0
                assert texts(drawn(what, name)) == [sorted(map(card_text, hand)) for hand in hands]
                break
    assert again > 20


def test_a_deal_that_never_fits_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.insight.deals._REDRAWS", 50)
    with pytest.raises(NoFittingDealError):
        drawn(seen("2s 3s", (1, 1), ("", ""), fits=lambda hands: False), "x")


@for_every("most", [199, 200])
def test_all_deals_that_differ_are_counted_with_their_weights(most: int) -> None:
    cards = "2s 2s 3h 4d 4d 5c BJ"
    what = seen(cards, (0, 3, 2, 2), fits=lambda hands: not copies(hands[1], parse_card("BJ") or 0), deciding="BJ")
    single: dict[str, int] = {}
    for parts in laid(cards.split(), (3, 2, 2)):
        if "BJ" not in parts[0]:
            key = str([[], *map(sorted, parts)])
            single[key] = single.get(key, 0) + 1
    found = ways(what, most)
    if found is None:
        assert len(single) > most
        return
    assert len(found) == len(single) <= most
    assert {str(texts(world)): weight for weight, world in found} == single
    assert sum(weight for weight, _ in found) == factorial(7) // (6 * 2 * 2) * 4 // 7


def test_more_deals_than_asked_for_are_not_counted() -> None:
    assert ways(seen("2s 3s 4s", (0, 1, 1, 1)), 6) is not None
    assert ways(seen("2s 3s 4s", (0, 1, 1, 1)), 5) is None
    nothing = ways(seen("", (0, 0, 0, 0)), 1)
    assert nothing is not None
    assert [weight for weight, _ in nothing] == [1]
    assert size(nothing[0][1][1][0][0]) == 0
