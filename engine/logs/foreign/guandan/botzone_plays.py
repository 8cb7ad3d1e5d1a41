"""The plays of a hand in their order, from what some of its seats answered and were shown of the others.

Each request to play has a history: what the other seats did since the seat's own last action, one action of each.
Passes need not be in it: a seat whose turn it was has passed if no play of it is shown.  So the actions of all seats
follow from the answers and histories of one.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, Card, rank_of, suit_of
from engine.games.guandan.combinations import (
    Form,
    GuandanCombinationRules,
    WildClaim,
    beats,
    readings,
    shape_of,
    wild_card,
)
from engine.logs.foreign.guandan.turns import Turns
from engine.logs.foreign.reader import SEATS, Translation, misfit
from engine.rulebook.sentences import say


@dataclass(frozen=True, slots=True)
class BotzonePlay:
    """A play, or with no cards a pass."""

    cards: tuple[Card, ...]
    claim: tuple[Card, ...]
    """The cards that it is played as."""


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """A request to play."""

    shown: Mapping[int, BotzonePlay]
    """By seat, what the seats did last since the own action before, as far as the history has it."""
    answer: BotzonePlay | None
    where: str


@dataclass(frozen=True, slots=True)
class BotzoneAction:
    """An action of a seat."""

    seat: int
    done: BotzonePlay


@dataclass(slots=True)
class _Hand:
    pending: dict[int, deque[PlayRequest]]
    """By seat, its requests that were not read yet."""
    turns: Turns = field(default_factory=Turns)
    since: dict[int, dict[int, BotzonePlay]] = field(default_factory=lambda: {seat: {} for seat in range(4)})
    """By seat, the last plays of the others since its own last action."""
    actions: list[BotzoneAction] = field(default_factory=list)

    def act(self, seat: int, done: BotzonePlay) -> None:
        self.actions.append(BotzoneAction(seat, done))
        self.turns.act(seat, len(done.cards) or None)
        self.since[seat].clear()
        if done.cards:
            for other in range(4):
                if other != seat:
                    self.since[other][seat] = done


_PASS: Final = BotzonePlay((), ())


def actions_of(
    translation: Translation, asked: Mapping[int, Sequence[PlayRequest]], level: int | None
) -> list[BotzoneAction]:
    """The actions of a hand, from the requests to play of all seats, or from those of the seat that has most of them.

    Raises Refused where they cannot be put into an order.
    """
    if len(asked) < len(SEATS):
        asked = dict(sorted(asked.items(), key=lambda item: len(item[1]))[-1:])
    hand = _Hand({seat: deque(requests) for seat, requests in asked.items()})
    hand.turns.turn = _leader(hand.pending)
    closing = False
    while hand.turns.turn is not None and not hand.turns.over:
        seat = hand.turns.turn
        closing = closing and not hand.turns.leads
        own = hand.pending.get(seat)
        if own:
            request = own.popleft()
            _compare(translation, hand, seat, request)
            if request.answer is not None:
                hand.act(seat, request.answer)
                continue
        witness = next((other % 4 for other in range(seat + 1, seat + 4) if hand.pending.get(other % 4)), None)
        if witness is None:
            break
        request = hand.pending[witness][0]
        shown = None if seat in hand.since[witness] else request.shown.get(seat)
        if shown is not None and shown.cards and not closing and _may_lead_later(hand, seat):
            closing = True
            if _beats_last(hand, shown, level):
                translation.reads(
                    f"{SEATS[seat]} play {_text(shown)}",
                    say("the lead after all had passed, not a play over the last one of the partner"),
                    hand=0,
                )
        if shown is not None and shown.cards and not closing:
            hand.act(seat, shown)
        elif hand.turns.leads:
            raise misfit(
                f"{request.where}.history",
                say("it has no play of {seat}, which leads", seat=SEATS[seat]),
                say("the play that leads"),
            )
        else:
            hand.act(seat, _PASS)
    for seat, left in hand.pending.items():
        for request in left:
            if request.answer is not None and request.answer.cards:
                hand.act(seat, request.answer)
    return hand.actions


def _leader(asked: Mapping[int, Sequence[PlayRequest]]) -> int | None:
    """The seat that leads the hand: the first one that had played before the first request to a seat, or that seat."""
    for seat, requests in asked.items():
        if requests:
            shown = requests[0].shown
            return next((other % 4 for other in range(seat + 1, seat + 4) if shown.get(other % 4, _PASS).cards), seat)
    return None


def _may_lead_later(hand: _Hand, seat: int) -> bool:
    """Whether the partner of a seat has just gone out, and the seat leads before a seat that is known is asked again.

    Then a play of the seat that a history shows is its lead: over the play of its own partner it would hardly play, and
    the history shows its last action alone.
    """
    turns = hand.turns
    after = (seat + 1) % 4
    out = not turns.leads and turns.left[turns.played] <= 0 and (turns.played + 2) % 4 == seat
    return out and not (hand.pending.get(after) and turns.left[after] > 0)


def _beats_last(hand: _Hand, done: BotzonePlay, level: int | None) -> bool:
    last = next(action.done for action in reversed(hand.actions) if action.done.cards)
    return any(beats(form, other) for form in _forms(done, level) for other in _forms(last, level)[:1])


def _forms(done: BotzonePlay, level: int | None) -> tuple[Form, ...]:
    claimed = claimed_cards(done, level)
    claims = [
        None if claimed is None or place not in claimed else _claim(claimed[place]) for place in range(len(done.cards))
    ]
    return readings(shape_of(done.cards, level, claims), GuandanCombinationRules(level, joker_pair_in_full_house=True))


def _claim(card: Card) -> WildClaim | None:
    return None if card >= BLACK_JOKER else WildClaim(rank_of(card), suit_of(card))


def claimed_cards(done: BotzonePlay, level: int | None) -> dict[int, Card] | None:
    """By the place of each wild card in a play, the card that it is played as, which may be itself; None if the claim
    does not fit the cards.
    """
    wild = None if level is None else wild_card(level)
    wilds = [place for place, card in enumerate(done.cards) if card == wild]
    others = Counter(card for card in done.cards if card != wild)
    if len(done.claim) != len(done.cards) or others - Counter(done.claim):
        return None
    if all(card in (wild, claimed) for card, claimed in zip(done.cards, done.claim, strict=True)):
        meant = [done.claim[place] for place in wilds]
    else:
        meant = list((Counter(done.claim) - others).elements())
    return dict(zip(wilds, meant, strict=True))


def _compare(translation: Translation, hand: _Hand, seat: int, request: PlayRequest) -> None:
    """Adds a notice for each play of a history that differs from what its seat answered."""
    for other, shown in request.shown.items():
        known = hand.since[seat].get(other)
        if other != seat and shown.cards and known is not None and sorted(known.cards) != sorted(shown.cards):
            translation.keeps(
                f"{SEATS[other]} play {_text(known)}",
                say("{where} has {cards}", where=f"{request.where}.history", cards=_text(shown)),
                hand=0,
            )


def _text(done: BotzonePlay) -> str:
    return " ".join(CARD_TEXTS[card] for card in done.cards)
