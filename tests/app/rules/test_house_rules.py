"""House rules in the database, and the rules chosen for matches, on each kind of database."""

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO

import pytest
from sqlalchemy import text

from app.database.opening import transact
from app.judging.rules_of_match import records
from app.judging.rules_of_match.asked import AskedRules
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.refusal import RulesRefused
from app.judging.rules_of_match.words import changes, chosen_title
from app.matches import store
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation
from app.matches.store import ChosenReport, MatchFilter
from app.matches.trials import report_under
from engine import __version__
from engine.games import GAMES
from tests.app.matches.test_reprocessing import judgements, reprocess
from tests.earlier_judgements import EARLIER, age

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]


def house(
    fupan: Installation, name: str = "Friday table", preset: str = "njupt", note: str = "", **options: str
) -> HouseRules:
    rules = AskedRules(preset, None, options).of_game("guandan").rules
    return transact(fupan.sessions, lambda session: records.add_house(session, name, rules, note))


def change(fupan: Installation, rules: HouseRules, note: str = "", **options: str) -> HouseRules:
    changed = AskedRules(None, rules, options).of_game(rules.game).rules
    return transact(fupan.sessions, lambda session: records.change_house(session, rules.house, changed, note))


def choose(fupan: Installation, identity: int, asked: AskedRules) -> None:
    stored = fupan.match(identity)
    assert stored is not None
    match = fupan.decoded.get(stored)
    assert match is not None
    chosen = asked.for_match(match)
    report = ChosenReport(chosen.rules, chosen.house, report_under(fupan.checker, stored, chosen.rules))
    transact(fupan.sessions, lambda session: store.choose_rules(session, identity, report))


def title(fupan: Installation, identity: int) -> str | None:
    stored = fupan.match(identity)
    assert stored is not None
    return None if stored.chosen is None else chosen_title(stored.chosen)


def test_a_change_makes_a_new_version_and_the_first_stays(fupan: Installation) -> None:
    first = house(fupan, note="agreed in spring", a_failures="3")
    second = change(fupan, first, "nine is enough", return_limit="nine", hands="8")
    with fupan.sessions() as session:
        found = records.house_versions(session, "friday  TABLE")
        assert [(each.version, each.newest, each.note) for each in found] == [
            (2, 2, "nine is enough"),
            (1, 2, "agreed in spring"),
        ]
        assert records.house_rules(session, "Friday table@1").options == {"a_failures": 3}
        assert records.house_rules(session, "Friday table") == second
        assert [each.title for each in records.houses(session)] == ["Friday table, version 2"]
        assert records.find_house(session, "friday table") == second
        assert records.find_house(session, "Sunday club") is None
    assert second.options == {"return_limit": "nine", "a_failures": 3, "hands": 8}
    assert [(each.option.name, each.before, each.after) for each in changes(first, second)] == [
        ("return_limit", "ten", "nine"),
        ("hands", "0", "8"),
    ]
    assert abs((datetime.now(UTC) - second.made_at).total_seconds()) < 60


def test_what_cannot_be_kept_is_refused(fupan: Installation) -> None:
    first = house(fupan)
    with pytest.raises(RulesRefused, match="'friday table' already"):
        house(fupan, "friday table")
    with pytest.raises(RulesRefused, match="nothing would change: version 1"):
        change(fupan, first)
    with pytest.raises(RulesRefused, match="at most 500 characters"):
        change(fupan, first, "x" * 501, hands="8")
    with fupan.sessions() as session:
        with pytest.raises(RulesRefused, match="no house rules 'friday tabel'; did you mean Friday table"):
            records.house_rules(session, "friday tabel")
        with pytest.raises(RulesRefused, match="no version 3 of the house rules Friday table: the newest is 1"):
            records.house_rules(session, "Friday table@3")
    other = GAMES["big_a"].rules.resolve()
    with pytest.raises(RulesRefused, match="rules of guandan, not of big_a"):
        transact(fupan.sessions, lambda session: records.change_house(session, first.house, other))


