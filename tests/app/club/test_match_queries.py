"""Every query that returns matches, and that each filters by what one may see, so that a broken filter is found."""

import ast
import csv
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest
from sqlalchemy import insert, select, true, update
from sqlalchemy.orm import Session, sessionmaker
from werkzeug.routing import IntegerConverter

from app.accounts.roles import Role
from app.accounts.ties import TieRefused
from app.accounts.viewers import viewer
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.packing import packed
from app.database.seeing import Visibility, asked_by
from app.database.tables.audit_log import ActorRow, RecordText
from app.database.tables.disputes import Dispute, Evidence
from app.database.tables.jobs import Job
from app.database.tables.matches import Blob, Choice, House, HouseVersion, Judgement, Log, Sheet
from app.database.tables.presentations import Presentation
from app.database.tables.reviews import ReviewedHandRow
from app.database.tables.statistics import COUNTED_MATCHES
from app.database.tables.uploads import Part, RetiredMatch
from app.database.tables.verdicts import HandedOut
from app.disputes.cases import acts, evidence, reading
from app.disputes.cases.acts import CannotAct
from app.disputes.verdicts import issued
from app.judging.counted import UNCOUNTED, WHOLE
from app.judging.rules_of_match import records
from app.matches import access, jobs, store, uploading
from app.matches.computed import event_reviews, keeping, reviews
from app.matches.ingest import ingest, reread
from app.matches.list_query import MatchFilter
from app.matches.saving import listed_matches
from app.matches.uploads import join_split, names, redirects, uploads
from app.matches.uploads.refusals import refusals, stored_refusals
from app.players.search.conditions import people_named
from app.players.search.decisions import reviewed_among
from app.players.statistics import fact_rows, recount
from app.replay.notes import indexing, writing
from app.replay.notes import reading as notes_reading
from app.replay.notes.targets import UnfitNote
from app.replay.notes.writing import NoteDraft
from app.replay.presentations import presentations
from app.sheets.sheet import drafts
from app.web.club import ties
from app.web.create_app import create_app
from app.web.installation import open_installation
from engine.games import GAMES
from tests.app.web.test_permissions import with_role
from tests.databases import new_sqlite

ROOT: Final = Path(__file__).parents[3]
LIST: Final = ROOT / "tests" / "data" / "match_queries.csv"
"""A row for each function whose query names a table of matches: ``filters``, or why it need not."""
TABLES: Final = frozenset(
    (
        *("Log", "Judgement", "MatchPlayer", "MatchText", "MatchPair", "Dispute", "Evidence", "Note", "NOTE_WORDS"),
        *(
            "HandedOut",
            "Sheet",
            "Presentation",
            "Choice",
            "NOTED_HANDS",
            "RefusedRecord",
            "Job",
            "ReviewedHand",
            "REVIEWED_SEATS",
        ),
    )
)
FILTERS: Final[Mapping[str, Callable[..., object]]] = MappingProxyType(
    {
        "visible": lambda *_, **__: true(),
        "is_counted": lambda *_: true(),
        "is_hidden": lambda *_: False,
        "is_known": lambda *_: True,
        "of_uploader": lambda *_: true(),
    }
)
"""What filters, and what it gives where it lets everything through."""
NOW: Final = datetime(2024, 5, 1, tzinfo=UTC)
HIDDEN: Final = 1
PLAIN: Final = 2
LONE: Final = 99
"""The number of an event that no other match has."""
NAME: Final = "Xyzzy"
REVIEW: Final = b'{"hand":0,"state":"no-play"}'
HANDS: Final = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]


def log_of(identity: str, names: str) -> bytes:
    players = [{"seat": seat, "name": f"{name}{names}"} for seat, name in zip("ENWS", ("", "b", "c", "d"), strict=True)]
    match = {"format": "fupan/1", "game": "guandan", "match": {"id": identity}, "players": players, "hands": HANDS}
    return json.dumps(match).encode()


def raised(work: Callable[[], object], refusal: type[Exception], said: str = "") -> bool:
    """Whether work is not refused with an exception that says something."""
    try:
        work()
    except refusal as reason:
        return said not in str(reason)
    return True


def counted(session: Session) -> object:
    fact_rows.refresh(session, [HIDDEN])
    return session.scalar(select(COUNTED_MATCHES.c.match).where(COUNTED_MATCHES.c.match == HIDDEN))


