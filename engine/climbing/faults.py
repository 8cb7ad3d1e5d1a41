"""The faults of a play, as findings."""

from collections import Counter
from collections.abc import Sequence

from engine.cards.packed import Card, cards_text
from engine.climbing.codes import DOES_NOT_BEAT, NOT_A_COMBINATION, WRONG_LEADER
from engine.climbing.reader import ActionReader, Form, Play
from engine.climbing.table import Table
from engine.record.actions import column_of
from engine.rulebook.codes import CARD_NOT_HELD, OUT_OF_TURN
from engine.rulebook.findings import Detail


def out_of_turn(table: Table, seat: int, text: str, *, lead_topic: str | None) -> None:
    """Reports an action by a seat whose turn it is not.

    If it is the first lead of the hand, ``lead_topic`` is the last part of the name of the rule about it.
    """
    turn = table.seats[table.round.turn]
    if lead_topic is None:
        table.report(OUT_OF_TURN, "turn", seat, recorded=text, turn=turn)
    else:
        table.report(WRONG_LEADER, lead_topic, seat, recorded=text, leader=turn)


def not_a_combination(table: Table, seat: int, play: Play, text: str) -> None:
    """Reports cards that are not a combination."""
    cards = cards_text(play.cards)
    table.report(NOT_A_COMBINATION, "combinations", seat, column=column_of(text, 2), recorded=cards, cards=cards)


def not_held(table: Table, seat: int, play: Play, missing: Sequence[Card], text: str) -> None:
    """Reports cards that the seat does not hold, or more cards than it holds if none of its cards are known."""
    cards = cards_text(play.cards)
    if table.holdings.known[seat] == 0 and table.holdings.hidden[seat] and not table.not_counted(seat):
        table.report(
            CARD_NOT_HELD,
            "table",
            seat,
            column=column_of(text, 2),
            variant="count-at-most" if table.at_most(seat) else "count",
            recorded=cards,
            count=table.holdings.count(seat),
            played=len(play.cards),
        )
        return
    column = column_of(text, 2 + first_lacking(play.cards, missing))
    table.report(CARD_NOT_HELD, "table", seat, column=column, recorded=cards, cards=cards_text(missing))


def does_not_beat(
    table: Table, reader: ActionReader, seat: int, play: Play, on_table: Play, against: Form, text: str, higher: str
) -> None:
    """Reports a play that does not beat the play on the table, which counts as ``against``.

    The cards on the table may have another reading that the play would beat.  If the log does not claim a reading, the
    finding names that one.
    """
    assert play.form is not None
    lower = next(
        (
            reading
            for reading in on_table.readings
            if not on_table.claimed and any(mine in reader.beaters(reading) for mine in play.readings)
        ),
        None,
    )
    details: dict[str, Detail] = {"play": reader.words(play.form), "table": reader.words(against), "higher": higher}
    if lower is not None:
        details["reading"] = reader.words(lower)
    table.report(
        DOES_NOT_BEAT,
        "beats",
        seat,
        column=column_of(text, 2),
        recorded=cards_text(play.cards),
        variant="" if lower is None else "reading",
        details=details,
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
