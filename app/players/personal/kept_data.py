"""All that is kept of somebody, part by part, for the page and the file that they get it from.

What is computed from matches and nothing else is left out where its parts are in the file already.  Secrets are kept
as hashes, which say nothing of anybody: they are left out, too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.bounded_stores import table_of
from app.database.tables.access import MatchUploader
from app.database.tables.accounts import Account, AccountAct, FormerTie, KnownAddress, Link, Login, Minor, Tie, Token
from app.database.tables.audit_log import Actor, RecordEntry, RecordText
from app.database.tables.disputes import (
    Comment,
    Dispute,
    Evidence,
    Party,
    ProposedRuling,
    Ruling,
    RulingAdjustment,
    RulingVote,
)
from app.database.tables.hand_search import SAVED_SEARCHES
from app.database.tables.kept_answers import KeptAnswer, sender_of
from app.database.tables.matches import Job, Log, MatchPlayer, Player, Table, Upload
from app.database.tables.notes import Note
from app.database.tables.ratings import RATINGS
from app.database.tables.reviews import EventReview
from app.database.tables.statistics import ALIASES, FACTS, PEOPLE, SEAT_RESULTS, WORDS
from app.database.tables.uploads import Refused
from app.database.tables.verdicts import HandedOut, InVerdict
from app.database.tables.writing import LogDraft, LogDraftHand
from app.players.personal.whose import Whose
from app.text.language import _, marked

FORMAT: Final = "fupan-personal-data/1"
SHOWN: Final = 20
"""The rows of a part that a page shows; the file has all."""
LONGEST: Final = 200
"""Characters of a text that a page shows."""
_AT_ONCE: Final = 500
Row = dict[str, object]


def _of_dispute(session: Session, rows: list[Row]) -> None:
    """Puts the texts of claims in the place of their ids."""
    for row in rows:
        claim: dict[str, object] = msgspec.json.decode(str(row["claim"]))
        kept = session.get(RecordText, claim["text"]) if "text" in claim else None
        row["claim"], row["text"] = claim, None if kept is None else kept.text


def _as_stored(session: Session, rows: list[Row]) -> None:
    """Leaves rows as they are."""


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one kind."""

    name: str
    """What the file calls them."""
    title: str
    """What people call them, translated later."""
    rows: Callable[[Whose], Select[Any]]
    shown: str
    """The column that a page shows of a row, and of the next its moment."""
    moment: str = ""
    mend: Callable[[Session, list[Row]], None] = field(default=_as_stored)


def _all_but(table: type[Table], *left_out: str) -> list[Any]:
    return [each for each in table_of(table).c if each.name not in left_out]


def _by_account(table: type[Table], *left_out: str) -> Callable[[Whose], Select[Any]]:
    """The rows of a table that an account made, without some columns."""
    columns = table_of(table).c
    return lambda of: (
        select(*_all_but(table, *left_out)).where(columns.account == of.account).order_by(*table_of(table).primary_key)
    )


def _acted(column: Any, of: Whose) -> ColumnElement[bool]:
    found: ColumnElement[bool] = column.in_(sorted(of.actors))
    return found


def _played(column: Any, of: Whose) -> ColumnElement[bool]:
    found: ColumnElement[bool] = column.in_(sorted(of.players))
    return found


def _draft_hands(of: Whose) -> Select[Any]:
    hand = table_of(LogDraftHand).c
    own = select(hand.draft_id, hand.number, hand.text).join(LogDraft, col(LogDraft.id) == hand.draft_id)
    return own.where(col(LogDraft.account) == of.account).order_by(hand.draft_id, hand.number)


def _refused(of: Whose) -> Select[Any]:
    wanted = _all_but(Refused, "report", "report_size")
    own = select(*wanted).join(Upload, col(Upload.id) == col(Refused.upload_id))
    return own.where(col(Upload.account) == of.account).order_by(col(Refused.id))


def _brought(of: Whose) -> Select[Any]:
    wanted: list[Any] = [col(Log.id).label("match"), col(Log.source), col(Log.uploaded_at)]
    own = select(*wanted).join(MatchUploader, col(MatchUploader.log_id) == col(Log.id))
    return own.where(col(MatchUploader.account) == of.account).order_by(col(Log.id))