def of_event(session: Session, work: Callable[[Session, int], object]) -> object:
    """What gives something of an event that has the hidden match alone, as if statistics counted it."""
    names = ("judgement", "game", "preset", "options", "hands", "decided")
    session.execute(insert(COUNTED_MATCHES).values(match=HIDDEN, event=LONE, **dict.fromkeys(names, 1)))
    return work(session, LONE)


def waiting(session: Session) -> object:
    session.execute(update(Judgement).values(counted=WHOLE))
    session.execute(update(Judgement).where(Judgement.log_id == HIDDEN).values(counted=UNCOUNTED))  # type: ignore[arg-type]
    return recount.pending(session).total


PROBES: Final[Mapping[str, Callable[[Session], object]]] = MappingProxyType(
    {
        "app.disputes.cases.acts:dispute_of": lambda s: raised(lambda: acts.dispute_of(s, 1), CannotAct),
        "app.disputes.cases.evidence:evidence_bytes": lambda s: evidence.evidence_bytes(s, 1, 1),
        "app.disputes.cases.listing:visible_disputes": lambda s: reading.dispute(s, 1),
        "app.disputes.verdicts.issued:_rows": lambda s: issued.verdict_row(s, 1),
        "app.disputes.verdicts.issued:verdict_bytes": lambda s: issued.verdict_bytes(s, 1),
        "app.judging.rules_of_match.records:_is_listed": lambda s: records.newest_matches(s, 1, 9),
        "app.matches.computed.event_reviews:match_count": lambda s: of_event(s, event_reviews.match_count),
        "app.matches.computed.event_reviews:next_match": lambda s: of_event(
            s, lambda session, event: event_reviews.next_match(session, event, 0)
        ),
        "app.matches.computed.keeping:computation": lambda s: keeping.computation(s, 2),
        "app.matches.computed.reviews:kept_hands": lambda s: reviews.kept_hands(s, reviewing(s)),
        "app.matches.computed.reviews:newest_seats": lambda s: reviews.newest_seats(s, [1, 2, 3, 4], 9),
        "app.matches.uploading:_seen": lambda s: uploading.queued_upload(s, 1),
        "app.matches.list_query:names_query": lambda s: store.player_names(s, NAME),
        "app.matches.list_query:query_of": lambda s: store.matches(s, MatchFilter(text=NAME)).total,
        "app.matches.listing:_rows_of": lambda s: store.newest(s, ["incomplete"], 9)[1:],
        "app.matches.listing:games": lambda s: store.games(s)[0][1] > 1,
        "app.matches.listing:newest": lambda s: store.newest(s, ["incomplete"], 9)[1:],
        "app.matches.listing:recent": lambda s: store.recent(s, 9)[1:],
        "app.matches.listing:verdicts": lambda s: max(count for _, count in store.verdicts(s)) > 1,
        "app.matches.saving:listed_matches": lambda s: listed_matches(s, [HIDDEN]),
        "app.matches.store:judgements": lambda s: store.judgements(s, HIDDEN),
        "app.matches.store:kept_report": lambda s: store.kept_report(s, HIDDEN, judgement_of(s)),
        "app.matches.store:match_by_sha256": lambda s: store.match_by_sha256(s, sha_of(s)),
        "app.matches.store:raw": lambda s: store.raw(s, HIDDEN),
        "app.matches.store:report_json": lambda s: store.report_json(s, HIDDEN),
        "app.matches.store:source": lambda s: store.source(s, HIDDEN),
        "app.matches.store:stored_matches": lambda s: store.match(s, HIDDEN),
        "app.matches.uploads.join_split:_take_apart": lambda s: raised(
            lambda: join_split._take_apart(s, HIDDEN), join_split.CannotCompose, "not made of parts"
        ),
        "app.matches.uploads.names:rename": lambda s: names.rename(s, HIDDEN, "Mine", {}),
        "app.matches.uploads.redirects:whereabouts": lambda s: (
            redirects.whereabouts(s, 77).match or redirects.whereabouts(s, PLAIN).match
        ),
        "app.matches.uploads.refusals:_seen": lambda s: refusals(s).items or stored_refusals(s, limit=1),
        "app.matches.uploads.uploads:_rows": lambda s: [
            each for each in uploads.uploads(s, None, None, 9).items if each.matches > 1
        ],
        "app.players.search.conditions:people_named": lambda s: people_named(s, NAME),
        "app.players.search.decisions:reviewed_among": lambda s: reviewed_among(s, [HIDDEN]),
        "app.players.statistics.fact_rows:_shown": counted,
        "app.players.statistics.recount:pending": waiting,
        "app.replay.notes.indexing:used_tags": lambda s: indexing.used_tags(s, 9),
        "app.replay.notes.reading:_notes": lambda s: notes_reading.notes_of_hand(s, HIDDEN, 0),
        "app.replay.notes.reading:texts_of_match": lambda s: notes_reading.texts_of_match(s, HIDDEN, 9),
        "app.replay.notes.writing:add_note": lambda s: raised(
            lambda: writing.add_note(s, HIDDEN, 0, 0, NoteDraft("Mine")), UnfitNote
        ),
        "app.replay.presentations.presentations:_row": lambda s: presentations.find(s, "hall"),
        "app.replay.presentations.presentations:state": lambda s: presentations.state(s, "hall"),
        "app.sheets.sheet.drafts:find": lambda s: drafts.find(s, 1),
        "app.web.club.ties:person_with": lambda s: raised(lambda: ties.person_with(s, NAME), TieRefused),
    }
)
"""By function, what gives something of the hidden match if the function does not filter."""


