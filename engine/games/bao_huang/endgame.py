"""The rest of a hand of Bao Huang with all cards and roles open."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    ONE,
    PROTECTOR_JOKER,
    RANKS,
    RED_JOKER,
    Card,
    Holding,
    bare_of,
    copies,
    pack,
    unpack,
)
from engine.climbing.choices import Choice, first_of
from engine.climbing.endgame import ClimbingEndgame, joined
from engine.climbing.reader import Form
from engine.games.bao_huang.combinations import ORDER, BaoHuangCombinationRules, beaters, parts, size, strength
from engine.games.bao_huang.legal import BaoHuangChoices, lot_of
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.scoring import Roles, by_declarations, settle
from engine.memo import BoundedMemo
from engine.replay.endgame import EMPTY, Course, Laid, Outcome, Unknown
from engine.replay.game import Endgames, HandReplay

_KEPT: Final = 300_000
"""Plays that are remembered; a list of them counts for some more."""
_LIST: Final = 4
_PLAIN: Final[Mapping[Card, Card]] = {PROTECTOR_JOKER: BLACK_JOKER, EMPEROR_JOKER: RED_JOKER}
_JOKERS: Final = ((BLACK_JOKER, PROTECTOR_JOKER), (RED_JOKER, EMPEROR_JOKER))


class BaoHuangEndgame(ClimbingEndgame):
    """The rest of a hand: the emperor and the protector against the others."""

    def __init__(
        self,
        seats: Sequence[str],
        rules: BaoHuangRules,
        combinations: BaoHuangCombinationRules,
        roles: Roles,
        declared: Sequence[str],
    ) -> None:
        """``declared`` are the declarations that had an effect, in order."""
        sides = tuple(0 if seat in roles.side else 1 for seat in range(len(seats)))
        super().__init__(seats, kinds=sides, sides=sides)
        self._rules: Final = rules
        self._combinations: Final = combinations
        self._roles: Final = roles
        self._declared: Final = by_declarations(declared, rules)
        self._plays: Final[BoundedMemo[tuple[Holding, Laid], tuple[tuple[Form, Holding], ...]]] = BoundedMemo(_KEPT)

    def scores(self, finish: Sequence[Sequence[int]]) -> Outcome:
        """The scores of the hand."""
        return tuple(settle(finish, self._roles, self._declared, self._rules, self.seats)[0])

    def heir(self, hands: Sequence[Holding], seat: int, course: Course) -> int:
        """The next seat in order of play that holds cards."""
        del course
        return next(other % len(hands) for other in range(seat + 1, seat + len(hands)) if hands[other % len(hands)])

    def reduced_hand(self, hand: Holding) -> Holding:
        """A hand without suits and marks."""
        return pack(bare_of(_PLAIN.get(card, card)) for card in unpack(hand))

    def plays(self, hand: Holding, laid: Laid) -> Sequence[tuple[Laid, Holding]]:
        """The plays of a hand: the most cards first, then from low to high."""
        found = self._plays.get((hand, laid))
        if found is None:
            plays = [(choice.form, hand - pack(choice.cards)) for choice in self._choices(hand, laid)]
            plays.sort(key=lambda play: (-size(play[0]), play[0]))
            found = self._plays.keep((hand, laid), tuple(plays), _LIST + len(plays))
        return found

    def _choices(self, hand: Holding, laid: Laid) -> Iterator[Choice]:
        lowest = self._combinations.lowest
        only_lowest = all(strength(card) == lowest for card in unpack(hand))
        choices = BaoHuangChoices(hand, lowest, only_lowest=only_lowest)
        return (
            choices(None, None) if laid == EMPTY else choices(beaters(laid, self._combinations.joker_rule), size(laid))
        )

    def written(self, hand: Holding, laid: Laid) -> Iterator[tuple[str, Laid, Holding]]:
        """The plays, each in the cards that come first by code points."""
        for choice in self._choices(self.reduced_hand(hand), laid):
            rank, *counts = parts(choice.form)
            lots = [lot_of(hand, RANKS.index(ORDER[rank])) if counts[0] else ()]
            lots += [tuple((card, copies(hand, card)) for card in kinds if copies(hand, card)) for kinds in _JOKERS]
            cards = [card for lot, count in zip(lots, counts, strict=True) for card in unpack(first_of(lot, count))]
            yield joined("play", cards), choice.form, hand - sum(ONE[card] for card in cards)


def endgame(replay: HandReplay) -> BaoHuangEndgame | Unknown:
    """The rest of a hand, unless its roles are not known."""
    assert isinstance(replay, BaoHuangHand)
    possible = replay.roles.possible()
    if len(possible) != 1:
        return "roles-unknown"
    return with_roles(replay, possible[0])


def with_roles(replay: BaoHuangHand, roles: Roles) -> BaoHuangEndgame:
    """The rest of a hand if its roles are these."""
    combinations = BaoHuangCombinationRules(replay.rules.joker_rule, replay.reader.lowest)
    return BaoHuangEndgame(replay.table.seats, replay.rules, combinations, roles, replay.declarations.declared)


ENDGAMES: Final = Endgames(28, 12, endgame)
