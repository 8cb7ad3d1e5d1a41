"""What a table recorded beside what the rules give, as the terminal and programs show it."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Self

from msgspec import Struct

from app.text.blocks import Block, Line
from app.text.decimals import score_shown
from app.text.language import _, said
from app.text.readable import readable, recorded_value
from app.text.seats import board_called
from engine.record.match import Match
from engine.rulebook.sentences import Text, enumerated
from engine.verdict.recorded_sheet import entry as compared
from engine.verdict.recorded_sheet.entry import Key, Standing
from engine.verdict.recorded_sheet.lines import ComparedLine, lines_of_hand, lines_of_match
from engine.verdict.recorded_sheet.sheet import sheet_of
from engine.verdict.stored_report import StoredReport

FORMAT: Final = "fupan-recorded/1"
_TONES: Final[Mapping[Standing, str]] = MappingProxyType(
    {Standing.DIFFERS: "warning", Standing.CARRIED: "faint", Standing.ABSENT: "faint"}
)


class RecordedKey(Struct, frozen=True):
    """Names a recorded value."""

    hand: int | None
    field: str
    when: str
    what: str
    of: str | None

    @classmethod
    def of_key(cls, key: Key) -> Self:
        """The same of a key."""
        return cls(key.hand, key.field, key.when, str(key.what), key.of or None)


class RecordedEntry(Struct, frozen=True):
    """A recorded value of a seat, a team or a role, with the derived one."""

    what: str
    of: str | None
    recorded: str | None
    derived: str | None
    difference: int | None
    standing: str
    causes: tuple[RecordedKey, ...]
    """The values from which a difference follows."""
    despite: tuple[RecordedKey, ...]
    """The values that differ although this one, which was added up from them, does not."""
    cancelled: bool
    """Whether the differences of ``despite`` cancel each other."""

    @classmethod
    def of_entry(cls, entry: compared.RecordedEntry) -> Self:
        """The same of an entry."""
        return cls(
            str(entry.what),
            entry.of or None,
            None if entry.standing is Standing.ABSENT else str(entry.recorded),
            None if entry.standing is Standing.TAKEN else str(entry.computed),
            entry.difference,
            str(entry.standing),
            tuple(map(RecordedKey.of_key, entry.causes)),
            tuple(map(RecordedKey.of_key, entry.despite)),
            entry.cancelled,
        )


class RecordedLine(Struct, frozen=True):
    """A value of a hand, or of the match (then ``hand`` is null)."""

    hand: int | None
    field: str
    when: str
    standing: str
    rule: str | None
    step: int | None
    """The step of the replay that decides it."""
    entries: tuple[RecordedEntry, ...]

    @classmethod
    def of_line(cls, line: ComparedLine) -> Self:
        """The same of a line."""
        entries = tuple(map(RecordedEntry.of_entry, line.entries))
        return cls(line.hand, line.field, line.when, str(line.standing), line.rule or None, line.step, entries)


class RecordedOfHand(Struct, frozen=True):
    """The recorded values of a hand."""

    hand: int
    lines: tuple[RecordedLine, ...]


class RecordedValues(Struct, frozen=True):
    """Every recorded value of a match with the derived one."""

    recorded: str
    """The name of this form: ``fupan-recorded/1``."""
    first: RecordedKey | None
    """The first that differs."""
    counts: dict[str, int]
    hands: tuple[RecordedOfHand, ...]
    match: tuple[RecordedLine, ...]


class RecordedClaim(Struct, frozen=True):
    """What an action states, with the derived value."""

    value: RecordedEntry
    step: int | None
    rule: str | None


class RecordedHand(Struct, frozen=True):
    """Every recorded value of a hand, and what its actions state."""

    hand: int
    lines: tuple[RecordedLine, ...]
    claims: tuple[RecordedClaim, ...]


def recorded_of(match: Match, report: StoredReport) -> RecordedValues:
    """The recorded values of a match, beside a report of it."""
    sheet = sheet_of(match, report)
    first = sheet.first_wrong
    return RecordedValues(
        FORMAT,
        None if first is None else RecordedKey.of_key(first.key),
        {str(standing): sum(entry.standing is standing for entry in sheet.entries) for standing in Standing},
        tuple(
            RecordedOfHand(number, tuple(map(RecordedLine.of_line, lines_of_hand(sheet, match, report, number))))
            for number in range(1, len(report.hands) + 1)
        ),
        tuple(map(RecordedLine.of_line, lines_of_match(sheet, match, report))),
    )


def recorded_of_hand(
    number: int, lines: Iterable[ComparedLine], claims: Iterable[compared.RecordedEntry]
) -> RecordedHand:
    """The recorded values of a hand (``number`` from 1), from its lines and what its actions state."""
    return RecordedHand(
        number,
        tuple(map(RecordedLine.of_line, lines)),
        tuple(RecordedClaim(RecordedEntry.of_entry(claim), claim.step, claim.rule or None) for claim in claims),
    )


def recorded_blocks(match: Match, report: StoredReport, names: Mapping[str, str]) -> Iterator[Block]:
    """The recorded values hand by hand, with the first difference marked.

    ``names`` is what the players are called, by seat.
    """
    sheet = sheet_of(match, report)
    if not sheet.entries:
        yield Line(_("No results were recorded."))
        return
    yield Line(said(readable(sheet.sentence, names)))
    yield Line(said(sheet.counts))
    for number in range(1, len(report.hands) + 1):
        yield Line(_("hand {number}", number=number), tone="strong")
        for line in lines_of_hand(sheet, match, report, number):
            yield _line(line, sheet.first_wrong, names)
    yield Line(_("the match"), tone="strong")
    for line in lines_of_match(sheet, match, report):
        yield _line(line, sheet.first_wrong, names)


def difference_words(line: ComparedLine, names: Mapping[str, str]) -> str:
    """How a recorded value compares with the derived one, and by how much it differs.  ``names`` is by seat."""
    by = [
        f"{board_called(entry.of, names)} {score_shown(entry.difference)}".strip()
        for entry in line.entries
        if entry.difference
    ]
    if not by or line.standing is not Standing.DIFFERS:
        return said(line.words)
    return _("{words} by {differences}", words=said(line.words), differences=said(enumerated(by)))


def _line(line: ComparedLine, first: compared.RecordedEntry | None, names: Mapping[str, str]) -> Line:
    recorded, derived = _values(line, names, recorded=True), _values(line, names, recorded=False)
    if line.standing is Standing.ABSENT:
        text = _("not recorded; derived {derived}", derived=derived) if derived else _("not recorded")
    elif line.standing is Standing.TAKEN or recorded == derived:
        text = _("{recorded} ({words})", recorded=recorded, words=said(line.words))
    else:
        text = _(
            "recorded {recorded}; derived {derived} ({words})",
            recorded=recorded,
            derived=derived,
            words=difference_words(line, names),
        )
        if first is not None and (line.hand, line.field, line.when) == (first.hand, first.field, first.when):
            text += " <- " + _("first difference")
    text = _("{label}: {text}", label=_said(line.label), text=text)
    return Line(text, indent=1, tone=_TONES.get(line.standing, ""))


def _values(line: ComparedLine, names: Mapping[str, str], *, recorded: bool) -> str:
    texts = []
    for entry in line.entries:
        text = recorded_value(line.field, entry.recorded if recorded else entry.computed, names)
        if recorded and entry.standing is Standing.ABSENT:
            text = _("not recorded")
        name = _said(entry.what) if line.field == "roles" else board_called(entry.of, names)
        texts.append(f"{name} {text}".strip())
    return said(enumerated(texts)) if any(texts) else ""


def _said(word: str) -> str:
    return said(word) if isinstance(word, Text) else _(word)
