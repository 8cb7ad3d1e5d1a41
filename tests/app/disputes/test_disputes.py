"""Disputes in a database: opened, discussed, ruled, appealed; every act is in the record."""

import json
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from sqlalchemy import select
from sqlmodel import col

from app.database.tables.audit_log import ActorRow
from app.database.tables.disputes import RulingRow, RulingVote
from app.database.tables.matches import MatchPlayer
from app.disputes.audit_log.actors import ActorRole
from app.disputes.audit_log.reading import record_lines
from app.disputes.cases import acts, erasure, reading
from app.disputes.cases.adjusted import after_rulings
from app.disputes.cases.in_force import in_force
from app.disputes.cases.inquiry import Inquiry, found_words
from app.disputes.cases.rulings import Adjusting, Decision, rule
from app.disputes.cases.states import Acting, CannotAct, RulingOutcome
from app.disputes.cases.words import subject_words
from app.matches.ingest import IngestResult, reread
from app.matches.installation import Installation
from app.matches.uploads.acts import delete_match
from app.matches.uploads.deletion import CannotDelete
from app.matches.uploads.join_split import split
from engine.games import GAMES
from engine.record.composing import CannotCompose
from engine.record.match import HandResult, MatchResult
from engine.verdict.option_effects import each_alone
from engine.verdict.proof.building import build
from engine.verdict.proof.chain import check_chain
from engine.verdict.proof.form import Claim, Subject
from tests.playouts import generate

REPO = Path(__file__).parents[3]
SAMPLE = REPO / "static" / "samples" / "spring-cup.json"
OTHER = REPO / "sample_logs" / "bao_huang" / "alone.json"
LI = Acting("Li Wei", ActorRole.PLAYER)
ZHAO = Acting("Zhao Min", ActorRole.ARBITER)
SUN = Acting("Sun Yi", ActorRole.ARBITER)
NOWHERE = Subject(hand=None, action=None, line=None)
Take = Callable[..., list[IngestResult]]


@pytest.fixture
def match(take: Take) -> int:
    (kept,) = take(SAMPLE.read_bytes(), SAMPLE.name)
    return kept.id


def hand(number: int) -> Subject:
    return Subject(hand=number, action=None, line=None)


def opened(fupan: Installation, match: int, subject: Subject = NOWHERE, **claim: Any) -> int:
    return acts.open_dispute(fupan, match, LI, subject, Claim(**(claim or {"text": "Li was first out."})))


def entries(fupan: Installation) -> list[dict[str, Any]]:
    assert check_chain(record_lines(fupan.sessions)).whole
    return [json.loads(line) for line in record_lines(fupan.sessions)]


def scores(fupan: Installation, match: int, number: int) -> dict[str, int]:
    stored = fupan.match(match)
    assert stored is not None
    found: dict[str, int] = stored.report.hands[number].scores
    return found


def state(fupan: Installation, dispute: int) -> str:
    with fupan.sessions() as session:
        return acts.dispute_of(session, dispute).state


def found(fupan: Installation, dispute: int) -> dict[str, Any]:
    with fupan.sessions() as session:
        facts: dict[str, Any] = json.loads(acts.dispute_of(session, dispute).found)
        return facts


def test_every_act_is_in_the_record_without_names_and_texts(fupan: Installation, match: int) -> None:
    dispute = opened(fupan, match)
    acts.comment(fupan, dispute, LI, "I have a photo.")
    acts.take_up(fupan, dispute, ZHAO)
    assert rule(fupan, dispute, ZHAO, Decision(RulingOutcome.STANDS, "Nobody objected."), 0) == 1
    acts.appeal(fupan, dispute, LI, "I did object.")
    changed = Adjusting(0, dict.fromkeys(scores(fupan, match, 0), 1), "As agreed", "guandan.promotion")
    decision = Decision(
        RulingOutcome.ADJUSTED, "She did.", [changed], votes=[("Sun Yi", True), ("Wu", False)], dissent="No."
    )
    assert rule(fupan, dispute, ZHAO, decision, 1) == 2
    acts.close(fupan, dispute, ZHAO)
    said = entries(fupan)
    assert [each["event"] for each in said] == [
        *("dispute-opened", "claimed", "commented", "state", "vote", "ruled", "appealed"),
        *("vote", "vote", "vote", "ruled", "adjusted", "state"),
    ]
    assert {each["subject"] for each in said} == {f"dispute {dispute}"}
    assert said[-2]["data"]["scores"] == changed.scores
    whole = json.dumps(said)
    assert not any(word in whole for word in ("Li Wei", "Zhao", "Wu", "photo", "object", "agreed", "first out"))
    assert state(fupan, dispute) == "final"
    with fupan.sessions() as session:
        (adjusted,) = in_force(session, match)
        assert (adjusted.hand, adjusted.scores, adjusted.rule) == (0, changed.scores, "guandan.promotion")
        votes = session.scalars(select(col(RulingVote.agrees)).join(RulingRow).where(col(RulingRow.number) == 2)).all()
        assert sorted(votes) == [False, True, True]