OF_NOBODY: Final = ("app.players.statistics.fact_rows:_shown", "app.players.statistics.recount:pending")
"""Statistics count no match that only some see."""


def sha_of(session: Session) -> str:
    return session.scalar(select(Blob.sha256).join(Log, Log.blob_sha256 == Blob.sha256).where(Log.id == HIDDEN)) or ""  # type: ignore[arg-type]


def reviewing(session: Session) -> reviews.Reviewing:
    with sessionmaker(session.get_bind())() as every:
        stored = store.match(every, HIDDEN)
    assert stored is not None
    match = reread(stored)[0]
    assert match is not None
    return reviews.Reviewing.of(stored, match, GAMES["guandan"].rules.resolve("njupt", {}))


def judgement_of(session: Session) -> int:
    return session.scalar(select(Judgement.id).where(Judgement.log_id == HIDDEN)) or 0  # type: ignore[arg-type, call-overload]


def fill(session: Session) -> None:
    """Puts everything that belongs to a match beside the hidden one."""
    judgement = session.scalars(select(Judgement).where(Judgement.log_id == HIDDEN)).one()  # type: ignore[arg-type]
    session.add_all(
        [
            ActorRow(id="a", name="Zhao", role="player", made_at=NOW),
            RecordText(id="t", text=NAME, made_at=NOW),
            House(game="guandan", name="Friday", name_key="friday"),
            RetiredMatch(id=77, match_id=HIDDEN),
            Job(
                kind=jobs.UPLOAD,
                parameters="{}",
                name=NAME,
                state=jobs.JobState.WAITING,
                queued_at=NOW,
                turn_at=NOW,
                account=5,
            ),
        ]
    )
    session.flush()
    session.add(HouseVersion(house_id=1, version=1, preset="njupt", options="{}", note="", made_at=NOW))
    session.flush()
    of_match = {"log_id": HIDDEN, "digest": judgement.digest}
    by = {"actor_id": "a"}
    session.add_all(
        [
            Choice(log_id=HIDDEN, preset="njupt", options="{}", house_version_id=1, current=True, chosen_at=NOW),
            Part(log_id=HIDDEN, number=0, of_log_id=PLAIN, first_hand=1, last_hand=1, judgement_id=2),
            Sheet(document=log_of("m1", NAME).decode(), created_at=NOW, changed_at=NOW, log_id=HIDDEN),
            Presentation(
                id="hall",
                secret_sha256="",
                hand=1,
                step=0,
                view="",
                findings=False,
                version=1,
                changed_at=NOW,
                ended=False,
                log_id=HIDDEN,
            ),
            Job(
                judgement_id=judgement.id,
                kind="compare",
                parameters_sha256="",
                parameters="{}",
                engine="",
                work=1,
                state="done",
                queued_at=NOW,
                turn_at=NOW,
            ),
            ReviewedHandRow(
                log_id=HIDDEN, hand=0, key_sha256=reviewing(session).key, data=packed(REVIEW), size=len(REVIEW)
            ),
            Dispute(
                claim='{"text":"t"}',
                found='{"found":"given"}',
                state="open",
                opened_at=NOW,
                changed_at=NOW,
                **of_match,
                **by,
            ),
        ]
    )
    session.flush()
    session.add_all(
        [
            Evidence(dispute_id=1, name_id="t", kind="log", blob_sha256=sha_of(session), size=1, said="", at=NOW, **by),
            HandedOut(body_sha256="", engine="", rules_sha256="", at=NOW, data=packed(b"{}"), size=2, **of_match, **by),
        ]
    )
    writing.add_note(session, HIDDEN, 0, 0, NoteDraft(f"#{NAME}"))
    access.show_to(session, HIDDEN, Visibility.OFFERED)


