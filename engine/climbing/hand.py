"""What the climbing games share: whose turn it is, passes, the lead, going out, the order of finish.

A round ends when the turn comes back to the seat of the last play, or would come back if that seat were not out.
A fault does not stop the replay: it is reported once, and the hand continues with what the table did.

Most actions of most logs are in turn and allowed; ``fast_path`` does these.  The methods here do all other actions.
They apply every rule, and give the same result for an action that the fast path can do.
"""

from collections import Counter
from collections.abc import Sequence

from engine.cards.holdings import surplus_found
from engine.cards.packed import GUARDS, Card, cards_text
from engine.climbing.codes import DOES_NOT_BEAT, NOT_A_COMBINATION, WRONG_LEADER
from engine.climbing.fast_path import ANYBODY, NOBODY, OPENING, ClimbingRun
from engine.climbing.reader import PASS, Form, Play, ReadAction, bare
from engine.record.actions import Elsewhere, Malformed, column_of
from engine.rulebook.codes import (
    AFTER_END,
    ALREADY_OUT,
    CARD_NOT_HELD,
    MALFORMED,
    MUST_LEAD,
    OUT_OF_TURN,
    UNEXPECTED_ACTION,
)
from engine.rulebook.findings import Detail


class ClimbingHand(ClimbingRun):
    """One hand of a climbing game, replayed action by action."""

    def _act(self, text: str, entry: ReadAction) -> None:
        seat, count, _, form, _ = entry
        if isinstance(form, Malformed):
            self._malformed(text, form)
            return
        if self.ended or (self.out[seat] and not self.heard_when_out(form)):
            code = AFTER_END if self.ended else ALREADY_OUT
            topic = "end" if self.ended else "turn"
            self.ineffective.add(self.done)
            self.report(code, topic, seat, recorded=text, turn=self.turn_name())
        elif isinstance(form, Elsewhere):
            self.ineffective.add(self.done)
            self.report(
                UNEXPECTED_ACTION,
                "turn",
                seat,
                recorded=text,
                variant="game",
                verb=form.verb,
                game=self.game.replace("_", " "),
                wanted="a verb of this game",
            )
        elif count >= PASS or isinstance(form, Play):
            if self.turn != OPENING or not self.barred(seat, text):
                self._move(entry, text)
        else:
            self.other(seat, form, text)

    def _malformed(self, text: str, fault: Malformed) -> None:
        self.ineffective.add(self.done)
        self.report(
            MALFORMED,
            fault.rule,
            fault.seat,
            column=fault.column,
            variant=fault.variant,
            recorded=fault.recorded or text,
            details=fault.details,
        )
        if self.turn == OPENING:
            self.unread.append((fault.seat, "".join(text.split()[1:2])))
        self._unread_lead_after = self.top
        if self.turn >= 0:
            self._suspended, self.turn = self.turn, ANYBODY

    def _move(self, entry: ReadAction, text: str) -> None:
        seat = entry[0]
        passes = entry[1] == PASS
        if self.holders_unknown:
            if not passes:
                self._play(entry, text)
            return
        judged = False
        lenient = self._suspended is not None
        if self.turn == OPENING:
            lenient = bool(self.unread)
            judged = self.open_play(seat, text)
            if judged and passes:
                return
        if self._suspended is not None:
            self.turn, self._suspended = self._suspended, None
        if self.turn == ANYBODY:
            self.turn = seat
        elif self.turn != seat:
            if not (judged or lenient):
                self._out_of_turn(seat, text, leads=not passes and not self.played)
            judged = True
            self._skip_to(seat)
        if passes:
            if self.owner == NOBODY and not judged and self._unread_lead_after != self.top:
                self.report(MUST_LEAD, "lead", seat, recorded=text)
            self._pass(seat)
        else:
            self._play(entry, text)

    @property
    def played(self) -> bool:
        """Whether any seat has played."""
        return self._played or self.top >= 0

    def _out_of_turn(self, seat: int, text: str, *, leads: bool) -> None:
        if leads:
            self.report(WRONG_LEADER, self.lead_topic(), seat, recorded=text, leader=self.seats[self.turn])
        else:
            self.report(OUT_OF_TURN, "turn", seat, recorded=text, turn=self.seats[self.turn])

    def _skip_to(self, seat: int) -> None:
        while self.turn not in (seat, ANYBODY):
            self._pass(self.turn)
        self.turn = seat

    def _pass(self, seat: int) -> None:
        if self.owner != NOBODY and seat == self.closer:
            leader = self.owner if not self.out[self.owner] else self.lead_after_out(self.owner)
            self.turn, self.owner, self.beaten_by = leader, NOBODY, None
        else:
            self.turn = self.following[seat]

    def _play(self, entry: ReadAction, text: str) -> None:
        seat, count, packed, form, beaters = entry
        self._played = True
        known = self.holdings.known
        if count > 0 and not (known[seat] - packed) & GUARDS and (self.beaten_by is None or form in self.beaten_by):
            known[seat] -= packed
        else:
            play = self.as_read_from_holding(
                seat, form if isinstance(form, Play) else self.reader.play(bare(text)), text
            )
            missing = self.holdings.lacking(seat, play.cards)
            form = self._judge_cards(seat, play, missing, text)
            self.holdings.take(seat, play.cards)
            self._surplus()
            self.after_play(seat, play, missing)
            beaters = None if form is None else self.reader.beaters(form)
        if form is None and self.owner == NOBODY:
            self._unread_lead_after = self.top
        if form is not None:
            self.owner = self.leader = seat
            self.closer = self.preceding[seat]
            self.beaten_by = beaters
            self.top, self.top_text = self.done, text
        if not known[seat] and not self.holders_unknown and not self.holdings.count(seat):
            self._go_out(seat)
        elif self.may_be_out(seat):
            self.holders_unknown = True
        if self.ended:
            self.turn = NOBODY
        elif self.holders_unknown:
            self.turn, self.owner, self.beaten_by = NOBODY, NOBODY, None
        elif form is None:
            self._pass(seat)
        else:
            self.turn = self.following[seat]

    def _judge_cards(self, seat: int, play: Play, missing: Sequence[Card], text: str) -> Form | None:
        """Reports the first fault of the cards.  Returns the form of the play, or None if it is not a combination."""
        form = play.form
        if form is not None and self.beaten_by is not None:
            form = next((reading for reading in play.readings if reading in self.beaten_by), form)
        if missing:
            self.short[self.done] = len(missing)
            self._not_held(seat, play, missing, text)
        elif form is None:
            self.report(
                NOT_A_COMBINATION,
                "combinations",
                seat,
                column=column_of(text, 2),
                recorded=cards_text(play.cards),
                cards=cards_text(play.cards),
            )
        elif not self.too_early(seat, play, text) and self.beaten_by is not None and not self.answers(play, form):
            self.does_not_beat(seat, play, text)
        if form is not None and play.ambiguous and self.beaten_by is None:
            self.ambiguous(seat, play)
        return form

    def answers(self, play: Play, form: Form) -> bool:
        """Whether a play of a form beats the play on the table."""
        del play
        return self.beaten_by is not None and form in self.beaten_by

    def _not_held(self, seat: int, play: Play, missing: Sequence[Card], text: str) -> None:
        if self.holdings.known[seat] == 0 and self.holdings.hidden[seat]:
            self.report(
                CARD_NOT_HELD,
                "table",
                seat,
                column=column_of(text, 2),
                variant="count",
                recorded=cards_text(play.cards),
                count=self.holdings.count(seat),
                played=len(play.cards),
            )
            return
        self.report(
            CARD_NOT_HELD,
            "table",
            seat,
            column=column_of(text, 2 + first_lacking(play.cards, missing)),
            recorded=cards_text(play.cards),
            cards=cards_text(missing),
        )

    def _surplus(self) -> None:
        self.findings += surplus_found(self.index, self.holdings, self.game)

    def _go_out(self, seat: int) -> None:
        self.finish.append([seat])
        self.out[seat] = True
        self.leader = NOBODY if self.owner == seat else self.leader
        before, after = self.preceding[seat], self.following[seat]
        self.following[before], self.preceding[after] = after, before
        self.ended = self.is_over()

    def expected_turn(self) -> int:
        """The seat whose turn it is by the rules; below 0 if the rules name no seat."""
        return self.turn if self._suspended is None else self._suspended

    def turn_name(self) -> str:
        """The name of the seat whose turn it is, for findings."""
        turn = self.expected_turn()
        return self.seats[turn] if turn >= 0 else "another seat"

    def does_not_beat(self, seat: int, play: Play, text: str) -> None:
        """Reports a play that does not beat the play on the table.

        The cards on the table may have another reading that the play would beat.  If the log does not claim a reading,
        the finding names that one.
        """
        assert play.form is not None
        on_table = self.reader.play(bare(self.top_text))
        words = self.reader.words
        against = self.table_against(on_table)
        lower = next(
            (
                reading
                for reading in on_table.readings
                if not on_table.claimed and any(mine in self.reader.beaters(reading) for mine in play.readings)
            ),
            None,
        )
        details: dict[str, Detail] = {"play": words(play.form), "table": words(against), "higher": self.higher}
        if lower is not None:
            details["reading"] = words(lower)
        self.report(
            DOES_NOT_BEAT,
            "beats",
            seat,
            column=column_of(text, 2),
            recorded=cards_text(play.cards),
            variant="" if lower is None else "reading",
            details=details,
        )

    def table_against(self, on_table: Play) -> Form:
        """The form that the play on the table counts as."""
        for reading in on_table.readings:
            if self.reader.beaters(reading) is self.beaten_by:
                return reading
        return on_table.readings[0]

    def put_in_order(self) -> None:
        """Sorts the findings into the order of the report: those of the deal first, then those of each action."""
        self.findings.sort(key=lambda each: (-1 if each.action is None else each.action, each.code is CARD_NOT_HELD))

    def cards_left(self) -> str:
        """The number of cards of each seat that is not out, for findings."""
        return ", ".join(
            f"{seat} holds {self.holdings.count(number)}"
            for number, seat in enumerate(self.seats)
            if not self.out[number]
        )


def first_lacking(cards: Sequence[Card], missing: Sequence[Card]) -> int:
    """The index of the first card that the seat does not hold; ``missing`` are all of them."""
    spare = Counter(cards)
    spare.subtract(missing)
    lacking = set(missing)
    for place, card in enumerate(cards):
        if card in lacking:
            if spare[card] == 0:
                return place
            spare[card] -= 1
    return 0
