"""The legal plays of a seat in Big A."""

from engine.cards.packed import Card
from engine.climbing.choices import Choice
from engine.climbing.legal import Group, grouped, may_play
from engine.climbing.reader import bare
from engine.climbing.round import OPENING
from engine.games.big_a.choices import Choices
from engine.games.big_a.combinations import KIND_NAMES, KIND_WORDS, kind_of
from engine.games.big_a.play import BigAHand
from engine.games.big_a.roles import HEARTS
from engine.replay.game import HandReplay
from engine.replay.legal import LISTED, LegalPlays
from engine.rulebook.sentences import say

_CAPTURE = Group(0, "capture", say("fours that capture the cards on the table"))


def legal_plays(replay: HandReplay, seat: int, listed: int = LISTED) -> LegalPlays | None:
    """The plays and captures that the rules allow a seat after the actions done so far, of the cards that it is known
    to hold.  ``listed`` plays of each group are listed.

    Before the first lead they are those that it would have if the drawing ended now.  None if the seat is not in turn,
    or if the deal is void.
    """
    assert isinstance(replay, BigAHand)
    if not may_play(replay, seat):
        return None
    big = _big_a(replay)
    if big is None:
        return None
    turns = replay.table.round
    against = None
    if turns.beaten_by is not None:
        against = replay.table_against(replay.reader.play(bare(replay.top_text)))
    return grouped(replay, seat, Choices(replay.table.holdings.shown(seat), big)(against), _group_of, listed=listed)


def _big_a(replay: BigAHand) -> Card | None:
    """The Big A; before the play, what it is if no seat exposes an ace any more.  None if the deal is void."""
    big_a = replay.big_a
    if big_a.ace is not None or replay.table.round.turn != OPENING:
        return big_a.ace
    return None if set(big_a.default_roles()) == {None} else HEARTS


def _group_of(choice: Choice) -> Group:
    if choice.captures:
        return _CAPTURE
    kind = kind_of(choice.form)
    return Group(kind, KIND_NAMES[kind], say(KIND_WORDS[kind]))
