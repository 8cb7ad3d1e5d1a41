"""Small matches of Bao Huang for tests: hands dealt in blocks of a rank, which are played out in few actions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from builders import Deal, Judged, Log, judged

SEATS = "ABCDE"
RANKS = "3456789TJQKA2"
"""Low to high; the smaller deck begins at 6."""
JOKERS = ["BJ", "BJ", "BJ", "BJ*", "RJ", "RJ", "RJ", "RJ*"]
PACKS = 4
LOWEST_EACH = 3
"""Cards of the lowest rank that every seat is dealt, to go out with; one is left over."""


def deck(cards: int = 168) -> list[str]:
    """The cards of a deck, low to high."""
    ranks = RANKS if cards == 216 else RANKS[3:]
    return [rank + suit for rank in ranks for suit in "shdc" for _ in range(PACKS)] + JOKERS


def sizes(cards: int = 168, first: str = "A") -> dict[str, int]:
    """How many cards each seat takes, from the first on."""
    small, more = divmod(cards, len(SEATS))
    start = SEATS.index(first)
    return {seat: small + ((number - start) % len(SEATS) < more) for number, seat in enumerate(SEATS)}


def dealt(
    low: str = "EDCBA",
    *,
    cards: int = 168,
    first: str = "A",
    emperor: str = "A",
    protector: str = "C",
    **fixed: str,
) -> Deal:
    """Five hands: the cards named for a seat, the marked jokers, three of the lowest rank each, the rest in blocks.

    The seats are filled in the order of ``low``, the first with the lowest cards that are left.  Whoever holds the
    marked jokers is ``emperor`` and ``protector`` unless ``fixed`` has them.
    """
    wanted = sizes(cards, first)
    held = {seat: fixed.get(seat, "").split() for seat in SEATS}
    everything = [card for hand in held.values() for card in hand]
    for card, seat in (("RJ*", emperor), ("BJ*", protector)):
        if card not in everything:
            held[seat].append(card)
    rest = deck(cards)
    for hand in held.values():
        for card in hand:
            rest.remove(card)
    lowest = rest[0][0]
    for seat in SEATS:
        own = sum(card[0] == lowest for card in held[seat])
        free = [card for card in rest if card[0] == lowest]
        for card in free[: min(LOWEST_EACH - own, wanted[seat] - len(held[seat]))]:
            held[seat].append(card)
            rest.remove(card)
    for seat in [*low, *(seat for seat in SEATS if seat not in low)]:
        need = wanted[seat] - len(held[seat])
        assert need >= 0
        held[seat] += rest[:need]
        del rest[:need]
    assert not rest
    return {seat: " ".join(sorted(hand, key=_place)) for seat, hand in held.items()}


def scattered(cards: int = 168, first: str = "A", emperor: str = "A", **fixed: str) -> Deal:
    """Five hands dealt card by card, so that nobody holds three of one rank and suit but of the cards named."""
    wanted = sizes(cards, first)
    held = {seat: fixed.get(seat, "").split() for seat in SEATS}
    held[emperor].append("RJ*")
    rest = deck(cards)
    for card in [card for hand in held.values() for card in hand]:
        rest.remove(card)
    place = SEATS.index(first)
    while rest:
        seat = SEATS[place % len(SEATS)]
        place += 1
        if len(held[seat]) < wanted[seat]:
            held[seat].append(rest.pop(0))
    return {seat: " ".join(sorted(hand, key=_place)) for seat, hand in held.items()}


def with_tribute(deal: Deal, gives: Mapping[str, str], takes: Mapping[str, str]) -> tuple[list[str], Deal]:
    """The actions of a tribute, cards given and taken by seat, and what the seats hold after it."""
    held = {seat: cards.split() for seat, cards in deal.items()}
    for seat, cards in gives.items():
        for card in cards.split():
            held[seat].remove(card)
    for seat, cards in takes.items():
        held[seat] += cards.split()
    actions = [f"{seat} tribute {cards}" for seat, cards in gives.items()]
    actions += [f"{seat} take {cards}" for seat, cards in takes.items()]
    return actions, {seat: " ".join(sorted(cards, key=_place)) for seat, cards in held.items()}


def _place(card: str) -> tuple[int, str]:
    return strength(card), card


def strength(card: str) -> int:
    """The place of a card in the order of the game."""
    return len(RANKS) + (card[0] == "R") if card[1] == "J" else RANKS.index(card[0])


def lowest(deal: Mapping[str, str], seat: str) -> str:
    """A seat's lowest card."""
    return min(deal[seat].split(), key=_place)


def highest(deal: Mapping[str, str], seat: str, count: int = 1, aside: str = "") -> str:
    """A seat's highest cards that are no jokers, nor of a rank in ``aside``."""
    cards = [card for card in deal[seat].split() if card[1] != "J" and card[0] not in aside]
    return " ".join(sorted(cards, key=_place)[: -count - 1 : -1])


def passes(*seats: str) -> str:
    """Passes of some seats, for actions given as a text."""
    return "".join(f"; {seat} pass" for seat in seats)


EVEN = dealt()
"""A holds the emperor card, C the protector's; A, B and C have 34 cards, D and E 33."""


