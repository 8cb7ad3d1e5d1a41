"""The legal plays of a seat in Guandan, for the player and for the search of the last cards."""

from collections.abc import Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from engine.cards.packed import (
    BLACK_JOKER,
    GUARDS,
    ONE,
    RANKS,
    RED_JOKER,
    SUITED_BITS,
    SUITS,
    Card,
    Holding,
    bare_card,
    bare_of,
    card_of,
    card_text,
    copies,
    rank_of,
    unpack,
)
from engine.climbing.choices import Choice, Lot, TakenCards, beating_forms, sets_of
from engine.climbing.endgame import KEEPS_SUITS, NO_SUITS, ClimbingEndgame, PlaySet, action_text
from engine.climbing.legal import ChoiceGroup, grouped_plays, may_play
from engine.climbing.reader import Form
from engine.climbing.round import OPENING
from engine.games.guandan.beating import Ranks, wild_cards_as
from engine.games.guandan.combinations import (
    BOMBS,
    EQUAL_CARDS,
    FULL_HOUSE,
    JOKER_BOMB,
    KINDS,
    SEQUENCES,
    STRAIGHT_FLUSH,
    CombinationKind,
    GuandanCombinationRules,
    Run,
    Shape,
    WildClaim,
    beats,
    kind_of,
    readings,
    shape_of,
    wild_card,
)
from engine.games.guandan.play import GuandanHand
from engine.games.guandan.scoring import STEPS
from engine.memo import BoundedMemo
from engine.replay.endgame import EMPTY, Course, Laid, Outcome, Position, Unknown
from engine.replay.game import Endgames, HandReplay
from engine.replay.legal import LISTED, LegalPlays
from engine.rulebook.sentences import say_of


def legal_plays(replay: HandReplay, seat: int, listed: int = LISTED) -> LegalPlays | None:
    """The plays that the rules allow a seat after the actions done so far, of the cards that it is known to hold.

    ``listed`` plays of each group are listed.

    None if the seat is not in turn, if tribute is still due, or if the level is not known.
    """
    assert isinstance(replay, GuandanHand)
    level = replay.level
    if level is None or not may_play(replay, seat):
        return None
    turns, exchange = replay.table.round, replay.exchange
    if turns.turn == OPENING and (exchange.pending or replay.first_leader() not in (None, seat)):
        return None
    rules = GuandanCombinationRules.of(level, exchange.tribute.rules)
    choices = GuandanChoices(replay.table.holdings.shown(seat), rules)
    beaten_by = turns.beaten_by
    return grouped_plays(
        replay,
        seat,
        choices(beaten_by, kinds_in(beaten_by)),
        _group_of,
        lambda choice: wild_cards_as(choice.cards, choice.form, level),
        listed=listed,
    )


def kinds_in(beaten_by: Container[object] | None) -> tuple[CombinationKind, ...]:
    """The kinds of some forms; None: all kinds."""
    if not isinstance(beaten_by, frozenset):
        return KINDS
    numbers = {form >> 8 for form in beaten_by}
    return tuple(kind for kind in KINDS if kind.number in numbers)


def _group_of(choice: Choice) -> ChoiceGroup:
    kind = kind_of(choice.form)
    words = say_of("guandan", "bomb of {count}", count=kind.size) if kind.name == "bomb" else kind.called
    return ChoiceGroup(kind.number, kind.name, words)


_LOOSE: Final = -1
"""In place of a suit: the cards are not all of one suit, or it does not matter."""
_NEAR: Final = 2
"""The cards of one colour of joker in a pair, a full house and the joker bomb."""

Counts = tuple[tuple[int, int], ...]
"""(rank, number of cards), by rank."""
Key = tuple[Counts, int, int, int, int]
"""Cards of a hand without suits that do not matter: the ranks, black jokers, red jokers, wild cards, and the suit."""


