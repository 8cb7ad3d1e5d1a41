"""The rest of a hand of Guandan with all cards open."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from engine.cards.packed import (
    GUARDS,
    ONE,
    RANKS,
    SUITED_BITS,
    SUITS,
    Card,
    Holding,
    bare_of,
    card_text,
    rank_of,
    size,
    unpack,
)
from engine.climbing.endgame import ClimbingEndgame, joined
from engine.climbing.reader import Form
from engine.games.guandan.beating import Held
from engine.games.guandan.combinations import (
    GuandanCombinationRules,
    WildClaim,
    beats,
    kind_of,
    readings,
    shape_of,
    wild_card,
)
from engine.games.guandan.kinds import BOMBS, FULL_HOUSE, STRAIGHT_FLUSH
from engine.games.guandan.legal import GuandanChoices
from engine.games.guandan.play import GuandanHand
from engine.games.guandan.scoring import STEPS
from engine.games.guandan.why_beats import wild_cards_as
from engine.memo import BoundedMemo
from engine.replay.endgame import EMPTY, Course, Laid, Outcome, Position, Unknown
from engine.replay.game import Endgames, HandReplay

_KEPT: Final = 1_000_000
"""Plays that are remembered; a list of them counts for some more."""
_LIST: Final = 4
_HANDS: Final = 60_000
"""Hands that are remembered of which little is."""
_FORM: Final = 0xFFFF
_NUMBER: Final = 1 << 16
_BOMB: Final = 1 << 24

_Sets = list[tuple[int, Holding, Holding]]
"""Sets of cards, each in each form that it can be read as: its place among the plays with the form in its lower bits,
the cards, and the cards without suits.  They are in order; of equal places those of more cards in higher lanes first.
"""


class GuandanEndgame(ClimbingEndgame):
    """The rest of a hand at a level."""

    def __init__(self, seats: Sequence[str], rules: GuandanCombinationRules) -> None:
        """The level of the rules must be known."""
        assert rules.level is not None
        super().__init__(seats, kinds=(0, 1, 0, 1), sides=(0, 1, 0, 1))
        self._rules: Final = rules
        self._level: Final = rules.level
        self._wild: Final = wild_card(rules.level)
        self._reduced: Final[BoundedMemo[Holding, Holding]] = BoundedMemo(_HANDS)
        self._plays: Final[BoundedMemo[tuple[Holding, Laid], tuple[tuple[Form, Holding], ...]]] = BoundedMemo(_KEPT)
        self._larger: Final[BoundedMemo[Holding, _Sets]] = BoundedMemo(_HANDS)
        """By a hand, the sets of one that it is left of."""

    def scores(self, finish: Sequence[Sequence[int]]) -> Outcome:
        """The levels that the banker's team moves up, below 0 for the other team, as if no team were near A."""
        places = [seat for place in finish for seat in place]
        steps = STEPS[places.index((places[0] + 2) % 4)]
        return tuple(steps if (seat - places[0]) % 2 == 0 else -steps for seat in range(4))

    def heir(self, hands: Sequence[Holding], seat: int, course: Course) -> int:
        """The partner leads."""
        del hands, course
        return (seat + 2) % 4

    def reduced_hand(self, hand: Holding) -> Holding:
        """A hand that can make no straight flush has no suits but that of the wild card."""
        if hand >> SUITED_BITS:
            return hand
        found = self._reduced.get(hand)
        if found is None:
            assert STRAIGHT_FLUSH.run is not None
            found = hand
            if not Held(hand, self._rules).has_flush(STRAIGHT_FLUSH.run.tops):
                found = self._bare(hand)
            self._reduced.keep(hand, found)
        return found

    def _bare(self, hand: Holding) -> Holding:
        return sum(ONE[card if card == self._wild else bare_of(card)] for card in unpack(hand))

    def apart(self, position: Position) -> Hashable:
        """Every choice of suits is an action of its own."""
        return position[0], position[3]

    @property
    def bombs(self) -> int:
        """The lowest number of a kind of bomb."""
        return BOMBS

    def plays(self, hand: Holding, laid: Laid) -> Sequence[tuple[Laid, Holding]]:
        """The plays of a hand: those without bombs first, of them the longest first, then from low to high."""
        found = self._plays.get((hand, laid))
        if found is None:
            if laid == EMPTY:
                found = self._every(hand)
            else:
                found = tuple(play for play in self.plays(hand, EMPTY) if beats(play[0], laid))
            self._plays.keep((hand, laid), found, _LIST + len(found))
        return found

    def _every(self, hand: Holding) -> tuple[tuple[Form, Holding], ...]:
        """The plays in order, and what is left, reduced: without suits unless it has one of the straight flushes."""
        sets = self._sets(hand)
        flushes = {cards for place, cards, _ in sets if _is_flush(place)}
        if not flushes:
            self._keep_larger([hand - cards for _, cards, _ in sets], sets)
            return tuple((place & _FORM, hand - cards) for place, cards, _ in sets)
        bare_hand = self._bare(hand)
        bared, suited = set[tuple[int, Holding]](), set[tuple[int, Holding]]()
        for place, cards, bare in sets:
            left = hand - cards
            if _within(flushes, left):
                suited.add((place, left))
            else:
                bared.add((place, bare_hand - bare))
        self._keep_larger([left for _, left in suited], sets)
        self._keep_larger([left for _, left in bared], _without_suits(sets))
        return tuple((place & _FORM, left) for place, left in sorted(suited | bared))

    def _keep_larger(self, left: Sequence[Holding], sets: _Sets) -> None:
        self._larger.make_room(len(left))
        self._larger.update(dict.fromkeys(left, sets))

    def _sets(self, hand: Holding) -> _Sets:
        """The sets of a reduced hand: where it is what was left of another, those of its sets that it still has."""
        larger = self._larger.pop(hand, None)
        if larger is not None:
            guarded = hand | GUARDS
            return [each for each in larger if (guarded - each[1]) & GUARDS == GUARDS]
        found = GuandanChoices(hand, self._rules).sets()
        return _in_order((_place(form, cards), cards, self._bare(cards)) for forms, cards in found for form in forms)

    def written(self, hand: Holding, laid: Laid) -> Iterator[tuple[str, Laid, Holding]]:
        """The plays: each set of cards in each reading that a log can claim."""
        for forms, cards in GuandanChoices(hand, self._rules).sets():
            beating = [form for form in forms if laid == EMPTY or beats(form, laid)]
            for form in beating:
                text = self._text(unpack(cards), form, beating)
                if text is not None:
                    yield text, form, hand - cards

    def _text(self, cards: Sequence[Card], form: Form, beating: Sequence[Form]) -> str | None:
        """The cards so that they count as a form, one of those that may be played; with the suit of a claim only if
        nothing else makes them count so.
        """
        if form == beating[0]:
            return joined("play", cards)
        ranks = {RANKS.index(claim[-1]) for claim in wild_cards_as(cards, form, self._level)} or {self._level}
        if kind_of(form) is FULL_HOUSE and len(set(map(rank_of, cards)) - {self._level}) == 1:
            ranks = {*range(len(RANKS))}
        for suits in (None,), range(len(SUITS)):
            claims = [None, *(WildClaim(rank, suit) for rank in ranks for suit in suits)]
            found: list[str] = []
            for claimed in product(claims, repeat=cards.count(self._wild)):
                left = iter(claimed)
                each = [next(left) if card == self._wild else None for card in cards]
                counted = readings(shape_of(cards, self._level, each), self._rules)
                if next((other for other in counted if other in beating), None) == form:
                    found.append(" ".join(["play", *map(_word, cards, each)]))
            if found:
                return min(found)
        return None