def played_out(order: str, emperor: str = "A", protector: str = "C", deal: Mapping[str, str] = EVEN) -> list[str]:
    """Actions by which the seats go out in an order, until all of a team are out: never a fault.

    Each leads its cards rank by rank from the top while the others pass; its last card is beaten by the seat that
    is to be out next.  An emperor that is not to be out first leads a lowest card, which the first beats.
    """
    holdings = {seat: _by_rank(cards.split()) for seat, cards in deal.items()}
    actions: list[str] = []
    if order[0] != emperor:
        actions += _lost_to(order[0], emperor, holdings)
    for place, seat in enumerate(order):
        while holdings[seat]:
            group = holdings[seat].pop()
            if not holdings[seat] and len(group) > 1:
                holdings[seat].append(group[:1])
                group = group[1:]
            if not holdings[seat]:
                holdings[seat].append(group)
                break
            actions.append(f"{seat} play {' '.join(group)}")
            actions += [f"{other} pass" for other in _after(seat, holdings)]
        if _over(order[: place + 1], emperor, protector):
            actions.append(f"{seat} play {' '.join(holdings[seat].pop())}")
            return actions
        actions += _lost_to(order[place + 1], seat, holdings)
    raise AssertionError(f"the hand does not end with {order}")


def _lost_to(winner: str, seat: str, holdings: dict[str, list[list[str]]]) -> list[str]:
    """A seat leads its lowest card and another beats it, whereupon all pass."""
    actions = [f"{seat} play {_lowest(seat, holdings)}"]
    for other in _after(seat, holdings):
        if other == winner:
            break
        actions.append(f"{other} pass")
    actions.append(f"{winner} play {_lowest(winner, holdings, above=1)}")
    return actions + [f"{other} pass" for other in _after(winner, holdings)]


def _lowest(seat: str, holdings: dict[str, list[list[str]]], above: int = 0) -> str:
    group = holdings[seat][above]
    card = group.pop()
    if not group:
        holdings[seat].remove(group)
    return card


def _by_rank(cards: Iterable[str]) -> list[list[str]]:
    """Cards in groups of a rank, the lowest first; the jokers are one."""
    groups: dict[int, list[str]] = {}
    for card in cards:
        groups.setdefault(min(strength(card), len(RANKS)), []).append(card)
    return [groups[rank] for rank in sorted(groups)]


def _after(seat: str, holdings: Mapping[str, Sequence[Sequence[str]]]) -> list[str]:
    start = SEATS.index(seat)
    around = [SEATS[(start + step) % len(SEATS)] for step in range(1, len(SEATS))]
    return [other for other in around if holdings[other]]


def _over(out: str, emperor: str, protector: str) -> bool:
    side = {emperor, protector}
    return side <= set(out) or set(SEATS) - side <= set(out)


def hand(
    actions: str | Iterable[str] = "",
    deal: Mapping[str, str] | None = EVEN,
    result: Mapping[str, Any] | None = None,
    **setup: Any,
) -> Log:
    """One hand of a log.  ``actions`` as a text stand between semicolons; ``deal`` None leaves it out.

    A took first unless ``first`` names another seat, or None.
    """
    if isinstance(actions, str):
        actions = [action.strip() for action in actions.split(";")] if actions else []
    log: Log = {"actions": list(actions)}
    setup = {"first": "A", **setup}
    if setup["first"] is None:
        del setup["first"]
    if setup:
        log["setup"] = setup
    if deal is not None:
        log["deal"] = dict(deal)
    if result is not None:
        log["result"] = dict(result)
    return log


def finished(
    order: str,
    *,
    emperor: str = "A",
    protector: str = "C",
    opening: Iterable[str] = (),
    result: Mapping[str, Any] | None = None,
    **setup: Any,
) -> Log:
    """A whole hand without a fault in which the seats go out in an order, after some words and cards moved.

    The emperor card and the protector's lie with the seats named; ``opening`` moves no cards.
    """
    deal = dealt(emperor=emperor, protector=protector)
    return hand([*opening, *played_out(order, emperor, protector, deal)], deal, result, **setup)


def match(*hands: Log, preset: str = "gamerules", result: Mapping[str, Any] | None = None, **options: Any) -> Log:
    """A match of hands under a preset with some options changed."""
    log: Log = {
        "format": "fupan/1",
        "game": "bao_huang",
        "rules": {"preset": preset, "options": options},
        "players": [{"seat": seat} for seat in SEATS],
        "hands": list(hands),
    }
    if result is not None:
        log["result"] = dict(result)
    return log


def judge(*hands: Log, preset: str = "gamerules", result: Mapping[str, Any] | None = None, **options: Any) -> Judged:
    """What the engine says of a match of hands under a preset with some options changed."""
    return judged(match(*hands, preset=preset, result=result, **options))


def play(actions: str | Iterable[str], deal: Mapping[str, str] | None = EVEN, **options: Any) -> Judged:
    """What the engine says of one hand, the first of its match, under some options."""
    return judge(hand(actions, deal), **options)


def scores(done: Judged, index: int = 0) -> dict[str, int | None] | None:
    """The scores of a hand, by seat."""
    found: dict[str, int | None] | None = done.hands[index]["scores"]
    return found