Sessions = tuple[sessionmaker[Session], sessionmaker[Session]]


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sessions]:
    """The sessions of an admin and of a member, of a database with a match that only the first sees, and another."""
    url = new_sqlite(tmp_path_factory.mktemp("queries") / "fupan.sqlite3")
    fupan = open_installation(Config(database_url=url, secret_key="for tests alone"))
    for data in (log_of("m1", NAME) + b"\n" + log_of("m2", "other"), b"{}"):
        list(ingest(fupan.sessions, fupan.checker, BytesIO(data), "a.jsonl"))
    transact(fupan.sessions, fill)
    yield fupan.sessions, asked_by(fupan.sessions, lambda: viewer(Role.MEMBER, 9))
    fupan.close()


def functions() -> Iterator[tuple[str, set[str], set[str]]]:
    """The functions of the application with the names in them, and those of filters that they import."""
    for path in sorted((ROOT / "app").rglob("*.py")):
        place = path.relative_to(ROOT)
        if {"migrations", "tables", "cli"} & set(place.parts) or place.name == "seeing.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = [each for each in tree.body if isinstance(each, ast.ImportFrom)]
        imported = {name.name for each in modules for name in each.names} & FILTERS.keys()
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
                yield f"{'.'.join(place.with_suffix('').parts)}:{node.name}", names, names & imported


def rows() -> dict[str, str]:
    with LIST.open(encoding="utf-8", newline="") as file:
        return {row["function"]: row["why"] for row in csv.DictReader(file)}


def test_each_query_that_names_a_table_of_matches_is_listed() -> None:
    found = list(functions())
    asking = {name for name, names, _ in found if names & TABLES and names & {"select", "exists"}}
    filtering = {name for name, _, filters in found if filters}
    assert rows().keys() == asking | filtering
    assert {name for name, why in rows().items() if why == "filters"} == filtering == PROBES.keys()


@pytest.mark.parametrize("name", PROBES)
def test_each_filters_and_a_broken_filter_is_found(
    name: str, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    every, some = sessions
    with every() as session:
        assert bool(PROBES[name](session)) is (name not in OF_NOBODY)
    with some() as session:
        assert not PROBES[name](session)
    module = import_module(name.partition(":")[0])
    for each in FILTERS.keys() & vars(module).keys():
        monkeypatch.setattr(module, each, FILTERS[each])
    with some() as session:
        assert PROBES[name](session)


def test_no_page_gives_away_a_hidden_match(sessions: Sessions) -> None:
    every, _some = sessions
    bind = every.kw["bind"]
    config = Config(database_url=str(bind.url), secret_key="for tests alone", mode=Mode.CLUB)
    app = create_app(config)
    values = {"identity": "hall", "sha256": "", "kind": "html", "what": "partners"}
    for role, hidden in ((Role.ADMIN, False), (Role.GUEST, True), (Role.MEMBER, True)):
        client, found = with_role(app, role), set[str]()
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()):
                continue
            with app.test_request_context():
                built = {
                    name: 1 if isinstance(converter, IntegerConverter) else values.get(name, "1")
                    for name, converter in rule._converters.items()
                }
                _, path = rule.build(built) or ("", "")
            answer = client.get(path)
            assert answer.status_code < 500, path
            if NAME.lower().encode() in answer.data.lower():
                found.add(path)
        assert (not found) is hidden, (role, found)
        if not hidden:
            assert len(found) >= 30, found
    app.extensions["fupan"].close()
