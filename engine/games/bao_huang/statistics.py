"""What statistics count in a hand of Bao Huang."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.climbing.passes import passes_able
from engine.climbing.statistics import PLAY_FIGURES, no_play_counts, play_counts
from engine.games.bao_huang.beating import can_beat
from engine.games.bao_huang.combinations import ORDER, parts
from engine.games.bao_huang.play import BaoHuangHand
from engine.record.match import Hand
from engine.recorded.basis import Basis
from engine.replay.game import HandReplay, Statistics
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import Figure, HandCounts, KindOfPlay, PlayedKind
from engine.rulebook.sentences import marked

_OF_HANDS: Final = (
    Figure("alone", marked("Hands as an emperor without a protector."), share=True, words=marked("emperor alone")),
    Figure(
        "declared",
        marked("Hands in which this seat made a declaration, or showed four cards."),
        share=True,
        words=marked("declared"),
    ),
    Figure("protected", marked("Hands as protector of another seat."), share=True, words=marked("protector")),
)
_KINDS: Final[Mapping[str, KindOfPlay]] = MappingProxyType(
    {
        "equal": KindOfPlay(marked("cards of one rank"), tuple(ORDER)),
        "with_jokers": KindOfPlay(marked("cards of one rank with jokers"), tuple(ORDER)),
        "jokers": KindOfPlay(marked("jokers"), ("BJ", "RJ")),
    }
)


def count(replay: HandReplay, hand: Hand, outcome: HandOutcome) -> HandCounts:
    """Counts a hand."""
    assert isinstance(replay, BaoHuangHand)
    by_play = outcome.basis is Basis.PLAY
    plays = play_counts(replay, hand.actions) if by_play else no_play_counts(replay)
    roles = outcome.roles if isinstance(outcome.roles, dict) else {}
    emperor, protector = roles.get("emperor"), roles.get("protector")
    declared = {seat for seat, _ in replay.declarations.announced}
    counts = tuple(
        (
            *plays[seat],
            int(emperor == protector == name),
            int(seat in declared),
            int(protector == name and emperor not in (None, name)),
        )
        for seat, name in enumerate(replay.table.seats)
    )
    played = {(play[0], play[3]) for play in replay.table.notes.plays if isinstance(play[3], int) and play[1] > 1}
    return HandCounts(counts, tuple(sorted({played_kind(seat, form) for seat, form in played})) if by_play else ())


def passes(replay: HandReplay, hand: Hand) -> list[int]:
    """Does the actions of a hand, and counts by seat the passes with which it could have beaten the table."""
    assert isinstance(replay, BaoHuangHand)
    rules = replay.reader.rules
    return passes_able(replay, hand.actions, lambda form, held: can_beat(held, form, rules))


@lru_cache(maxsize=20_000)
def played_kind(seat: int, form: int) -> PlayedKind:
    """The kind of a play that forms something."""
    rank, equal, black, red = parts(form)
    kind = "jokers" if not equal else "with_jokers" if black or red else "equal"
    return PlayedKind(seat, kind, equal + black + red, rank if equal else int(not black))


STATISTICS: Final = Statistics(
    figures=(*PLAY_FIGURES, *_OF_HANDS),
    count=count,
    others=marked("farmer"),
    passes_able=passes,
    kinds=_KINDS,
)
