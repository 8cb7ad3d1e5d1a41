"""From judged matches to the parts of an archive."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import pyarrow
from pyarrow import parquet
from sqlalchemy import Table

from app.database.inserting import Numbers
from app.database.tables.statistics import NOBODY, WORDS
from app.judging.counted import CountOfMatch, unpack
from app.matches.ingest import BATCH
from app.matches.saving import day_of
from app.players.archive.columns import (
    BY_MONTH,
    BY_PERSON,
    MONTH,
    NUMBERED,
    PLAYERS,
    ROWS,
    RULES,
    VERDICTS,
    order_of,
    schema_of,
)
from app.players.archive.entries import ArchivedMatch, ErasedPeople
from app.players.archive.layout import Archive, written_whole
from app.players.archive.numbering import Dictionary, HashNumbers
from app.players.statistics.match_rows import CountedMatch, day_number, moment_of, rows_of, terms_of
from engine import __version__
from engine.statistics.person import normal

_HANDS: Final = 20_000
"""The hands after which a part ends; it takes some 100 MB of memory."""
_MATCHES: Final = 20_000
"""The matches and refusals after which a part ends."""
ENGINE: Final = "fupan.engine"
RULES_USED: Final = "fupan.rules"
"""What the metadata of each file says: the version of the engine, and the hashes of the rules that were used."""


class Unit(NamedTuple):
    """What was found in a line or a text."""

    sha256: str
    matches: Sequence[ArchivedMatch]


class _Fresh(NamedTuple):
    """A row of the index, without what stands for its numbers."""

    unit: str
    match: ArchivedMatch
    copy_of: int | None
    number: int | None


class Builder:
    """Adds parts to an archive.  Units come in the order of the inputs, whichever process judged them."""

    def __init__(self, archive: Archive) -> None:
        """What the archive has is read: the hashes of its units and matches, and its numbers."""
        self._archive: Final = archive
        self._erased: Final = ErasedPeople(archive.contents.erased)
        self._units: Final = HashNumbers()
        self._contents: Final = HashNumbers()
        self._words: Final = Dictionary()
        self._people: Final = Dictionary()
        self._tables: dict[str, list[Any]] = {}
        self._rules: Final[set[int]] = set()
        self._rules_of_part: set[str] = set()
        self._hands = self._rows = 0
        self.matches = self.records = 0
        """How many different matches, and how many rows of the index, the archive has."""
        self._restore()

    def seen(self, unit: str) -> bool:
        """Whether a line or a text with this hash is in the archive, or was asked for before; from now on it was."""
        if self._units.get(unit) is not None:
            return True
        self._units.add(unit, 0)
        return False

    def add(self, units: Sequence[Unit]) -> None:
        """Adds what was found in some units; a part that is full is written."""
        records = [(unit.sha256, self._erased.left_out(match)) for unit in units for match in unit.matches]
        for start in range(0, len(records), BATCH):
            self._add(records[start : start + BATCH])
        if self._hands >= _HANDS or self._rows >= _MATCHES:
            self.write_part()

    def write_part(self) -> None:
        """Writes what was added since the last part, if there is anything."""
        if not self._rows:
            return
        about = {ENGINE: __version__, RULES_USED: " ".join(sorted(self._rules_of_part))}
        with written_whole(self._archive.part(self._archive.next_part())) as folder:
            for table in (*BY_MONTH, *BY_PERSON, *NUMBERED):
                schema = schema_of(table)
                if table in BY_MONTH:
                    schema = schema.append(pyarrow.field(MONTH, pyarrow.int32()))
                whole = pyarrow.Table.from_batches(self._tables.pop(table.name, []), schema)
                order = [MONTH] if table in BY_MONTH else []
                whole = whole.sort_by([(name, "ascending") for name in (*order, *order_of(table))])
                whole = whole.replace_schema_metadata(about)
                parquet.write_table(whole, folder / f"{table.name}.parquet", row_group_size=ROWS, compression="zstd")
        self._rules_of_part = set()
        self._hands = self._rows = 0

    def _add(self, records: Sequence[tuple[str, ArchivedMatch]]) -> None:
        fresh = []
        for unit, match in records:
            number = copy_of = None
            if match.content is not None:
                copy_of = self._contents.get(match.content)
                if copy_of is None:
                    self.matches += 1
                    number = self.matches
                    self._contents.add(match.content, number)
            fresh.append(_Fresh(unit, match, copy_of, number))
        self._append(
            VERDICTS, VERDICTS.c.keys(), [self._verdict(entry) for entry in fresh], [_month(entry) for entry in fresh]
        )
        self._count({entry.number: entry.match for entry in fresh if entry.number is not None})

    def _verdict(self, entry: _Fresh) -> Numbers:
        match, rules = entry.match, entry.match.rules
        day = day_of(match.played_at)
        self.records += 1
        self._rows += 1
        return (
            *(self.records, entry.number, entry.copy_of, entry.unit, match.sha256, match.position, match.content),
            *(match.source, match.format, match.game, match.match_id, match.event),
            *(None if day is None else day_number(day), rules and rules.preset, rules and rules.sha256),
            *(match.hands, match.verdict, match.errors, match.warnings, match.notices, match.digest),
        )

    def _count(self, matches: Mapping[int, ArchivedMatch]) -> None:
        """Adds the rows of matches that come for the first time; a part of them counts."""
        people = {key: name or key for match in matches.values() for key, name in match.players if key}
        players, new = self._people.numbers(people)
        self._append(PLAYERS, ("id", "key_sha256", "key", "name"), [(*row, people[row[2]]) for row in new])
        counted = {
            number: unpack(match.counts, match.counts_size)
            for number, match in matches.items()
            if match.counts is not None
        }
        numbers = self._numbers_of(matches, counted)
        shown = [counted_match(number, matches[number], match, players, numbers) for number, match in counted.items()]
        months = {match.match: (match.day or 0) // 100 for match in shown}
        for table, columns, rows in rows_of(shown, numbers):
            place = list(columns).index("match")
            of_rows = [months[row[place]] for row in rows] if table in BY_MONTH else None
            self._append(table, columns, rows, of_rows)
        self._hands += sum(match.hands for match in counted.values())

    def _numbers_of(
        self, matches: Mapping[int, ArchivedMatch], counted: Mapping[int, CountOfMatch]
    ) -> Mapping[str, int]:
        """The numbers of the words of some matches."""
        numbers, new = self._words.numbers(texts_in(matches, counted))
        self._append(WORDS, WORDS.c.keys(), new)
        rules = {numbers[match.rules.sha256]: match.rules for number in counted if (match := matches[number]).rules}
        self._rules_of_part |= {archived_rules.sha256 for archived_rules in rules.values()}
        rows = [
            (number, archived_rules.sha256, archived_rules.preset, archived_rules.options, archived_rules.size)
            for number, archived_rules in rules.items()
            if number not in self._rules
        ]
        self._rules.update(rules)
        self._append(RULES, RULES.c.keys(), rows)
        return numbers

    def _append(
        self, table: Table, columns: Collection[str], rows: Sequence[Numbers], months: Sequence[int] | None = None
    ) -> None:
        if not rows:
            return
        schema = schema_of(table)
        values = dict(zip(columns, zip(*rows, strict=True), strict=True))
        if months is not None:
            schema = schema.append(pyarrow.field(MONTH, pyarrow.int32()))
            values[MONTH] = tuple(months)
        arrays = [
            pyarrow.array(values[field.name], field.type)
            if field.name in values
            else pyarrow.nulls(len(rows), field.type)
            for field in schema
        ]
        self._tables.setdefault(table.name, []).append(pyarrow.RecordBatch.from_arrays(arrays, schema=schema))

    def _restore(self) -> None:
        for unit, content, match, number in self._rows_of(VERDICTS, "unit", "content", "match", "number"):
            if self._units.get(unit) is None:
                self._units.add(unit, 0)
            self.records = max(self.records, number)
            if match is not None:
                self._contents.add(content, match)
                self.matches = max(self.matches, match)
        self._words.restore(self._rows_of(WORDS, "id", "text_sha256"))
        self._people.restore(self._rows_of(PLAYERS, "id", "key_sha256"))
        self._rules.update(number for (number,) in self._rows_of(RULES, "options"))

    def _rows_of(self, table: Table, *columns: str) -> Iterator[Any]:
        files = [*self._archive.files(table.name)]
        files += [part / f"{table.name}.parquet" for part in self._archive.parts()]
        for file in files:
            with parquet.ParquetFile(file) as opened:
                for batch in opened.iter_batches(ROWS, columns=list(columns)):
                    yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)


def _month(entry: _Fresh) -> int:
    day = day_of(entry.match.played_at)
    return 0 if day is None else day_number(day) // 100


def texts_in(matches: Mapping[int, ArchivedMatch], counted: Mapping[int, CountOfMatch]) -> set[str]:
    """The texts in the rows of some matches."""
    texts = terms_of(counted.values()) if counted else set()
    for number in counted:
        match = matches[number]
        assert match.rules is not None
        texts |= {normal(match.event or ""), match.rules.preset, match.rules.sha256}
        texts |= {normal(name) for _, name in match.players}
    return texts


def counted_match(
    number: int, match: ArchivedMatch, counted: CountOfMatch, players: Mapping[str, int], numbers: Mapping[str, int]
) -> CountedMatch:
    """A match that counts, with the numbers of its players by key, and of its words."""
    day = day_of(match.played_at)
    assert match.rules is not None
    seats = [(players[key] if key else NOBODY, numbers[normal(name)]) for key, name in match.players]
    return CountedMatch(
        match=number,
        judgement=number,
        words=(
            numbers[counted.game],
            numbers[match.rules.preset],
            numbers[match.rules.sha256],
            numbers[normal(match.event or "")],
        ),
        day=None if day is None else day_number(day),
        moment=moment_of(match.played_at),
        counted=counted,
        players=[(player, player, name) for player, name in seats],
    )
