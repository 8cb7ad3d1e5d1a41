"""One hand of Guandan: tribute first, then the play, with reports of cards left."""

from collections.abc import Sequence
from typing import Final

from engine.cards import (
    ONE,
    RANKS,
    RED_JOKER,
    UNKNOWN,
    Card,
    Holding,
    card_text,
    common,
    copies,
    pack,
    size,
    unpack,
    with_card,
)
from engine.climbing import ANYBODY, OPENING, ClimbingHand
from engine.climbing_book import Play, bare
from engine.climbing_codes import (
    RETURN_MISSING,
    RETURN_WRONG_CARD,
    TRIBUTE_MISSING,
    TRIBUTE_NOT_DUE,
    TRIBUTE_WRONG_CARD,
    TRIBUTE_WRONG_SEAT,
)
from engine.climbing_frames import Trick
from engine.codes import CARD_NOT_HELD, ROLE_NOT_ALLOWED, UNEXPECTED_ACTION
from engine.frames import Frame
from engine.games.guandan.book import Count, GuandanBook, Handed, Resist
from engine.games.guandan.codes import AMBIGUOUS_WILD, REPORT_MISSING, REPORT_WRONG
from engine.games.guandan.combinations import level_order, wild_card
from engine.games.guandan.tribute import Payment, Tribute, highest_owed, may_resist, return_fault, unseen
from engine.holdings import Holdings
from engine.rules import RuleSet

REPORT_AT: Final = 10
"""Cards left from which on a player says how many."""


