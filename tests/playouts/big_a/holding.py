"""What a holding can play in Big A, and with which cards."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from tests.playouts.big_a.arranging import arranged
from tests.playouts.big_a.forms import (
    ACE,
    BIG_ACE_PAIR,
    BIG_ACE_STRENGTH,
    BLACK,
    BLACK_CARD,
    CAPTURED,
    DOUBLE_SEQUENCE,
    FAKE_EIGHT,
    FOUR,
    JOKERS,
    OF_A_RANK,
    PAIR,
    RED,
    RED_CARD,
    SEQUENCE,
    SINGLE,
    TRIPLE_SEQUENCE,
    TWO_JOKERS,
    Form,
    beats,
    height_of,
    is_bomb,
    place_rank,
    strength,
    window,
)
from tests.playouts.policies import Option

CAPTURE = -1
"""In place of the kind of a form: the fours of a capture."""
_RUNS = ((1, SEQUENCE), (2, DOUBLE_SEQUENCE), (3, TRIPLE_SEQUENCE), (4, FAKE_EIGHT))
_LENGTHS = {TRIPLE_SEQUENCE: 3, FAKE_EIGHT: 2}
_RANK_AT = {strength(rank): rank for rank in range(BLACK)}


class PlayHolding:
    """The cards of one seat; ``big`` is the ace that is Big A."""

    def __init__(self, cards: Iterable[int], big: int) -> None:
        self.big = big
        self.by_rank: list[list[int]] = [[] for _ in range(15)]
        self.size = 0
        self._options: list[Option] | None = None
        for card in cards:
            self.add(card)

    def add(self, card: int) -> None:
        """Takes a card in."""
        self.size += 1
        self._options = None
        self.by_rank[_rank(card)].append(card)

    def remove(self, card: int) -> None:
        """Lays a card down."""
        self.size -= 1
        self._options = None
        self.by_rank[_rank(card)].remove(card)

    def options(self, to_beat: Form | None = None) -> list[Option]:
        """Every form that can be played, whatever the cards taken for it; each that beats ``to_beat``, captures too."""
        if self._options is None:
            self._options = [
                Option(form[1], (form[0] << 8) + form[2], is_bomb(form), form, height_of(form))
                for form in self._forms()
            ]
        if to_beat is None:
            return self._options
        plays = [option for option in self._options if beats(option.form, to_beat)]  # type: ignore[arg-type]
        kind, size, _ = to_beat
        if kind in CAPTURED and len(self.by_rank[FOUR]) >= size - 1:
            plays.append(Option(size=size - 1, power=0, bomb=True, form=(CAPTURE, size - 1, 0)))
        return plays

    def arranged(self) -> list[Option]:
        """The plays that the holding is divided into."""
        _, forms = arranged(*self._counts())
        known = {option.form: option._replace(frugal=True) for option in self.options()}
        return [known[form] for form in forms if form in known]

    def cost(self) -> int:
        """How far the holding is from its end."""
        return arranged(*self._counts())[0]

    def cost_after(self, play: Option) -> int:
        """How far it is from its end after a play."""
        counts, big = self._counts()
        left = list(counts)
        for card in self.frugal(play.form):  # type: ignore[arg-type]
            left[_rank(card)] -= 1
            big -= card == self.big
        return arranged(tuple(left), big)[0]

    def _counts(self) -> tuple[tuple[int, ...], int]:
        """The cards by rank, and how many of them are Big A."""
        return tuple(map(len, self.by_rank)), self.by_rank[ACE].count(self.big)

    def frugal(self, form: Form) -> list[int]:
        """Cards that make a form, a Big A only where it is needed."""
        kind, size, power = form
        if kind == SINGLE and power < BLACK:
            return sorted(self.by_rank[_RANK_AT[power]], key=self._is_big)[:1]
        if kind in OF_A_RANK and kind != SINGLE:
            return sorted(self.by_rank[_RANK_AT[power]], key=self._is_big)[:size]
        for copies, run in _RUNS:
            if kind == run:
                needed = Counter(window(power, size // copies))
                held = {rank: sorted(self.by_rank[rank], key=self._is_big) for rank in needed}
                return [card for rank, many in needed.items() for card in held[rank][: many * copies]]
        return self.choose(form, Random(0))

    def _is_big(self, card: int) -> bool:
        return card == self.big

    def _forms(self) -> list[Form]:
        counts = [len(cards) for cards in self.by_rank]
        big = self.by_rank[ACE].count(self.big)
        forms: list[Form] = [
            (OF_A_RANK[size - 1], size, strength(rank))
            for rank in range(BLACK)
            for size in range(1, counts[rank] + 1)
            if rank != ACE or size > 2 or counts[ACE] > big
        ]
        forms += [(SINGLE, 1, joker) for joker in (BLACK, RED) if counts[joker]]
        if big:
            forms.append((SINGLE, 1, BIG_ACE_STRENGTH))
        if big == 2:
            forms.append((BIG_ACE_PAIR, 2, 0))
        black, red = counts[BLACK], counts[RED]
        if red == 2:
            forms.append((TWO_JOKERS, 2, 1))
        if black == 2 or (black and red):
            forms.append((TWO_JOKERS, 2, 0))
        forms += [(JOKERS[size - 2], size, 0) for size in (3, 4) if black + red >= size]
        for copies, kind in _RUNS:
            forms += self._runs(counts, copies, kind)
        return forms

    def _runs(self, counts: list[int], copies: int, kind: int) -> list[Form]:
        forms: list[Form] = []
        fixed = _LENGTHS.get(kind, 0)
        for start in range(13):
            for top in range(start, 14):
                if counts[place_rank(top)] < copies or (start == 0 and top == 13 and counts[ACE] < 2 * copies):
                    break
                length = top - start + 1
                thirteen = (start, top) == (0, 12)
                if (length == fixed) if fixed else (length >= 3 and not thirteen):
                    forms.append((kind, length * copies, top))
        return forms

    def choose(self, form: Form, rng: Random) -> list[int]:
        """Cards that make a form."""
        kind, size, power = form
        if kind == CAPTURE:
            return rng.sample(self.by_rank[FOUR], size)
        if kind == BIG_ACE_PAIR:
            return [self.big] * 2
        if kind == SINGLE and power >= BLACK:
            return [self.big if power == BIG_ACE_STRENGTH else BLACK_CARD + power - BLACK]
        if kind in JOKERS:
            return self._jokers(form, rng)
        for copies, run in _RUNS:
            if kind == run:
                needed = Counter(window(power, size // copies))
                return [card for rank, many in needed.items() for card in rng.sample(self.by_rank[rank], many * copies)]
        held = self.by_rank[_RANK_AT[power]]
        if kind not in (SINGLE, PAIR) or self.big not in held:
            return rng.sample(held, size)
        others = [card for card in held if card != self.big]
        first = others.pop(rng.randrange(len(others)))
        return [first] if kind == SINGLE else [first, rng.choice([*others, self.big])]

    def _jokers(self, form: Form, rng: Random) -> list[int]:
        kind, size, power = form
        if kind == TWO_JOKERS and power == 1:
            return [RED_CARD] * 2
        black, red = self.by_rank[BLACK], self.by_rank[RED]
        if kind == TWO_JOKERS:
            pairs = [black] * (len(black) == 2) + [[BLACK_CARD, RED_CARD]] * bool(black and red)
            return list(rng.choice(pairs))
        return rng.sample(black + red, size)


def _rank(card: int) -> int:
    return card >> 2 if card < BLACK_CARD else card - BLACK_CARD + BLACK
