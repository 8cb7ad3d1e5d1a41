"""The play of a hand of Guandan: reports of cards left, finishing, and what each seat sees."""

from collections.abc import Callable, Collection, Container, Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from engine.cards.packed import (
    FIRST_BARE,
    RANKS,
    RED_JOKER,
    Card,
    Holding,
    card_text,
    cards_text,
    copies,
    less,
    pack,
    size,
    unpack,
)
from engine.climbing.endgame import ClimbingEndgame
from engine.climbing.frames import Trick
from engine.climbing.hand import ClimbingHand
from engine.climbing.listed_seats import ListedSeats
from engine.climbing.reader import PASS, ActionReader, AnyOf, Form, Play, bare
from engine.climbing.round import ANYBODY, OPENING
from engine.climbing.sight import ClimbingSight
from engine.climbing.table import Table
from engine.games.guandan.beating import beats_by, wild_cards_as
from engine.games.guandan.combinations import beats, every_form, level_order, wild_card
from engine.games.guandan.exchange import GuandanExchange
from engine.games.guandan.listed_exchange import ListedExchange, receivers
from engine.games.guandan.reader import DECK, CardsLeft, GuandanReader, HandedCard, Resist
from engine.games.guandan.rules import AMBIGUOUS_WILD, REPORT_AGAIN, REPORT_MISSING, REPORT_WRONG, GuandanRules
from engine.games.guandan.suitless import GuandanHoldings, SuitlessPlay, may_be
from engine.games.guandan.tribute import GuandanTribute
from engine.record.match import Hand
from engine.replay.frames import Frame
from engine.replay.hand_findings import HandFindings
from engine.rulebook.findings import Detail
from engine.rulebook.sentences import say


def report_missing(findings: HandFindings, seat: int, count: int, *, action: int) -> None:
    """Warns at an action that a seat has not said how many cards it has left."""
    findings.report(REPORT_MISSING, "reporting", seat, action=action, count=count)


def report_wrong(findings: HandFindings, seat: int, report: CardsLeft, count: int) -> None:
    """Reports that a seat has said a wrong number of cards."""
    recorded = str(report.number)
    findings.report(REPORT_WRONG, "reporting", seat, column=report.column, recorded=recorded, count=count)


