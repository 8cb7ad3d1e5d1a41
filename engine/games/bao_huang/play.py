"""The play of a hand of Bao Huang, and its frames: the roles that each seat knows, and the tribute on the table."""

from collections.abc import Collection, Hashable, Sequence
from functools import cached_property
from typing import Any, Final

from engine.cards.holdings import Holdings
from engine.cards.packed import BLACK_JOKER, PROTECTOR_JOKER, Card, Holding, card_text, copies, unpack
from engine.climbing.codes import TRIBUTE_MISSING
from engine.climbing.frames import Trick
from engine.climbing.hand import ClimbingHand
from engine.climbing.listed_seats import ListedSeats
from engine.climbing.reader import Form, Play, bare
from engine.climbing.round import ANYBODY, OPENING
from engine.climbing.table import Table
from engine.games.bao_huang.combinations import beats_by, strength
from engine.games.bao_huang.emperor import Declarations, EmperorCard, read_marked_jokers
from engine.games.bao_huang.listed_roles import ListedRoles
from engine.games.bao_huang.reader import Ask, BaoHuangReader, BaoHuangRedeal, Cards, CrownAnswer, Declare, declaration
from engine.games.bao_huang.roles import ROLE_WORDS, SHOWN, KnownRoles
from engine.games.bao_huang.rules import LOWEST_TOO_EARLY, BaoHuangRules
from engine.games.bao_huang.scoring import Roles
from engine.games.bao_huang.tribute import BaoHuangExchange, BaoHuangTribute
from engine.record.actions import column_of
from engine.replay.frames import Frame
from engine.rulebook.codes import ALREADY_OUT
from engine.rulebook.sentences import say, say_of

Named = tuple[tuple[str, str], ...]
"""Roles with the names of their seats: (role, seat)."""


class BaoHuangView:
    """What every seat has seen of a hand, updated after each action."""

    def __init__(self, seats: int, *, laid_open: bool) -> None:
        """``laid_open`` says whether tribute is laid face up."""
        self._trick: Final = Trick(seats)
        self._laid_open: Final = laid_open
        self._fourth_seen = False
        """Whether every seat has seen which seat is the protector."""

    def follow(self, hand: ClimbingHand, roles: KnownRoles, action: str) -> None:
        """Records the action that the hand has just done."""
        self._trick.follow(hand, action)
        text, table = bare(action), hand.table
        seat, count, _, form, _ = hand.reader.entry(text)
        if (count <= 0 and not isinstance(form, Play)) or table.done - 1 in table.ineffective:
            return
        cards = hand.reader.play(text).cards
        if roles.triplet:
            seen = roles.shown in cards and (seat != roles.emperor or cards.count(roles.shown) > SHOWN)
        else:
            plain = BLACK_JOKER in cards and not copies(table.holdings.known[seat], PROTECTOR_JOKER)
            seen = seat == roles.protector and (PROTECTOR_JOKER in cards or plain)
        self._fourth_seen = self._fourth_seen or seen

    def frame(
        self,
        hand: ClimbingHand,
        roles: KnownRoles,
        exchange: BaoHuangExchange,
        declarations: Declarations,
        *,
        step: int,
        steps: int,
        action: str | None,
        stage: str,
    ) -> Frame:
        """The frame after an action (None: the deal)."""
        named = roles.named()
        declared = {what for _, what in declarations.announced} & {"protector", "solo"}
        public = named if self._fourth_seen or declared or hand.ended else named[:1]
        protector = roles.protector if roles.emperor is not None else None
        return self._trick.frame(
            hand,
            step=step,
            steps=steps,
            action=action,
            stage=stage,
            facts=_facts(hand, roles, declarations),
            sort=sorted_cards,
            roles=named,
            public_roles=public,
            knows=[named if seat == protector else public for seat in range(len(hand.table.seats))],
            laid=tuple(map(card_text, exchange.tribute.laid.cards())),
            laid_open=self._laid_open,
        )


def _facts(hand: ClimbingHand, roles: KnownRoles, declarations: Declarations) -> tuple[tuple[str, str], ...]:
    seats = hand.table.seats
    facts: list[tuple[str, str]] = []
    if roles.emperor is not None:
        facts.append((ROLE_WORDS["emperor"], seats[roles.emperor]))
    elif roles.first_holder is not None and roles.declines:
        facts.append((say("declined"), str(roles.declines)))
    facts += [
        (say("declared"), say_of("bao_huang", "{seat} {what}", seat=seats[seat], what=declaration(what)))
        for seat, what in declarations.announced
    ]
    if roles.shown is not None:
        facts.append((say("shown"), card_text(roles.shown)))
    return tuple(facts)


