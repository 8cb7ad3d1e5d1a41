"""What the entries of the record say of the rows that repeat them, by the marks of their columns."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import msgspec
from sqlalchemy import Table

from app.database.bounded_stores import table_of
from app.database.tables.audit_log import ID, ActorRow, RecordEntry, RecordText
from app.database.tables.disputes import CommentRow, Dispute, Evidence, Party, RulingAdjustment, RulingRow, RulingVote
from app.database.tables.traces import Kind, recorded_fields, traced
from app.database.tables.verdicts import HandedOut
from app.disputes.audit_log.binding import HASHED, NAMES
from app.disputes.cases.states import DisputeState
from engine.verdict.proof import canonical

DISPUTES: Final = table_of(Dispute)
RULINGS: Final = table_of(RulingRow)
VERDICTS: Final = table_of(HandedOut)
ACTORS: Final = table_of(ActorRow)
TEXTS: Final = table_of(RecordText)
_PARTIES: Final = table_of(Party)
Key = tuple[object, ...]


@dataclass(frozen=True, order=True, slots=True)
class RecordDifference:
    """A row that is otherwise than the record says, or an entry whose row is not there."""

    entry: int | None
    """None where no entry speaks of the row."""
    what: str
    """One of state, claim, vote, ruling, adjustment, name, text, evidence, score, verdict."""


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """A table whose rows repeat what entries say."""

    what: str
    """What differs where they do not."""
    key: tuple[str, ...]
    """The fields of an entry that say which row repeats it."""


RECORDED: Final[Mapping[Table, RecordedTable]] = MappingProxyType(
    {
        DISPUTES: RecordedTable("claim", ("dispute",)),
        _PARTIES: RecordedTable("name", ("dispute", "party")),
        table_of(CommentRow): RecordedTable("text", ("dispute", "text")),
        table_of(Evidence): RecordedTable("evidence", ("dispute", "name")),
        RULINGS: RecordedTable("ruling", ("dispute", "ruling")),
        table_of(RulingVote): RecordedTable("vote", ("dispute", "ruling", "voter")),
        table_of(RulingAdjustment): RecordedTable("adjustment", ("dispute", "ruling", "hand")),
        VERDICTS: RecordedTable("verdict", ("id",)),
        ACTORS: RecordedTable("name", ("id",)),
        TEXTS: RecordedTable("text", ("id",)),
    }
)


@dataclass(frozen=True, slots=True)
class _Event:
    """What an entry speaks of."""

    what: str
    """What differs where its data is not as it should be."""
    table: Table
    fields: tuple[str, ...] = ()
    """All that it says of the row, if it does not begin one."""
    state: DisputeState | None = None
    """That of the dispute from then on."""


_EVENTS: Final[Mapping[str, _Event]] = MappingProxyType(
    {
        "dispute-opened": _Event("claim", DISPUTES, state=DisputeState.OPEN),
        "claimed": _Event("claim", DISPUTES, ("claim", "found", "text")),
        "commented": _Event("text", table_of(CommentRow)),
        "appealed": _Event("state", table_of(CommentRow), state=DisputeState.APPEALED),
        "evidence": _Event("evidence", table_of(Evidence)),
        "state": _Event("state", DISPUTES, ("state",)),
        "vote": _Event("vote", table_of(RulingVote)),
        "ruled": _Event("ruling", RULINGS, state=DisputeState.RULED),
        "adjusted": _Event("adjustment", table_of(RulingAdjustment)),
        "verdict-issued": _Event("verdict", VERDICTS),
    }
)


@dataclass(slots=True)
class ExpectedRow:
    """What entries say of a row."""

    entry: int
    """The first entry that speaks of it."""
    before: str
    """The hash of the entry before that."""
    dispute: object
    """The number of the dispute that it is of; None for a person, a text, and a verdict without one."""
    values: dict[str, tuple[int, object]] = field(default_factory=dict)
    """By field, the entry that says it last, and what the row has for it."""

    def value(self, name: str) -> Any:
        """What the row has for a field; None where no entry says it."""
        return self.values.get(name, (0, None))[1]


@dataclass(slots=True)
class RecordReading:
    """What entries of the record say.  `add` takes them in order."""

    rows: dict[Table, dict[Key, ExpectedRow]] = field(default_factory=lambda: {table: {} for table in RECORDED})
    newest: dict[object, ExpectedRow] = field(default_factory=dict)
    """The newest ruling of each dispute."""
    erased: set[object] = field(default_factory=set)
    """The ids of names and texts that entries erase."""
    unread: set[RecordDifference] = field(default_factory=set)
    """Entries that do not say what their event should."""
    _issued: dict[object, list[ExpectedRow]] = field(default_factory=dict)
    """The verdicts on each dispute."""

    def add(self, row: RecordEntry) -> None:
        """Adds what an entry says."""
        event = _EVENTS.get(row.event)
        try:
            data = msgspec.json.decode(row.data, type=dict[str, Any])
            self._occurs(row, row.actor)
            for name in data.get(NAMES, []):
                person = self._row(ACTORS, (name["id"],), row)
                person.values = person.values or _said(row, {**name, "entry": row.n})
            if row.event == "erased":
                self.erased.add(data["id"])
            elif event is not None:
                self._add(row, event, data)
        except (msgspec.MsgspecError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
            self.unread.add(RecordDifference(row.n, "name" if event is None else event.what))

    def _add(self, row: RecordEntry, event: _Event, data: dict[str, Any]) -> None:
        issued = event.table is VERDICTS
        dispute = data["dispute"] if issued else _number_of(row.subject)
        if dispute is None and not issued:
            return
        facts = data | data.get("subject", {}) | {"dispute": dispute, "actor": row.actor, "at": row.at}
        facts |= {"appeal": row.event == "appealed", "own": data.get("party") is not None, "in_force": True}
        facts |= self._carried(dispute) if issued else {"state": event.state or data.get("to")}
        claim = data.get("claim", {})
        facts |= {name: claim[name] for name in ("text", f"text{HASHED}") if name in claim}
        marked = recorded_fields(event.table)
        said = self._row(event.table, tuple(facts[name] for name in RECORDED[event.table].key), row, dispute)
        said.values |= _said(row, {name: facts[name] for name in event.fields or marked if name in facts})
        names = {column.name: name for name, column in marked.items()}
        for column, _ in traced(event.table, Kind.TEXT_ID):
            name = names[column.name]
            if isinstance(text := facts.get(name), str):
                bound = {"id": text, "sha256": facts.get(f"{name}{HASHED}")}
                self._row(TEXTS, (text,), row).values |= _said(row, bound)
        if issued:
            self._issued.setdefault(dispute, []).append(said)
            return
        for person in {row.actor, facts.get("voter", row.actor)}:
            self._occurs(row, person, dispute)
        if event.state is not None:
            self._row(DISPUTES, (dispute,), row, dispute).values["state"] = (row.n, event.state)
        if event.table is RULINGS:
            if dispute in self.newest:
                self.newest[dispute].values["in_force"] = (self.newest[dispute].entry, False)
            self.newest[dispute] = said

    def _row(self, table: Table, key: Key, row: RecordEntry, dispute: object = None) -> ExpectedRow:
        return self.rows[table].setdefault(key, ExpectedRow(row.n, row.prev, dispute))

    def _occurs(self, row: RecordEntry, person: str, dispute: object = None) -> None:
        """Notes that somebody occurs, and takes part in a dispute."""
        if len(person) == ID:
            self._row(ACTORS, (person,), row)
            if dispute is not None:
                party = self._row(_PARTIES, (dispute, person), row, dispute)
                party.values = party.values or _said(row, {"dispute": dispute, "party": person})

    def _carried(self, dispute: object) -> dict[str, object]:
        """What a verdict on a dispute carries: its ruling and state, and the last one with another ruling or state."""
        if dispute is None:
            return {}
        of, ruled = self.rows[DISPUTES].get((dispute,)), self.newest.get(dispute)
        place = (None if ruled is None else ruled.value("ruling"), None if of is None else of.value("state"))
        earlier = self._issued.get(dispute, [])
        others = [row for row in earlier if (row.value("ruling"), row.value("state")) != place]
        replaces = others[-1].value("body") if others else None
        return {"ruling": place[0], "state": place[1], "replaces": replaces}


def _said(row: RecordEntry, facts: Mapping[str, object]) -> dict[str, tuple[int, object]]:
    return {name: (row.n, _stored(value)) for name, value in facts.items()}


def _stored(value: object) -> object:
    """What a column has for a value: objects as canonical JSON without the hashes of texts, words with spaces."""
    if isinstance(value, dict):
        hashes = {f"{name}{HASHED}" for name in value}
        return canonical.write({name: part for name, part in value.items() if name not in hashes}).decode()
    return " ".join(value) if isinstance(value, list) else value


def _number_of(subject: str) -> int | None:
    """The number of the dispute that an entry with a subject is about; None for another subject."""
    number = subject.removeprefix("dispute ")
    return int(number) if number != subject and number.isdecimal() and number.isascii() else None


def said_by(rows: Iterable[RecordEntry]) -> RecordReading:
    """What some entries say."""
    said = RecordReading()
    for row in rows:
        said.add(row)
    return said
