"""What statistics count in a hand of Bao Huang."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.climbing.passes import passes_able
from engine.climbing.statistics import count_plays
from engine.games.bao_huang.beating import can_beat
from engine.games.bao_huang.combinations import ORDER, parts
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.figures import BAO_HUANG
from engine.record.match import Hand
from engine.recorded.basis import Basis
from engine.replay.game import HandReplay, Statistics
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import HandCounts, KindOfPlay, PlayedKind
from engine.rulebook.sentences import marked

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
    counts = [STATISTICS.none() for _ in replay.table.seats]
    roles = outcome.roles if isinstance(outcome.roles, dict) else {}
    emperor, protector = roles.get("emperor"), roles.get("protector")
    for of_seat, name in zip(counts, replay.table.seats, strict=True):
        of_seat["alone"] = int(emperor == protector == name)
        of_seat["protected"] = int(protector == name and emperor not in (None, name))
    for seat, _ in replay.declarations.announced:
        counts[seat]["declared"] = 1
    if outcome.basis is not Basis.PLAY:
        return HandCounts.of(counts)
    count_plays(replay, hand.actions, counts)
    played = {(play[0], play[3]) for play in replay.table.notes.plays if isinstance(play[3], int) and play[1] > 1}
    return HandCounts.of(counts, tuple(sorted({played_kind(seat, form) for seat, form in played})))


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
    figures=BAO_HUANG,
    count=count,
    others=marked("farmer"),
    passes_able=passes,
    kinds=_KINDS,
)