def sorted_cards(holding: Holding) -> list[Card]:
    """The cards of a holding in the order in which players sort them: high to low."""
    return sorted(unpack(holding), key=lambda card: (-strength(card), card))


class BaoHuangHand(ClimbingHand):
    """A hand from its deal until all seats of one team are out."""

    higher = say("a higher play of the same number of cards")
    reader: BaoHuangReader

    def __init__(
        self,
        index: int,
        reader: BaoHuangReader,
        holdings: Holdings,
        rules: BaoHuangRules,
        tribute: BaoHuangTribute,
        first: int | None,
        unsized: frozenset[int] = frozenset(),
    ) -> None:
        """``first`` is the seat that took the first card; None if the log does not say.

        ``unsized`` are the seats that may hold one card fewer than the holdings count.
        """
        super().__init__(Table("bao_huang", index, reader.seats, holdings, unsized), reader)
        self.roles: Final = KnownRoles(self.table, triplet=rules.protector == "triplet")
        self.exchange: Final = BaoHuangExchange(self.table, rules, tribute)
        self.emperor_card: Final = EmperorCard(self.table, rules, self.roles, self.exchange)
        self.declarations: Final = Declarations(self.table, rules, self.roles, self.exchange, self.emperor_card, first)
        self._lowest: Final = reader.lowest
        self.rules: Final = rules

    def list_seats(self, seats: Collection[int], dealt: Collection[int]) -> None:
        """Says that the log has the actions of some seats alone.  ``dealt`` are the seats in its deal."""
        self.listed = ListedSeats(self.table, self.reader.deck, seats, dealt)
        self._listed_roles = ListedRoles(self.table, self.listed, self.rules, self.exchange.tribute)

    def as_listed(self, seat: int, play: Play, text: str) -> Play:
        """The play with a marked joker instead of a plain one that the seat cannot hold."""
        return self._listed_roles.read_play(seat, play, text)

    def other_listed(self, seat: int, action: object, text: str) -> None:
        """Does an action that is neither a play nor a pass."""
        if isinstance(action, BaoHuangRedeal):
            if self.table.round.turn == OPENING and self.roles.triplet:
                self.declarations.end_void()
        elif not isinstance(action, Ask):
            if self.table.round.turn != OPENING:
                self.table.unexpected(seat, text.split(maxsplit=2)[1], text, say("a play or a pass"))
            else:
                self._listed_roles.act(seat, action)

    def in_play(self, actions: Sequence[str]) -> Hashable | None:
        """What the actions so far have left; None before the first play, until which declarations are heard."""
        del actions
        return (self.shared_in_play, self.roles.carried) if self.table.round.played else None

    @property
    def aside(self) -> object:
        """The declarations, which count for the score alone once a seat has played."""
        return self.declarations.carried

    @aside.setter
    def aside(self, carried: Any) -> None:
        self.declarations.carry(carried)

    def other(self, seat: int, action: object, text: str) -> None:
        """Does an action that is neither a play nor a pass."""
        if isinstance(action, Ask):
            self._ask(seat, text)
        elif isinstance(action, Cards) and action.verb == "show":
            self.declarations.show(seat, action, text)
        elif isinstance(action, Cards):
            if self.table.round.turn != OPENING:
                self.table.unexpected(seat, action.verb, text, say("a play or a pass"))
            elif action.verb == "tribute":
                self.exchange.give(seat, action, text)
            else:
                self.exchange.take(seat, action, text)
        elif isinstance(action, CrownAnswer):
            self.emperor_card.answer(seat, action, text)
        elif isinstance(action, Declare):
            self.declarations.declare(seat, action, text)
        elif isinstance(action, BaoHuangRedeal):
            self.declarations.redeal(seat, text)

    def _ask(self, seat: int, text: str) -> None:
        table, turns = self.table, self.table.round
        since = range(turns.top + 1, table.done)
        if seat == turns.owner and turns.top >= 0 and all(index in table.ineffective for index in since):
            return
        if turns.out[seat]:
            table.ineffective.add(table.done)
            table.report(ALREADY_OUT, "turn", seat, recorded=text, turn=self.turn_name())
        elif not turns.holders_unknown:
            table.unexpected(seat, "ask", text, say("ask directly after the seat's own play"))

    def heard_when_out(self, action: object) -> bool:
        """An `ask` may come right after the last card of its seat."""
        return isinstance(action, Ask)

    def barred(self, seat: int, text: str) -> bool:
        """Reports a play or pass in a void deal."""
        if not self.roles.void_due():
            return False
        self.table.unexpected(seat, "pass" if text.split()[1] == "pass" else "play", text, say("a redeal"))
        return True

    def open_play(self, seat: int, text: str) -> bool:
        """Ends tribute and roles.  Reports missing tribute; if none is missing, the emperor leads."""
        missing = self.exchange.end(seat, text)
        passes = text.split()[1] == "pass"
        self.emperor_card.presumed = passes and self.roles.emperor is None
        self.emperor_card.settle(seat, plays=not passes)
        missed = any(finding.code is TRIBUTE_MISSING for finding in self.table.findings)
        self.table.round.turn = ANYBODY if missed or self.roles.emperor is None else self.roles.emperor
        return missing

    def beats_by(self, play: Play, form: Form, against: Form) -> str:
        """What makes a form beat another."""
        del play
        return beats_by(form, against, self.reader.rules.joker_rule)

    def lead_after_out(self, seat: int) -> int:
        """The next seat in order of play that holds cards."""
        in_play = self.table.round.in_play
        return next((other for other in in_play if other > seat), in_play[0])

    def may_be_out(self, seat: int) -> bool:
        """Whether a seat whose size is not known has at most one card left."""
        return seat in self.table.unsized and self.table.holdings.count(seat) <= 1

    def is_over(self) -> bool:
        """Whether one team is out under all possible roles; then the other seats share the places left."""
        left = self.table.round.in_play
        possible = self.roles.possible()
        over = len(left) <= 1 or (bool(possible) and all(self._over(roles) for roles in possible))
        if over and left:
            self.table.round.finish.append(left)
        return over

    def _over(self, roles: Roles) -> bool:
        out = self.table.round.out
        return all(out[seat] for seat in roles.side) or all(
            out[seat] for seat in range(len(out)) if seat not in roles.side
        )

    def as_read_from_holding(self, seat: int, play: Play, text: str) -> Play:
        """The play with a marked joker instead of a plain one that the seat does not hold."""
        return read_marked_jokers(self.table, self.roles, seat, play, text)

    def too_early(self, seat: int, play: Play, text: str) -> bool:
        """Reports cards of the lowest rank in a play if the hand, with the play, also has other cards.

        The hidden cards of the hand count as other cards if there are not enough cards of the lowest rank left.
        """
        if not self.reader.has_lowest(play):
            return False
        held = unpack(self.table.holdings.shown(seat)) if self.listed is None else self.listed.sure(seat)
        if self.holds_only_lowest(seat, [*held, *play.cards]):
            return False
        lowest = self._lowest
        first = next(place for place, card in enumerate(play.cards) if strength(card) == lowest)
        texts = [card_text(card) for card in play.cards]
        self.table.report(
            LOWEST_TOO_EARLY,
            "lowest",
            seat,
            column=column_of(text, 2 + first),
            recorded=" ".join(texts),
            cards=" ".join(texts),
        )
        return True

    def holds_only_lowest(self, seat: int, cards: Sequence[Card]) -> bool:
        """Whether a hand with these known cards can hold nothing but cards of the rank that is played last."""
        lowest, holdings = self._lowest, self.table.holdings
        pool, hidden = holdings.pool, holdings.hidden[seat]
        left = hidden if pool is None else sum(strength(card) == lowest for card in unpack(pool))
        return all(strength(card) == lowest for card in cards) and hidden - (seat in self.table.unsized) <= left

    def expected_turn(self) -> int:
        """The seat whose turn it is.  Before the play it is the seat that has to answer for the emperor card, or to
        lead.
        """
        if self.table.round.turn != OPENING or self.table.round.ended or self._stage() == "tribute":
            return super().expected_turn()
        due = self.roles.emperor if self.roles.emperor is not None else self.roles.forced()
        due = self.roles.holder() if due is None and not self.roles.void_due() else due
        return super().expected_turn() if due is None else due

    @cached_property
    def _view(self) -> BaoHuangView:
        return BaoHuangView(len(self.reader.seats), laid_open=self.rules.tribute_face == "up")

    def follow(self, action: str) -> None:
        """Records the action just done, for the frames."""
        self._view.follow(self, self.roles, action)

    def frame(self, step: int, steps: int, action: str | None) -> Frame:
        """The frame after the last action."""
        return self._view.frame(
            self,
            self.roles,
            self.exchange,
            self.declarations,
            step=step,
            steps=steps,
            action=action,
            stage=self._stage(),
        )

    def _stage(self) -> str:
        if self.ended:
            return "over"
        if self.table.round.turn != OPENING:
            return "play"
        return "tribute" if self.exchange.pending else "roles"