class GuandanChoices:
    """The choices of a hand.  A choice is what a player chooses: how many cards of each rank, of jokers and wild cards,
    and, if all the cards have one suit and that makes a difference, the suit.
    """

    def __init__(self, holding: Holding, rules: GuandanCombinationRules) -> None:
        self._rules: Final = rules
        self._free: Final = None if rules.level is None else wild_card(rules.level)
        self._wild: Final = 0 if self._free is None else copies(holding, self._free)
        self._black: Final = copies(holding, BLACK_JOKER)
        self._red: Final = copies(holding, RED_JOKER)
        self._lots: Final[tuple[Lot, ...]] = tuple(self._lot(holding, rank) for rank in range(len(RANKS)))
        self._counts: Final = tuple(sum(count for _, count in lot) for lot in self._lots)
        self._of_suit: Final = tuple(
            tuple(tuple(pair for pair in lot if pair[0] == card_of(rank, suit)) for suit in range(len(SUITS)))
            for rank, lot in enumerate(self._lots)
        )

    def _lot(self, holding: Holding, rank: int) -> Lot:
        cards = (*(card_of(rank, suit) for suit in range(len(SUITS))), bare_card(rank))
        return tuple((card, copies(holding, card)) for card in cards if card != self._free and copies(holding, card))

    def __call__(
        self, beaten_by: Container[object] | None, kinds: Collection[CombinationKind] = KINDS
    ) -> Iterator[Choice]:
        """The choices that are in ``beaten_by``; None: all, on a lead.

        ``kinds`` are the kinds that may be among them.
        """
        keys: set[Key] = set()
        for key in self._keys(kinds):
            if key in keys:
                continue
            keys.add(key)
            forms = beating_forms(readings(_shape(key), self._rules), beaten_by)
            if not forms:
                continue
            cards, ways = self._taken(key)
            if ways:
                yield Choice(forms[0], cards, ways, forms[1:])

    def sets(self) -> Iterator[tuple[tuple[Form, ...], Holding, Holding]]:
        """Every set of cards that forms something, suits apart, with all that it can be read as, the highest first,
        and the set without the suits of cards that are not wild.

        Bare cards of the hand are of no suit.
        """
        keys: set[Key] = set()
        for key in self._keys(KINDS):
            if key not in keys:
                keys.add(key)
                forms = readings(_shape(key), self._rules)
                if forms:
                    others = self._others(key)
                    bare = others + sum(ONE[bare_card(rank)] * count for rank, count in key[0])
                    yield from ((forms, others + cards, bare) for cards in self._sets(key))

    def _others(self, key: Key) -> Holding:
        _, black, red, wild, _ = key
        return ONE[BLACK_JOKER] * black + ONE[RED_JOKER] * red + (ONE[self._free] * wild if self._free else 0)

    def _sets(self, key: Key) -> Iterator[Holding]:
        counts, _, _, wild, suit = key
        lots = [self._lots[rank] if suit == _LOOSE else self._of_suit[rank][suit] for rank, _ in counts]
        choices = product(*(sets_of(lot, count) for lot, (_, count) in zip(lots, counts, strict=True)))
        flushes: set[Holding] = set()
        if suit == _LOOSE and _suits_matter(counts, wild):
            flushes = {
                sum(ONE[card_of(rank, number)] for rank, _ in counts)
                for number in range(len(SUITS))
                if self._has(counts, number)
            }
        yield from (cards for cards in map(sum, choices) if cards not in flushes)

    def _keys(self, kinds: Collection[CombinationKind]) -> Iterator[Key]:
        """Every shape of the hand that has a reading of one of the kinds; some of them more than once."""
        for kind in EQUAL_CARDS.values():
            if kind in kinds:
                yield from self._equal(kind.size)
        if FULL_HOUSE in kinds:
            yield from self._full_houses()
        for kind, run in SEQUENCES:
            if kind in kinds:
                yield from self._runs(run)
        if JOKER_BOMB in kinds and min(self._black, self._red) >= _NEAR:
            yield (), _NEAR, _NEAR, 0, _LOOSE

    def _equal(self, size: int) -> Iterator[Key]:
        for wild in range(min(self._wild, size) + 1):
            if wild == size:
                yield (), 0, 0, wild, _LOOSE
                break
            for rank, count in enumerate(self._counts):
                if count >= size - wild:
                    yield ((rank, size - wild),), 0, 0, wild, _LOOSE
        if self._black >= size:
            yield (), size, 0, 0, _LOOSE
        if self._red >= size:
            yield (), 0, size, 0, _LOOSE

    def _full_houses(self) -> Iterator[Key]:
        most = [range(1, min(count, 3) + 1) for count in self._counts]
        for triple, few in enumerate(most):
            for of_triple in few:
                lacking = 3 - of_triple
                if lacking > self._wild:
                    continue
                if self._black >= _NEAR:
                    yield ((triple, of_triple),), _NEAR, 0, lacking, _LOOSE
                if self._red >= _NEAR:
                    yield ((triple, of_triple),), 0, _NEAR, lacking, _LOOSE
                if lacking + 2 <= self._wild:
                    yield ((triple, of_triple),), 0, 0, lacking + 2, _LOOSE
                for pair, others in enumerate(most):
                    for of_pair in others[:2]:
                        wild = 5 - of_triple - of_pair
                        if pair != triple and wild <= self._wild:
                            counts = (triple, of_triple), (pair, of_pair)
                            yield counts if triple < pair else counts[::-1], 0, 0, wild, _LOOSE

    def _runs(self, run: Run) -> Iterator[Key]:
        for top in run.tops:
            ranks = sorted(rank % len(RANKS) for rank in range(top - run.length + 1, top + 1))
            if sum(max(run.each - self._counts[rank], 0) for rank in ranks) > self._wild:
                continue
            few = [range(min(run.each, self._counts[rank]) + 1) for rank in ranks]
            for taken in product(*few):
                wild = run.length * run.each - sum(taken)
                if wild > self._wild:
                    continue
                counts = tuple((rank, count) for rank, count in zip(ranks, taken, strict=True) if count)
                if run.one_suit is not True:
                    yield counts, 0, 0, wild, _LOOSE
                if run.one_suit is not None and (run.one_suit or wild):
                    yield from ((counts, 0, 0, wild, suit) for suit in range(len(SUITS)) if self._has(counts, suit))

    def _has(self, counts: Counts, suit: int) -> bool:
        return all(self._of_suit[rank][suit] for rank, _ in counts)

    def _taken(self, key: Key) -> tuple[tuple[Card, ...], int]:
        """One choice of the cards of a shape, and the number of choices."""
        counts, black, red, wild, suit = key
        taken = TakenCards()
        for rank, count in counts:
            taken.take(self._lots[rank] if suit == _LOOSE else self._of_suit[rank][suit], count)
        cards, ways = taken.cards, taken.ways
        if suit == _LOOSE and _suits_matter(counts, wild):
            ways -= sum(self._has(counts, number) for number in range(len(SUITS)))
            if ways and len({card & 3 for card in cards}) == 1:
                cards = self._of_two_suits(counts, cards)
        jokers = [BLACK_JOKER] * black + [RED_JOKER] * red
        return (*cards, *([] if self._free is None else [self._free] * wild), *jokers), ways

    def _of_two_suits(self, counts: Counts, cards: Sequence[Card]) -> list[Card]:
        """Cards of a sequence of single cards, one of them in another suit."""
        place = next(place for place, (rank, _) in enumerate(counts) if len(self._lots[rank]) > 1)
        other = next(card for card, _ in self._lots[counts[place][0]] if card != cards[place])
        return [*cards[:place], other, *cards[place + 1 :]]


