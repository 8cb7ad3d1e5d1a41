"""One hand of Guandan: tribute first, then the play, with reports of cards left."""

from collections.abc import Sequence
from typing import Final

from engine.cards.holdings import Holdings
from engine.cards.packed import (
    RANKS,
    Card,
    Holding,
    card_text,
    size,
    unpack,
)
from engine.climbing.fast_path import ANYBODY, OPENING
from engine.climbing.frames import Trick
from engine.climbing.reader import PASS, Play, bare
from engine.games.guandan.codes import AMBIGUOUS_WILD, REPORT_MISSING, REPORT_WRONG
from engine.games.guandan.combinations import level_order, wild_card
from engine.games.guandan.reader import Count, GuandanReader, Handed, Resist
from engine.games.guandan.rules import GuandanRules
from engine.games.guandan.tribute import Tribute
from engine.games.guandan.tribute_hand import TributeHand
from engine.replay.frames import Frame
from engine.rulebook.codes import UNEXPECTED_ACTION

REPORT_AT: Final = 10
"""Cards left from which on a player says how many."""


class GuandanHand(TributeHand):
    """A hand from its deal to the moment when both of a team are out."""

    def __init__(
        self,
        index: int,
        reader: GuandanReader,
        holdings: Holdings,
        rules: GuandanRules,
        tribute: Tribute,
        first: int | None,
    ) -> None:
        """``first`` is who leads where no tribute says it; None: whoever does."""
        super().__init__(index, reader, holdings, rules, tribute)
        self._first: Final = first
        self._opening: list[tuple[Holding, int]] = []
        """The hands when the play began: known cards, and how many hidden ones."""
        self._counted: Final[dict[int, tuple[int, int]]] = {}
        """By seat the first report at which it had few cards left: the action, and how many it had."""
        self._counts_said = False
        self._trick: Final = Trick(4)

    def other(self, seat: int, action: object, text: str) -> None:
        """Does a tribute, a return, a resistance or a report."""
        if isinstance(action, Count):
            self.said(seat, action)
        elif self.turn != OPENING:
            self.ineffective.add(self.done)
            verb = action.verb if isinstance(action, Handed) else "resist"
            self.report(UNEXPECTED_ACTION, "tribute", seat, recorded=text, verb=verb, wanted="a play or a pass")
        elif isinstance(action, Resist):
            self.resist(seat, text)
        elif isinstance(action, Handed) and action.verb == "tribute":
            self.pay(seat, action, text)
        elif isinstance(action, Handed):
            self.give_back(seat, action, text)

    def said(self, seat: int, action: object) -> None:
        """Does a report."""
        assert isinstance(action, Count)
        self._counts_said = True
        count = self.holdings.count(seat)
        if count <= REPORT_AT:
            self._counted.setdefault(seat, (self.done, count))
        if action.number != count:
            self.report(REPORT_WRONG, "reporting", seat, column=action.column, recorded=str(action.number), count=count)

    def open_play(self, seat: int, text: str) -> bool:
        """Ends the tribute: reports what is missing of it, or says who leads."""
        missing = self.end_tribute(seat, text)
        tribute = self.tribute
        self._opening = list(zip(self.holdings.known, self.holdings.hidden, strict=True))
        if not missing and not tribute.excused:
            leader = self._first if tribute.debts is None else tribute.leader()
            self.turn = ANYBODY if leader is None else leader
        return missing

    def heard_when_out(self, action: object) -> bool:
        """A report may stand anywhere in the play, by any seat."""
        return isinstance(action, Count)

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
            taken=self.reader.words(first),
            other=self.reader.words(other),
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
        if not self._counts_said or self.rules.reporting == "off":
            return
        if all(self._counted_in_time(seat, actions) for seat in range(4)):
            return
        left = [size(known) + hidden for known, hidden in self._opening]
        came_to_ten = [False] * 4
        due = [False] * 4
        for index, text in enumerate(actions):
            seat, count, _, form, _ = self.reader.entry(bare(text))
            if (count == PASS and not due[seat]) or index in self.ineffective:
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

    def _counted_in_time(self, seat: int, actions: Sequence[str]) -> bool:
        """Whether it is easily seen that a seat did not have few cards left, or said so as the next thing it did."""
        if seat not in self._counted:
            return self.holdings.count(seat) > REPORT_AT
        index, left = self._counted[seat]
        begins = f"{self.seats[seat]} "
        before = index - 1
        while before >= 0 and not actions[before].lstrip(" ").startswith(begins):
            before -= 1
        if before < 0 or before in self.ineffective or before in self.short:
            return False
        played = self.reader.entry(bare(actions[before]))[1]
        return played > 0 and left + played > REPORT_AT

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
