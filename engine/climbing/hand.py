"""What the climbing games share: plays, passes, the lead, going out, and the faults in them.

A fault does not stop the replay: it is reported once, and the hand continues with what the table did.

Most actions of most logs are in turn and allowed; ``fast_path`` does these.  The methods here do all other actions.
They apply every rule, and give the same result for an action that the fast path can do.
"""

from collections.abc import Container, Hashable, Sequence
from typing import Final

from engine.cards.packed import GUARDS, Card
from engine.climbing import faults
from engine.climbing.clock import Clock
from engine.climbing.fast_path import run
from engine.climbing.hooks import ClimbingHooks
from engine.climbing.listed_seats import ListedSeats, act
from engine.climbing.reader import OTHER, PASS, ActionReader, Form, Play, ReadAction, bare, form_on_table
from engine.climbing.round import ANYBODY, NOBODY, OPENING
from engine.climbing.table import CountedPlay, PlayNotes, Table
from engine.record.actions import Elsewhere, UnreadableAction, over_the_bound
from engine.rulebook.codes import AFTER_END, ALREADY_OUT, MUST_LEAD, UNEXPECTED_ACTION
from engine.rulebook.findings import Finding
from engine.rulebook.options import game_words
from engine.rulebook.sentences import say

_PLAY: Final = " play "


