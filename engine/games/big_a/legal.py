"""The legal plays of a seat in Big A: what it may do, for branches, and for the search of the last cards."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from engine.cards.packed import (
    BLACK_JOKER,
    ONE,
    RANKS,
    RED_JOKER,
    SUITED,
    SUITS,
    Card,
    Holding,
    bare_card,
    bare_of,
    card_of,
    card_text,
    copies,
    pack,
    parse_card,
    rank_of,
    unpack,
)
from engine.climbing.branch import PLAY, plain
from engine.climbing.choices import Choice, Lot, TakenCards, first_of
from engine.climbing.endgame import KNOWN_ROLES, NOTE, NOTED_BITS, ClimbingEndgame, action_text
from engine.climbing.hand import ClimbingHand
from engine.climbing.legal import ChoiceGroup, grouped_plays, may_play
from engine.climbing.reader import Form, bare
from engine.climbing.round import OPENING
from engine.climbing.sight import ClimbingSight
from engine.games.big_a.beating import BIG, BLACK, RED, needs_of, rank_counts
from engine.games.big_a.combinations import (
    BOMBS,
    CAPTURED,
    KIND_NAMES,
    KIND_WORDS,
    ORDER,
    all_beaters,
    every_form,
    form_of_counts,
    kind_of,
    size_of,
    strength_of,
)
from engine.games.big_a.match_replay import BigAMatchReplay
from engine.games.big_a.play import BigAHand, leader_after
from engine.games.big_a.reader import ACE, COPIES, FOUR
from engine.games.big_a.roles import HEARTS, NOBODY, SEATS, Roles
from engine.games.big_a.rules import BigARules
from engine.games.big_a.scoring import settle
from engine.memo import BoundedMemo
from engine.record.match import Setup
from engine.replay.branch import Branching, Reading, Way
from engine.replay.endgame import EMPTY, Course, Laid, Outcome, Unknown
from engine.replay.game import Endgames, HandReplay
from engine.replay.legal import LISTED, LegalPlays
from engine.rulebook.sentences import say

_CAPTURE = ChoiceGroup(0, "capture", say("fours that capture the cards on the table"))


def legal_plays(replay: HandReplay, seat: int, listed: int = LISTED) -> LegalPlays | None:
    """The plays and captures that the rules allow a seat after the actions done so far, of the cards that it is known
    to hold.  ``listed`` plays of each group are listed.

    Before the first lead they are those that it would have if the drawing ended now.  None if the seat is not in turn,
    or if the deal is void.
    """
    assert isinstance(replay, BigAHand)
    if not may_play(replay, seat):
        return None
    big = _big_a(replay)
    if big is None:
        return None
    turns = replay.table.round
    against = None
    if turns.beaten_by is not None:
        against = replay.table_against(replay.reader.play(bare(replay.top_text)))
    return grouped_plays(
        replay, seat, BigAChoices(replay.table.holdings.shown(seat), big)(against), _group_of, listed=listed
    )


def _big_a(replay: BigAHand) -> Card | None:
    """The Big A; before the play, what it is if no seat exposes an ace any more.  None if the deal is void."""
    big_a = replay.big_a
    if big_a.ace is not None or replay.table.round.turn != OPENING:
        return big_a.ace
    return None if set(big_a.default_roles()) == {None} else HEARTS


def _group_of(choice: Choice) -> ChoiceGroup:
    if choice.captures:
        return _CAPTURE
    kind = kind_of(choice.form)
    return ChoiceGroup(kind, KIND_NAMES[kind], say(KIND_WORDS[kind]))


_JOKERS: Final = ((BLACK, BLACK_JOKER), (RED, RED_JOKER))


class BigAChoices:
    """The choices of a hand.  A choice is what a player chooses: how many cards of each rank and of jokers, and how
    many of its aces are Big A.
    """

    def __init__(self, holding: Holding, big: Card | None) -> None:
        """``big`` is the Big A."""
        self._big: Final = big
        self._counts: Final = rank_counts(holding, big)
        self._lots: Final[tuple[Lot, ...]] = tuple(self._lot(holding, rank) for rank in range(len(RANKS)))
        """By rank, the cards that are not Big A."""

    def _lot(self, holding: Holding, rank: int) -> Lot:
        cards = (*(card_of(rank, suit) for suit in range(len(SUITS))), bare_card(rank))
        return tuple((card, copies(holding, card)) for card in cards if card != self._big and copies(holding, card))

    def __call__(self, against: Form | None) -> Iterator[Choice]:
        """The choices that beat a form, then those that capture it; None: all, on a lead."""
        forms: Collection[Form] = every_form() if against is None else all_beaters()[against]
        for form in sorted(forms):
            yield from self._of_form(form)
        if against is not None and kind_of(against) in CAPTURED:
            count = size_of(against) - 1
            if self._counts[FOUR] >= count:
                taken = TakenCards()
                taken.take(self._lots[FOUR], count)
                yield Choice(_fours(count), tuple(taken.cards), taken.ways, captures=True)

    def _of_form(self, form: Form) -> Iterator[Choice]:
        """The choices that form something: one for each number of Big A among the aces."""
        needs = dict(needs_of(form))
        if any(self._counts[place] < least for place, least in needs.items()):
            return
        bigs_only = needs.get(BIG, 0)
        aces = needs.get(ACE, 0) or bigs_only
        for bigs in range(bigs_only, min(aces, self._counts[BIG]) + 1):
            ranks = [needs.get(rank, 0) for rank in range(len(RANKS))]
            ranks[ACE] = aces
            if form_of_counts(ranks, needs.get(BLACK, 0), needs.get(RED, 0), bigs) != form:
                continue
            ranks[ACE] -= bigs
            if sum(count for _, count in self._lots[ACE]) < ranks[ACE]:
                continue
            taken = TakenCards()
            for rank, count in enumerate(ranks):
                taken.take(self._lots[rank], count)
            jokers = [card for place, card in _JOKERS for _ in range(needs.get(place, 0))]
            big = [] if self._big is None else [self._big] * bigs
            yield Choice(form, (*taken.cards, *big, *jokers), taken.ways)


def _fours(count: int) -> Form:
    """What so many fours form."""
    ranks = [0] * len(RANKS)
    ranks[FOUR] = count
    form = form_of_counts(ranks, 0, 0, 0)
    assert form is not None
    return form


_KEPT: Final = 300_000
"""Plays that are remembered; a list of them counts for some more."""
_LIST: Final = 4
_FORM: Final = (1 << NOTED_BITS) - 1
"""In what lies on the table, the form."""
_BIG: Final = 1 << NOTED_BITS
"""One Big A among the cards; of two of them there is twice as much."""
_BIGS: Final = 3
_CAPTURE_BIT: Final = 1 << NOTED_BITS + 2
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
        if laid & _CAPTURE_BIT:
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
        laid = form + copies(cards, self.big) * _BIG + (_CAPTURE_BIT if captures else 0)
        return laid + (cards << _CARDS_BITS)

    def reduced_hand(self, hand: Holding) -> Holding:
        """A hand without suits but those of the Big A."""
        return pack(card if card == self.big else bare_of(card) for card in unpack(hand))

    def reduced_laid(self, laid: Laid) -> Laid:
        """What lies on the table, without the cards."""
        return laid & _REDUCED

    def plays(self, hand: Holding, laid: Laid) -> Sequence[tuple[Laid, Holding]]:
        """The plays and captures of a hand: those without bombs first, of them the longest, then from low to high."""
        known_plays = self._plays.get((hand, laid))
        if known_plays is None:
            plays = [(now & _REDUCED, rest) for now, _, rest in self._moves(hand, laid, self._captured(laid))]
            known_plays = self._plays.keep((hand, laid), tuple(sorted(plays, key=_order)), _LIST + len(plays))
        return known_plays

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
            captures = bool(now & _CAPTURE_BIT)
            text = action_text("capture" if captures else "play", unpack(cards))
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
    return kind_of(form) >= BOMBS or bool(play[0] & _CAPTURE_BIT), -size_of(form), play[0]


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


def ways(hand: BigAHand, seat: int) -> tuple[Way, ...]:
    """Cards to play, or fours to capture with."""
    del hand, seat
    return (Way(PLAY), Way("capture"))


def acts(hand: BigAHand, seat: int) -> list[str]:
    """Aces to expose or reveal, and a new deal."""
    if hand.table.round.turn != OPENING:
        return []
    held = hand.table.holdings.shown(seat)
    actions = []
    for card in SUITED:
        if rank_of(card) == ACE and copies(held, card):
            text = card_text(card)
            actions += [f"expose {' '.join([text] * count)}" for count in range(1, copies(held, card) + 1)]
            actions.append(f"reveal {text}")
    return [*actions, "redeal"]


def readings(hand: BigAHand, seat: int, cards: Sequence[str]) -> tuple[Reading, ...]:
    """The cards as a play; fours on a play also as a capture."""
    del seat
    choices = [plain(cards)]
    played = map(parse_card, cards)
    fours = all(card is not None and card in SUITED and rank_of(card) == FOUR for card in played)
    if fours and hand.table.round.beaten_by is not None:
        choices.append(Reading("capture", tuple(cards)))
    return tuple(choices)


def stated_setup(opened: BigAMatchReplay, hand: BigAHand, before: Setup) -> Setup:
    """The setup as it is: nothing but totals passes from hand to hand."""
    del opened, hand
    return before


BRANCHING: Final = Branching(ways, acts, readings, stated_setup)


class BigASight(ClimbingSight[BigAHand]):
    """What the seats know during one hand."""

    def _big(self) -> Card:
        assert isinstance(self.endgame, BigAEndgame)
        return self.endgame.big

    def _declarer(self) -> int:
        return self.replay.possible_roles()[0][0]

    def with_role(self, seat: int) -> ClimbingEndgame:
        """The rest of the hand with another partner, who may be the declarer."""
        return with_roles(self.replay, self._big(), (self._declarer(), seat))

    def deciding(self) -> frozenset[Card]:
        """The Big A."""
        return frozenset({self._big()})

    def kind(self) -> Callable[[Card], Card]:
        """Cards differ by rank, and the Big A from all others."""
        big = self._big()
        return lambda card: card if card == big else bare_of(card)

    def finder(self) -> Callable[[Sequence[Holding]], int | None]:
        """The partner is the seat that was dealt the second copy; the declarer was dealt one."""
        declarer, big = self._declarer(), self._big()
        had = [self.replay.big_a.had_by(seat) for seat in range(SEATS)]

        def find(hands: Sequence[Holding]) -> int | None:
            own = [copies(cards, big) + played - captive for cards, (played, captive) in zip(hands, had, strict=True)]
            if own[declarer] < 1:
                return None
            if own[declarer] >= COPIES:
                return declarer
            return next((seat for seat in range(SEATS) if own[seat] and seat != declarer), None)

        return find
