"""The fast path of a climbing hand, for actions that are in turn and allowed and leave the seat with cards.

One loop does these actions as the reader reads them.  It changes the hand in the same way as ``ClimbingHand.act``,
which applies every rule and does all other actions.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from engine.cards.packed import GUARDS
from engine.climbing.clock import Clock
from engine.climbing.reader import SAID, ActionReader, ReadAction
from engine.climbing.round import NOBODY
from engine.climbing.table import Table
from engine.record.actions import SURELY_FEW_WORDS

_PERHAPS_MANY_WORDS: Final = SURELY_FEW_WORDS - 1
"""An action with fewer characters than this, without its seconds, has no more words than the bound allows."""


class FastHand(Protocol):
    """What the fast path needs of a hand."""

    table: Table
    reader: ActionReader
    clock: Clock
    top_text: str

    def read(self, text: str, whole: str) -> ReadAction:
        """What an action means.  ``text`` is what the clock left of the ``whole`` action."""

    def act(self, text: str, read: ReadAction) -> None:
        """Does any action, applying every rule."""

    def lead_after_out(self, seat: int) -> int:
        """The seat that leads after a round that a seat has won with its last cards."""

    def said(self, seat: int, action: object) -> None:
        """Does an action that changes neither cards nor turn."""


def run(hand: FastHand, actions: Sequence[str]) -> None:
    """Does some actions in order, adding to the findings of the table."""
    texts = hand.clock.bare(actions)
    begin = hand.table.done
    while hand.table.done < begin + len(actions):
        _run_with_one_reader(hand, actions, texts, begin)


def _run_with_one_reader(hand: FastHand, actions: Sequence[str], texts: Sequence[str], begin: int) -> None:
    """Does the remaining actions until the reader changes; ``begin`` is the number of the first action."""
    table, reader = hand.table, hand.reader
    reader.make_room()
    turns, known = table.round, table.holdings.known
    following = turns.following
    play, pass_, heir = turns.play, turns.pass_, hand.lead_after_out
    passes = (*reader.passes, None)
    top = turns.top
    noted = table.noted
    passing: ReadAction | None = None
    """The pass of the seat whose turn it is, if it may pass.  ``passes`` ends with None, for NOBODY."""
    left = texts[table.done - begin :] if table.done > begin else texts
    for index, action in enumerate(map(reader.entries.get, left), table.done):
        if action is None:
            text = texts[index - begin]
            table.done = index
            if "@" not in text and "#" not in text and len(text) < _PERHAPS_MANY_WORDS:
                action = reader.learn(text)
            else:
                action = hand.read(text, actions[index - begin])
        if action is passing:
            turn = turns.turn
            if noted is not None:
                noted.passes.append(turn)
            if turn == turns.closer:
                table.done = index
                pass_(heir)
                passing = None
            else:
                turns.turn = turn = following[turn]
                passing = passes[turn]
            continue
        seat, count, packed, form, beaten_by = action
        if count > 0:
            if seat == turns.turn:
                rest = known[seat] - packed
                on_table = turns.beaten_by
                if rest > 0 and not rest & GUARDS and (on_table is None or form in on_table):
                    known[seat] = rest
                    passing = passes[play(seat, beaten_by, index)]
                    if noted is not None:
                        if on_table is None:
                            noted.leads.append(len(noted.plays))
                        noted.plays.append(action)
                    continue
        elif count == SAID and turns.turn >= 0:
            table.done = index
            hand.said(seat, form)
            continue
        table.done = index
        if top != turns.top:
            top, hand.top_text = turns.top, actions[turns.top - begin]
        hand.act(actions[index - begin], action)
        top = turns.top
        if hand.reader is not reader:
            table.done = index + 1
            return
        passing = passes[turns.turn if turns.turn >= 0 and turns.beaten_by is not None else NOBODY]
    if top != turns.top:
        hand.top_text = actions[turns.top - begin]
    table.done = begin + len(actions)
