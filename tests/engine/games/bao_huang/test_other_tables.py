"""Made-up hands under the rules of other tables of Bao Huang, scored apart from the engine."""

from collections import Counter
from random import Random

from msgspec import UNSET

from tests.playouts import generate
from tests.playouts.bao_huang.rules import OTHER_VALUES, draw_any_rules, resolved
from tests.playouts.judging import faults, judged
from tests.profiles import examples


def test_legal_hands_are_clean_and_scored_as_recorded() -> None:
    """The recorded scores are worked out without the engine: a difference would be an error of the report."""
    met, scored = Counter[tuple[str, object]](), Counter[str]()
    for seed in range(examples(120)):
        preset, options = draw_any_rules(Random(seed))
        match = generate("bao_huang", seed, preset=preset, options=options, hands=3)
        report = judged(match)
        assert faults(report) == [], (seed, preset, options)
        assert report.replay is not None
        rules = resolved(preset, options)
        met.update((name, rules[name]) for name in OTHER_VALUES)
        for hand, outcome in zip(match.hands, report.replay.hands, strict=True):
            if hand.result is not UNSET and hand.result.scores is not UNSET and outcome.roles:
                alone = len({*outcome.roles.values()}) == 1
                scored[rules["alone_win"] if alone else rules["scoring"]] += 1
    assert {(name, value) for name, values in OTHER_VALUES.items() for value in values} <= {*met}
    assert {"6-3-0", "first", "by_declaration"} <= {*scored}
