"""House rules that are renamed and removed, on each kind of database."""

from collections.abc import Callable

import pytest

from app.database.opening import transact
from app.judging.rules_of_match import records
from app.judging.rules_of_match.asked import AskedRules
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.house_names import MOST_FORMER_NAMES, former_names, remove_house, rename_house, uses_of
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.uploads.deletion import delete_kept
from app.sheets.sheet import drafts
from app.sheets.sheet.sheet import ScoreSheet
from engine.record.match import Player
from tests.app.rules.test_house_rules import change, choose, house, title
from tests.kept_rows import NOW

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]


def rename(fupan: Installation, rules: HouseRules, name: str) -> None:
    transact(fupan.sessions, lambda session: rename_house(session, rules.house, name))


def remove(fupan: Installation, rules: HouseRules) -> None:
    transact(fupan.sessions, lambda session: remove_house(session, rules.house))


def test_versions_and_matches_stay_when_house_rules_are_renamed(fupan: Installation, take: Take, log: Text) -> None:
    first = house(fupan)
    change(fupan, first, a_failures="3")
    (kept,) = take(log())
    choose(fupan, kept.id, AskedRules(None, first))
    rename(fupan, first, " Saturday  table ")
    assert title(fupan, kept.id) == "house rules Saturday table, version 1"
    with fupan.sessions() as session:
        versions = records.house_versions(session, "saturday TABLE")
        assert [(each.id, each.version, each.name) for each in versions][-1] == (first.id, 1, "Saturday table")
        assert records.matches_by_version(session, first.house) == {first.id: 1}
        assert [each.name for each in former_names(session, first.house)] == ["Friday table"]


def test_a_former_name_finds_them_until_others_have_it(fupan: Installation) -> None:
    first = house(fupan)
    rename(fupan, first, "Saturday table")
    with fupan.sessions() as session:
        assert records.house_rules(session, "Friday table@1").id == first.id
    other = house(fupan, "Friday table", "botzone")
    with fupan.sessions() as session:
        assert records.house_rules(session, "friday table").id == other.id
    rename(fupan, other, "Friday club")
    with fupan.sessions() as session:
        assert records.house_rules(session, "friday table").id == other.id


def test_names_that_cannot_be_given(fupan: Installation) -> None:
    first = house(fupan)
    house(fupan, "Other")
    for name, said in (
        ("OTHER", "other house rules have the name 'OTHER'"),
        ("Friday table", "the name of these house rules is 'Friday table' already"),
        (" ", "house rules need a name"),
        ("a@2", "has no @"),
    ):
        with pytest.raises(RulesRefused, match=said):
            rename(fupan, first, name)
    with pytest.raises(RulesRefused, match="no such house rules"):
        transact(fupan.sessions, lambda session: rename_house(session, 99, "New"))
    rename(fupan, first, "FRIDAY table")
    with fupan.sessions() as session:
        assert records.house_rules(session, "friday table").name == "FRIDAY table"
    for number in range(MOST_FORMER_NAMES - 1):
        rename(fupan, first, f"name {number}")
    with pytest.raises(RulesRefused, match="the most that are kept"):
        rename(fupan, first, "one more")


def test_house_rules_that_nothing_refers_to_are_removed(fupan: Installation) -> None:
    first = house(fupan)
    change(fupan, first, a_failures="3")
    rename(fupan, first, "Saturday table")
    other = house(fupan, "Other")
    remove(fupan, first)
    with fupan.sessions() as session:
        assert [each.id for each in records.houses(session)] == [other.id]
        for name in ("Friday table", "Saturday table"):
            with pytest.raises(RulesRefused, match="there are no house rules"):
                records.house_rules(session, name)
    with pytest.raises(RulesRefused, match="no such house rules"):
        remove(fupan, first)


def test_house_rules_of_matches_and_sheets_are_not_removed(fupan: Installation, take: Take, log: Text) -> None:
    first = house(fupan)
    second = change(fupan, first, a_failures="3")
    kept, other = take(log("a") + b"\n" + log("b"))
    choose(fupan, kept.id, AskedRules(None, first))
    choose(fupan, kept.id, AskedRules("botzone"))
    transact(fupan.sessions, lambda session: delete_kept(session, "it", NOW, matches=[kept.id], refusals=[]))
    with pytest.raises(RulesRefused, match=r"Friday table cannot be removed: 1 match was judged under them$"):
        remove(fupan, first)
    choose(fupan, other.id, AskedRules(None, second))
    sheet = ScoreSheet("guandan", tuple(Player(seat=seat) for seat in "ENWS"))
    transact(fupan.sessions, lambda session: drafts.add(session, sheet, second))
    with pytest.raises(RulesRefused, match=r"2 matches were judged under them and 1 score sheet was made under them$"):
        remove(fupan, first)
    with fupan.sessions() as session:
        assert uses_of(session, first.house).sheets == 1
        assert len(records.house_by_id(session, first.house)) == 2
