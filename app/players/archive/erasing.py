"""Erasing people from an archive: its files are written anew without their names, and their results are nobody's."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec
from pyarrow.parquet import ParquetFile
from sqlalchemy import Column, Table

from app.database.tables.erasures import Erasure
from app.database.tables.statistics import FACTS, NO_WORD, NOBODY, SEAT_RESULTS, WORDS
from app.database.tables.traces import Fate, Kind, owners, trace_of, traced
from app.matches.shown_names import without_names
from app.players.archive.building import ENGINE, RULES_USED
from app.players.archive.columns import BY_MONTH, BY_PERSON, MADE, NUMBERED, PLAYERS, VERDICTS
from app.players.archive.compacting import compact, write_rows
from app.players.archive.entries import ErasedPeople
from app.players.archive.layout import Archive, archive_at, being_built, state_of, working_folder, written_whole
from app.players.archive.opening import open_memory, quoted, read_of

_MEMORY: Final = "160MB"
_TABLES: Final = (*BY_MONTH, *BY_PERSON, *NUMBERED, *MADE)
_RENAMED: Final = "renamed"
"""A table for the time of an erasure: the sources that have a name, and what they are called without it."""


def erase_in_archive(folder: Path, erasures: Iterable[Erasure]) -> int:
    """Erases those whom some erasures name from the archive in a folder; returns how many it had.

    Files with their names are gone afterwards, also for queries that read them at that moment.  Raises ArchiveUnusable
    if there is no archive that this version can change, or somebody builds it; OSError.
    """
    if state_of(folder) is None:
        archive_at(folder)
    with being_built(folder) as archive:
        return erase_listed(archive, erasures)


def erase_listed(archive: Archive, erasures: Iterable[Erasure]) -> int:
    """The same for an archive that is being built; those who were erased before stay so, and are erased first if that
    was stopped.
    """
    erased = {salt: set(hashes) for salt, hashes in archive.contents.erased.items()}
    for erasure in erasures:
        erased.setdefault(erasure.salt.hex(), set()).add(erasure.of_sha256)
    if not erased:
        return 0
    if archive.parts():
        compact(archive)
    listed = {salt: sorted(hashes) for salt, hashes in sorted(erased.items())}
    people = _people(archive, ErasedPeople(listed))
    # What was written before a stop is not in use, and its number is not that of a part to come: it is removed.
    number = archive.next_part() if people else archive.contents.parts
    archive.use(msgspec.structs.replace(archive.contents, parts=number, erased=listed))
    if people:
        _write_without(archive, people, number)
    archive.clear()
    return len(people)


def _people(archive: Archive, erased: ErasedPeople) -> list[int]:
    """The numbers of those whom an archive has."""
    numbers = []
    for file in archive.files(PLAYERS.name):
        with ParquetFile(file) as opened:
            for batch in opened.iter_batches(columns=["id", "key_sha256"]):
                rows = zip(batch.column("id").to_pylist(), batch.column("key_sha256").to_pylist(), strict=True)
                numbers += [number for number, key_sha256 in rows if erased.have(key_sha256)]
    return numbers


def _write_without(archive: Archive, people: Sequence[int], number: int) -> None:
    contents = archive.contents
    assert contents.whole is not None
    with working_folder(archive) as spilled, closing(open_memory(archive.folder, _MEMORY, 1, spilled)) as database:
        eraser = _Eraser(archive, database, people)
        months = dict(contents.months)
        places = [(named, archive.month(month, number)) for month, named in months.items()]
        places += [(contents.older, archive.older(number))] if contents.older is not None else []
        places.append((contents.whole, archive.whole(number)))
        new = {}
        for named, folder in places:
            if eraser.concerns(archive.folder / named):
                with written_whole(folder) as draft:
                    eraser.write(archive.folder / named, draft)
                new[named] = str(folder.relative_to(archive.folder))
    archive.use(
        msgspec.structs.replace(
            contents,
            months={month: new.get(named, named) for month, named in months.items()},
            older=contents.older and new.get(contents.older, contents.older),
            whole=new[contents.whole],
        )
    )


class _Eraser:
    """Writes the files of an archive without some people."""

    def __init__(self, archive: Archive, database: Any, people: Sequence[int]) -> None:
        self._archive: Final = archive
        self._database: Final = database
        self._people: Final = _listed(people)
        named = self._all(f"SELECT DISTINCT name FROM {self._read(SEAT_RESULTS)} WHERE player IN {self._people}")
        words = _listed(number for (number,) in named)
        texts = self._all(f"SELECT text FROM {self._read(WORDS)} WHERE id IN {words}")
        texts += self._all(f"SELECT name FROM {self._read(PLAYERS)} WHERE id IN {self._people}")
        self._rename({text for (text,) in texts})
        used = [f"SELECT name FROM {self._read(SEAT_RESULTS)} WHERE player NOT IN {self._people}"]
        meant = [(table, column.name) for table in _TABLES for column, _ in traced(table, Kind.WORD)]
        used += [
            f"SELECT {quoted(name)} FROM {self._read(table)}" for table, name in meant if table is not SEAT_RESULTS
        ]
        others = self._all(f"SELECT DISTINCT name FROM ({' UNION ALL '.join(used)}) WHERE name IN {words}")
        self._words: Final = _listed({number for (number,) in named} - {number for (number,) in others})
        """The words that nothing else means."""

    def concerns(self, folder: Path) -> bool:
        """Whether files of a folder have the people."""
        if (folder / f"{WORDS.name}.parquet").is_file():
            return True
        tables = {
            SEAT_RESULTS: f"player IN {self._people}",
            FACTS: f"player IN {self._people}",
            VERDICTS: f"source IN (SELECT old FROM {_RENAMED})",
        }
        files = ((folder / f"{table.name}.parquet", where) for table, where in tables.items())
        return any(
            self._all(f"SELECT 1 FROM {read_of([file])} WHERE {where} LIMIT 1")
            for file, where in files
            if file.is_file()
        )

    def write(self, folder: Path, draft: Path) -> None:
        """Writes the files of a folder."""
        for table in _TABLES:
            file = folder / f"{table.name}.parquet"
            if not file.is_file():
                continue
            with ParquetFile(file) as opened:
                said = opened.metadata.metadata or {}
            about = {name: said[name.encode()].decode() for name in (ENGINE, RULES_USED) if name.encode() in said}
            write_rows(self._database, table, self._without(table, file), draft, about)

    def _without(self, table: Table, file: Path) -> str:
        """The query for the rows of a file, without the people."""
        if table is WORDS:
            where = f" WHERE id NOT IN {self._words}"
        else:
            keys = [key.name for key, trace in owners(table) if trace.fate is Fate.GOES]
            where = " AND ".join(f"{name} NOT IN {self._people}" for name in keys)
            where = where and f" WHERE {where}"
        columns = ", ".join(map(self._column, table.c))
        return f"SELECT {columns} FROM {read_of([file])} AS rows_before{where}"

    def _column(self, of: Column[Any]) -> str:
        column, trace = quoted(of.name), trace_of(of)
        if trace is not None and trace.kind is Kind.FILE:
            return f"coalesce((SELECT new FROM {_RENAMED} WHERE old = {column}), {column}) AS {column}"
        if of is SEAT_RESULTS.c.name:
            return f"CASE WHEN player IN {self._people} THEN {NO_WORD} ELSE name END AS name"
        if trace is not None and trace.kind is Kind.PLAYER and trace.fate is Fate.STAYS:
            return f"CASE WHEN {column} IN {self._people} THEN {NOBODY} ELSE {column} END AS {column}"
        return column

    def _rename(self, names: Iterable[str]) -> None:
        names = set(names)
        self._database.execute(f"CREATE TABLE {_RENAMED} (old VARCHAR, new VARCHAR)")
        sources = self._all(f"SELECT DISTINCT source FROM {self._read(VERDICTS)}")
        renamed = [(source, new) for (source,) in sources if (new := without_names(source, names)) != source]
        if renamed:
            self._database.executemany(f"INSERT INTO {_RENAMED} VALUES (?, ?)", renamed)

    def _read(self, table: Table) -> str:
        return read_of(self._archive.files(table.name))

    def _all(self, query: str) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self._database.execute(query).fetchall()
        return rows


def _listed(numbers: Iterable[int]) -> str:
    """Numbers as SQL lists them; one that nothing has, if there are none."""
    return f"({', '.join(map(str, sorted(numbers))) or -1})"