_SINGLES_LENGTH: Final = next(run.length for _, run in SEQUENCES if run.one_suit)


def _suits_matter(counts: Counts, wild: int) -> bool:
    """Whether the cards make a straight, so that those of one suit are another shape."""
    return len(counts) + wild == _SINGLES_LENGTH and all(count == 1 for _, count in counts) and len(counts) > 2


def _shape(key: Key) -> Shape:
    counts, black, red, wild, suit = key
    one_suit = suit != _LOOSE
    return Shape(counts, black, red, wild, flush=one_suit, loose=not one_suit or wild > 0)


_KEPT: Final = 1_000_000
"""Plays that are remembered; a list of them counts for some more."""
_LIST: Final = 4
_HANDS: Final = 60_000
"""Hands that only a little is remembered of."""
_FORM: Final = 0xFFFF
_PLACES: Final[Mapping[int, int]] = {
    kind.number: place
    for place, kind in enumerate(sorted(KINDS, key=lambda kind: (kind.bomb, -kind.size, kind.number)))
}
"""By the number of a kind, the place of its plays."""


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
        bare = self._reduced.get(hand)
        if bare is None:
            assert STRAIGHT_FLUSH.run is not None
            bare = hand
            if not Ranks(hand, self._rules).has_flush(STRAIGHT_FLUSH.run.tops):
                bare = self._bare(hand)
            self._reduced.keep(hand, bare)
        return bare

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
        known_plays = self._plays.get((hand, laid))
        if known_plays is None:
            if laid == EMPTY:
                known_plays = self._every(hand)
            else:
                known_plays = tuple(play for play in self.plays(hand, EMPTY) if beats(play[0], laid))
            self._plays.keep((hand, laid), known_plays, _LIST + len(known_plays))
        return known_plays

    def _every(self, hand: Holding) -> tuple[tuple[Form, Holding], ...]:
        """The plays in order, and what is left, reduced: without suits unless it has one of the straight flushes."""
        bare_hand, sets = self.sets(hand)
        flushes = [cards for _, cards, _, suits in sets if suits == KEEPS_SUITS]
        if not flushes:
            return tuple((form, hand - cards) for form, cards, _, _ in sets)
        orders = {
            (_order(form), hand - cards if _within(flushes, hand - cards) else bare_hand - bare)
            for form, cards, bare, suits in sets
            if suits != NO_SUITS
        }
        return tuple((order & _FORM, left) for order, left in sorted(orders))

    def sets(self, hand: Holding) -> tuple[Holding, Sequence[PlaySet]]:
        """The hand without suits, its sets with suits if it has a straight flush, and its sets without suits."""
        play_sets: list[PlaySet] = [
            (form, cards, bare, KEEPS_SUITS if form >> 8 == STRAIGHT_FLUSH.number else 1)
            for forms, cards, bare in GuandanChoices(hand, self._rules).sets()
            for form in forms
        ]
        bared: set[PlaySet] = {
            (form, bare, bare, NO_SUITS) for form, _, bare, suits in play_sets if suits != KEEPS_SUITS
        }
        suited = play_sets if any(suits == KEEPS_SUITS for *_, suits in play_sets) else []
        return self._bare(hand), [*sorted(suited, key=_in_order), *sorted(bared, key=_in_order)]

    def written(self, hand: Holding, laid: Laid) -> Iterator[tuple[str, Laid, Holding]]:
        """The plays: each set of cards in each reading that a log can claim."""
        for forms, cards, _ in GuandanChoices(hand, self._rules).sets():
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
            return action_text("play", cards)
        ranks = {RANKS.index(claim[-1]) for claim in wild_cards_as(cards, form, self._level)} or {self._level}
        if kind_of(form) is FULL_HOUSE and len(set(map(rank_of, cards)) - {self._level}) == 1:
            ranks = {*range(len(RANKS))}
        for suits in (None,), range(len(SUITS)):
            claims = [None, *(WildClaim(rank, suit) for rank in ranks for suit in suits)]
            texts: list[str] = []
            for claimed in product(claims, repeat=cards.count(self._wild)):
                left = iter(claimed)
                wild_claims = [next(left) if card == self._wild else None for card in cards]
                counted = readings(shape_of(cards, self._level, wild_claims), self._rules)
                if next((other for other in counted if other in beating), None) == form:
                    texts.append(" ".join(["play", *map(_word, cards, wild_claims)]))
            if texts:
                return min(texts)
        return None


def _order(form: Form) -> int:
    """The place of a form among the plays, with the form in the lower bits."""
    return _PLACES[form >> 8] << 16 | form


def _in_order(play: PlaySet) -> tuple[int, Holding]:
    return _order(play[0]), -play[1]


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
    rules = GuandanCombinationRules.of(replay.level, replay.exchange.tribute.rules)
    return GuandanEndgame(replay.table.seats, rules)


ENDGAMES: Final = Endgames(24, 20, endgame)