class Reports:
    """The reports of one hand."""

    def __init__(self, table: Table, rules: GuandanRules) -> None:
        self._table: Final = table
        self._rules: Final = rules
        self._true: Final[dict[int, None]] = {}
        """The seats that have reported a true number."""
        self._opening: list[tuple[Holding, int]] = []
        self._first: Final[dict[int, tuple[int, int]]] = {}
        """By seat, its first report that was due: the number of the action, and the number of cards that the seat had
        left.
        """
        self.some = False
        """Whether a seat has reported."""

    def carried(self, actions: Sequence[str], reader: ActionReader) -> Hashable:
        """All of it, and what it needs of the table.  ``actions`` are those done so far.

        Tributes and returns change no number of cards that a seat reports, whether or not they had an effect.
        """
        table = self._table
        ineffective = [
            index
            for index in sorted(table.ineffective)
            if not isinstance(reader.entry(bare(actions[index]))[3], HandedCard)
        ]
        return (
            tuple(self._opening),
            tuple(self._first.items()),
            tuple(self._true),
            self.some,
            tuple(ineffective),
            tuple(table.short.items()),
        )

    def open_play(self) -> None:
        """Records the number of cards of each seat when the play begins."""
        holdings = self._table.holdings
        self._opening = list(zip(holdings.known, holdings.hidden, strict=True))

    def judge(self, seat: int, report: CardsLeft) -> None:
        """Reports a wrong number, and a true one that is said again."""
        table = self._table
        self.some = True
        count = table.holdings.count(seat)
        if count <= self._rules.report_at:
            self._first.setdefault(seat, (table.done, count))
        if report.number != count:
            report_wrong(table, seat, report, count)
        elif seat not in self._true:
            self._true[seat] = None
        elif self._rules.report_once and self._rules.reporting == "warn":
            table.report(REPORT_AGAIN, "report-once", seat, recorded=str(count))

    def judge_missing(self, actions: Sequence[str], reader: ActionReader) -> None:
        """Warns of each report that is missing.  ``actions`` are all those of the hand."""
        if all(self.in_time(seat, actions, reader) for seat in range(len(self._table.seats))):
            return
        table, report_at = self._table, self._rules.report_at
        left = [size(known) + hidden for known, hidden in self._opening]
        came_down = [False] * len(left)
        due = [False] * len(left)
        for index, text in enumerate(actions):
            seat, count, _, form, _ = reader.entry(bare(text))
            if (count == PASS and not due[seat]) or index in table.ineffective:
                continue
            if isinstance(form, CardsLeft):
                due[seat] = False
            count = len(form.cards) if isinstance(form, Play) else count
            if count < 0:
                continue
            if due[seat]:
                due[seat] = False
                report_missing(table, seat, left[seat], action=index)
            left[seat] -= count - table.short.get(index, 0)
            if left[seat] <= report_at and not came_down[seat]:
                came_down[seat] = due[seat] = True
            due[seat] = due[seat] and left[seat] > 0

    def in_time(self, seat: int, actions: Sequence[str], reader: ActionReader) -> bool:
        """Whether a quick look is enough to see that no report of a seat is missing.

        It is if the seat need not report yet, or if its report is the next thing it did after the play that left it
        with so few cards.
        """
        table, report_at = self._table, self._rules.report_at
        if seat not in self._first:
            return table.holdings.count(seat) > report_at
        index, left = self._first[seat]
        begins = f"{table.seats[seat]} "
        before = index - 1
        while before >= 0 and not actions[before].lstrip(" ").startswith(begins):
            before -= 1
        if before < 0 or before in table.ineffective or before in table.short:
            return False
        played = reader.entry(bare(actions[before]))[1]
        return played > 0 and left + played > report_at