class GuandanHand(ClimbingHand):
    """A hand from its deal to the moment when both of a team are out."""

    game = "guandan"
    book: GuandanBook

    def __init__(
        self, index: int, book: GuandanBook, holdings: Holdings, rules: RuleSet, tribute: Tribute, first: int | None
    ) -> None:
        """``first`` is who leads where no tribute says it; None: whoever does."""
        super().__init__(index, book, holdings)
        self.level: Final = book.level
        self.tribute: Final = tribute
        self.public: list[Holding] = [0] * 4
        """What of each hand everybody has seen."""
        self._rules: Final = rules
        self._first: Final = first
        self._opening: list[tuple[Holding, int]] = []
        """The hands when the play began: known cards, and how many hidden ones."""
        self._counts_said = False
        self._trick: Final = Trick(4)

    def names(self, seats: Sequence[int]) -> str:
        """Seats in words."""
        return " and ".join(self.seats[seat] for seat in seats)

    def other(self, seat: int, action: object, text: str) -> None:
        """Does a tribute, a return, a resistance or a report."""
        if isinstance(action, Count):
            self._counts_said = True
            count = self.holdings.count(seat)
            if action.number != count:
                self.report(
                    REPORT_WRONG, "reporting", seat, column=action.column, recorded=str(action.number), count=count
                )
        elif self.turn != OPENING:
            self.ineffective.add(self.done)
            verb = action.verb if isinstance(action, Handed) else "resist"
            self.report(UNEXPECTED_ACTION, "tribute", seat, recorded=text, verb=verb, wanted="a play or a pass")
        elif isinstance(action, Resist):
            self._resist(seat, text)
        elif isinstance(action, Handed) and action.verb == "tribute":
            self._pay(seat, action, text)
        elif isinstance(action, Handed):
            self._give_back(seat, action, text)

    def _resist(self, seat: int, text: str) -> None:
        tribute = self.tribute
        if not tribute.known or tribute.resisted:
            return
        debts = tribute.debts
        payers = debts.payers if debts else ()
        variant = ""
        if not payers:
            variant = "resist-none"
        elif seat not in payers:
            variant = "resist-seat"
        elif tribute.paid:
            variant = "resist-paid"
        elif not may_resist(self.holdings, payers):
            variant = "resist-cards"
        if variant:
            self.ineffective.add(self.done)
            tribute.excused = bool(payers) and not tribute.paid
            self.report(ROLE_NOT_ALLOWED, "resistance", seat, recorded=text, variant=variant, payers=self.names(payers))
            return
        tribute.resisted = True
        for payer in payers:
            self.public[payer] += pack([RED_JOKER] * copies(self.holdings.known[payer], RED_JOKER))

    def _pay(self, seat: int, action: Handed, text: str) -> None:
        tribute = self.tribute
        if tribute.missed:
            self.ineffective.add(self.done)
            self.report(
                UNEXPECTED_ACTION, "tribute", seat, recorded=text, verb="tribute", wanted="a return or the lead"
            )
            return
        if not tribute.known:
            self._judge_held(seat, action)
            self._hand_over(seat, action.to, action.card, "tribute")
            return
        if seat not in tribute.payers_left:
            self._not_due(seat, action, text)
            return
        faulty = self._judge_held(seat, action) and self._judge_tribute(seat, action)
        strength = self._strength(seat, action.card)
        tribute.paid[seat] = Payment(self.done, action.card, strength, action.to, action.to_column, faulty)
        if not tribute.payers_left:
            self._move_tribute()

    def _strength(self, seat: int, card: Card) -> int | None:
        """The place of a card paid in level order; one not shown is the highest of its hand, if that is known."""
        if self.level is None:
            return None
        paid: Card | None = card
        if card == UNKNOWN:
            paid = None if self.holdings.hidden[seat] else highest_owed(self.holdings.known[seat], self.level)
        return None if paid is None else level_order(paid, self.level)

    def _not_due(self, seat: int, action: Handed, text: str) -> None:
        tribute = self.tribute
        variant = "twice" if seat in tribute.paid else "resisted" if tribute.resisted else ""
        owing = tribute.payers_left
        wanted = f"tribute of {self.names(owing)}" if owing else "no tribute"
        self.report(TRIBUTE_NOT_DUE, "tribute", seat, recorded=text, variant=variant, wanted=wanted)
        self._judge_held(seat, action)
        self._hand_over(seat, tribute.went_to.get(seat) if action.to is None else action.to, action.card, "tribute")

    def _judge_held(self, seat: int, action: Handed) -> bool:
        card = action.card
        if card == UNKNOWN or not self.holdings.lacking(seat, [card]):
            return True
        self.report(CARD_NOT_HELD, "table", seat, column=action.column, recorded=card_text(card), cards=card_text(card))
        return False

    def _judge_tribute(self, seat: int, action: Handed) -> bool:
        """Reports a card that is not the one owed; whether it did."""
        card, text = action.card, card_text(action.card)
        if card == UNKNOWN or self.level is None:
            return False
        if card == wild_card(self.level):
            self.report(TRIBUTE_WRONG_CARD, "tribute", seat, column=action.column, recorded=text, variant="wild")
            return True
        highest = highest_owed(self.holdings.known[seat], self.level)
        if highest is None or level_order(highest, self.level) <= level_order(card, self.level):
            return False
        self.report(
            TRIBUTE_WRONG_CARD, "tribute", seat, column=action.column, recorded=text, highest=card_text(highest)
        )
        return True

    def _move_tribute(self) -> None:
        """All have paid: says who gets what, reports what was said to go elsewhere, and moves the cards."""
        tribute = self.tribute
        tribute.assign()
        for payer, payment in tribute.paid.items():
            due, named = tribute.owed_to.get(payer), payment.to
            if named is not None and due is not None and named != due and not payment.faulty:
                self.report(
                    TRIBUTE_WRONG_SEAT,
                    "tribute",
                    payer,
                    action=payment.action,
                    column=payment.to_column,
                    recorded=card_text(payment.card),
                    to=self.seats[named],
                    receiver=self.seats[due],
                )
            receiver = due if named is None else named
            if receiver is not None:
                tribute.went_to[payer] = receiver
                self._hand_over(payer, receiver, payment.card, "tribute")
        givers = [(payer, payment.card) for payer, payment in tribute.paid.items() if payer not in tribute.went_to]
        takers = [receiver for receiver in tribute.receivers if receiver not in tribute.went_to.values()]
        self._pass_unseen(givers, takers[: len(givers)], "tribute")

    def _hand_over(self, seat: int, to: int | None, card: Card, verb: str) -> None:
        """Moves a card; it stays where nobody is known to get it."""
        if to is None or to == seat:
            return
        self._take_away(seat, card, verb)
        if card != UNKNOWN:
            self.public[to] = with_card(self.public[to], card)
        self.holdings.give(to, card)
        self.holdings.settle()

    def _take_away(self, seat: int, card: Card, verb: str) -> None:
        holdings = self.holdings
        if card == UNKNOWN:
            holdings.hide(seat, unseen(holdings, seat, self.level, verb))
            holdings.hidden[seat] = max(holdings.hidden[seat] - 1, 0)
            self.public[seat] = common(self.public[seat], holdings.known[seat])
        else:
            holdings.take(seat, [card])
            if copies(self.public[seat], card) > copies(holdings.known[seat], card):
                self.public[seat] -= ONE[card]

    def _pass_unseen(self, givers: Sequence[tuple[int, Card]], takers: Sequence[int], verb: str) -> None:
        """Moves cards of which nobody can tell who gets which."""
        for seat, card in givers:
            self._take_away(seat, card, verb)
            if card != UNKNOWN:
                self.holdings.release(card)
        for taker in takers:
            self.holdings.give(taker, UNKNOWN)
        self.holdings.settle()

    def _give_back(self, seat: int, action: Handed, text: str) -> None:
        tribute = self.tribute
        missing = False
        if tribute.known and not tribute.missed and tribute.payers_left and tribute.paid:
            missing = True
            self._tribute_missing(seat, text)
            self._move_tribute()
        payers = [payer for payer, receiver in tribute.owed_to.items() if receiver == seat]
        if not payers:
            payers = [payer for payer, receiver in tribute.went_to.items() if receiver == seat]
        if not tribute.known:
            self._judge_held(seat, action)
            self._hand_over(seat, action.to, action.card, "return")
            return
        if not payers and seat in tribute.receivers_left and not missing:
            self._give_back_unseen(seat, action)
            return
        if not payers or seat in tribute.returned:
            self.ineffective.add(self.done)
            if not missing:
                self._return_not_due(seat, text)
            return
        payer = payers[0]
        tribute.returned.add(seat)
        if not missing:
            self._judge_return(seat, action, payer)
        self._judge_held(seat, action)
        tribute.repaid.add(payer)
        self._hand_over(seat, payer if action.to is None else action.to, action.card, "return")

    def _give_back_unseen(self, seat: int, action: Handed) -> None:
        """A return where it cannot be told who paid the seat: those that name nobody move when all are given."""
        tribute = self.tribute
        tribute.returned.add(seat)
        if action.to is not None:
            self._judge_return(seat, action, action.to)
        self._judge_held(seat, action)
        if action.to is not None:
            tribute.repaid.add(action.to)
            self._hand_over(seat, action.to, action.card, "return")
            return
        tribute.unplaced.append((seat, action.card))
        if not tribute.receivers_left:
            unpaid = [payer for payer in tribute.paid if payer not in tribute.repaid]
            self._pass_unseen(tribute.unplaced, unpaid, "return")

    def _return_not_due(self, seat: int, text: str) -> None:
        owing = self.tribute.payers_left
        if owing and not self.tribute.excused:
            self._tribute_missing(seat, text)
        else:
            self.report(UNEXPECTED_ACTION, "return", seat, recorded=text, verb="return", wanted="the lead")

    def _judge_return(self, seat: int, action: Handed, payer: int) -> None:
        """Reports a card given back to another than the payer, or one that may not be given back."""
        card = action.card
        if action.to is not None and action.to != payer:
            self.report(
                TRIBUTE_WRONG_SEAT,
                "return",
                seat,
                column=action.to_column,
                recorded=card_text(card),
                variant="return",
                to=self.seats[action.to],
                receiver=self.seats[payer],
            )
            return
        holdings = self.holdings
        if card == UNKNOWN or self.level is None or holdings.lacking(seat, [card]):
            return
        to_partner = (seat - payer) % 2 == 0
        fault = return_fault(holdings.known[seat], holdings.hidden[seat], card, self.level, to_partner, self._rules)
        if fault is not None:
            variant, wanted = fault
            self.report(
                RETURN_WRONG_CARD,
                "return",
                seat,
                column=action.column,
                recorded=card_text(card),
                variant=variant,
                allowed=wanted,
                lowest=wanted,
            )

    def _tribute_missing(self, seat: int, text: str) -> None:
        self.report(TRIBUTE_MISSING, "tribute", seat, recorded=text, payers=self.names(self.tribute.payers_left))
        self.tribute.missed = self.tribute.excused = True

    def open_play(self, seat: int, text: str, lenient: bool) -> bool:
        """Ends the tribute: reports what is missing of it, or says who leads."""
        tribute = self.tribute
        self._opening = list(zip(self.holdings.known, self.holdings.hidden, strict=True))
        self.turn = ANYBODY
        if not tribute.known or tribute.excused:
            return False
        if tribute.payers_left or tribute.receivers_left:
            if lenient:
                return False
            if tribute.payers_left:
                self._tribute_missing(seat, text)
                return True
            self.report(RETURN_MISSING, "return", seat, recorded=text, receivers=self.names(tribute.receivers_left))
            return True
        leader = self._first if tribute.debts is None else tribute.leader()
        if leader is not None:
            self.turn = leader
        return False

    def lead_topic(self) -> str:
        """The rule that says who leads first."""
        return "lead" if self.tribute.debts is None else "tribute-lead"

    def ambiguous(self, seat: int, play: Play) -> None:
        """Names the reading taken of six cards that are a tube and a plate."""
        first = play.readings[0]
        other = next(form for form in play.readings if form >> 8 != first >> 8)
        self.report(
            AMBIGUOUS_WILD,
            "wild",
            seat,
            recorded=" ".join(map(card_text, play.cards)),
            cards=" ".join(map(card_text, play.cards)),
            taken=self.book.words(first),
            other=self.book.words(other),
        )

    def lead_after_out(self, seat: int) -> int:
        """The partner leads (hitchhike)."""
        return (seat + 2) % 4

    def is_over(self) -> bool:
        """Whether both of a team are out; then the others share the places left, or the last one has the last."""
        out = self.out
        if not ((out[0] and out[2]) or (out[1] and out[3])):
            return False
        left = [seat for seat in range(4) if not out[seat]]
        if left:
            self.finish.append(left)
        return True

    def missing_reports(self, actions: Sequence[str]) -> None:
        """Warns of each count of cards left that should have been said, if the log has any in this hand."""
        if not self._counts_said or self._rules.text("reporting") == "off":
            return
        left = [size(known) + hidden for known, hidden in self._opening]
        came_to_ten = [False] * 4
        due = [False] * 4
        for index, text in enumerate(actions):
            seat, count, _, form, _ = self.book.entry(bare(text))
            if index in self.ineffective:
                continue
            if isinstance(form, Count):
                due[seat] = False
            count = len(form.cards) if isinstance(form, Play) else count
            if count < 0:
                continue
            if due[seat]:
                due[seat] = False
                self.report(REPORT_MISSING, "reporting", seat, action=index, count=left[seat])
            left[seat] -= count - self.short.get(index, 0)
            if left[seat] <= REPORT_AT and not came_to_ten[seat]:
                came_to_ten[seat] = due[seat] = True
            due[seat] = due[seat] and left[seat] > 0

    def follow(self, action: str) -> None:
        """Takes note, for the frames, of what the action just done was."""
        self._trick.follow(self, action)

    def frame(self, step: int, steps: int, action: str | None) -> Frame:
        """What the table looks like now."""
        stage = "over" if self.ended else "tribute" if self.turn == OPENING and self._owing() else "play"
        return self._trick.frame(
            self,
            step=step,
            steps=steps,
            action=action,
            stage=stage,
            facts=(("level", level_text(self.level)),),
            wild=() if self.level is None else (card_text(wild_card(self.level)),),
            public=self.public,
            sort=lambda holding: sorted_cards(holding, self.level),
        )

    def _owing(self) -> bool:
        tribute = self.tribute
        return bool(tribute.payers_left or tribute.receivers_left) and not tribute.excused


def level_text(level: int | None) -> str:
    """A level as logs write it; ``?`` where it is unknown."""
    return "?" if level is None else RANKS[level]


def sorted_cards(holding: Holding, level: int | None) -> list[Card]:
    """The cards of a holding as a player sorts them: high to low in level order."""
    return sorted(unpack(holding), key=lambda card: (-(level_order(card, -1 if level is None else level)), card))
