"""The rest of a hand of Big A with all cards and roles open."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards.packed import (
    BLACK_JOKER,
    ONE,
    RANKS,
    Card,
    Holding,
    bare_card,
    bare_of,
    copies,
    pack,
    rank_of,
    unpack,
)
from engine.climbing.choices import first_of
from engine.climbing.endgame import KNOWN_ROLES, NOTE, NOTED_BITS, ClimbingEndgame, joined
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import Form, bare
from engine.games.big_a.combinations import BOMBS, CAPTURED, ORDER, kind_of, size_of, strength_of
from engine.games.big_a.legal import BigAChoices
from engine.games.big_a.play import BigAHand, leader_after
from engine.games.big_a.reader import ACE, COPIES
from engine.games.big_a.roles import NOBODY, Roles
from engine.games.big_a.rules import BigARules
from engine.games.big_a.scoring import settle
from engine.memo import BoundedMemo
from engine.replay.endgame import EMPTY, Course, Laid, Outcome, Unknown
from engine.replay.game import Endgames, HandReplay

_KEPT: Final = 300_000
"""Plays that are remembered; a list of them counts for some more."""
_LIST: Final = 4
_FORM: Final = (1 << NOTED_BITS) - 1
"""In what lies on the table, the form."""
_BIG: Final = 1 << NOTED_BITS
"""One Big A among the cards; of two of them there is twice as much."""
_BIGS: Final = 3
_CAPTURE: Final = 1 << NOTED_BITS + 2
"""Fours that have captured."""
_CARDS_BITS: Final = NOTED_BITS + 3
"""Above this are the cards themselves, which a reduced position does without."""
_REDUCED: Final = (1 << _CARDS_BITS) - 1

_PLAYED: Final = 2
"""Until the table knows the roles, the note says what the seat with the second copy has of the Big A."""
_CAPTIVE: Final = 8


class BigAEndgame(ClimbingEndgame):
    """The rest of a hand: the declarer and the partner against the others."""

    def __init__(self, seats: Sequence[str], rules: BigARules, big: Card, roles: Roles, *, exposed: bool) -> None:
        """``big`` is the Big A; ``exposed`` says whether both copies were shown before the play."""
        declarer, partner = roles
        kinds = [2] * len(seats)
        kinds[partner], kinds[declarer] = 1, 0
        super().__init__(seats, kinds=kinds, sides=[int(kind == 2) for kind in kinds])
        self._rules: Final = rules
        self.big: Final = big
        self._roles: Final = roles
        self._exposed: Final = exposed
        self._plays: Final[BoundedMemo[tuple[Holding, Laid], tuple[tuple[Laid, Holding], ...]]] = BoundedMemo(_KEPT)

    def scores(self, finish: Sequence[Sequence[int]]) -> Outcome:
        """The scores of the hand."""
        declarer, partner = self._roles
        return settle(finish, declarer, partner, exposed=self._exposed, rules=self._rules, seats=self.seats).points

    def aim(self) -> int:
        """The declarer, by whose score the ends are in order even if the table of scores has the printed error."""
        return self._roles[0]

    def heir(self, hands: Sequence[Holding], seat: int, course: Course) -> int:
        """The next seat that holds cards and is not known by the table to be on the side of the seat."""
        known = course // NOTE == KNOWN_ROLES
        return leader_after(seat, self._roles if known else None, [not hand for hand in hands], self._rules)

    @property
    def noting(self) -> int:
        """The seat with the second copy of the Big A."""
        return self._roles[1]

    def noted(self, course: Course, seat: int, laid: Laid, before: Laid) -> Course:
        """The course with the copies of the Big A that the seat with the second one has played and captured."""
        note = course // NOTE
        declarer, partner = self._roles
        if note == KNOWN_ROLES or seat != self.noting:
            return course
        played, captive = note // _PLAYED % 4, note // _CAPTIVE
        if laid & _CAPTURE:
            captive += before >> NOTED_BITS & _BIGS
        else:
            count = laid >> NOTED_BITS & _BIGS
            played += max(count - captive, 0)
            captive = max(captive - count, 0)
        known = played >= (COPIES if declarer == partner else 1)
        return course % NOTE + NOTE * (KNOWN_ROLES if known else played * _PLAYED + captive * _CAPTIVE)

    def note(self, replay: ClimbingHand) -> int:
        """What the table knows of the roles, and what the seat with the second copy has played and captured."""
        assert isinstance(replay, BigAHand)
        if replay.big_a.known_to_table(self._roles):
            return KNOWN_ROLES
        played, captive = replay.big_a.had_by(self._roles[1])
        return played * _PLAYED + captive * _CAPTIVE

    def laid(self, replay: ClimbingHand, form: Form) -> Laid:
        """The form of the play to beat, with its cards."""
        text = bare(replay.top_text)
        cards = replay.reader.play(text).cards
        return self._laid(form, pack(cards), captures=text.split()[1] == "capture")

    def _laid(self, form: Form, cards: Holding, *, captures: bool) -> Laid:
        laid = form + copies(cards, self.big) * _BIG + (_CAPTURE if captures else 0)
        return laid + (cards << _CARDS_BITS)

    def reduced_hand(self, hand: Holding) -> Holding:
        """A hand without suits but those of the Big A."""
        return pack(card if card == self.big else bare_of(card) for card in unpack(hand))

    def reduced_laid(self, laid: Laid) -> Laid:
        """What lies on the table, without the cards."""
        return laid & _REDUCED

    def plays(self, hand: Holding, laid: Laid) -> Sequence[tuple[Laid, Holding]]:
        """The plays and captures of a hand: those without bombs first, of them the longest, then from low to high."""
        found = self._plays.get((hand, laid))
        if found is None:
            plays = [(now & _REDUCED, rest) for now, _, rest in self._moves(hand, laid, self._captured(laid))]
            found = self._plays.keep((hand, laid), tuple(sorted(plays, key=_order)), _LIST + len(plays))
        return found

    def _captured(self, laid: Laid) -> Holding:
        """The cards of a rank on the table, as a reduced hand has them."""
        form = laid & _FORM
        if kind_of(form) not in CAPTURED:
            return 0
        bigs = laid >> NOTED_BITS & _BIGS
        rank = RANKS.index(ORDER[strength_of(form)])
        return ONE[bare_card(rank)] * (size_of(form) - bigs) + ONE[self.big] * bigs

    def _moves(self, hand: Holding, laid: Laid, captured: Holding) -> Iterator[tuple[Laid, tuple[Card, ...], Holding]]:
        """What lies on the table after each play and capture of a hand, its cards, and the hand then."""
        for choice in BigAChoices(hand, self.big)(None if laid == EMPTY else laid & _FORM):
            cards = pack(choice.cards)
            now = self._laid(choice.form, cards, captures=choice.captures)
            yield now, choice.cards, hand - cards + (captured if choice.captures else 0)

    def written(self, hand: Holding, laid: Laid) -> Iterator[tuple[str, Laid, Holding]]:
        """The plays and captures, each in the cards that come first by code points."""
        captured = laid >> _CARDS_BITS
        for now, kinds, _ in self._moves(self.reduced_hand(hand), laid, 0):
            cards = sum(self._first(hand, card, kinds) for card in set(kinds))
            captures = bool(now & _CAPTURE)
            text = joined("capture" if captures else "play", unpack(cards))
            then = self._laid(now & _FORM, cards, captures=captures)
            yield text, then, hand - cards + (captured if captures else 0)

    def _first(self, hand: Holding, kind: Card, kinds: Sequence[Card]) -> Holding:
        """The cards of a hand that a kind of cards is played in; those of an ace depend on the Big A beside them."""
        if kind in (self.big, *range(BLACK_JOKER, BLACK_JOKER + 2)):
            return ONE[kind] * kinds.count(kind)
        lot = tuple(
            (card, copies(hand, card))
            for card in sorted(set(unpack(hand)))
            if card != self.big and bare_of(card) == kind
        )
        beside = ONE[self.big] * kinds.count(self.big) if rank_of(kind) == ACE else 0
        return first_of(lot, kinds.count(kind), beside)


def _order(play: tuple[Laid, Holding]) -> tuple[bool, int, Laid]:
    form = play[0] & _FORM
    return kind_of(form) >= BOMBS or bool(play[0] & _CAPTURE), -size_of(form), play[0]


def endgame(replay: HandReplay) -> BigAEndgame | Unknown:
    """The rest of a hand, unless its roles are not known."""
    assert isinstance(replay, BigAHand)
    possible, big = replay.possible_roles(), replay.big_a.ace
    if len(possible) != 1 or NOBODY in possible[0] or big is None:
        return "roles-unknown"
    return with_roles(replay, big, possible[0])


def with_roles(replay: BigAHand, big: Card, roles: Roles) -> BigAEndgame:
    """The rest of a hand if its roles are these."""
    return BigAEndgame(replay.table.seats, replay.rules, big, roles, exposed=replay.big_a.both_shown)


ENDGAMES: Final = Endgames(20, 12, endgame)
