"""The nearest rules that make a log right, against trying all rule sets of small spaces."""

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

import msgspec
import pytest

from engine.games import GAMES
from engine.logs import LogRecord, read_logs
from engine.record.match import Hand, HandResult, MatchResult, RulesClaim, given_value
from engine.recorded.basis import Basis
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Severity
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.comparison import Comparison, compare
from engine.verdict.reconciliation import Goal, Reconciliation, reconcile
from engine.verdict.report import Report
from engine.verdict.searched import searched, size_of_space
from tests.builders import finished, judge
from tests.conftest import SHARED
from tests.engine.verdict.test_variants import record_of
from tests.golden import SAMPLES
from tests.offenders import for_every
from tests.playouts import generate
from tests.profiles import examples

OPTIONS: Mapping[str, Sequence[Sequence[str]]] = {
    "guandan": [
        ("tribute", "double_tribute", "return_limit", "return_level", "win_at"),
        ("tribute", "a_failures", "a_failure_is", "win_at"),
        ("return_limit", "equal_tribute_lead", "reporting", "joker_pair_in_full_house", "hands"),
    ],
    "bao_huang": [
        ("scoring", "winner_rule", "declarations", "tribute"),
        ("emperor_pass", "take_order", "tribute_exclude", "joker_rule", "lowest_last"),
        ("deck", "protector", "scoring", "balanced", "solo_announced", "tribute_face"),
    ],
    "big_a": [("four_five", "exposed_scores", "lead_after_out", "hands")],
    "chinese_poker": [
        ("royalties", "royalty_rule", "royalty_value", "naturals"),
        ("dealing", "hands_each", "scoring", "wheel", "middle"),
        ("home_run_needs", "royalty_limit", "royalty_broken", "misset", "royalty_announced", "natural_qka"),
        ("fantasyland", "royalties_against_foul", "scoop_multiplies_royalties", "scoring", "royalty_announced"),
    ],
}
"""By game, small spaces: options that are searched together."""

every_space = pytest.mark.parametrize(
    ("game", "options"), [(game, options) for game, spaces in OPTIONS.items() for options in spaces]
)
FAILED = finished("NSEW", level="A", levels={"E": "A", "N": "2"}, previous=["E", "W", "N", "S"], failures={"E": 2})


def is_right(record: LogRecord, report: Report, goal: Goal, claimed: Report) -> bool:
    errors = [each for each in report.findings if each.severity is Severity.ERROR]
    if goal is Goal.CLEAN:
        return not errors
    if report.replay is None or any(each.code.about_result for each in errors):
        return False
    assert record.match is not None
    if claimed.replay is None:
        return all(hand.basis is not Basis.SCORES for hand in report.replay.hands)
    if None in report.replay.totals.values() and None not in claimed.replay.totals.values():
        result = record.match.result
        if isinstance(result, MatchResult) and given_value(result.totals):
            return False
    return all(
        came_out(hand, outcome, before)
        for hand, outcome, before in zip(record.match.hands, report.replay.hands, claimed.replay.hands, strict=True)
    )


def came_out(hand: Hand, outcome: HandOutcome, claimed: HandOutcome) -> bool:
    """Whether the scores of a hand prove what was recorded, as far as those under the claimed rules prove anything."""
    if outcome.basis is Basis.SCORES:
        return claimed.basis is Basis.SCORES
    if claimed.undecided or claimed.basis in (None, Basis.SCORES) or None in (claimed.scores or {}).values():
        return True
    recorded = (given_value(hand.result.scores) if isinstance(hand.result, HandResult) else None) or {}
    return (outcome.scores or {}).items() >= {seat: int(points) for seat, points in recorded.items()}.items()


Tried = list[tuple[dict[str, OptionValue], Report]]
"""The changes of each rule set that is allowed, and the report under it."""


def tried_all(record: LogRecord, claim: RuleSet, options: Sequence[str]) -> Tried:
    """The reports under all rule sets of a space."""
    book = GAMES[claim.game].rules
    values = searched(book, claim, options)
    tried: Tried = []
    for chosen in product(*values.values()):
        changes = {name: value for name, value in zip(values, chosen, strict=True) if value != claim.options[name]}
        try:
            rules = book.resolve(claim.preset, {**claim.options, **changes})
        except RulesUnknown:
            continue
        tried.append((dict(sorted(changes.items())), Checker().check(record, rules)))
    return tried


