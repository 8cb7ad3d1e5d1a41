"""What can be played in Bao Huang, and what beats it: equal cards with jokers, sorted and compared pair by pair.

A form is one integer: the numbers of red jokers, of black jokers and of cards of a rank, and that rank.  Marked jokers
count as jokers of their colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards.holdings import Holdings
from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    PROTECTOR_JOKER,
    RANKS,
    RED_JOKER,
    UNKNOWN,
    Card,
    Holding,
    bare_of,
    rank_of,
    unpack,
)
from engine.cards.suitless import LooseHoldings
from engine.climbing.reader import Form
from engine.games.bao_huang.rules import BaoHuangRules, JokerRule
from engine.rulebook.sentences import Text, listed, marked, say, say_of

ORDER: Final = "3456789TJQKA2"
"""The ranks from low to high; the smaller deck does not have the first three."""
STRENGTHS: Final[tuple[int, ...]] = tuple(map(ORDER.index, RANKS))
"""By index into ``RANKS``, the place of a rank in ``ORDER``."""
BLACK: Final = len(ORDER)
RED: Final = BLACK + 1

MOST_EQUAL: Final = 16
MOST_JOKERS: Final = 4
_NO_RANK: Final = 15
_COUNT: Final = 4096


@dataclass(frozen=True, slots=True)
class BaoHuangCombinationRules:
    """The rules of the table that decide what can be played, and what beats it."""

    joker_rule: JokerRule
    """The option of that name."""
    lowest: int | None
    """The place in ``ORDER`` of the rank that is played last; None if there is no such rank."""


class OpenCombinationRules:
    """The same where the option ``joker_rule`` may have another value later, so that each comparison reads it."""

    def __init__(self, options: BaoHuangRules, lowest: int | None) -> None:
        self.lowest: Final = lowest
        self._options: Final = options

    @property
    def joker_rule(self) -> JokerRule:
        """The value that the option has now."""
        return self._options.joker_rule


def strength(card: Card) -> int:
    """The place of a card in the order of this game, from 0."""
    if card in (RED_JOKER, EMPEROR_JOKER):
        return RED
    return BLACK if card in (BLACK_JOKER, PROTECTOR_JOKER) else STRENGTHS[rank_of(card)]


def form_of(rank: int, equal: int, black: int, red: int) -> Form:
    """The form of cards of a rank (its place in ``ORDER``) and jokers."""
    return (_NO_RANK if equal == 0 else rank) + 16 * (equal + _COUNT * (black + _COUNT * red))


def parts(form: Form) -> tuple[int, int, int, int]:
    """Rank, equal cards, black jokers and red jokers of a form; without equal cards the rank has no meaning."""
    rank, rest = form & 15, form >> 4
    return rank, rest % _COUNT, rest // _COUNT % _COUNT, rest // _COUNT**2


def classify(cards: Sequence[Card]) -> Form | None:
    """The form of some cards; None if they cannot be played together."""
    strengths = [strength(card) for card in cards]
    ranks = {value for value in strengths if value < BLACK}
    if not cards or len(ranks) > 1:
        return None
    black, red = strengths.count(BLACK), strengths.count(RED)
    return form_of(max(ranks, default=0), len(cards) - black - red, black, red)


def size(form: Form) -> int:
    """The number of cards of a form."""
    _, equal, black, red = parts(form)
    return equal + black + red


def beats(form: Form, other: Form, joker_rule: JokerRule) -> bool:
    """Whether a play of one form beats a play of another, under the option ``joker_rule``.

    When both plays are sorted, their jokers are at the upper end.  So each black joker on the table meets a higher card
    only if the new play has at least as many red jokers.  Each other joker on the table then meets a card of the rank
    of the new play, and so do the ordinary cards.
    """
    rank, equal, black, red = parts(form)
    against, _, under, unbeatable = parts(other)
    if size(form) != size(other) or unbeatable or red < under:
        return False
    if equal == 0:
        return True
    return rank >= against if joker_rule == "jokers_only" and black + red else rank > against


def beats_by(form: Form, other: Form, joker_rule: JokerRule) -> str:
    """What makes a form beat another, in words."""
    jokers = sum(sum(parts(play_form)[2:]) for play_form in (form, other))
    if not jokers:
        return say("as many cards of a higher rank")
    if joker_rule == "jokers_only":
        return say("as many cards, higher wherever there is a joker, and nowhere lower")
    return say("as many cards, each higher than the one that it meets")


@lru_cache(maxsize=20_000)
def beaters(form: Form, joker_rule: JokerRule) -> frozenset[Form]:
    """The forms that beat a form and for which the deck has enough cards."""
    wanted = size(form)
    against, _, under, unbeatable = parts(form)
    forms: set[Form] = set()
    if unbeatable:
        return frozenset()
    for red in range(under, min(MOST_JOKERS, wanted) + 1):
        for black in range(min(MOST_JOKERS, wanted - red) + 1):
            equal = wanted - black - red
            if equal <= MOST_EQUAL:
                lowest = against if joker_rule == "jokers_only" and black + red else against + 1
                ranks = range(lowest, len(ORDER)) if equal else range(1)
                forms.update(form_of(rank, equal, black, red) for rank in ranks)
    return frozenset(forms)


class OpenBeaters:
    """The forms that beat a form, under the value that the option ``joker_rule`` has when it matters."""

    __slots__ = ("_if_jokers_only", "_rules", "_surely")

    def __init__(self, form: Form, rules: OpenCombinationRules) -> None:
        self._rules: Final = rules
        self._surely: Final = beaters(form, "every_card")
        self._if_jokers_only: Final = beaters(form, "jokers_only") - self._surely

    def __contains__(self, form: object) -> bool:
        return form in self._surely or (form in self._if_jokers_only and self._rules.joker_rule == "jokers_only")


@dataclass(frozen=True, slots=True)
class BaoHuangCombination:
    """A form in the parts that its words need."""

    form: Form

    def phrase(self) -> str:
        """The form in words."""
        rank, equal, black, red = parts(self.form)
        jokers = _jokers(black, red)
        if not equal:
            return say("{black} with {red}", black=jokers[0], red=jokers[1]) if black and red else jokers[0]
        cards = (
            say("{count} × {rank}", count=equal, rank=ORDER[rank])
            if equal > 1
            else say("single {rank}", rank=ORDER[rank])
        )
        return say_of("bao_huang", "{cards} with {jokers}", cards=cards, jokers=listed(jokers)) if jokers else cards


def _jokers(black: int, red: int) -> list[Text]:
    """The jokers of each colour in words; a colour without any is left out."""
    texts: list[Text] = []
    if black:
        template = marked("{count} black joker") if black == 1 else marked("{count} black jokers")
        texts.append(say(template, count=black))
    if red:
        template = marked("{count} red joker") if red == 1 else marked("{count} red jokers")
        texts.append(say(template, count=red))
    return texts


def can_beat(holding: Holding, form: Form, rules: BaoHuangCombinationRules | OpenCombinationRules) -> bool:
    """Whether some cards of a holding beat a form.

    Cards of the rank that is played last do not: no rank is below it, and it is never played with a joker.
    """
    wanted = size(form)
    if parts(form)[3]:
        return False
    counts = [0] * (RED + 1)
    for card in unpack(holding):
        counts[strength(card)] += 1
    for red in range(min(counts[RED], MOST_JOKERS, wanted) + 1):
        for black in range(min(counts[BLACK], MOST_JOKERS, wanted - red) + 1):
            equal = wanted - red - black
            ranks = [rank for rank in range(len(ORDER)) if counts[rank] >= equal and rank != rules.lowest]
            highest = max(ranks, default=None) if equal else 0
            if highest is not None and beats(form_of(highest, equal, black, red), form, rules.joker_rule):
                return True
    return False


class LaidCards:
    """The cards on the table.  As in a hand, cards may be unknown, or known without their suit."""

    def __init__(self) -> None:
        self._holdings: Final = LooseHoldings(0, [0], [0], counted=False)

    def __len__(self) -> int:
        return self._holdings.count(0)

    def cards(self) -> list[Card]:
        """The cards, high to low, then the unknown cards."""
        known = sorted(unpack(self._holdings.shown(0)), key=lambda card: (-strength(card), card))
        return [*known, *[UNKNOWN] * self._holdings.hidden[0]]

    def put(self, card: Card) -> None:
        """Adds a card."""
        self._holdings.give(0, card)

    def missing(self, cards: Sequence[Card]) -> list[Card]:
        """Those of some cards that cannot be on the table, the unknown ones last."""
        named = [card for card in cards if card != UNKNOWN]
        missing = self._holdings.lacking(0, named)
        more = len(cards) - len(named) - (len(self) - len(named) + len(missing))
        return missing + [UNKNOWN] * max(more, 0)

    def take(self, card: Card, hands: Holdings) -> Card:
        """Takes a card that can be on the table.  Returns the card, with what is known of it.

        ``hands`` are the holdings whose pool also has the hidden cards of the table.
        """
        held = self._holdings
        if card == UNKNOWN:
            return self._take_unseen(hands)
        same = {other for other in unpack(held.shown(0)) if bare_of(other) == card}
        unseen = held.hidden[0]
        held.take(0, [card])
        if held.hidden[0] < unseen:
            hands.reveal(card)
        return same.pop() if len(same) == 1 else card

    def _take_unseen(self, hands: Holdings) -> Card:
        held = self._holdings
        cards = self.cards()
        if len(set(cards)) == 1 and cards[0] != UNKNOWN:
            held.take(0, cards[:1])
            return cards[0]
        known = unpack(held.shown(0))
        if any(bare_of(card) == card for card in known):
            hands.pool = None
        for card in known:
            hands.release(card)
        held.hide(0, held.known[0])
        held.hidden[0] -= 1
        return UNKNOWN