class GuandanHand(ClimbingHand):
    """A hand from its deal until both seats of a team are out."""

    def __init__(
        self,
        index: int,
        reader: GuandanReader,
        holdings: GuandanHoldings,
        rules: GuandanRules,
        tribute: GuandanTribute,
        first: int | None,
    ) -> None:
        """``first`` is the seat that leads if no tribute decides it; None if any seat may."""
        super().__init__(Table("guandan", index, reader.seats, holdings), reader)
        self._reader: Final = reader
        self._holdings: Final = holdings
        self._may_be: tuple[Form, ...] = ()
        """The forms that the play just judged may be, if it may be more than its readings say."""
        self.level: Final = reader.level
        self.exchange: Final = GuandanExchange(self.table, tribute)
        self.rules: Final = rules
        self._reports: Final = Reports(self.table, rules)
        self._first: Final = first
        self.setter: int | None = None
        """The team that set the level of the hand by winning the hand before; None if no team is known to have."""
        self.winner: int | None = None
        """The team that wins the match by this hand, once the hand is closed; otherwise None."""

    def list_seats(self, seats: Collection[int], dealt: Collection[int], hand: Hand) -> None:
        """Says that the log has the actions of some seats alone.  ``dealt`` are the seats in its deal."""
        self.listed = ListedSeats(self.table, DECK, seats, dealt)
        self._listed_exchange = ListedExchange(
            self.table, self.listed, self.exchange.tribute, receivers(self.reader, hand.actions)
        )

    def other_listed(self, seat: int, action: object, text: str) -> None:
        """Does a tribute, a return, a resistance or a report."""
        if isinstance(action, CardsLeft):
            listed = self.listed
            if listed is not None and seat in listed.seats and action.number != listed.left[seat]:
                report_wrong(self.table, seat, action, listed.left[seat])
        elif self.table.round.turn != OPENING:
            self._too_late(seat, action, text)
        elif isinstance(action, HandedCard):
            self._listed_exchange.hand_over(seat, action)

    def in_play(self, actions: Sequence[str]) -> Hashable | None:
        """What the actions so far have left; None before the first play, until which the exchange may go on."""
        if not self.table.round.played:
            return None
        return self.shared_in_play, self._reports.carried(actions, self.reader)

    def other(self, seat: int, action: object, text: str) -> None:
        """Does a tribute, a return, a resistance or a report."""
        if isinstance(action, CardsLeft):
            self.said(seat, action)
        elif self.table.round.turn != OPENING:
            self._too_late(seat, action, text)
        elif isinstance(action, Resist):
            self.exchange.resist(seat, text)
        elif isinstance(action, HandedCard):
            self.exchange.hand_over(seat, action, text)

    def _too_late(self, seat: int, action: object, text: str) -> None:
        verb = action.verb if isinstance(action, HandedCard) else "resist"
        self.table.unexpected(seat, verb, text, say("a play or a pass"), topic="tribute")

    def said(self, seat: int, action: object) -> None:
        """Does a report of cards left."""
        assert isinstance(action, CardsLeft)
        self._reports.judge(seat, action)

    def open_play(self, seat: int, text: str) -> bool:
        """Ends the exchange: reports what is missing, or else finds the leader."""
        missing = self.exchange.end(seat, text)
        self._reports.open_play()
        if not missing and not self.exchange.tribute.excused:
            leader = self.first_leader()
            self.table.round.turn = ANYBODY if leader is None else leader
        return missing

    def first_leader(self) -> int | None:
        """The seat that leads first, once the exchange is over; None if the rules name no seat."""
        tribute = self.exchange.tribute
        if tribute.excused:
            return None
        return self._first if tribute.debts is None else tribute.leader()

    def heard_when_out(self, action: object) -> bool:
        """A report may come at any point of the play, from any seat."""
        return isinstance(action, CardsLeft)

    def lead_topic(self) -> str:
        """The rule about the first lead: the rule of the tribute, if there was any."""
        return "lead" if self.exchange.tribute.debts is None else "tribute-lead"

    def as_read_from_holding(self, seat: int, play: Play, text: str) -> Play:
        """A play that may be several forms, as the lowest that it may be."""
        del text
        on_table = self.table.round.beaten_by
        self._may_be = ()
        if self.level is None or not (isinstance(play, SuitlessPlay) or isinstance(on_table, AnyOf)):
            return play
        reader, holdings = self._reader, self._holdings
        held = not holdings.lacking(seat, play.cards)
        choices = reader.choices(play, (holdings, seat) if held else None)
        if not choices:
            return replace(play, form=None, readings=())
        self._may_be = may_be(choices, self._forms_on_table())
        return replace(play, form=self._may_be[0], readings=self._may_be, ambiguous=False)

    def shows_cards(self, action: str) -> bool:
        """Whether the cards of an action have suits."""
        form = self.reader.entry(bare(action))[3]
        return not isinstance(form, SuitlessPlay) and not (isinstance(form, HandedCard) and form.card >= FIRST_BARE)

    def _forms_on_table(self) -> Sequence[Form]:
        on_table = self.table.round.beaten_by
        if on_table is None:
            return ()
        return (
            on_table.forms
            if isinstance(on_table, AnyOf)
            else (self.table_against(self.reader.play(bare(self.top_text))),)
        )

    def beaten_by(self, form: Form) -> Container[object]:
        """What beats the play just judged, or one of the forms that it may be."""
        if len(self._may_be) < 2:
            return self.reader.beaters(form)
        return AnyOf(
            self._may_be, frozenset(form for form in every_form() if any(beats(form, other) for other in self._may_be))
        )

    def ambiguous(self, seat: int, play: Play) -> None:
        """Reports which reading counts for six cards that are both a tube and a plate."""
        report_ambiguous(self.table, self.reader, seat, play)

    def beats_by(self, play: Play, form: Form, against: Form) -> str:
        """What makes a form beat another."""
        del play
        return beats_by(form, against)

    def stands_for(self, play: Play, form: Form) -> tuple[str, ...]:
        """What the wild cards of a play stand for; none if the level is not known, or if the log itself says it."""
        return () if self.level is None or play.claimed else wild_cards_as(play.cards, form, self.level)

    def lead_after_out(self, seat: int) -> int:
        """The partner leads (hitchhike)."""
        return (seat + 2) % 4

    def is_over(self) -> bool:
        """Whether both seats of a team are out; then the other seats share the places left, or the last seat has the
        last place.
        """
        turns = self.table.round
        out = turns.out
        if not ((out[0] and out[2]) or (out[1] and out[3])):
            return False
        left = turns.in_play
        if left:
            turns.finish.append(left)
        return True

    def judge_missing_reports(self, actions: Sequence[str]) -> None:
        """Warns of each missing report of cards left, if the rules ask for reports and the hand has any."""
        if self._reports.some and self.rules.reporting != "off":
            self._reports.judge_missing(actions, self.reader)

    @cached_property
    def _trick(self) -> Trick:
        return Trick(4)

    def follow(self, action: str) -> None:
        """Records the action just done, for the frames."""
        self._trick.follow(self, action)

    def frame(self, step: int, steps: int, action: str | None) -> Frame:
        """The frame after the last action."""
        turns = self.table.round
        exchanging = turns.turn == OPENING and self.exchange.pending
        frame = self._trick.frame(
            self,
            step=step,
            steps=steps,
            action=action,
            stage="over" if turns.ended else "tribute" if exchanging else "play",
            facts=(("level", level_text(self.level)),),
            wild=() if self.level is None else (card_text(wild_card(self.level)),),
            sort=lambda holding: sorted_cards(holding, self.level),
        )
        return self.exchange.in_no_hand(frame) if turns.turn == OPENING else frame