def nearest(record: LogRecord, tried: Tried, goal: Goal) -> list[object]:
    """The nearest of them that are right, with their verdicts, in the order of the result."""
    claimed = next(report for changes, report in tried if not changes)
    found = [(changes, str(report.verdict)) for changes, report in tried if is_right(record, report, goal, claimed)]
    fewest = min((len(changes) for changes, _ in found), default=0)
    found = [each for each in found if len(each[0]) == fewest]
    found.sort(key=lambda each: (list(each[0]), [msgspec.json.encode(value) for value in each[0].values()]))
    return [{"changes": changes, "verdict": verdict} for changes, verdict in found]


def agrees_with_all(record: LogRecord, options: Sequence[str]) -> list[int]:
    """Compares both goals with trying all; returns the numbers of changes."""
    assert record.match is not None
    tried = tried_all(record, Checker().rules(record.match), options)
    numbers = []
    for goal in Goal:
        found = reconcile(Checker(), record, goal, options=options)
        assert found is not None
        facts = found.facts()
        assert facts["solutions"] == nearest(record, tried, goal)
        assert (facts["space"], facts["complete"]) == (len(tried), True)
        assert found.tried <= len(tried)
        numbers += [len(each.changes) for each in found.solutions[:1]]
    return numbers


def wrongly_claimed(game: str, seed: int, options: Sequence[str]) -> LogRecord:
    """A match played under one or two other options than it claims; some also with a total that nothing gives."""
    rng = Random(f"{game} {seed}")
    book = GAMES[game].rules
    values = searched(book, book.resolve(), options)
    while True:
        chosen = {name: rng.choice(values[name]) for name in rng.sample(sorted(values), min(2, len(values)))}
        try:
            book.resolve(None, chosen)
        except RulesUnknown:
            continue
        break
    match = generate(game, seed, options=chosen, hands=3)
    match = msgspec.structs.replace(match, rules=RulesClaim())
    if rng.random() < 0.2:
        match = msgspec.structs.replace(match, result=MatchResult(totals=dict.fromkeys(match.seats, 99_999)))
    return record_of(match)


