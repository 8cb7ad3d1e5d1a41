"""The legal plays of a seat in Bao Huang: what it may do, for branches, and for the search of the last cards."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    ONE,
    PROTECTOR_JOKER,
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
    unpack,
)
from engine.climbing.branch import PLAY, plain
from engine.climbing.choices import Choice, Lot, TakenCards, first_of
from engine.climbing.endgame import ClimbingEndgame, action_text
from engine.climbing.legal import ChoiceGroup, grouped_plays, may_play
from engine.climbing.reader import Form, bare
from engine.climbing.round import OPENING
from engine.climbing.sight import ClimbingSight
from engine.games.bao_huang.combinations import ORDER, BaoHuangCombinationRules, beaters, form_of, parts, size, strength
from engine.games.bao_huang.match_replay import BaoHuangMatchReplay
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.bao_huang.reader import DECLARATIONS
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.scoring import Roles, by_declarations, settle
from engine.memo import BoundedMemo
from engine.record.match import Setup
from engine.replay.branch import Branching, Reading, Way
from engine.replay.endgame import EMPTY, Course, Laid, Outcome, Unknown
from engine.replay.game import Endgames, HandReplay
from engine.replay.legal import LISTED, LegalPlays
from engine.rulebook.sentences import say


def legal_plays(replay: HandReplay, seat: int, listed: int = LISTED) -> LegalPlays | None:
    """The plays that the rules allow a seat after the actions done so far, of the cards that it is known to hold.

    ``listed`` plays of each group are listed.

    None if the seat is not in turn, if tribute is still due, or if the deal is void.
    """
    assert isinstance(replay, BaoHuangHand)
    if not may_play(replay, seat):
        return None
    turns = replay.table.round
    if turns.turn == OPENING:
        barred = replay.exchange.pending or replay.roles.void_due()
        if barred or replay.expected_turn() not in (seat, OPENING):
            return None
    holdings = replay.table.holdings
    choices = BaoHuangChoices(
        holdings.shown(seat),
        replay.reader.lowest,
        only_lowest=replay.holds_only_lowest(seat, unpack(holdings.shown(seat))),
    )
    wanted = None
    if turns.beaten_by is not None:
        wanted = size(replay.table_against(replay.reader.play(bare(replay.top_text))))
    return grouped_plays(replay, seat, choices(turns.beaten_by, wanted), _group_of, listed=listed)


def _group_of(choice: Choice) -> ChoiceGroup:
    """Plays of one number of cards, apart by whether they have jokers: single cards and their like first."""
    _, equal, black, red = parts(choice.form)
    count = equal + black + red
    some = say("1 card") if count == 1 else say("{count} cards", count=count)
    if not equal:
        return ChoiceGroup(
            count * 3 + 2, "jokers", say("1 joker") if count == 1 else say("{count} jokers", count=count)
        )
    if black + red:
        return ChoiceGroup(count * 3 + 1, "with_jokers", say("{cards} of one rank, with jokers among them", cards=some))
    return ChoiceGroup(count * 3, "equal", some if count == 1 else say("{cards} of one rank", cards=some))


_PLAIN_BLACK: Final = (BLACK_JOKER, PROTECTOR_JOKER)
_PLAIN_RED: Final = (RED_JOKER, EMPEROR_JOKER)

Jokers = tuple[Card, ...]


class BaoHuangChoices:
    """The choices of a hand.  A choice is what a player chooses: how many cards of a rank and of jokers; a marked joker
    is another choice than a plain one, because it shows a role.
    """

    def __init__(self, holding: Holding, lowest: int | None, *, only_lowest: bool) -> None:
        """``lowest`` is the place in ``ORDER`` of the rank that is played last; ``only_lowest`` says whether the hand
        holds nothing else.
        """
        self._lots: Final[tuple[Lot, ...]] = tuple(lot_of(holding, RANKS.index(rank)) for rank in ORDER)
        self._barred: Final = None if only_lowest else lowest
        black, red = _some(holding, _PLAIN_BLACK), _some(holding, _PLAIN_RED)
        self._jokers: Final = tuple((one, other) for one in black for other in red)

    def __call__(self, beaten_by: Container[object] | None, size: int | None) -> Iterator[Choice]:
        """The choices of ``size`` cards that are in ``beaten_by``; None: all, on a lead."""
        for black, red in self._jokers:
            jokers = len(black) + len(red)
            if jokers and (size is None or size == jokers):
                form = form_of(0, 0, len(black), len(red))
                if beaten_by is None or form in beaten_by:
                    yield Choice(form, (*black, *red), 1)
            for rank, lot in enumerate(self._lots):
                held = 0 if rank == self._barred else sum(count for _, count in lot)
                for equal in range(1, held + 1) if size is None else range(size - jokers, size - jokers + 1):
                    if not 1 <= equal <= held:
                        continue
                    form = form_of(rank, equal, len(black), len(red))
                    if beaten_by is None or form in beaten_by:
                        taken = TakenCards()
                        taken.take(lot, equal)
                        yield Choice(form, (*taken.cards, *black, *red), taken.ways)


def lot_of(holding: Holding, rank: int) -> Lot:
    """The cards of a rank in a hand."""
    cards = (*(card_of(rank, suit) for suit in range(len(SUITS))), bare_card(rank))
    return tuple((card, copies(holding, card)) for card in cards if copies(holding, card))


def _some(holding: Holding, kinds: tuple[Card, Card]) -> list[Jokers]:
    """All sets of jokers of a colour: so many plain and so many marked ones."""
    plain, marked = kinds
    return [
        (plain,) * of_plain + (marked,) * of_marked
        for of_plain in range(copies(holding, plain) + 1)
        for of_marked in range(copies(holding, marked) + 1)
    ]


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
        known_plays = self._plays.get((hand, laid))
        if known_plays is None:
            if laid == EMPTY:
                plays = [(choice.form, hand - pack(choice.cards)) for choice in self._choices(hand, laid)]
                plays.sort(key=lambda play: (-size(play[0]), play[0]))
            else:
                higher = beaters(laid, self._combinations.joker_rule)
                plays = [play for play in self.plays(hand, EMPTY) if play[0] in higher]
            known_plays = self._plays.keep((hand, laid), tuple(plays), _LIST + len(plays))
        return known_plays

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
            yield action_text("play", cards), choice.form, hand - sum(ONE[card] for card in cards)


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


_SHOWN: Final = (3, 4)
"""Cards of one rank and suit that are shown for the emperor card."""


def ways(hand: BaoHuangHand, seat: int) -> tuple[Way, ...]:
    """Cards to give or to take where tribute is due, else cards to play."""
    tribute = hand.exchange.tribute
    if hand.table.round.turn == OPENING and hand.exchange.pending and tribute.owes(seat):
        return (Way("tribute"), Way(PLAY))
    return (Way(PLAY),)


def acts(hand: BaoHuangHand, seat: int) -> list[str]:
    """The tribute owed, cards to take, answers and declarations, and the request not to be beaten."""
    tribute, holdings = hand.exchange.tribute, hand.table.holdings
    held = holdings.shown(seat)
    actions = ["ask"]
    if hand.table.round.turn == OPENING:
        owed = hand.exchange.owed(seat)
        if owed:
            actions.append(f"tribute {' '.join(map(card_text, owed))}")
        if tribute.takers_left:
            actions += [f"take {card_text(card)}" for card in dict.fromkeys(tribute.laid.cards())]
        for card in SUITED:
            actions += [
                f"show {' '.join([card_text(card)] * count)}" for count in _SHOWN if copies(held, card) >= count
            ]
        actions += ["accept", "decline", "redeal"]
    return [*actions, *(f"declare {what}" for what in DECLARATIONS)]


def readings(hand: BaoHuangHand, seat: int, cards: Sequence[str]) -> tuple[Reading, ...]:
    """The cards as they are: nothing in them can be read in two ways."""
    del hand, seat
    return (plain(cards),)


def stated_setup(opened: BaoHuangMatchReplay, hand: BaoHuangHand, before: Setup) -> Setup:
    """The setup with the finish and the roles of the hand before, and the seat that took the first card."""
    seats, previous = opened.seats, opened.standing.previous
    facts: dict[str, Any] = {}
    if hand.declarations.first is not None:
        facts["first"] = seats[hand.declarations.first]
    if previous is not None:
        known: dict[str, Any] = {}
        if previous.finish is not None:
            known["finish"] = [
                seats[place[0]] if len(place) == 1 else [seats[seat] for seat in place] for place in previous.finish
            ]
        for role, seat in (("emperor", previous.emperor), ("protector", previous.protector)):
            if seat is not None:
                known[role] = seats[seat]
        facts["previous"] = known
    return structs.replace(before, **facts)


BRANCHING: Final = Branching(ways, acts, readings, stated_setup)


class BaoHuangSight(ClimbingSight[BaoHuangHand]):
    """What the seats know during one hand."""

    def _roles(self) -> Roles:
        (roles,) = self.replay.roles.possible()
        return roles

    def with_role(self, seat: int) -> ClimbingEndgame:
        """The rest of the hand with another protector, who may be the emperor."""
        roles = self._roles()
        return self.endgame if seat == roles.protector else with_roles(self.replay, Roles(roles.emperor, seat))

    def public(self, seat: int) -> Holding:
        """With the marked black joker of a seat that declared to hold it."""
        public, roles = super().public(seat), self.replay.roles
        held = copies(self.replay.table.holdings.known[seat], PROTECTOR_JOKER)
        declared = {(seat, "protector"), (seat, "solo")} & {*self.replay.declarations.announced}
        if held and declared and not roles.triplet and not copies(public, PROTECTOR_JOKER):
            return public + ONE[PROTECTOR_JOKER]
        return public

    def deciding(self) -> frozenset[Card]:
        """The card whose holder is the protector."""
        roles = self.replay.roles
        deciding = roles.shown if roles.triplet else PROTECTOR_JOKER
        return frozenset() if deciding is None else frozenset({deciding})

    def kind(self) -> Callable[[Card], Card]:
        """Cards differ by rank, marked jokers and the fourth card to three shown ones from all others."""
        shown = self.replay.roles.shown
        return lambda card: card if card == shown else bare_of(card)

    def finder(self) -> Callable[[Sequence[Holding]], int | None]:
        """The protector is the seat with the marked joker, or with more of the shown cards than it has shown."""
        roles, announced = self._roles(), tuple(self.replay.declarations.announced)
        deciding, public = self.deciding(), tuple(map(self._shown, range(len(self.replay.table.seats))))

        def find(hands: Sequence[Holding]) -> int | None:
            protector = roles.protector
            for card in deciding:
                for seat, cards in enumerate(hands):
                    if copies(cards, card) > public[seat]:
                        protector = seat
            return protector if all(_right(Roles(roles.emperor, protector), *claim) for claim in announced) else None

        return find

    def _shown(self, seat: int) -> int:
        """How many cards that three were shown of a seat is still known to hold."""
        shown = self.replay.roles.shown
        return 0 if shown is None or not self.replay.roles.triplet else copies(self.public(seat), shown)


def _right(roles: Roles, seat: int, what: str) -> bool:
    """Whether what a seat declared is right."""
    if what == "uprising":
        return seat not in roles.side
    return seat == roles.protector and roles.alone == (what == "solo")
