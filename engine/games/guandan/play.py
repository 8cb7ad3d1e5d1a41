"""One hand of Guandan: the exchange of tribute, then the play, with reports of cards left."""

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Final

from engine.cards.holdings import Holdings
from engine.cards.packed import RANKS, Card, Holding, card_text, cards_text, unpack
from engine.climbing.frames import Trick
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import ActionReader, Form, Play
from engine.climbing.round import ANYBODY, OPENING
from engine.climbing.table import Table
from engine.games.guandan.codes import AMBIGUOUS_WILD
from engine.games.guandan.combinations import level_order, wild_card
from engine.games.guandan.exchange import GuandanExchange
from engine.games.guandan.reader import CardsLeft, GuandanReader, Handed, Resist
from engine.games.guandan.reports import Reports
from engine.games.guandan.rules import GuandanRules
from engine.games.guandan.tribute import GuandanTribute
from engine.games.guandan.why_beats import beats_by, wild_cards_as
from engine.replay.frames import Frame
from engine.replay.hand_findings import HandFindings
from engine.rulebook.findings import Detail
from engine.rulebook.sentences import say


class GuandanHand(ClimbingHand):
    """A hand from its deal until both seats of a team are out."""

    def __init__(
        self,
        index: int,
        reader: GuandanReader,
        holdings: Holdings,
        rules: GuandanRules,
        tribute: GuandanTribute,
        first: int | None,
    ) -> None:
        """``first`` is the seat that leads if no tribute decides it; None if any seat may."""
        super().__init__(Table("guandan", index, reader.seats, holdings), reader)
        self.level: Final = reader.level
        self.exchange: Final = GuandanExchange(self.table, tribute)
        self._rules: Final = rules
        self._reports: Final = Reports(self.table)
        self._first: Final = first
        self.setter: int | None = None
        """The team that set the level of the hand by winning the hand before; None if no team is known to have."""
        self.winner: int | None = None
        """The team that wins the match by this hand, once the hand is closed; otherwise None."""

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
            verb = action.verb if isinstance(action, Handed) else "resist"
            self.table.unexpected(seat, verb, text, say("a play or a pass"), topic="tribute")
        elif isinstance(action, Resist):
            self.exchange.resist(seat, text)
        elif isinstance(action, Handed):
            self.exchange.hand_over(seat, action, text)

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
        if self._reports.some and self._rules.reporting != "off":
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
        return self.exchange.in_no_hand(frame) if exchanging else frame


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
