"""The legal plays of a seat in Guandan."""

from collections.abc import Container

from engine.climbing.choices import Choice
from engine.climbing.legal import Group, grouped, may_play
from engine.climbing.round import OPENING
from engine.games.guandan.choices import Choices
from engine.games.guandan.combinations import CombinationRules, kind_of
from engine.games.guandan.kinds import KINDS, Kind
from engine.games.guandan.play import GuandanHand
from engine.games.guandan.why_beats import wild_cards_as
from engine.replay.game import HandReplay
from engine.replay.legal import LISTED, LegalPlays
from engine.rulebook.sentences import say_of


def legal_plays(replay: HandReplay, seat: int, listed: int = LISTED) -> LegalPlays | None:
    """The plays that the rules allow a seat after the actions done so far, of the cards that it is known to hold.

    ``listed`` plays of each group are listed.

    None if the seat is not in turn, if tribute is still due, or if the level is not known.
    """
    assert isinstance(replay, GuandanHand)
    level = replay.level
    if level is None or not may_play(replay, seat):
        return None
    turns, exchange = replay.table.round, replay.exchange
    if turns.turn == OPENING and (exchange.pending or replay.first_leader() not in (None, seat)):
        return None
    rules = CombinationRules(level, exchange.tribute.rules.joker_pair_in_full_house)
    choices = Choices(replay.table.holdings.shown(seat), rules)
    beaten_by = turns.beaten_by
    return grouped(
        replay,
        seat,
        choices(beaten_by, kinds_in(beaten_by)),
        _group_of,
        lambda choice: wild_cards_as(choice.cards, choice.form, level),
        listed=listed,
    )


def kinds_in(beaten_by: Container[object] | None) -> tuple[Kind, ...]:
    """The kinds of some forms; None: all kinds."""
    if not isinstance(beaten_by, frozenset):
        return KINDS
    numbers = {form >> 8 for form in beaten_by}
    return tuple(kind for kind in KINDS if kind.number in numbers)


def _group_of(choice: Choice) -> Group:
    kind = kind_of(choice.form)
    words = say_of("guandan", "bomb of {count}", count=kind.size) if kind.name == "bomb" else kind.called
    return Group(kind.number, kind.name, words)