def _place(form: Form, cards: Holding) -> int:
    return (form >> 8 >= BOMBS) * _BOMB - size(cards) * _NUMBER + form


def _is_flush(place: int) -> bool:
    return (place & _FORM) >> 8 == STRAIGHT_FLUSH.number


def _in_order(sets: Iterable[tuple[int, Holding, Holding]]) -> _Sets:
    return sorted(sets, key=lambda each: (each[0], -each[1]))


def _without_suits(sets: _Sets) -> _Sets:
    """The sets of a hand of equal cards that has no straight flush."""
    return _in_order({(place, bare, bare) for place, _, bare in sets if not _is_flush(place)})


def _within(every: Iterable[Holding], hand: Holding) -> bool:
    """Whether a hand has all cards of one of some sets."""
    return any(((hand | GUARDS) - cards) & GUARDS == GUARDS for cards in every)


def _word(card: Card, claim: WildClaim | None) -> str:
    if claim is None:
        return card_text(card)
    return f"{card_text(card)}={RANKS[claim.rank]}{'' if claim.suit is None else SUITS[claim.suit]}"


def endgame(replay: HandReplay) -> GuandanEndgame | Unknown:
    """The rest of a hand, unless its level is not known."""
    assert isinstance(replay, GuandanHand)
    if replay.level is None:
        return "cards-unknown"
    joker_pair = replay.exchange.tribute.rules.joker_pair_in_full_house
    return GuandanEndgame(replay.table.seats, GuandanCombinationRules(replay.level, joker_pair))


ENDGAMES: Final = Endgames(24, 20, endgame)