def test_votes_of_others_are_reported_by_the_one_who_typed_them(fupan: Installation, match: int) -> None:
    dispute = opened(fupan, match)
    rule(
        fupan,
        dispute,
        ZHAO,
        Decision(RulingOutcome.STANDS, "x", votes=[("Sun Yi", True), ("Wu", False)], dissent="No."),
        0,
    )
    votes = [each for each in entries(fupan) if each["event"] == "vote"]
    with fupan.sessions() as session:
        names = {each.id: each.name for each in session.scalars(select(ActorRow))}
    assert {names[each["actor"]] for each in votes} == {"Zhao Min"}
    assert [(names[each["data"]["voter"]], each["data"]["agrees"]) for each in votes] == [
        ("Zhao Min", True),
        ("Sun Yi", True),
        ("Wu", False),
    ]


def test_votes_and_names_have_an_order_that_their_random_ids_do_not_change(fupan: Installation, match: int) -> None:
    others = [(f"Arbiter {number}", True) for number in range(8)]
    dispute = opened(fupan, match)
    rule(fupan, dispute, ZHAO, Decision(RulingOutcome.STANDS, "x", votes=others[::-1]), 0)
    names = ["Zhao Min", *(name for name, _agrees in others)]
    with fupan.sessions() as session:
        whole = reading.dispute(session, dispute)
        erasing = erasure.erasable(session, match)
    assert isinstance(whole, reading.WholeDispute)
    assert [person.name for person, _agrees in whole.rulings[0].votes] == names
    assert [each.name for each in erasing.names if each.role == "arbiter"] == sorted(names)


@pytest.mark.parametrize(
    ("opener", "arbiter", "interest"),
    [
        ("Somebody", "Wu Han", []),
        ("Somebody", "{player}", ["seat"]),
        ("Wu Han", "wu  han", ["opened"]),
        ("{player}", "{player}", ["seat", "opened"]),
    ],
)
def test_who_sat_at_the_table_or_opened_the_dispute_is_noted(
    fupan: Installation, match: int, opener: str, arbiter: str, interest: list[str]
) -> None:
    with fupan.sessions() as session:
        player = session.scalars(select(col(MatchPlayer.name)).where(col(MatchPlayer.place) == 1)).one()
    by, judge = (Acting(name.format(player=player), role) for name, role in ((opener, LI.role), (arbiter, ZHAO.role)))
    dispute = acts.open_dispute(fupan, match, by, NOWHERE, Claim(text="x"))
    rule(fupan, dispute, judge, Decision(RulingOutcome.STANDS, "x"), 0)
    (ruled,) = [each for each in entries(fupan) if each["event"] == "ruled"]
    assert ruled["data"]["interest"] == interest
    with fupan.sessions() as session:
        found = reading.dispute(session, dispute)
    assert found is not None
    assert [str(each) for each in found.rulings[0].interest] == interest


def test_what_the_rules_give_is_found(fupan: Installation, match: int) -> None:
    computed = scores(fupan, match, 0)
    assert found(fupan, opened(fupan, match, hand(0), scores=computed))["found"] == "given"
    assert found(fupan, opened(fupan, match, finding="does-not-beat"))["found"] == "given"
    assert found(fupan, opened(fupan, match))["found"] == "in-words"
    odd = {seat: 7 * (points or 0) + 1 for seat, points in computed.items()}
    assert found(fupan, opened(fupan, match, hand(0), scores=odd)) == {
        "found": "no-rules",
        "under": [],
        "complete": True,
    }


