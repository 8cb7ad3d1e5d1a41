"""What somebody at a made-up table holds, and what can be played from it."""

from collections import Counter
from random import Random
from typing import Final

from tests.playouts.bao_huang.forms import BLACK, ORDER, RED, Form, beats, height_of, strength
from tests.playouts.policies import Option

_UNBEATABLE: Final = 1000
_HIGH: Final = ORDER.index("A")


class PlayHolding:
    """Some cards; ``lowest`` is the rank that must be played last, None where there is no such rule."""

    def __init__(self, cards: list[str], joker_rule: str, lowest: int | None) -> None:
        self.cards = list(cards)
        self._rule = joker_rule
        self._lowest = lowest

    @property
    def size(self) -> int:
        """How many cards are left."""
        return len(self.cards)

    def options(self, to_beat: Form | None) -> list[Option]:
        """Every play that the rules allow."""
        counts = Counter(map(strength, self.cards))
        black, red = counts.pop(BLACK, 0), counts.pop(RED, 0)
        if self._lowest is not None and (len(counts) > 1 or black or red):
            counts.pop(self._lowest, None)
        forms = [
            Form(rank, equal, blacks, reds)
            for blacks in range(black + 1)
            for reds in range(red + 1)
            for rank, equal in self._bodies(counts, blacks + reds, to_beat)
        ]
        return [_option(form) for form in forms if to_beat is None or beats(form, to_beat, self._rule)]

    def arranged(self) -> list[Option]:
        """The plays that the holding is divided into: what is equal goes together, jokers are kept for themselves."""
        counts = Counter(map(strength, self.cards))
        black, red = counts.pop(BLACK, 0), counts.pop(RED, 0)
        forms = [Form(rank, counts[rank], 0, 0) for rank in sorted(counts)]
        forms += [Form(None, 0, black, 0)] * (black > 0)
        forms += [Form(None, 0, 0, 1)] * red
        if len(counts) == 1 and black + red:
            # The last equal cards win the trick with a joker beside them.
            forms.insert(0, Form(forms[0].rank, forms[0].equal, 0, red) if red else forms[0])
        return [_option(form) for form in forms]

    def cost(self) -> int:
        """How far the holding is from its end: 2 for each rank, 1 for a high one, and less for jokers."""
        return _cost(Counter(map(strength, self.cards)))

    def cost_after(self, play: Option) -> int:
        """How far it is from its end after a play."""
        counts = Counter(map(strength, self.cards))
        counts.subtract(play.form.strengths())  # type: ignore[attr-defined]
        return _cost(counts)

    def _bodies(self, counts: Counter[int], jokers: int, to_beat: Form | None) -> list[tuple[int | None, int]]:
        """Equal cards that may stand beside so many jokers: rank and number."""
        alone: list[tuple[int | None, int]] = [(None, 0)] if jokers else []
        if to_beat is None:
            return alone + [(rank, equal) for rank, most in counts.items() for equal in range(1, most + 1)]
        wanted = to_beat.size - jokers
        if wanted <= 0:
            return alone if wanted == 0 else []
        return [(rank, wanted) for rank, most in counts.items() if most >= wanted]

    def choose(self, form: Form, rng: Random) -> list[str]:
        """Some cards of a form, which leave the holding; the suits and the marks do not matter."""
        wanted = Counter(form.strengths())
        rng.shuffle(self.cards)
        chosen: list[str] = []
        kept: list[str] = []
        for card in self.cards:
            value = strength(card)
            if wanted[value]:
                wanted[value] -= 1
                chosen.append(card)
            else:
                kept.append(card)
        self.cards = kept
        return chosen


def _option(form: Form) -> Option:
    power = sum(form.strengths()) + _UNBEATABLE * form.red
    return Option(form.size, power, form.red > 0, form, height_of(form))


def _cost(counts: Counter[int]) -> int:
    cost = -2 * counts[RED] - counts[BLACK]
    return cost + sum((1 if value >= _HIGH else 2) for value, count in counts.items() if count and value < BLACK)
