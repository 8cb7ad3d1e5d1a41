"""The record of disputes: entries that each name the hash of the one before."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from engine.rulebook.sentences import Text, say
from engine.verdict.proof import canonical
from engine.verdict.proof.fields import Form, Hash, Moment, is_moment
from engine.verdict.proof.form import NO_HEAD

EVENTS: Final = (
    "dispute-opened",
    "commented",
    "evidence",
    "claimed",
    "state",
    "vote",
    "ruled",
    "adjusted",
    "appealed",
    "verdict-issued",
    "reprocessed",
    "erased",
)
ENTRY_BYTES: Final = 1024 * 1024
"""The most bytes of an entry, without its line feed."""


class Entry(Form, frozen=True):
    """An entry of the record."""

    n: int
    at: Moment
    actor: str
    event: str
    subject: str
    data: dict[str, Any]
    prev: Hash

    def as_bytes(self) -> bytes:
        """The canonical form, without a line feed.  Raises NotCanonical."""
        return canonical.write(self)


@dataclass(frozen=True, slots=True)
class ChainResult:
    """The outcome of checking a record."""

    entries: int
    """How many entries are whole, up to the first that is not."""
    head: str
    """The hash of the last of them; 64 zeros if there is none."""
    breaks_at: int | None = None
    """The place, from 1, of the first line that does not fit; None if all fit, or if no line can be named."""
    reason: str = ""
    """Why the record is not the one that it should be; empty if it is."""

    @property
    def whole(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.reason


def hash_of(entry: bytes) -> str:
    """The hash of an entry, from its canonical form."""
    return sha256(entry).hexdigest()


def check_chain(lines: Iterable[bytes], head: str | None = None, length: int | None = None) -> ChainResult:
    """Checks the lines of a record, each with its line feed.

    With ``head`` alone some entry must have this hash; with ``length`` alone there must be at least so many entries;
    with both, the entry of that number must have the hash.  64 zeros are the head of an empty record.
    """
    before, at, count = NO_HEAD, "", 0
    seen = head == NO_HEAD
    there = NO_HEAD if length == 0 else None
    for line in lines:
        try:
            entry = _entry(line, count + 1, before, at)
        except _Break as fault:
            return ChainResult(count, before, count + 1, fault.reason)
        count, at, before = count + 1, entry.at, hash_of(line[:-1])
        seen = seen or before == head
        if count == length:
            there = before
    whole = ChainResult(count, before)
    if length is not None and count < length:
        reason = say(
            "the record has {count} entries, and had {before}: it was shortened",
            count=f"{count:,}",
            before=f"{length:,}",
        )
        return ChainResult(count, before, count + 1, reason)
    if head is not None and length is not None and there != head:
        reason = say(
            "the hash of entry {number} is {found}, and was {before}: it was linked anew",
            number=f"{length:,}",
            found=str(there),
            before=head,
        )
        return ChainResult(count, before, length or None, reason)
    if head is not None and length is None and not seen:
        return ChainResult(count, before, None, say("no entry has the hash {hash}", hash=head))
    return whole


class _Break(ValueError):
    """A line does not fit."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: Final = reason


def _entry(line: bytes, number: int, before: str, at: str) -> Entry:
    if len(line) > ENTRY_BYTES + 1:
        raise _Break(say("the line has more than {most} bytes", most=f"{ENTRY_BYTES:,}"))
    if not line.endswith(b"\n"):
        raise _Break(say("the line does not end with a line feed"))
    if line == b"\n":
        raise _Break(say("the line is empty"))
    try:
        entry = canonical.read(line[:-1], Entry)
    except canonical.NotCanonical as fault:
        raise _Break(_in_a_line(fault.reason)) from None
    if not is_moment(entry.at):
        raise _Break(say("at: there is no such day or time: {moment}", moment=entry.at))
    if entry.event not in EVENTS:
        raise _Break(say("event: there is no event {event}", event=repr(entry.event[:40])))
    if entry.n != number:
        raise _Break(say("n: {wanted} expected, {found} found", wanted=f"{number:,}", found=f"{entry.n:,}"))
    if entry.prev != before:
        raise _Break(
            say("prev: {wanted} expected, the hash of the entry before; {found} found", wanted=before, found=entry.prev)
        )
    if entry.at < at:
        raise _Break(say("at: {moment} is before {last}, the moment of the entry before", moment=entry.at, last=at))
    return entry


def _in_a_line(reason: str) -> str:
    """What is wrong with a line, without the place if that is the whole line."""
    if isinstance(reason, Text) and reason.values.get("place") == canonical.THE_DOCUMENT:
        what = reason.values["reason"]
        return what if isinstance(what, str) else reason
    return reason


@dataclass(frozen=True, slots=True)
class Last:
    """The last entry of a record, as the next one needs it."""

    n: int
    at: str
    hash: str


def next_entry(last: Last | None, at: str, actor: str, event: str, subject: str, data: Mapping[str, Any]) -> Entry:
    """The entry after the last one (None: the first entry of a record).

    Its moment is ``at``, or that of the last entry if that is later.  Raises ValueError for an unknown event.
    """
    if event not in EVENTS:
        raise ValueError(f"there is no event {event!r}")
    before = last or Last(0, at, NO_HEAD)
    return Entry(
        n=before.n + 1,
        at=max(at, before.at),
        actor=actor,
        event=event,
        subject=subject,
        data=dict(data),
        prev=before.hash,
    )