def test_tables_are_kept_as_they_are(fupan: Installation) -> None:
    rules = AskedRules("two-four", None, {"royalty_table": '{"middle": {"four": 8}}'}).of_game("chinese_poker").rules
    kept = transact(fupan.sessions, lambda session: records.add_house(session, "Sunday club", rules))
    assert kept.rules() == rules
    with pytest.raises(RulesRefused, match="nothing would change"):
        transact(fupan.sessions, lambda session: records.change_house(session, kept.house, rules))


def test_the_rules_chosen_for_a_match_are_shown_and_the_claim_is_kept(
    fupan: Installation, take: Take, log: Text
) -> None:
    (kept,) = take(log())
    first = house(fupan, a_failures="2")
    choose(fupan, kept.id, AskedRules(None, first))
    assert title(fupan, kept.id) == "house rules Friday table, version 1"
    stored = fupan.match(kept.id)
    assert stored is not None
    assert stored.report.rules.options["a_failures"] == 2
    with fupan.sessions() as session:
        reports = store.judgements(session, kept.id)
        assert [(each.preset, each.own, each.current) for each in reports] == [
            ("njupt", False, True),
            ("tournament", True, False),
        ]
        assert store.kept_report(session, kept.id, reports[1].id) == kept.report.as_json()
        assert store.kept_report(session, kept.id + 1, reports[1].id) is None
        assert store.matches(session, MatchFilter()).total == 1


def test_a_match_keeps_its_version_until_it_is_judged_again(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log())
    first = house(fupan)
    choose(fupan, kept.id, AskedRules(None, first))
    second = change(fupan, first, hands="8")
    assert title(fupan, kept.id) == "house rules Friday table, version 1"
    stored = fupan.match(kept.id)
    assert stored is not None
    assert stored.chosen is not None
    assert stored.chosen.house is not None
    assert stored.chosen.house.newest == 2
    with fupan.sessions() as session:
        assert records.matches_by_version(session, first.house) == {first.id: 1}
        assert records.newest_matches(session, first.id, 5) == [kept.id]
    choose(fupan, kept.id, AskedRules(None, second))
    assert title(fupan, kept.id) == "house rules Friday table, version 2"
    with fupan.sessions() as session:
        assert records.matches_by_version(session, first.house) == {second.id: 1}
        assert records.matches_by_house(session) == {first.house: 1}


def test_single_options_on_top_of_house_rules_are_said(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log())
    first = house(fupan, a_failures="2")
    choose(fupan, kept.id, AskedRules(None, first, {"hands": "8"}))
    assert title(fupan, kept.id) == "house rules Friday table, version 1, with Number of hands: 8"
    choose(fupan, kept.id, AskedRules(None, first, {"a_failures": "4"}))
    assert title(fupan, kept.id) == "house rules Friday table, version 1, with Failures at A as in NJUPT"
    choose(fupan, kept.id, AskedRules("njupt", None, {"a_failures": "3"}))
    assert title(fupan, kept.id) == "preset NJUPT with Failures at A: 3"


def test_reprocessing_keeps_the_rules_that_were_chosen(fupan: Installation, take: Take, log: Text) -> None:
    chosen, claimed = take(log("a") + b"\n" + log("b"))
    choose(fupan, chosen.id, AskedRules("botzone"))
    age(fupan)
    assert [(each.id, each.reason) for each in reprocess(fupan)] == [(chosen.id, ""), (claimed.id, "")]
    assert judgements(fupan) == {
        chosen.id: [(EARLIER, False, True), (EARLIER, False, False), (__version__, True, False)],
        claimed.id: [(EARLIER, False, True), (__version__, True, True)],
    }
    stored = fupan.match(chosen.id)
    assert stored is not None
    assert (stored.report.rules.preset, title(fupan, chosen.id)) == ("botzone", "preset Botzone")
    assert reprocess(fupan) == []


