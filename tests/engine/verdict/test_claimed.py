"""Which rules give a claim, against judging again, and beside the search for rules that make the match right."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.logs import read_logs
from engine.logs.record import LogRecord
from engine.record.match import HandResult, Match, MatchResult, RulesClaim
from engine.recorded.basis import Basis
from engine.rulebook.findings import Severity
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.claimed import Answer, Under, rules_for_claim
from engine.verdict.proof.form import Claim, Subject
from engine.verdict.reconciliation import Goal, Reconciliation, reconcile
from engine.verdict.report import Report
from engine.verdict.searched import searched
from tests.engine.verdict.test_variants import record_of
from tests.golden import SAMPLES
from tests.playouts import generate
from tests.playouts.mutations import MUTATIONS, mutate
from tests.playouts.strategies import few

WORK = 60_000
MATCH = Subject(hand=None, action=None, line=None)

every_game = pytest.mark.parametrize("game", sorted(GAMES))


def subject(hand: int) -> Subject:
    return Subject(hand=hand, action=None, line=None)


def asked(record: LogRecord, about: Subject, claim: Claim) -> Answer:
    assert record.match is not None
    answer = rules_for_claim(Checker(), record, Checker().rules(record.match), about, claim, most_actions=WORK)
    assert answer is not None
    return answer


def nearest(record: LogRecord, goal: Goal) -> Reconciliation:
    found = reconcile(Checker(), record, goal, most_actions=WORK, most_sets=300)
    assert found is not None
    return found


def rules_of(base: RuleSet, under: Under) -> RuleSet:
    book = GAMES[base.game].rules
    return book.resolve(under.preset, {**base.options, **under.changes} if under.changes else {})


def bases(report: Report) -> list[Basis | None]:
    return [] if report.replay is None else [hand.basis for hand in report.replay.hands]


def result_errors(report: Report) -> list[tuple[str, int | None]]:
    return [
        (each.code.id, each.hand)
        for each in report.findings
        if each.code.about_result and each.severity is Severity.ERROR
    ]


def with_scores(match: Match, scores: Mapping[int, Mapping[str, int]], totals: Mapping[str, int] | None) -> Match:
    """The match with the scores of some hands recorded for every seat, and the totals if there are some."""
    hands = list(match.hands)
    for number, points in scores.items():
        result = hands[number].result
        kept = result if isinstance(result, HandResult) else HandResult()
        hands[number] = msgspec.structs.replace(
            hands[number], result=msgspec.structs.replace(kept, scores=dict(points))
        )
    end = MatchResult() if totals is None else MatchResult(totals=dict(totals))
    return msgspec.structs.replace(match, hands=hands, result=end)


def recorded(game: str, seed: int) -> LogRecord:
    """A match, a faulty match or a score sheet, all of whose scores are recorded, some as other rules give them."""
    rng = Random(f"{game} {seed}")
    book = GAMES[game].rules
    match = generate(game, seed, hands=rng.randint(1, 3))
    if rng.random() < 0.3:
        match = msgspec.structs.replace(match, rules=RulesClaim(preset=rng.choice(list(book.presets))))
    if rng.random() < 0.5 and match.hands[0].actions:
        match = mutate(match, rng.choice(MUTATIONS), seed).match
    if rng.random() < 0.4:
        number = rng.randrange(len(match.hands))
        left = 0 if rng.random() < 0.5 else rng.randint(0, len(match.hands[number].actions))
        cut = msgspec.structs.replace(match.hands[number], actions=match.hands[number].actions[:left])
        match = msgspec.structs.replace(match, hands=[*match.hands[:number], cut, *match.hands[number + 1 :]])
    claim = Checker().rules(match)
    options = searched(book, claim)
    while True:
        chosen = {name: rng.choice(options[name]) for name in rng.sample(sorted(options), rng.choice([0, 1, 1, 2]))}
        try:
            scored = book.resolve(claim.preset, {**claim.options, **chosen})
        except RulesUnknown:
            continue
        break
    replay = Checker().check(record_of(match), scored).replay
    hands = [] if replay is None else [each.scores for each in replay.hands]
    scores: dict[int, dict[str, int]] = {}
    for number in range(len(match.hands)):
        known = hands[number] if number < len(hands) else None
        if known is None or None in known.values() or rng.random() < 0.2:
            scores[number] = {seat: rng.randint(-3, 3) for seat in match.seats}
        else:
            scores[number] = {seat: points or 0 for seat, points in known.items()}
    sums = {seat: sum(points[seat] for points in scores.values()) for seat in match.seats}
    return record_of(with_scores(match, scores, sums if rng.random() < 0.3 else None))


def judged(record: LogRecord, rules: RuleSet) -> Report:
    return Checker().check(record, rules)


def holds(report: Report, hand: int, scores: Mapping[str, int]) -> bool:
    """Whether the scores of a hand are worked out, and are these."""
    assert report.replay is not None
    outcome = report.replay.hands[hand]
    return outcome.scores == scores and outcome.basis in (Basis.PLAY, Basis.RESULT)


def decided(report: Report, hand: int) -> bool:
    """Whether the scores of a hand are worked out, and hang on nothing unknown."""
    assert report.replay is not None
    outcome = report.replay.hands[hand]
    known = outcome.scores is not None and None not in outcome.scores.values()
    return known and outcome.basis in (Basis.PLAY, Basis.RESULT) and not outcome.undecided


@every_game
@few(150)
@given(seed=st.integers(0, 2**32))
def test_the_search_for_a_claim_and_that_for_a_match_agree(game: str, seed: int) -> None:
    record = recorded(game, seed)
    match = record.match
    assert match is not None
    base = Checker().rules(match)
    here = judged(record, base)
    if here.replay is None:
        return
    own = bases(here)
    found = nearest(record, Goal.SCORES)
    solved = [judged(record, each.rules) for each in found.solutions]
    for report, each in zip(solved, found.solutions, strict=True):
        assert report.verdict is each.verdict
        assert result_errors(report) == []
    for hand, outcome in enumerate(match.hands):
        assert isinstance(outcome.result, HandResult)
        scores: Any = outcome.result.scores
        answer = asked(record, subject(hand), Claim(scores=scores))
        assert answer.given == holds(here, hand, scores)
        assert answer.alone == ((hand,) if own[hand] is Basis.SCORES else ())
        for under in answer.under:
            report = judged(record, rules_of(base, under))
            assert holds(report, hand, scores)
            assert under.verdict is report.verdict
            assert own[hand] is not Basis.PLAY or bases(report)[hand] is Basis.PLAY
            # What the one search has found, the other may not miss, unless it stopped or something nearer is right.
            if found.complete and under.changes:
                taken_over = [
                    number
                    for number, basis in enumerate(bases(report))
                    if basis is Basis.SCORES and own[number] is not Basis.SCORES
                ]
                if not result_errors(report) and not taken_over:
                    assert found.solutions
                    assert len(found.solutions[0].changes) <= len(under.changes)
        if found.solutions and decided(here, hand):
            assert all(holds(report, hand, scores) for report in solved)
            played = own[hand] is not Basis.PLAY or any(bases(report)[hand] is Basis.PLAY for report in solved)
            assert answer.given or answer.under or not answer.complete or not played
            assert answer.given or not all(not each.changes for each in found.solutions)


@every_game
@few(60)
@given(seed=st.integers(0, 2**32))
def test_totals_that_rest_on_written_scores_are_no_proof(game: str, seed: int) -> None:
    record = recorded(game, seed)
    assert record.match is not None
    base = Checker().rules(record.match)
    here = judged(record, base)
    if here.replay is None or None in here.replay.totals.values():
        return
    after = min((each.hand or 0 for each in here.findings if each.code.id == "after-match"), default=len(bases(here)))
    alone = tuple(hand for hand, basis in enumerate(bases(here)[:after]) if basis is Basis.SCORES)
    totals = {seat: points or 0 for seat, points in here.replay.totals.items()}
    answer = asked(record, MATCH, Claim(totals=totals))
    assert (answer.given, answer.alone) == (not alone, alone)
    for under in answer.under:
        report = judged(record, rules_of(base, under))
        assert report.replay is not None
        assert report.replay.totals == totals
        assert under.verdict is report.verdict


def test_rules_under_which_no_hand_is_replayed_do_not_give_what_is_written() -> None:
    """Under rules with open dealing no `set` is allowed: recorded units are then taken over, and prove nothing."""
    with (SAMPLES / "demo/disputes/chinese-poker-scoop.json").open("rb") as stream:
        (record,) = read_logs(stream, "scoop")
    answer = asked(record, MATCH, Claim(totals={"E": 1, "N": -1, "W": 1, "S": -1}))
    assert [(each.preset, dict(each.changes), str(each.verdict)) for each in answer.under] == [
        ("two-four", {"overall": 0}, "clean"),
        ("one-six", {}, "clean"),
        ("taiwanese", {}, "clean"),
    ]
