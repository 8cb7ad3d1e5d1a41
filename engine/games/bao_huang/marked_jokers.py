"""The marked jokers, which a log may write like the plain ones."""

from dataclasses import replace
from typing import Final

from engine.cards.packed import BLACK_JOKER, EMPEROR_JOKER, PROTECTOR_JOKER, RED_JOKER, Card, card_text, copies
from engine.climbing.reader import Play
from engine.climbing.table import Table
from engine.games.bao_huang.roles import KnownRoles
from engine.record.actions import column_of
from engine.replay.hand_findings import HandFindings
from engine.rulebook.codes import READ_AS

MARKED: Final = ((RED_JOKER, EMPEROR_JOKER), (BLACK_JOKER, PROTECTOR_JOKER))
"""The plain and the marked joker of each colour."""


def read_marked_jokers(table: Table, roles: KnownRoles, seat: int, play: Play, text: str) -> Play:
    """Reads ``RJ`` as ``RJ*`` if the seat holds only that (``BJ`` likewise), and learns roles from the cards played.

    If the seat may hold both, it is not known which it played; then the one of the two that is left becomes a hidden
    card.
    """
    holdings = table.holdings
    cards = list(play.cards)
    for plain, marked in MARKED:
        spare = cards.count(plain) - copies(holdings.known[seat], plain)
        if spare <= 0:
            continue
        if copies(holdings.known[seat], marked) <= cards.count(marked):
            roles.play_unseen(seat, cards, plain, marked, spare)
            continue
        if holdings.pool is not None and not copies(holdings.pool, plain):
            unseen = False
        else:
            unseen = holdings.hidden[seat] > 0 and not holdings.lacking(seat, cards)
        place = len(cards) - 1 - cards[::-1].index(plain)
        cards[place] = marked
        if unseen:
            holdings.pool = None
            continue
        report_read_as(table, seat, text, place, plain, marked)
    if holdings.hidden[seat] or roles.triplet:
        roles.learn_from(seat, play.cards)
    return replace(play, cards=tuple(cards))


def report_read_as(findings: HandFindings, seat: int, text: str, place: int, plain: Card, marked: Card) -> None:
    """Reports that a plain joker, after so many cards of a play, is read as the marked one."""
    findings.report(
        READ_AS,
        "table",
        seat,
        column=column_of(text, 2 + place),
        recorded=card_text(plain),
        reading=card_text(marked),
    )