def _comments(of: Whose) -> Select[Any]:
    wanted = select(*_all_but(Comment, "text_id"), col(RecordText.text))
    said = wanted.join(RecordText, col(RecordText.id) == col(Comment.text_id))
    return said.where(_acted(col(Comment.actor_id), of)).order_by(col(Comment.id))


def _evidence(of: Whose) -> Select[Any]:
    wanted = select(*_all_but(Evidence, "name_id"), col(RecordText.text).label("file_name"))
    shown = wanted.join(RecordText, col(RecordText.id) == col(Evidence.name_id))
    return shown.where(_acted(col(Evidence.actor_id), of)).order_by(col(Evidence.id))


def _rulings(of: Whose) -> Select[Any]:
    text, dissent = (table_of(RecordText).alias(name) for name in ("reasons", "dissents"))
    wanted = select(*_all_but(Ruling, "text_id", "dissent_id"), text.c.text, dissent.c.text.label("dissent"))
    made = wanted.join(text, text.c.id == col(Ruling.text_id))
    made = made.outerjoin(dissent, dissent.c.id == col(Ruling.dissent_id))
    return made.where(_acted(col(Ruling.actor_id), of)).order_by(col(Ruling.id))


def _adjustments(of: Whose) -> Select[Any]:
    wanted = select(*_all_but(RulingAdjustment, "reason_id"), col(RecordText.text).label("reason"))
    made = wanted.join(Ruling, col(Ruling.id) == col(RulingAdjustment.ruling_id))
    made = made.join(RecordText, col(RecordText.id) == col(RulingAdjustment.reason_id))
    return made.where(_acted(col(Ruling.actor_id), of)).order_by(
        col(RulingAdjustment.ruling_id), col(RulingAdjustment.hand)
    )


def _votes(of: Whose) -> Select[Any]:
    wanted = select(col(Ruling.dispute_id), col(Ruling.number).label("ruling"), *_all_but(RulingVote), col(Ruling.at))
    voted = wanted.join(RulingVote, col(RulingVote.ruling_id) == col(Ruling.id))
    return voted.where(_acted(col(RulingVote.actor_id), of)).order_by(col(Ruling.id))


def _matches(of: Whose) -> Select[Any]:
    seat = select(*_all_but(MatchPlayer, "name_key"), col(Log.game), col(Log.event), col(Log.played_at))
    sat = seat.join(Log, col(Log.id) == col(MatchPlayer.log_id))
    return sat.where(_played(col(MatchPlayer.player_id), of)).order_by(col(MatchPlayer.log_id), col(MatchPlayer.place))


def _answers(of: Whose) -> Select[Any]:
    own = select(*_all_but(KeptAnswer, "body", "request_sha256"))
    sender = "" if of.account is None else sender_of(of.account)
    return own.where(col(KeptAnswer.sender) == sender).order_by(col(KeptAnswer.key_sha256))


def _event_reviews(of: Whose) -> Select[Any]:
    wanted: list[Any] = [*_all_but(EventReview, "event"), func.coalesce(WORDS.c.text, "").label("event")]
    asked = select(*wanted).outerjoin(WORDS, WORDS.c.id == col(EventReview.event))
    return asked.where(col(EventReview.account) == of.account).order_by(col(EventReview.id))


def _tied(table: type[Table]) -> Callable[[Whose], Select[Any]]:
    """The rows of a table that tie the account, or the person, with key and name of the person."""
    tie = table_of(table).c
    rows = select(*_all_but(table), col(Player.key), col(Player.name)).join(Player, col(Player.id) == tie.player_id)
    return lambda of: rows.where(or_(tie.account == of.account, _played(tie.player_id, of))).order_by(
        tie.account, tie.player_id
    )


def _acts(of: Whose) -> Select[Any]:
    own = or_(col(AccountAct.account) == of.account, col(AccountAct.by_account) == of.account)
    return select(*_all_but(AccountAct)).where(own).order_by(col(AccountAct.id))


