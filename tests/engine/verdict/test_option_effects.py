"""Every option changed alone, against checking under each changed rule set."""

from random import Random

from engine.games import GAMES
from engine.logs import LogRecord, read_logs
from engine.verdict.check import Checker
from engine.verdict.option_effects import Effects, each_alone
from engine.verdict.outcomes import outcome_of
from tests.builders import finished, judge
from tests.engine.verdict.test_variants import record_of
from tests.engine.verdict.under_rules import changed, drawn
from tests.golden import SAMPLES
from tests.offenders import for_every
from tests.playouts import generate
from tests.profiles import examples


def effects_of(record: LogRecord, **bounds: int) -> Effects:
    assert record.match is not None
    found = each_alone(Checker(), record, Checker().rules(record.match), **bounds)
    assert found is not None
    return found


@for_every("game", sorted(GAMES))
def test_each_effect_is_that_of_a_check(game: str) -> None:
    for seed in range(examples(10) // 4):
        record = record_of(generate(game, seed, hands=3))
        assert record.match is not None
        rules = drawn(Checker().rules(record.match), Random(seed), 2)
        here = Checker().check(record, rules)
        found = each_alone(Checker(), record, rules)
        if here.replay is None:
            assert found is None
            continue
        assert found is not None
        assert found.verdict is here.verdict
        before = outcome_of(here)
        for each in found.effects:
            other = changed(rules, each.option, each.there)
            assert other is not None
            after = outcome_of(Checker().check(record, other))
            assert (each.here, each.verdict) == (rules.options[each.option], after.verdict)
            assert each.moves == before.against(after)
            assert each.errors == len(after.errors) - len(before.errors)
            assert each.hands == tuple(
                number for number, hand in enumerate(after.hands) if hand != before.hands[number]
            )
            for seat, points in each.points.items():
                one, two = before.totals[seat], after.totals[seat]
                assert points == (None if one is None or two is None else two - one)
        for option, value in found.refused:
            other = changed(rules, option, value)
            assert other is None or Checker().check(record, other).replay is None
        tried = {each.option for each in found.effects} | {option for option, _ in found.refused}
        assert tried | set(found.left_out) == {option.name for option in GAMES[game].rules.options}


def test_a_value_that_the_rules_refuse_is_named() -> None:
    path = SAMPLES / "demo/bao-huang-evening.json"
    with path.open("rb") as stream:
        (record,) = read_logs(stream, path.name)
    found = effects_of(record)
    assert found.refused == (("scoring", "win_loss"),)
    assert found.left_out == ("target", "hands")
    (points,) = (each for each in found.effects if each.there == "4-2-0")
    assert points.moved == sum(abs(each or 0) for each in points.points.values()) > 0
    assert points.facts()["hands"] == (0, 1, 2, 3, 4)


def test_a_match_that_is_too_long_is_not_tried_whole() -> None:
    made = judge(finished("EWNS"))
    assert effects_of(made.record).complete
    found = effects_of(made.record, most_actions=1)
    assert (found.effects, found.complete) == ((), False)


def test_what_is_no_match_has_no_effects() -> None:
    broken = LogRecord(source="x", raw=b"", format="fupan", match=None, game=None, match_id=None, hashed="0" * 64)
    assert each_alone(Checker(), broken, GAMES["guandan"].rules.resolve()) is None
