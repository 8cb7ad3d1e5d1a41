"""Whether some cards of a hand of Bao Huang beat the play on the table."""

from engine.cards.packed import Holding, unpack
from engine.climbing.reader import Form
from engine.games.bao_huang.combinations import (
    BLACK,
    MOST_JOKERS,
    ORDER,
    RED,
    BaoHuangCombinationRules,
    OpenCombinationRules,
    beats,
    form_of,
    parts,
    size,
    strength,
)


def can_beat(holding: Holding, form: Form, rules: BaoHuangCombinationRules | OpenCombinationRules) -> bool:
    """Whether some cards of a holding beat a form.

    Cards of the rank that is played last do not: no rank is below it, and it is never played with a joker.
    """
    wanted = size(form)
    if parts(form)[3]:
        return False
    counts = [0] * (RED + 1)
    for card in unpack(holding):
        counts[strength(card)] += 1
    for red in range(min(counts[RED], MOST_JOKERS, wanted) + 1):
        for black in range(min(counts[BLACK], MOST_JOKERS, wanted - red) + 1):
            equal = wanted - red - black
            ranks = [rank for rank in range(len(ORDER)) if counts[rank] >= equal and rank != rules.lowest]
            highest = max(ranks, default=None) if equal else 0
            if highest is not None and beats(form_of(highest, equal, black, red), form, rules.joker_rule):
                return True
    return False
