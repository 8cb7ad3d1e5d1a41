"""The legal plays of a seat in Bao Huang."""

from engine.cards.packed import unpack
from engine.climbing.choices import Choice
from engine.climbing.legal import Group, grouped, may_play
from engine.climbing.reader import bare
from engine.climbing.round import OPENING
from engine.games.bao_huang.choices import Choices
from engine.games.bao_huang.combinations import parts, size
from engine.games.bao_huang.play import BaoHuangHand
from engine.replay.game import HandReplay
from engine.replay.legal import LISTED, LegalPlays
from engine.rulebook.sentences import say


def legal_plays(replay: HandReplay, seat: int, listed: int = LISTED) -> LegalPlays | None:
    """The plays that the rules allow a seat after the actions done so far, of the cards that it is known to hold.

    ``listed`` plays of each group are listed.

    None if the seat is not in turn, if tribute is still due, or if the deal is void.
    """
    assert isinstance(replay, BaoHuangHand)
    if not may_play(replay, seat):
        return None
    turns = replay.table.round
    if turns.turn == OPENING:
        barred = replay.exchange.pending or replay.roles.void_due()
        if barred or replay.expected_turn() not in (seat, OPENING):
            return None
    holdings = replay.table.holdings
    choices = Choices(
        holdings.shown(seat),
        replay.reader.lowest,
        only_lowest=replay.holds_only_lowest(seat, unpack(holdings.shown(seat))),
    )
    wanted = None
    if turns.beaten_by is not None:
        wanted = size(replay.table_against(replay.reader.play(bare(replay.top_text))))
    return grouped(replay, seat, choices(turns.beaten_by, wanted), _group_of, listed=listed)


def _group_of(choice: Choice) -> Group:
    """Plays of one number of cards, apart by whether they have jokers: single cards and their like first."""
    _, equal, black, red = parts(choice.form)
    count = equal + black + red
    some = say("1 card") if count == 1 else say("{count} cards", count=count)
    if not equal:
        return Group(count * 3 + 2, "jokers", say("1 joker") if count == 1 else say("{count} jokers", count=count))
    if black + red:
        return Group(count * 3 + 1, "with_jokers", say("{cards} of one rank, with jokers among them", cards=some))
    return Group(count * 3, "equal", some if count == 1 else say("{cards} of one rank", cards=some))