def test_rules_that_would_give_a_claim_are_named(fupan: Installation, take: Take) -> None:
    (kept,) = take(OTHER.read_bytes(), OTHER.name)
    match = kept.id
    stored = fupan.match(match)
    assert stored is not None
    decoded, record = reread(stored)
    assert decoded is not None
    effects = each_alone(fupan.checker, record, fupan.rules(stored, decoded))
    assert effects is not None
    effect = next(each for each in effects.effects if each.moved)
    totals = {seat: points + (effect.points[seat] or 0) for seat, points in stored.report.totals.items()}
    answer = found(fupan, opened(fupan, match, totals=totals))
    assert answer["found"] == "other-rules"
    assert {effect.option: effect.there} in [each["changes"] for each in answer["under"]]
    for each in answer["under"]:
        options = {**fupan.rules(stored, decoded).options, **each["changes"]} if each["changes"] else {}
        rules = GAMES[decoded.game].rules.resolve(each["preset"], options)
        assert each["verdict"] == fupan.checker.check(record, rules).verdict


def test_written_scores_prove_no_claim_about_them(fupan: Installation, take: Take) -> None:
    """A sheet of two hands, the second of which has written scores alone."""
    seats, written = "ENWS", {"E": 1, "N": 0, "W": 1, "S": 0}
    log = {
        "format": "fupan/1",
        "game": "guandan",
        "players": [{"seat": seat} for seat in seats],
        "hands": [
            {"actions": [], "result": {"finish": ["E", "W", "N", "S"]}},
            {"actions": [], "result": {"scores": written}},
        ],
    }
    (kept,) = take(json.dumps(log).encode(), "sheet.json")
    stored = fupan.match(kept.id)
    assert stored is not None
    assert [each.basis for each in stored.report.hands] == ["result", "scores"]
    cannot = {"found": "cannot-be-said", "hands": [1], "under": [], "complete": True}
    first = stored.report.hands[0].scores
    assert found(fupan, opened(fupan, kept.id, hand(0), scores=first))["found"] == "given"
    assert found(fupan, opened(fupan, kept.id, hand(1), scores=written)) == cannot
    assert found(fupan, opened(fupan, kept.id, hand(1), scores={**written, "E": 2})) == cannot
    assert found(fupan, opened(fupan, kept.id, totals=stored.report.totals)) == cannot
    assert found_words(msgspec.convert(cannot, Inquiry)) == "Cannot check the claim: hand 2 has only a recorded score."


def test_rules_that_only_take_the_scores_over_are_not_named(fupan: Installation, take: Take) -> None:
    """A player of Bao Huang claims scores that no rules give; under some rules the hand never ends."""
    match = generate("bao_huang", 1, hands=1)
    wrong = {seat: number for number, seat in enumerate(match.seats)}
    wrong[match.seats[0]] = -10
    claimed = msgspec.structs.replace(match.hands[0], result=HandResult(scores=wrong))
    match = msgspec.structs.replace(match, hands=[claimed], result=MatchResult())
    (kept,) = take(msgspec.json.encode(match), "claimed.json")
    stored = fupan.match(kept.id)
    assert stored is not None
    under = fupan.checker.check(reread(stored)[1], GAMES["bao_huang"].rules.resolve("shanghai"))
    assert under.replay is not None
    assert (under.replay.hands[0].basis, under.replay.hands[0].scores) == ("scores", wrong)
    assert found(fupan, opened(fupan, kept.id, hand(0), scores=wrong)) == {
        "found": "no-rules",
        "under": [],
        "complete": True,
    }


@pytest.mark.parametrize(
    ("subject", "claim", "reason"),
    [
        (hand(99), {"text": "x"}, "There is no hand 100: the match has 8."),
        (Subject(hand=None, action=1, line=None), {"text": "x"}, "no hand is named"),
        (Subject(hand=0, action=10**6, line=None), {"text": "x"}, "there is no step"),
        (Subject(hand=0, action=None, line=99), {"text": "x"}, "there is no line 100"),
        (NOWHERE, {"text": " "}, "The claim is empty"),
        (NOWHERE, {"text": "x" * 20_001}, "20,000 is the most"),
        (NOWHERE, {"scores": {"E": 1}}, "name the hand"),
        (hand(0), {"scores": {"E": 1}}, "Give a whole number for every seat"),
        (NOWHERE, {"totals": dict.fromkeys("ENWS", 10**10)}, "at most 1,000,000,000 points"),
        (NOWHERE, {"finding": ""}, "named by its code"),
        (NOWHERE, {"finding": "x", "text": "y"}, "exactly one"),
    ],
)
def test_what_does_not_fit_the_match_is_refused(
    fupan: Installation, match: int, subject: Subject, claim: dict[str, Any], reason: str
) -> None:
    with pytest.raises(CannotAct, match=reason):
        acts.open_dispute(fupan, match, LI, subject, Claim(**claim))
    assert entries(fupan) == []


