"""What the entries of the record say: of each dispute, of people, of texts, and of verdicts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

import msgspec

from app.database.tables.audit_log import ID, RecordEntry
from app.disputes.audit_log.binding import HASHED, NAMES
from app.disputes.cases.states import DisputeState

Form = TypeVar("Form", bound=msgspec.Struct)


@dataclass(frozen=True, order=True, slots=True)
class RecordDifference:
    """A row that is otherwise than the record says, or an entry whose row is not there."""

    entry: int | None
    """None where no entry speaks of the row."""
    what: str
    """One of state, claim, vote, ruling, adjustment, name, text, evidence, score, verdict."""


class RecordedAct(msgspec.Struct, frozen=True):
    """Where something was said: the entry, its moment and its actor."""

    n: int
    at: str
    actor: str


class DisputePlace(msgspec.Struct, frozen=True):
    """What a dispute is about."""

    hand: int | None
    action: int | None
    line: int | None


class Opened(msgspec.Struct, frozen=True):
    """The data of `dispute-opened`."""

    report: str
    subject: DisputePlace


class Claimed(msgspec.Struct, frozen=True):
    """The data of `claimed`."""

    claim: dict[str, object]
    found: dict[str, object]


class Spoken(msgspec.Struct, frozen=True):
    """The data of `commented` and `appealed`."""

    text: str


class Moved(msgspec.Struct, frozen=True):
    """The data of `state`."""

    to: str


class Voted(msgspec.Struct, frozen=True):
    """The data of `vote`."""

    ruling: int
    voter: str
    agrees: bool
    party: bool | None = None
    """Of a vote that was given with an account: whether its person played in the match."""


class Ruled(msgspec.Struct, frozen=True):
    """The data of `ruled`."""

    ruling: int
    outcome: str
    report: str
    text: str
    dissent: str | None
    interest: list[str]


class Adjusted(msgspec.Struct, frozen=True):
    """The data of `adjusted`."""

    ruling: int
    hand: int
    scores: dict[str, int]
    rule: str | None
    reason: str


class Shown(msgspec.Struct, frozen=True):
    """The data of `evidence`."""

    sha256: str
    bytes: int
    kind: str
    name: str
    said: str
    given_sha256: str | None = None
    """None where an earlier version of Fupan wrote the entry."""


class Issued(msgspec.Struct, frozen=True):
    """The data of `verdict-issued`."""

    id: int
    body: str
    dispute: int | None
    engine: str
    rules: str
    report: str
    key: str | None


class Erased(msgspec.Struct, frozen=True):
    """The data of `erased`."""

    id: str


class Name(msgspec.Struct, frozen=True):
    """What the first entry in which somebody occurs says of the name."""

    id: str
    role: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Carried:
    """What a verdict that an entry notes should carry: its ruling, and what was before it in the record."""

    ruling: int | None
    state: str | None
    replaces: str | None
    length: int
    head: str


@dataclass(slots=True)
class OfDispute:
    """What the record says of a dispute, each with the entry that says it."""

    opened: tuple[RecordedAct, Opened] | None = None
    claimed: tuple[RecordedAct, Claimed] | None = None
    state: tuple[RecordedAct, str] | None = None
    spoken: dict[str, tuple[RecordedAct, bool]] = field(default_factory=dict)
    """By the id of the text, whether it is an appeal."""
    shown: dict[str, tuple[RecordedAct, Shown]] = field(default_factory=dict)
    """By the id of the name of the file."""
    ruled: dict[int, tuple[RecordedAct, Ruled]] = field(default_factory=dict)
    votes: dict[tuple[int, str], tuple[RecordedAct, Voted]] = field(default_factory=dict)
    adjusted: dict[tuple[int, int], tuple[RecordedAct, Adjusted]] = field(default_factory=dict)
    people: dict[str, RecordedAct] = field(default_factory=dict)
    issued: list[tuple[int | None, str | None, str]] = field(default_factory=list)
    """Of each verdict on it, in order, the number of the ruling, the state and the hash of the body."""


@dataclass(slots=True)
class RecordReading:
    """What entries of the record say.  `add` takes them in order."""

    disputes: dict[int, OfDispute] = field(default_factory=dict)
    issued: dict[int, tuple[RecordedAct, Issued, Carried]] = field(default_factory=dict)
    names: dict[str, tuple[RecordedAct, Name]] = field(default_factory=dict)
    people: dict[str, RecordedAct] = field(default_factory=dict)
    """Where somebody occurs for the first time."""
    texts: dict[str, tuple[RecordedAct, str | None]] = field(default_factory=dict)
    """By the id of a text its hash; None where the entry does not have it."""
    erased: dict[str, RecordedAct] = field(default_factory=dict)
    unread: set[RecordDifference] = field(default_factory=set)
    """Entries that do not say what their event should."""

    def add(self, row: RecordEntry) -> None:
        """Adds what an entry says."""
        what, read = _EVENTS.get(row.event, ("name", None))
        entry = RecordedAct(row.n, row.at, row.actor)
        try:
            data = msgspec.json.decode(row.data, type=dict[str, object])
            self._occurs(entry, row.actor)
            for each in msgspec.convert(data.get(NAMES, []), list[Name]):
                self.names.setdefault(each.id, (entry, each))
            if read is not None and (row.event not in OF_DISPUTES or number_of(row.subject) is not None):
                read(self, row, entry, data)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self.unread.add(RecordDifference(row.n, what))

    def _occurs(self, entry: RecordedAct, person: str, dispute: OfDispute | None = None) -> None:
        if len(person) != ID:
            return
        self.people.setdefault(person, entry)
        if dispute is not None:
            dispute.people.setdefault(person, entry)

    def _binds(self, entry: RecordedAct, data: Mapping[str, object], name: str) -> None:
        """Notes the text that a field names, and its hash."""
        text, found = data.get(name), data.get(f"{name}{HASHED}")
        if isinstance(text, str):
            self.texts.setdefault(text, (entry, found if isinstance(found, str) else None))

    def _of(self, row: RecordEntry, entry: RecordedAct) -> OfDispute:
        of_dispute = self.disputes.setdefault(number_of(row.subject) or 0, OfDispute())
        self._occurs(entry, row.actor, of_dispute)
        return of_dispute

    def _opened(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object]) -> None:
        found = self._of(row, entry)
        found.opened = (entry, msgspec.convert(data, Opened))
        found.state = (entry, DisputeState.OPEN)

    def _claimed(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object]) -> None:
        claimed = msgspec.convert(data, Claimed)
        self._of(row, entry).claimed = (entry, claimed)
        self._binds(entry, claimed.claim, "text")

    def _spoken(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object], *, appeal: bool) -> None:
        found = self._of(row, entry)
        found.spoken[msgspec.convert(data, Spoken).text] = (entry, appeal)
        self._binds(entry, data, "text")
        if appeal:
            found.state = (entry, DisputeState.APPEALED)

    def _shown(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object]) -> None:
        shown = msgspec.convert(data, Shown)
        self._of(row, entry).shown[shown.name] = (entry, shown)
        self._binds(entry, data, "name")

    def _moved(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object]) -> None:
        self._of(row, entry).state = (entry, msgspec.convert(data, Moved).to)

    def _voted(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object]) -> None:
        found, vote = self._of(row, entry), msgspec.convert(data, Voted)
        found.votes[vote.ruling, vote.voter] = (entry, vote)
        self._occurs(entry, vote.voter, found)

    def _ruled(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object]) -> None:
        found, ruled = self._of(row, entry), msgspec.convert(data, Ruled)
        found.ruled[ruled.ruling] = (entry, ruled)
        found.state = (entry, DisputeState.RULED)
        for name in ("text", "dissent"):
            self._binds(entry, data, name)

    def _adjusted(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object]) -> None:
        adjusted = msgspec.convert(data, Adjusted)
        self._of(row, entry).adjusted[adjusted.ruling, adjusted.hand] = (entry, adjusted)
        self._binds(entry, data, "reason")

    def _issued(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object]) -> None:
        issued = msgspec.convert(data, Issued)
        carried = Carried(None, None, None, row.n - 1, row.prev)
        if issued.dispute is not None:
            found = self.disputes.setdefault(issued.dispute, OfDispute())
            ruling, state = max(found.ruled, default=None), None if found.state is None else str(found.state[1])
            earlier = [body for other, then, body in found.issued if (other, then) != (ruling, state)]
            carried = Carried(ruling, state, earlier[-1] if earlier else None, row.n - 1, row.prev)
            found.issued.append((ruling, state, issued.body))
        self.issued[issued.id] = (entry, issued, carried)

    def _erased(self, row: RecordEntry, entry: RecordedAct, data: dict[str, object]) -> None:  # noqa: ARG002
        self.erased.setdefault(msgspec.convert(data, Erased).id, entry)


def number_of(subject: str) -> int | None:
    """The number of the dispute that an entry with a subject is about; None for another subject."""
    number = subject.removeprefix("dispute ")
    return int(number) if number != subject and number.isdecimal() and number.isascii() else None


_Reader = Callable[[RecordReading, RecordEntry, RecordedAct, dict[str, object]], None]

_EVENTS: Final[Mapping[str, tuple[str, _Reader]]] = {
    "dispute-opened": ("claim", RecordReading._opened),
    "claimed": ("claim", RecordReading._claimed),
    "commented": ("text", partial(RecordReading._spoken, appeal=False)),
    "appealed": ("state", partial(RecordReading._spoken, appeal=True)),
    "evidence": ("evidence", RecordReading._shown),
    "state": ("state", RecordReading._moved),
    "vote": ("vote", RecordReading._voted),
    "ruled": ("ruling", RecordReading._ruled),
    "adjusted": ("adjustment", RecordReading._adjusted),
    "verdict-issued": ("verdict", RecordReading._issued),
    "erased": ("name", RecordReading._erased),
}
"""By event, what differs where its data is not as it should be, and what reads it."""
OF_DISPUTES: Final = frozenset(_EVENTS) - {"verdict-issued", "erased"}
"""The events whose subject is a dispute."""


def said_by(rows: Iterable[RecordEntry]) -> RecordReading:
    """What some entries say."""
    said = RecordReading()
    for row in rows:
        said.add(row)
    return said