PARTS: Final[Sequence[Part]] = (
    Part(
        "account",
        marked("Account"),
        lambda of: select(*_all_but(Account, "password")).where(col(Account.id) == of.account),
        "name",
        "made_at",
    ),
    Part("logins", marked("Logins"), _by_account(Login, "token_sha256"), "device", "used_at"),
    Part("links", marked("Links for a new password"), _by_account(Link, "secret_sha256"), "role", "ends_at"),
    Part("tokens", marked("Tokens"), _by_account(Token, "secret_sha256"), "name", "made_at"),
    Part("answers", marked("Answers to requests with a key"), _answers, "key_sha256", "at"),
    Part("networks", marked("Networks, as hashes"), _by_account(KnownAddress), "address", "used_at"),
    Part("tie", marked("Person of the statistics"), _tied(Tie), "name", "asked_at"),
    Part("former_ties", marked("Earlier persons of the statistics"), _tied(FormerTie), "name", "ended_at"),
    Part("changes", marked("Changes by others, and those that I made"), _acts, "act", "at"),
    Part("notes", marked("Notes"), _by_account(Note), "text", "changed_at"),
    Part("drafts", marked("Logs that I write"), _by_account(LogDraft), "head", "changed_at"),
    Part("draft_hands", marked("Hands of these logs"), _draft_hands, "text"),
    Part(
        "saved_searches",
        marked("Saved searches"),
        lambda of: (
            select(*(each for each in SAVED_SEARCHES.c if each.name != "name_key"))
            .where(SAVED_SEARCHES.c.account == of.account)
            .order_by(SAVED_SEARCHES.c.id)
        ),
        "name",
        "saved_at",
    ),
    Part("event_reviews", marked("Events that I have reviewed"), _event_reviews, "event", "asked_at"),
    Part("uploads", marked("Uploads"), _by_account(Upload), "name", "uploaded_at"),
    Part("brought", marked("Matches that I uploaded"), _brought, "source", "uploaded_at"),
    Part("refused", marked("Files that could not be read"), _refused, "source", "uploaded_at"),
    Part("jobs", marked("Uploads that waited"), _by_account(Job), "name", "queued_at"),
    Part(
        "names_in_the_record",
        marked("Names in the record of disputes"),
        lambda of: select(*_all_but(Actor, "salt")).where(_acted(col(Actor.id), of)).order_by(col(Actor.id)),
        "name",
        "made_at",
    ),
    Part(
        "entries_of_the_record",
        marked("Entries of the record of disputes"),
        lambda of: (
            select(*_all_but(RecordEntry)).where(_acted(col(RecordEntry.actor), of)).order_by(col(RecordEntry.n))
        ),
        "event",
        "at",
    ),
    Part(
        "disputes",
        marked("Disputes that I opened"),
        lambda of: select(*_all_but(Dispute)).where(_acted(col(Dispute.actor_id), of)).order_by(col(Dispute.id)),
        "text",
        "opened_at",
        _of_dispute,
    ),
    Part(
        "parties",
        marked("Disputes that I take part in"),
        lambda of: select(*_all_but(Party)).where(_acted(col(Party.actor_id), of)).order_by(col(Party.dispute_id)),
        "dispute_id",
    ),
    Part("comments", marked("Comments in disputes"), _comments, "text", "at"),
    Part("evidence", marked("Evidence"), _evidence, "file_name", "at"),
    Part("rulings", marked("Rulings"), _rulings, "text", "at"),
    Part("proposed", marked("Rulings that I propose"), _by_account(ProposedRuling), "dispute_id", "at"),
    Part("adjustments", marked("Scores that my rulings set"), _adjustments, "reason"),
    Part("votes", marked("Votes on rulings"), _votes, "dispute_id", "at"),
    Part(
        "verdicts",
        marked("Verdicts that I issued"),
        lambda of: (
            select(*_all_but(HandedOut, "data")).where(_acted(col(HandedOut.actor_id), of)).order_by(col(HandedOut.id))
        ),
        "digest",
        "at",
    ),
    Part(
        "named_in_verdicts",
        marked("Verdicts that name me"),
        lambda of: (
            select(*_all_but(InVerdict)).where(_acted(col(InVerdict.identity), of)).order_by(col(InVerdict.verdict_id))
        ),
        "verdict_id",
    ),
    Part(
        "players",
        marked("Players of the statistics"),
        lambda of: select(*_all_but(Player, "key_sha256")).where(_played(col(Player.id), of)).order_by(col(Player.id)),
        "name",
    ),
    Part(
        "minor",
        marked("Mark as a minor"),
        lambda of: select(*_all_but(Minor)).where(_played(col(Minor.player_id), of)).order_by(col(Minor.player_id)),
        "player_id",
    ),
    Part(
        "joined",
        marked("Keys that were joined"),
        lambda of: (
            select(*ALIASES.c)
            .where(or_(_played(ALIASES.c.player_id, of), _played(ALIASES.c.of_player_id, of)))
            .order_by(ALIASES.c.player_id)
        ),
        "player_id",
    ),
    Part(
        "searched_by",
        marked("Names that I am found by"),
        lambda of: select(*PEOPLE.c).where(_played(PEOPLE.c.player, of)).order_by(PEOPLE.c.player),
        "folded",
    ),
    Part("matches", marked("Matches that I played in"), _matches, "name", "played_at"),
    Part(
        "results",
        marked("Results of matches"),
        lambda of: (
            select(*SEAT_RESULTS.c)
            .where(or_(_played(SEAT_RESULTS.c.person, of), _played(SEAT_RESULTS.c.player, of)))
            .order_by(SEAT_RESULTS.c.match, SEAT_RESULTS.c.seat)
        ),
        "match",
    ),
    Part(
        "figures",
        marked("Figures of hands"),
        lambda of: (
            select(*FACTS.c)
            .where(or_(_played(FACTS.c.person, of), _played(FACTS.c.player, of)))
            .order_by(FACTS.c.match, FACTS.c.hand, FACTS.c.seat)
        ),
        "match",
    ),
    Part(
        "ratings",
        marked("Ratings"),
        lambda of: (
            select(*RATINGS.c)
            .where(or_(_played(RATINGS.c.person, of), _played(RATINGS.c.partner, of)))
            .order_by(RATINGS.c.game, RATINGS.c.person, RATINGS.c.partner, RATINGS.c.place)
        ),
        "mean",
    ),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """How much there is of a part."""

    title: str
    count: int
    rows: tuple[tuple[str, str], ...]
    """Of the first ones what a page shows of them, and their moments."""


def kept(session: Session, of: Whose) -> list[Kept]:
    """Every part of what is kept of somebody, with its first rows."""
    return [_kept(session, of, part) for part in PARTS]


def as_file(sessions: sessionmaker[Session], of: Whose, made_at: str) -> Iterator[bytes]:
    """All that is kept of somebody, as one JSON document in pieces; it has every part, each a list of rows."""
    yield msgspec.json.encode({"format": FORMAT, "made_at": made_at})[:-1]
    with sessions() as session:
        for part in PARTS:
            yield b',\n"%s":[' % part.name.encode()
            for number, row in enumerate(_rows(session, of, part)):
                yield (b",\n" if number else b"\n") + msgspec.json.encode(row)
            yield b"]"
    yield b"}\n"


def _kept(session: Session, of: Whose, part: Part) -> Kept:
    wanted = part.rows(of)
    count = session.scalar(select(func.count()).select_from(wanted.order_by(None).subquery())) or 0
    rows: list[Row] = [dict(each) for each in session.execute(wanted.limit(SHOWN)).mappings()] if count else []
    part.mend(session, rows)
    return Kept(_(part.title), count, tuple((_words(each[part.shown]), _words(each.get(part.moment))) for each in rows))


def _words(value: object) -> str:
    """A value on one line."""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    return "" if value is None else " ".join(str(value)[:LONGEST].split())


def _rows(session: Session, of: Whose, part: Part) -> Iterator[Row]:
    """The rows of a part, without the columns of figures that a game does not have."""
    for batch in session.execute(part.rows(of).execution_options(yield_per=_AT_ONCE)).mappings().partitions():
        rows: list[Row] = [dict(each) for each in batch]
        part.mend(session, rows)
        for row in rows:
            yield {name: value for name, value in row.items() if value is not None or part.name != "figures"}