def report_ambiguous(findings: HandFindings, reader: ActionReader, seat: int, play: Play) -> None:
    """Reports which reading counts for six cards led that are both a tube and a plate."""
    first = play.readings[0]
    other = next(form for form in play.readings if form >> 8 != first >> 8)
    cards, words = cards_text(play.cards), reader.words
    details: dict[str, Detail] = {"cards": cards, "taken": words(first), "other": words(other)}
    findings.report(AMBIGUOUS_WILD, "wild", seat, recorded=cards, details=details)


def level_text(level: int | None) -> str:
    """A level as logs write it; ``?`` if it is unknown."""
    return "?" if level is None else RANKS[level]


def sorted_cards(holding: Holding, level: int | None) -> list[Card]:
    """The cards of a holding in the order in which players sort them: high to low in level order."""
    return sorted(unpack(holding), key=lambda card: (-(level_order(card, -1 if level is None else level)), card))


class GuandanSight(ClimbingSight[GuandanHand]):
    """What the seats know during one hand."""

    def with_role(self, seat: int) -> ClimbingEndgame:
        """The rest of the hand; no cards decide roles."""
        del seat
        return self.endgame

    def role_seats(self) -> Sequence[int]:
        """One seat stands for all."""
        return range(1)

    def kind(self) -> Callable[[Card], Card]:
        """Cards differ by rank and suit."""
        return lambda card: card

    def _resisting(self) -> frozenset[int]:
        """The seats that together showed both red jokers against tribute; none if nobody did."""
        tribute = self.replay.exchange.tribute
        if not tribute.resisting:
            return frozenset()
        if tribute.debts is not None:
            return frozenset(tribute.debts.payers)
        return frozenset(partner for seat in tribute.resisting for partner in (seat, (seat + 2) % 4))

    def public(self, seat: int) -> Holding:
        """Without the red jokers of two seats that resisted: which of them has them is not known."""
        public = super().public(seat)
        return less(public, pack([RED_JOKER] * 2)) if len(self._resisting()) > 1 else public

    def deciding(self) -> frozenset[Card]:
        """The red jokers, if some seat resisted."""
        return frozenset({RED_JOKER} if self._resisting() else ())

    def finder(self) -> Callable[[Sequence[Holding]], int | None]:
        """Nobody but those who resisted has a red joker."""
        resisting = self._resisting()

        def find(hands: Sequence[Holding]) -> int | None:
            others = (cards for seat, cards in enumerate(hands) if seat not in resisting)
            return None if resisting and any(copies(cards, RED_JOKER) for cards in others) else 0

        return find