@every_space
def test_made_up_matches_with_a_wrong_claim(game: str, options: Sequence[str]) -> None:
    numbers = [
        number
        for seed in range(examples(20) // 4)
        for number in agrees_with_all(wrongly_claimed(game, seed, options), options)
    ]
    assert numbers


@pytest.mark.parametrize("game", sorted(OPTIONS))
@pytest.mark.usefixtures("shared")
def test_faulty_matches_of_the_conformance_sets(game: str) -> None:
    path = SHARED / "conformance" / game / "faulty.log.jsonl.gz"
    with path.open("rb") as stream:
        records = [record for record in read_logs(stream, path.name) if record.match is not None]
    for number, record in enumerate(records[: examples(40)]):
        assert record.match is not None
        try:
            Checker().rules(record.match)
        except RulesUnknown:
            continue
        spaces = OPTIONS[game]
        agrees_with_all(record, spaces[number % len(spaces)])


def reconciled(record: LogRecord, goal: Goal = Goal.CLEAN, **bounds: int) -> Reconciliation:
    found = reconcile(Checker(), record, goal, **bounds)
    assert found is not None
    return found


def sample(name: str) -> LogRecord:
    with (SAMPLES / name).open("rb") as stream:
        (record,) = read_logs(stream, name)
    return record


def test_the_json() -> None:
    found = reconciled(sample("guandan/faults/return-wrong-card.json"))
    facts = msgspec.json.decode(found.as_json())
    book = GAMES["guandan"].rules
    base = book.resolve("tournament")
    assert list(facts) == ["goal", "base", "solutions", "presets", "tried", "space", "complete", "left_out"]
    assert facts == {
        "goal": "clean",
        "base": {"preset": "tournament", "options": dict(base.options)},
        "solutions": [
            {"changes": {"return_limit": "any"}, "verdict": "clean"},
            {"changes": {"return_limit": "ten_to_partner"}, "verdict": "clean"},
        ],
        "presets": [{"preset": "national_2017", "verdict": "clean"}],
        "tried": facts["tried"],
        "space": size_of_space(book, base, searched(book, base)),
        "complete": True,
        "left_out": ["hands", "report_at"],
    }
    assert 2 < facts["tried"] < 100


def clean_presets(record: LogRecord, comparison: Comparison) -> list[dict[str, str]]:
    """The presets under which a comparison finds no error, with their verdicts."""
    book = GAMES[comparison.checked.rules.game].rules
    outcomes = {column.rules.key: column.outcome for column in comparison.columns}
    assert record.match is not None
    return [
        {"preset": name, "verdict": str(outcome.verdict)}
        for name in book.presets
        if (outcome := outcomes.get(book.resolve(name).key)) is not None and not outcome.errors
    ]


def names_what_compare_finds(record: LogRecord) -> int:
    """Holds a search against the comparison of presets; returns the number of presets that are named."""
    checker = Checker()
    comparison = compare(checker, record, checker.check(record))
    if comparison is None:
        return 0
    facts = reconciled(record).facts()
    assert facts["presets"] == clean_presets(record, comparison)
    if facts["complete"]:
        assert bool(facts["solutions"]) >= bool(facts["presets"])
    return len(facts["presets"])


def test_every_preset_that_compare_finds_clean_is_named_for_every_sample() -> None:
    named = 0
    for path in sorted(SAMPLES.rglob("*.json")):
        with path.open("rb") as stream:
            named += sum(map(names_what_compare_finds, read_logs(stream, path.name)))
    assert named > 200


@for_every("game", sorted(OPTIONS))
def test_every_preset_that_compare_finds_clean_is_named(game: str) -> None:
    presets = [*GAMES[game].rules.presets]
    named = 0
    for seed in range(examples(40) // 4):
        rng = Random(f"{game} {seed}")
        match = generate(game, seed, preset=rng.choice(presets), hands=2)
        named += names_what_compare_finds(
            record_of(msgspec.structs.replace(match, rules=RulesClaim(preset=rng.choice(presets))))
        )
    assert named


def test_a_preset_that_changes_many_options_is_named() -> None:
    found = reconciled(sample("demo/disputes/chinese-poker-scoop.json"))
    assert [(each.name, str(each.verdict)) for each in found.presets] == [("one-six", "clean"), ("taiwanese", "clean")]
    assert [dict(each.changes) for each in found.solutions] == [{"overall": 0}]
    assert {"overall", "row_unit", "target"} <= {*found.left_out}


def test_numbers_are_tried_at_the_values_of_presets_and_of_the_claim() -> None:
    book = GAMES["chinese_poker"].rules
    base = book.resolve("two-four", {"overall": 77})
    values = searched(book, base)
    assert values["overall"] == (77, 1, 0)
    assert values["target"] == (0, 11)
    assert values["royalty_table"] == ({},)
    assert values["misset"][0] == "scooped"


def test_presets_are_tried_whatever_the_bounds() -> None:
    record = sample("demo/disputes/chinese-poker-scoop.json")
    for bounds in ({"most_sets": 0}, {"most_actions": 0}, {"most_kept": 0}):
        found = reconciled(record, **bounds)
        assert [each.name for each in found.presets] == ["one-six", "taiwanese"]
        assert (found.solutions, found.complete, found.found) == ((), False, True)


def test_one_hand_decides() -> None:
    record = judge(
        finished("EWNS", result={"scores": {"E": 99}}), finished("EWNS", level="5", result={"scores": {"E": 3}})
    ).record
    assert not reconciled(record).found
    first, second = (reconciled(record, hand=number) for number in range(2))
    assert (first.solutions, first.complete, first.presets) == ((), True, ())
    assert second.solutions
    assert {each.name for each in second.presets} <= {*GAMES["guandan"].rules.presets}
    for number in (-1, 2):
        with pytest.raises(IndexError):
            reconciled(record, hand=number)


@every_space
def test_made_up_matches_by_one_hand(game: str, options: Sequence[str]) -> None:
    record = wrongly_claimed(game, 1, options)
    assert record.match is not None
    tried = tried_all(record, Checker().rules(record.match), options)
    for hand in range(len(record.match.hands)):
        found = reconcile(Checker(), record, hand=hand, options=options)
        assert found is not None
        right = [
            changes
            for changes, report in tried
            if report.replay is not None
            and not any(each.severity is Severity.ERROR and each.hand == hand for each in report.findings)
        ]
        fewest = min(map(len, right), default=0)
        assert sorted(map(str, (dict(each.changes) for each in found.solutions))) == sorted(
            str(each) for each in right if len(each) == fewest
        )


def test_house_rules_are_tried_too() -> None:
    record = sample("demo/disputes/chinese-poker-scoop.json")
    book = GAMES["chinese_poker"].rules
    house = {"Friday": book.resolve("two-four", {"overall": 0}), "Monday": book.resolve("two-four")}
    found = reconcile(Checker(), record, house=house)
    assert found is not None
    assert ([each.name for each in found.house], found.house_tried) == (["Friday"], ("Friday", "Monday"))
    assert "house" not in found.facts()


def test_a_log_that_is_right_has_no_changes() -> None:
    found = reconciled(judge(finished("EWNS")).record)
    assert [(dict(each.changes), str(each.verdict)) for each in found.solutions] == [({}, "clean")]
    assert (found.tried, found.complete) == (1, True)


def test_a_fault_that_no_rules_allow() -> None:
    found = reconciled(judge(finished("EWNS", result={"scores": {"E": 99}})).record)
    assert (found.solutions, found.complete) == ((), True)


def test_a_fault_that_the_reader_finds_needs_no_trial() -> None:
    made = judge(finished("EWNS"))
    broken = msgspec.structs.replace(made.record, findings=[*judge(finished("EWNS", level="x")).report.findings])
    found = reconciled(broken)
    assert (found.solutions, found.tried, found.complete) == ((), 0, True)


def test_a_search_that_is_stopped_says_so() -> None:
    record = judge(FAILED, finished("EWNS", level="A", result={"scores": {"E": 99}})).record
    whole = reconciled(record)
    assert whole.complete
    assert whole.tried > 1
    for bounds in ({"most_sets": 1}, {"most_actions": 1}, {"most_kept": 1}):
        found = reconciled(record, **bounds)
        assert (found.solutions, found.complete) == ((), False)
        assert found.tried < whole.tried


def test_the_goal_of_scores_overlooks_the_play() -> None:
    record = sample("guandan/faults/tribute-missing.json")
    assert [dict(each.changes) for each in reconciled(record).solutions] == [{"tribute": "none"}]
    (only,) = reconciled(record, Goal.SCORES).solutions
    assert (dict(only.changes), str(only.verdict)) == ({}, "illegal")


def taken_over_elsewhere() -> LogRecord:
    """A hand of Bao Huang with a score that no rules give, and that some rules take over because they end nothing."""
    for seed in range(100):
        match = generate("bao_huang", seed, hands=1)
        wrong = {seat: number for number, seat in enumerate(match.seats)}
        hand = msgspec.structs.replace(match.hands[0], result=HandResult(scores={**wrong, match.seats[0]: -10}))
        record = record_of(msgspec.structs.replace(match, hands=[hand], result=MatchResult()))
        report = Checker().check(record, GAMES["bao_huang"].rules.resolve("shanghai"))
        if report.replay is not None and report.replay.hands[0].basis is Basis.SCORES:
            return record
    raise AssertionError("no such hand was made")


def test_scores_that_are_merely_taken_over_have_not_come_out() -> None:
    record = taken_over_elsewhere()
    assert record.match is not None
    assert reconciled(record, Goal.SCORES).solutions == ()
    # Where the claim takes them over too, they have.
    shanghai = msgspec.structs.replace(record.match, rules=RulesClaim(preset="shanghai"))
    (only,) = reconciled(record_of(shanghai), Goal.SCORES).solutions
    assert (dict(only.changes), str(only.verdict)) == ({}, "illegal")


def test_rules_for_other_numbers_of_players_are_tried_too() -> None:
    made = (generate("chinese_poker", seed, preset="two-four", hands=2) for seed in range(100))
    match = next(match for match in made if len(match.players) == 4)
    record = record_of(msgspec.structs.replace(match, rules=RulesClaim(options={"dealing": "pineapple"})))
    assert Checker().check(record).replay is None
    found = reconciled(record)
    assert [dict(each.changes) for each in found.solutions] == [{"dealing": "closed"}]


def test_no_match_and_no_rules() -> None:
    broken = LogRecord(source="x", raw=b"", format="fupan", match=None, game=None, match_id=None, hashed="0" * 64)
    assert reconcile(Checker(), broken) is None
    with pytest.raises(RulesUnknown):
        reconcile(Checker(), judge(finished("EWNS"), preset="nobody").record)


def test_the_size_of_a_space_leaves_out_what_the_rules_refuse() -> None:
    for game in GAMES.values():
        book = game.rules
        base = book.resolve()
        for options in OPTIONS[game.name]:
            values = searched(book, base, options)
            allowed = 0
            for chosen in product(*values.values()):
                try:
                    book.resolve(None, {**base.options, **dict(zip(values, chosen, strict=True))})
                except RulesUnknown:
                    continue
                allowed += 1
            assert size_of_space(book, base, values) == allowed