class ClimbingHand(ClimbingHooks):
    """One hand of a climbing game, replayed action by action."""

    def __init__(self, table: Table, reader: ActionReader) -> None:
        self.table = table
        self.reader = reader
        self.clock = Clock()
        self.top_text = ""
        """The text of the play on the table."""
        self.listed: ListedSeats | None = None
        """The seats whose actions the log has; None if it has those of all seats, or no actions of the hand."""

    @property
    def findings(self) -> list[Finding]:
        """The findings of the hand; those who compare its recorded result add to them."""
        return self.table.findings

    @property
    def index(self) -> int:
        """The number of the hand in its match, from 0."""
        return self.table.index

    @property
    def finish(self) -> list[list[int]]:
        """The seats that are out, in order; seats that share a place together."""
        return self.table.round.finish

    @property
    def ended(self) -> bool:
        """Whether the hand is over."""
        return self.table.round.ended

    def opening(self, actions: Sequence[str]) -> int:
        """The number of actions up to the first play."""
        return next((number for number, text in enumerate(actions, 1) if _PLAY in text), len(actions))

    @property
    def shared_in_play(self) -> Hashable:
        """What of ``in_play`` the parts have that all climbing games share."""
        return self.reader, self.top_text, self.clock.carried, self.table.carried

    def note_play(self) -> None:
        """Lets the hand note its plays and passes, for statistics.  Called before its first action."""
        self.table.noted = PlayNotes()

    def run(self, actions: Sequence[str]) -> None:
        """Does the actions in order, adding to the findings."""
        if self.listed is None:
            run(self, actions)
            return
        for text in actions:
            act(self, self.listed, text)
            self.table.done += 1

    def read(self, text: str, whole: str) -> ReadAction:
        """What an action means.  ``text`` is what the clock left of the ``whole`` action."""
        if "@" not in text and "#" not in text:
            return self._read(text, whole)
        body, seconds = self.clock.take_off(text)
        read = self._read(body, whole)
        if seconds is not None:
            self.clock.move_to(seconds, text, self.table, readable=not isinstance(read[3], UnreadableAction))
        return read

    def _read(self, text: str, whole: str) -> ReadAction:
        fault = over_the_bound(whole, self.reader.numbers)
        return self.reader.entry(text) if fault is None else (-1, OTHER, 0, fault, None)

    def act(self, text: str, read: ReadAction) -> None:
        """Does any action, applying every rule."""
        seat, count, _, form, _ = read
        table = self.table
        turns = table.round
        if isinstance(form, UnreadableAction):
            table.malformed(text, form)
        elif turns.ended or (turns.out[seat] and not self.heard_when_out(form)):
            code, topic = (AFTER_END, "end") if turns.ended else (ALREADY_OUT, "turn")
            table.ineffective.add(table.done)
            table.report(code, topic, seat, recorded=text, turn=self.turn_name())
        elif isinstance(form, Elsewhere):
            self.elsewhere(seat, form, text)
        elif count >= PASS or isinstance(form, Play):
            if turns.turn != OPENING or not self.barred(seat, text):
                self.move(read, text)
        else:
            self.other(seat, form, text)

    def elsewhere(self, seat: int, action: Elsewhere, text: str) -> None:
        """Reports a verb of another game."""
        self.table.ineffective.add(self.table.done)
        self.table.report(
            UNEXPECTED_ACTION,
            "turn",
            seat,
            recorded=text,
            variant="game",
            verb=action.verb,
            game=game_words(self.table.game),
            wanted=say("a verb of this game"),
        )

    def move(self, read: ReadAction, text: str) -> None:
        """Does a play or a pass by a seat that is not out, in turn or not."""
        seat = read[0]
        passes = read[1] == PASS
        turns = self.table.round
        if turns.holders_unknown:
            if not passes:
                self._play(read, text)
            return
        reported = False
        lenient = turns.suspended is not None
        if turns.turn == OPENING:
            lenient = bool(self.table.unread)
            reported = self.open_play(seat, text)
            if reported and passes:
                return
        turns.resume()
        if turns.turn == ANYBODY:
            turns.turn = seat
        elif turns.turn != seat:
            if not (reported or lenient):
                first = not passes and not turns.played
                faults.out_of_turn(self.table, seat, text, lead_topic=self.lead_topic() if first else None)
            reported = True
            turns.skip_to(seat, self.lead_after_out)
        if not passes:
            self._play(read, text)
            return
        if turns.owner == NOBODY and not reported and turns.unread_lead_after != turns.top:
            self.table.report(MUST_LEAD, "lead", seat, recorded=text)
        if turns.owner != NOBODY and self.table.noted is not None:
            self.table.noted.passes.append(seat)
        turns.pass_(self.lead_after_out)

    def _play(self, read: ReadAction, text: str) -> None:
        seat, count, packed, form, beaten_by = read
        turns, known = self.table.round, self.table.holdings.known
        if count > 0 and not (known[seat] - packed) & GUARDS and (turns.beaten_by is None or form in turns.beaten_by):
            known[seat] -= packed
            self._note(read)
        else:
            form = self._play_closely(seat, form, text)
            beaten_by = None if form is None else self.beaten_by(form)
        if form is not None:
            turns.play(seat, beaten_by, self.table.done)
            self.top_text = text
        elif turns.owner == NOBODY:
            turns.unread_lead_after = turns.top
        turns.began = True
        if not known[seat] and not turns.holders_unknown and not self.table.holdings.count(seat):
            turns.go_out(seat)
            if form is not None and self.table.noted is not None:
                self.table.noted.last_plays.append(len(self.table.noted.plays) - 1)
            if self.is_over():
                turns.end()
        elif self.may_be_out(seat):
            turns.holders_unknown = True
        if turns.holders_unknown:
            turns.lose_turn()
        elif form is None and not turns.ended:
            turns.pass_(self.lead_after_out)

    def _note(self, play: CountedPlay) -> None:
        """Notes a play for the statistics, if the hand notes its play."""
        noted = self.table.noted
        if noted is not None:
            if self.table.round.beaten_by is None:
                noted.leads.append(len(noted.plays))
            noted.plays.append(play)

    def _play_closely(self, seat: int, form: object, text: str) -> Form | None:
        """Takes cards that the hand may not hold from it.  Returns what they count as; None if not a combination."""
        table = self.table
        play = form if isinstance(form, Play) else self.reader.play(bare(text))
        play = self.as_read_from_holding(seat, play, text)
        missing = table.holdings.lacking(seat, play.cards)
        result = self._judge_cards(seat, play, missing, text)
        if result is not None or missing:
            self._note((seat, len(play.cards), 0, result, play))
        table.holdings.take(seat, play.cards)
        table.report_surplus()
        self.after_play(seat, play, missing)
        return result

    def _judge_cards(self, seat: int, play: Play, missing: Sequence[Card], text: str) -> Form | None:
        """Reports the first fault of the cards.  Returns what they count as, or None if not a combination."""
        table, form, on_table = self.table, play.form, self.table.round.beaten_by
        if form is not None and on_table is not None:
            form = next((reading for reading in play.readings if reading in on_table), form)
        if missing:
            table.short[table.done] = len(missing)
            faults.not_held(table, seat, play, missing, text)
        elif form is None:
            faults.not_a_combination(table, seat, play, text)
        elif not self.too_early(seat, play, text) and on_table is not None and not self.answers(play, form):
            self.does_not_beat(seat, play, text)
        if form is not None and play.ambiguous and on_table is None:
            self.ambiguous(seat, play)
        return form

    def answers(self, play: Play, form: Form) -> bool:
        """Whether a play of a form beats the play on the table."""
        del play
        on_table = self.table.round.beaten_by
        return on_table is not None and form in on_table

    def beaten_by(self, form: Form) -> Container[object]:
        """What beats the play just judged, which counts as a form."""
        return self.reader.beaters(form)

    def does_not_beat(self, seat: int, play: Play, text: str) -> None:
        """Reports a play that does not beat the play on the table."""
        on_table = self.reader.play(bare(self.top_text))
        against = self.table_against(on_table)
        faults.does_not_beat(self.table, self.reader, seat, play, on_table, against, text, self.higher)

    def table_against(self, on_table: Play) -> Form:
        """The form that the play on the table counts as."""
        return form_on_table(self.reader, on_table, self.table.round.beaten_by) or on_table.readings[0]

    def expected_turn(self) -> int:
        """The seat whose turn it is by the rules; below 0 if the rules name no seat."""
        return self.table.round.expected

    def turn_name(self) -> str:
        """The name of the seat whose turn it is, for findings."""
        turn = self.expected_turn()
        return self.table.seats[turn] if turn >= 0 else say("another seat")
