"""What visitors fill together: a tenth a network, room made by what is empty, and totals."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.roles import Role
from app.database import bounded_stores
from app.database.bounded_stores import STORES, StoreFull, make_room, refuse_over, used_bytes
from app.database.config import Config
from app.database.opening import transact
from app.database.tables.hand_search import SAVED_SEARCHES
from app.database.tables.matches import METADATA
from app.judging.rules_of_match import records
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.sheets.sheet import drafts as sheets
from app.sheets.sheet.seating import read_players
from app.sheets.sheet.sheet import RecordedRow, ScoreSheet, SheetRefused
from app.sheets.writing import drafts
from app.sheets.writing.texts import NotTaken, Parts
from app.web.create_app import create_app
from app.web.http.pages import LEAST
from app.web.http.this_login import this_visitor
from engine.games import GAMES
from engine.record.match import HandResult
from tests.permissions import TABLE
from tests.short_matches import MATCHES

pytestmark = pytest.mark.databases_differ

HEAD = "game: guandan\nplayers: E Li, N Zhao, W Sun, S Qian"


@pytest.fixture
def public(database_url: str) -> Iterator[Flask]:
    """The web application for visitors of other machines."""
    app = create_app(Config(database_url=database_url, secret_key="for tests alone", trust_visitors=True))
    app.config.update(PROPAGATE_EXCEPTIONS=False, WTF_CSRF_ENABLED=False)
    yield app
    app.extensions["fupan"].close()


def bound(monkeypatch: pytest.MonkeyPatch, name: str, most: int) -> None:
    monkeypatch.setattr(bounded_stores, name, replace(getattr(bounded_stores, name), most=most))


def begin(fupan: Installation, text: str = "", visitor: str | None = None) -> str:
    parts = Parts(HEAD, (text,))
    return transact(fupan.sessions, lambda session: drafts.add(session, "guandan", parts, "en", visitor=visitor))


def is_there(fupan: Installation, key: str) -> bool:
    with fupan.sessions() as session:
        return drafts.find(session, key) is not None


def test_the_oldest_empty_one_makes_room_and_what_has_content_never(
    fupan: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound(monkeypatch, "DRAFTS", 3)
    written, oldest, newer = begin(fupan, "E 9s9h"), begin(fupan), begin(fupan)
    with fupan.sessions() as session:
        changed = drafts.find(session, newer)
    assert changed is not None
    begin(fupan)
    assert [is_there(fupan, key) for key in (written, oldest, newer)] == [True, False, True]
    transact(fupan.sessions, lambda session: drafts.write_head(session, changed, HEAD + "\npreset: tournament"))
    begin(fupan, "E 5s")
    with pytest.raises(NotTaken, match="3 logs are being written already, the most that are kept"):
        begin(fupan)
    assert is_there(fupan, newer)


def test_one_network_has_a_tenth_and_others_still_have_room(
    fupan: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound(monkeypatch, "DRAFTS", 40)
    for _each in range(4):
        begin(fupan, "E 9s9h", "one")
    with pytest.raises(NotTaken, match="your network has 4 of these"):
        begin(fupan, "E 9s9h", "one")
    begin(fupan, "E 9s9h", "another")
    begin(fupan, "E 9s9h")


def test_the_empty_ones_of_a_network_make_room_for_it_alone(
    fupan: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound(monkeypatch, "DRAFTS", 40)
    others = begin(fupan, visitor="another")
    mine = begin(fupan, visitor="one")
    for _each in range(4):
        begin(fupan, "E 9s9h", "one")
    assert (is_there(fupan, others), is_there(fupan, mine)) == (True, False)


def test_house_rules_that_say_nothing_make_room(fupan: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    bound(monkeypatch, "HOUSES", 2)
    rules = GAMES["guandan"].rules

    plain = rules.resolve(next(iter(rules.presets)))

    def add(name: str, note: str = "") -> None:
        transact(fupan.sessions, lambda session: records.add_house(session, name, plain, note))

    add("empty")
    add("noted", "For Fridays.")
    add("noted too", "For Sundays.")
    with fupan.sessions() as session:
        assert [each.name for each in records.houses(session)] == ["noted", "noted too"]
    with pytest.raises(RulesRefused, match="there are 2 house rules, the most that are kept"):
        add("one more")


def test_a_sheet_that_was_begun_with_hands_never_makes_room(
    fupan: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound(monkeypatch, "SHEETS", 2)
    players = read_players("guandan", 'Li,Zhao,Sun,"hands":[]')
    pasted = ScoreSheet("guandan", players, rows=(RecordedRow(HandResult(finish=[["E"], ["W"], ["N"], ["S"]])),))

    def add(sheet: ScoreSheet) -> int:
        return transact(fupan.sessions, lambda session: sheets.add(session, sheet))

    blank = add(ScoreSheet("guandan", players))
    kept = [add(pasted), add(pasted)]
    with fupan.sessions() as session:
        assert sheets.find(session, blank) is None
        assert all(sheets.find(session, each) is not None for each in kept)
    with pytest.raises(SheetRefused, match="2 sheets are open already"):
        add(pasted)


def test_sheets_and_notes_have_totals(
    fupan: Installation,
    public: Flask,
    take: Callable[..., list[IngestResult]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = public.test_client()
    (match,) = (each.id for each in take(json.dumps(MATCHES[0]).encode()))
    bound(monkeypatch, "NOTES", 1)
    address = f"/matches/{match}/hands/1/notes?step=1"
    first = client.post(address, data={"text": "One."})
    assert first.status_code == 303
    refused = client.post(address, data={"text": "Two."})
    assert refused.status_code in (400, 422)
    assert "There are 1 notes, the most that are kept; remove one of them first." in refused.text
    bound(monkeypatch, "SHEETS", 0)
    form = {"game": "guandan"} | {
        f"player-{number}": name for number, name in enumerate(("Li", "Zhao", "Sun", "Qian"), 1)
    }
    full = client.post("/sheets/new", data=form)
    assert full.status_code == 422
    assert "0 sheets are open already" in full.text
    with fupan.sessions() as session:
        assert sheets.recent(session) == ([], [])


def test_files_have_a_total_in_bytes(fupan: Installation, database_url: str, log: Callable[..., bytes]) -> None:
    with fupan.sessions() as session:
        used = used_bytes(session)
        assert used > 4096
        refuse_over(session, used + 2**30)
        with pytest.raises(StoreFull, match="keeps at most"):
            refuse_over(session, used // 2)
    app = create_app(Config(database_url=database_url, secret_key="for tests alone", database_bytes=1))
    answer = app.test_client().post("/api/v1/uploads?name=x.json", data=log())
    assert answer.status_code == 503
    assert "FUPAN_DATABASE_BYTES" in answer.get_json()["detail"]
    app.extensions["fupan"].close()


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
    ],
)
def test_a_network_is_one_visitor(public: Flask, first: str, second: str, same: bool) -> None:
    found = [visitor_from(public, address) for address in (first, second)]
    assert (found[0] == found[1]) is same
    for visitor in found:
        assert visitor is not None
        assert len(visitor) == 32
        assert first not in visitor


def visitor_from(web: Flask, address: str, **headers: str) -> str | None:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with web.test_request_context("/", environ_base={"REMOTE_ADDR": address}, headers=named):
        return this_visitor()


def test_what_a_visitor_says_of_his_address_is_not_believed(public: Flask) -> None:
    assert visitor_from(public, "192.0.2.7", X_Forwarded_For="192.0.2.1") == visitor_from(public, "192.0.2.7")


def test_who_works_at_the_machine_is_not_counted(database_url: str) -> None:
    app = create_app(Config(database_url=database_url, secret_key="for tests alone"))
    assert visitor_from(app, "127.0.0.1") is None
    app.extensions["fupan"].close()


def test_a_visitor_is_written_into_the_rows(fupan: Installation, public: Flask) -> None:
    sent = {"name": "a", "q": "place:1"}
    public.test_client().post("/hands/saved", data=sent, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    with fupan.sessions() as session:
        assert session.scalars(select(SAVED_SEARCHES.c.visitor)).all() == [visitor_from(public, "192.0.2.1")]


BOUNDED_OTHERWISE = {
    "account_links": "for admins",
    "account_acts": "acts of recorders and admins",
    "accounts": "one a link",
    "actors": "names in the record, which only grows by acts on disputes",
    "choices": "one in use a match",
    "clubs": "one",
    "copies": "kept with their match",
    "deleted_matches": "for arbiters and admins",
    "deletions": "for arbiters and admins",
    "dispute_comments": "500 a dispute",
    "dispute_parties": "one an actor",
    "disputes": "100 a match",
    "erasures": "one an account or a player",
    "job_workers": "those that an operator starts",
    "kept_answers": "1,000 a sender, those of a day",
    "known_addresses": "those of 30 days",
    "login_attempts": "one an attempt, those of a minute",
    "logins": "those of 30 days, of who has an account",
    "minors": "one a player",
    "proposed_rulings": "one a dispute",
    "record_entries": "one an act on a dispute",
    "record_texts": "one an act on a dispute",
    "refusals": "files that were uploaded",
    "retired_matches": "for arbiters and admins",
    "reviewed_hands": "one a hand, of at most 4 KiB",
    "reviewed_seats": "one a seat of a reviewed hand",
    "ruling_adjustments": "for arbiters and admins",
    "ruling_votes": "for arbiters and admins",
    "rulings": "for arbiters and admins",
    "ties": "one of each account",
    "former_ties": "one of each account and person, to whose tie a recorder has agreed",
    "tokens": "20 an account",
    "verdict_texts": "for arbiters and admins",
    "verdicts": "for arbiters and admins",
}
"""Tables that visitors write, or that arbiters and admins do, and what bounds them."""
FROM_MATCHES = frozenset(
    {
        *("aliases", "blobs", "bombs_played", "counted_matches", "facts", "hand_codes", "hand_levels", "hand_plays"),
        *("judgements", "logs", "match_access", "match_pairs", "match_players", "match_texts", "match_uploaders"),
        *("note_words", "noted_hands", "parts", "partnerships", "people", "people_pairs", "players"),
        *("rated_matches", "rating_changes", "ratings", "recounts", "rule_sets", "ruled_hands", "seat_results"),
        *("standings", "tallies", "uploads", "words"),
    }
)
"""Tables that follow from matches, which the bytes of the database bound."""


def test_every_table_that_visitors_write_has_a_bound() -> None:
    parts = {part.table.name for store in STORES for part in store.parts}
    known = {store.table.name for store in STORES} | parts | BOUNDED_OTHERWISE.keys() | FROM_MATCHES | {"job_pieces"}
    assert set(METADATA.tables) == known
    assert LEAST[TABLE["disputes.rule_on", "POST"][0]] is Role.ARBITER


def test_each_store_can_be_counted_and_emptied(fupan: Installation) -> None:
    def work(session: Session) -> None:
        for store in STORES:
            make_room(session, store)
            if store.empty is not None:
                with pytest.raises(StoreFull):
                    make_room(session, replace(store, most=0))

    transact(fupan.sessions, work)