def test_a_dispute_too_many_is_refused_before_anything_is_computed(
    fupan: Installation, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = scores(fupan, match, 0)
    opened(fupan, match)
    monkeypatch.setattr(acts, "MOST_DISPUTES", 1)
    with (
        patch("app.disputes.cases.acts.inquire", side_effect=AssertionError("computed")),
        pytest.raises(CannotAct, match="There are 1 disputes about this match already"),
    ):
        opened(fupan, match, hand(0), scores=computed)


def test_a_subject_is_named_with_its_step_and_its_line() -> None:
    assert subject_words(NOWHERE) == "the match"
    assert subject_words(hand(2)) == "hand 3"
    assert subject_words(Subject(hand=2, action=11, line=1)) == "hand 3, step 12, line 2 of its score"


def adjusting(fupan: Installation, match: int, number: int = 0, **changed: Any) -> Adjusting:
    fields = {"hand": number, "scores": dict.fromkeys(scores(fupan, match, 0), 2), "reason": "Agreed"} | changed
    return Adjusting(**fields)


def test_a_decision_that_does_not_hold_together_is_refused(fupan: Installation, match: int) -> None:
    dispute, other = opened(fupan, match, hand(1)), opened(fupan, match)
    one = adjusting(fupan, match)
    rule(fupan, other, ZHAO, Decision(RulingOutcome.ADJUSTED, "x", [one]), 0)
    before = len(entries(fupan))
    void = Decision(RulingOutcome.VOID, "x")
    for acting, decision, reason in (
        (LI, void, "Only an arbiter"),
        (ZHAO, Decision(RulingOutcome.VOID, " "), "Say why"),
        (ZHAO, Decision(RulingOutcome.ADJUSTED, "x"), "at least one hand"),
        (ZHAO, Decision(RulingOutcome.UPHELD, "x", [one]), "sets no other scores"),
        (ZHAO, Decision(RulingOutcome.VOID, "x", [one]), "has no other scores"),
        (ZHAO, Decision(RulingOutcome.ADJUSTED, "x", [one]), f"by the ruling on dispute {other} already"),
        (ZHAO, Decision(RulingOutcome.ADJUSTED, "x", [adjusting(fupan, match, 1)] * 2), "set twice"),
        (ZHAO, Decision(RulingOutcome.ADJUSTED, "x", [adjusting(fupan, match, 8)]), "There is no hand 9"),
        (ZHAO, Decision(RulingOutcome.ADJUSTED, "x", [adjusting(fupan, match, 1, reason=" ")]), "its reason is empty"),
        (ZHAO, Decision(RulingOutcome.ADJUSTED, "x", [adjusting(fupan, match, 1, scores={})]), "for every seat"),
        (
            ZHAO,
            Decision(RulingOutcome.ADJUSTED, "x", [adjusting(fupan, match, 1, rule="big_a.table")]),
            "has no rule big_a",
        ),
        (ZHAO, Decision(RulingOutcome.ADJUSTED, "x", [adjusting(fupan, match, 1, rule="x" * 101)]), "has no rule xxx"),
        (
            ZHAO,
            Decision(RulingOutcome.ADJUSTED, "x", [adjusting(fupan, match, 1, rule="log.rules")]),
            "has no rule log",
        ),
        (ZHAO, Decision(RulingOutcome.VOID, "x", votes=[("Zhao Min", True)]), "votes twice"),
        (ZHAO, Decision(RulingOutcome.VOID, "x", votes=[("Wu", False)]), "1 of 2 arbiters agree"),
        (ZHAO, Decision(RulingOutcome.VOID, "x", dissent="No."), "nobody whose dissent"),
    ):
        with pytest.raises(CannotAct, match=reason):
            rule(fupan, dispute, acting, decision, 0)
    assert len(entries(fupan)) == before
    assert rule(fupan, dispute, ZHAO, void, 0) == 1
    with fupan.sessions() as session:
        assert [set(each.scores.values()) for each in in_force(session, match)] == [{2}, {0}]


def test_states_follow_each_other(fupan: Installation, match: int) -> None:
    dispute = opened(fupan, match)
    with pytest.raises(CannotAct, match="is open, so it cannot become final"):
        acts.close(fupan, dispute, ZHAO)
    with pytest.raises(CannotAct, match="Only an arbiter"):
        acts.take_up(fupan, dispute, LI)
    with pytest.raises(CannotAct, match="cannot become appealed"):
        acts.appeal(fupan, dispute, LI, "No.")
    rule(fupan, dispute, ZHAO, Decision(RulingOutcome.UPHELD, "Right."), 0)
    with pytest.raises(CannotAct, match="is ruled, so it cannot become ruled"):
        rule(fupan, dispute, ZHAO, Decision(RulingOutcome.UPHELD, "Right."), 1)
    acts.close(fupan, dispute, ZHAO)
    with pytest.raises(CannotAct, match="is final"):
        acts.comment(fupan, dispute, LI, "But")
    with pytest.raises(CannotAct, match="no dispute 99"):
        acts.comment(fupan, 99, LI, "But")


def test_of_two_rulings_at_once_one_is_refused(fupan: Installation, match: int) -> None:
    dispute = opened(fupan, match)
    outcomes: list[str] = []

    def work(acting: Acting) -> None:
        try:
            outcomes.append(str(rule(fupan, dispute, acting, Decision(RulingOutcome.UPHELD, "Right."), 0)))
        except CannotAct as reason:
            outcomes.append(str(reason))

    threads = [Thread(target=work, args=(acting,)) for acting in (ZHAO, SUN)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["1", "Somebody else has ruled on this dispute meanwhile. Load its page again."]
    assert [each["event"] for each in entries(fupan)].count("ruled") == 1


def test_totals_follow_the_rulings(fupan: Installation, match: int) -> None:
    stored = fupan.match(match)
    assert stored is not None
    decoded = fupan.decoded.get(stored)
    assert decoded is not None
    with fupan.sessions() as session:
        assert after_rulings(stored.report, decoded, in_force(session, match)) is None
    changed = {seat: points + 3 for seat, points in scores(fupan, match, 2).items()}
    rule(
        fupan,
        opened(fupan, match),
        ZHAO,
        Decision(RulingOutcome.ADJUSTED, "x", [Adjusting(2, changed, "Counted wrong")]),
        0,
    )
    with fupan.sessions() as session:
        after = after_rulings(stored.report, decoded, in_force(session, match))
    assert after is not None
    assert after.hands is not None
    assert after.hands[2] == changed
    assert after.totals == {seat: points + 3 for seat, points in stored.report.totals.items()}
    assert after.winner == stored.report.winner


def test_a_ruling_goes_into_a_verdict(fupan: Installation, match: int) -> None:
    dispute = opened(fupan, match, hand(2), scores=scores(fupan, match, 2))
    with fupan.sessions() as session:
        unruled = reading.dispute(session, dispute)
    assert unruled is not None
    with pytest.raises(reading.NoVerdict, match="is not ruled on yet"):
        reading.for_verdict(unruled)
    changed = Adjusting(2, dict.fromkeys(scores(fupan, match, 2), 4), "Counted wrong")
    rule(fupan, dispute, ZHAO, Decision(RulingOutcome.ADJUSTED, "They agree.", [changed]), 0)
    stored = fupan.match(match)
    assert stored is not None
    decoded, record = reread(stored)
    assert decoded is not None
    with fupan.sessions() as session:
        ruled = reading.dispute(session, dispute)
        adjusted = after_rulings(stored.report, decoded, in_force(session, match))
    assert ruled is not None
    assert adjusted is not None
    body = build(
        record,
        stored.position,
        fupan.checker.check(record),
        identity="1",
        issued_at="2026-05-01T12:00:00Z",
        issuer="Zhao Min",
        dispute=reading.for_verdict(ruled),
    )
    assert (body.hands, body.totals, body.winner) == (adjusted.hands, adjusted.totals, adjusted.winner)
    assert body.dispute is not None
    assert body.dispute.outcome == "adjusted"


def test_a_disputed_match_is_not_deleted_joined_or_split(fupan: Installation, match: int) -> None:
    opened(fupan, match)
    with pytest.raises(CannotDelete, match=f"Match {match} has a dispute, so it is not deleted"):
        delete_match(fupan.sessions, match)
    with pytest.raises(CannotCompose, match="has a dispute"):
        split(fupan, match, 2)
    assert fupan.match(match) is not None