def test_reprocessing_does_not_undo_a_choice_that_was_made_meanwhile(
    fupan: Installation, take: Take, log: Text
) -> None:
    from app.matches.reprocessing import batches, commit, judge_batch

    (kept,) = take(log())
    age(fupan)
    (batch,) = batches(fupan.sessions)
    outcomes = judge_batch(batch)
    choose(fupan, kept.id, AskedRules("botzone"))
    commit(fupan.sessions, outcomes)
    stored = fupan.match(kept.id)
    assert stored is not None
    assert stored.report.rules.preset == "botzone"


def test_rules_chosen_for_a_log_of_unknown_rules_are_judged_again(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log(rules={"preset": "njupt", "options": {"a_failure": 3}}))
    assert kept.verdict == "unreadable"
    choose(fupan, kept.id, AskedRules("njupt", None, {"a_failures": "3"}))
    age(fupan)
    assert [each.reason for each in reprocess(fupan)] == [""]
    stored = fupan.match(kept.id)
    assert stored is not None
    assert stored.report.rules.options["a_failures"] == 3


def test_chosen_rules_that_do_not_exist_any_more_leave_the_report(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log())
    choose(fupan, kept.id, AskedRules("botzone"))
    age(fupan)
    with fupan.sessions() as session:
        session.execute(text("UPDATE choices SET preset = 'gone'"))
        session.commit()
    (outcome,) = reprocess(fupan)
    assert outcome.reason.startswith("the rules chosen for it do not exist any more: guandan has no preset 'gone'")
    stored = fupan.match(kept.id)
    assert stored is not None
    assert stored.engine == EARLIER


def test_an_upload_under_rules_keeps_both_reports(fupan: Installation, log: Text) -> None:
    first = house(fupan)
    lines = log("a") + b"\n" + log("b", rules={"preset": "njupt"}) + b"\n{"
    for new in (True, False):
        kept = list(ingest(fupan.sessions, fupan.checker, BytesIO(lines), "x.jsonl", asked=AskedRules(None, first)))
        assert [(each.new, each.rules_refused) for each in kept] == [(new, "")] * 3
        assert [each.unread for each in kept] == [False, False, True]
        assert [None if each.chosen is None else chosen_title(each.chosen) for each in kept] == [
            "house rules Friday table, version 1",
            "house rules Friday table, version 1",
            None,
        ]
    with fupan.sessions() as session:
        shown = [
            [(each.preset, each.own, each.current) for each in store.judgements(session, one.id)] for one in kept[:2]
        ]
    assert shown == [
        [("njupt", False, True), ("tournament", True, False)],
        # The log claims what the house rules say: one report, under both.
        [("njupt", True, True)],
    ]
    assert [title(fupan, each.id) for each in kept[:2]] == ["house rules Friday table, version 1"] * 2
    with fupan.sessions() as session:
        assert session.execute(text("SELECT count(*) FROM choices")).scalar() == 2


def test_a_plain_upload_leaves_the_rules_that_were_chosen(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log())
    choose(fupan, kept.id, AskedRules("botzone"))
    (again,) = take(log())
    assert (again.id, again.new, again.verdict) == (kept.id, False, kept.verdict)
    assert again.chosen is not None
    stored = fupan.match(kept.id)
    assert stored is not None
    assert stored.report.rules.preset == "botzone"


def test_a_match_that_the_rules_do_not_fit_is_judged_as_it_claims(fupan: Installation, log: Text) -> None:
    asked = AskedRules("criss-cross", game="chinese_poker")
    (kept,) = ingest(fupan.sessions, fupan.checker, BytesIO(log()), "x.json", asked=asked)
    assert kept.rules_refused == "these are rules of Chinese poker, and the match is Guandan"
    assert kept.chosen is None
    assert title(fupan, kept.id) is None
