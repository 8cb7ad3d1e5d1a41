"""From the parts of an archive to files by month, and what is made of all matches: the list of people, the ratings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Self

import msgspec
import pyarrow
from pyarrow import parquet
from sqlalchemy import Table
from sqlalchemy.orm import Session

from app.database import search
from app.database.lookup import word_number
from app.database.sort_keys import sort_key
from app.database.tables.ratings import RATED_MATCHES, RATING_CHANGES, RATINGS, STANDINGS
from app.database.tables.statistics import COUNTED_MATCHES, NOBODY, PEOPLE, PEOPLE_PAIRS, SEAT_RESULTS, WORDS
from app.players.archive.building import ENGINE, RULES_USED
from app.players.archive.columns import (
    BY_MONTH,
    BY_PERSON,
    MONTH,
    NUMBERED,
    PLAYERS,
    ROWS,
    VERDICTS,
    month_name,
    order_of,
    schema_of,
)
from app.players.archive.layout import Archive, Contents, working_folder, written_whole
from app.players.archive.opening import open_memory, quoted, read_of, sessions_in, text_of
from app.players.ratings.history import Standing, Values, match_rows, rated_of, rated_rows, standing_row
from app.players.ratings.model import Rated
from app.players.ratings.results import results
from engine import __version__
from engine.games import GAMES

_MEMORY: Final = "160MB"
_NEWEST: Final = 4_096
"""The newest matches, which are never among the older ones."""
_OLDER: Final = 4_096
"""By how many matches the older ones become more: then their files are written anew, and otherwise kept."""
_About = Mapping[str, str]
"""What the metadata of a file says."""


class _Compactor:
    """Writes the files of an archive anew."""

    def __init__(self, archive: Archive, database: Any, parts: Sequence[Path]) -> None:
        self._archive: Final = archive
        self._database: Final = database
        self._parts: Final = parts

    def months(self) -> list[int]:
        """The months of the parts."""
        if not self._parts:
            return []
        staged = read_of(part / _file(VERDICTS) for part in self._parts)
        return [month for (month,) in self._rows(f"SELECT DISTINCT {MONTH} FROM {staged} ORDER BY ALL")]

    def write_month(self, folder: Path, month: int) -> None:
        """Writes the tables of a month: what it had before, and what the parts have of it."""
        before = self._archive.contents.months.get(month_name(month))
        sources = {table: self._staged(table, f" WHERE {MONTH} = {month}") for table in BY_MONTH}
        if before is not None:
            for table, queries in sources.items():
                queries.append(_select(table, self._archive.folder / before / _file(table)))
        of_month = " UNION ALL ".join(sources[VERDICTS])
        about = self._about(of_month)
        for table in BY_MONTH:
            self._write(table, " UNION ALL ".join(sources[table]), folder, about)

    def last_older(self) -> int:
        """The number of the last match that is among the older ones."""
        rows = self._all(COUNTED_MATCHES)
        last = next(self._rows(f"SELECT max(match) FROM ({rows})"))[0] if rows else None
        return max(0, ((last or 0) - _NEWEST) // _OLDER * _OLDER)

    def write_older(self, folder: Path, months: Mapping[str, str], last: int) -> None:
        """Writes the older matches of the tables by person."""
        self._write_matches(folder, f"<= {last}", self._about_all(months))

    def write_whole(self, folder: Path, contents: Contents) -> None:
        """Writes the newer matches of the tables by person, and the tables that are not apart."""
        about = self._about_all(contents.months)
        self._write_matches(folder, f"> {contents.older_to}", about)
        for table in NUMBERED:
            self._write(table, self._all(table), folder, about)
        archive = Archive(self._archive.folder, contents)
        self._write_people(folder, archive.files(SEAT_RESULTS.name), about)
        with sessions_in(archive) as sessions, sessions() as session:
            self._write_ratings(session, folder, about)

    def _write_matches(self, folder: Path, which: str, about: _About) -> None:
        for table in BY_PERSON:
            rows = self._all(table)
            self._write(table, rows and f"SELECT * FROM ({rows}) WHERE match {which}", folder, about)

    def _all(self, table: Table) -> str:
        """What the parts and the files before have of a table."""
        before = self._archive.files(table.name)
        return " UNION ALL ".join([*self._staged(table), *([_select(table, *before)] if before else [])])

    def _write_people(self, folder: Path, results: Sequence[Path], about: _About) -> None:
        with _Unsorted(folder, PEOPLE) as people, _Unsorted(folder, PEOPLE_PAIRS) as pairs:
            for player, key, names in self._names(folder, results):
                texts = [search.folded(key)]
                texts += sorted({search.folded(name) for name in names} - {texts[0], ""})
                people.add((player, sort_key(key), search.BETWEEN.join(texts)))
                for pair in sorted({pair for text in texts for pair in search.pairs_of(text)}):
                    pairs.add((pair, player))
        for unsorted in (people, pairs):
            self._write(unsorted.table, _select(unsorted.table, unsorted.file), folder, about)
            unsorted.file.unlink()

    def _names(self, folder: Path, results: Sequence[Path]) -> Iterator[tuple[int, str, list[str]]]:
        """Players of counted matches in the order of their numbers, each with its key and its names."""
        query = (
            f"SELECT of.player, players.key, words.text FROM (SELECT DISTINCT player, name FROM {read_of(results)} "
            f"WHERE player <> {NOBODY}) AS of JOIN {read_of([folder / _file(PLAYERS)])} AS players "
            f"ON players.id = of.player LEFT JOIN {read_of([folder / _file(WORDS)])} AS words ON words.id = of.name "
            "ORDER BY ALL"
        )
        for (player, key), rows in groupby(self._rows(query), key=itemgetter(0, 1)):
            yield player, key, [name for _, _, name in rows if name is not None]

    def _write_ratings(self, session: Session, folder: Path, about: _About) -> None:
        with (
            _Unsorted(folder, RATINGS) as ratings,
            _Unsorted(folder, STANDINGS) as standings,
            _Unsorted(folder, RATED_MATCHES) as matches,
            _Unsorted(folder, RATING_CHANGES) as changes,
        ):
            tables = (ratings, standings, matches, changes)
            for name in GAMES:
                game = word_number(session, name)
                if game is None:
                    continue
                known: dict[Rated, Standing] = {}
                last: dict[Rated, Values] = {}
                place = 1
                for batch in results(session, game):
                    rows = rated_rows(game, place, batch, known)
                    ratings.add_all(rows)
                    matches.add_all(match_rows(game, place, batch))
                    last.update((rated_of(row), row) for row in rows)
                    place += len(batch)
                standings.add_all([standing_row(row, known[who][0]) for who, row in last.items()])
                changes.add_all([{"game": game, "changes": 1, "rated": 1}])
        for table in tables:
            self._write(table.table, _select(table.table, table.file), folder, about)
            table.file.unlink()

    def _staged(self, table: Table, where: str = "") -> list[str]:
        if not self._parts:
            return []
        return [_select(table, *(part / _file(table) for part in self._parts)) + where]

    def _about_all(self, months: Mapping[str, str]) -> _About:
        files = [self._archive.folder / month / _file(VERDICTS) for month in months.values()]
        return self._about(_select(VERDICTS, *files) if files else None)

    def _about(self, verdicts: str | None) -> _About:
        query = f"SELECT DISTINCT rules FROM ({verdicts}) WHERE match IS NOT NULL AND rules IS NOT NULL ORDER BY ALL"
        rules = [sha256 for (sha256,) in self._rows(query)] if verdicts else []
        return {ENGINE: __version__, RULES_USED: " ".join(rules)}

    def _write(self, table: Table, query: str, folder: Path, about: _About) -> None:
        write_rows(self._database, table, query, folder, about)

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        # In a connection of its own: the next statement would end the result.
        cursor = self._database.cursor().execute(query)
        while rows := cursor.fetchmany(ROWS):
            yield from rows


class _Unsorted:
    """Rows of a table as they come, in a file that is sorted afterwards."""

    def __init__(self, folder: Path, table: Table) -> None:
        self.table: Final = table
        self.file: Final = folder / f"{table.name}.unsorted"
        self._schema: Final = schema_of(table)
        self._names: Final = [column.name for column in table.c]
        self._rows: list[tuple[Any, ...]] = []

    def __enter__(self) -> Self:
        self._writer = parquet.ParquetWriter(self.file, self._schema)
        return self

    def __exit__(self, *_error: object) -> None:
        self._flush()
        self._writer.close()

    def add(self, row: tuple[Any, ...]) -> None:
        """Adds a row, which has the columns of the table in order."""
        self._rows.append(row)
        if len(self._rows) >= ROWS:
            self._flush()

    def add_all(self, rows: Iterable[Mapping[str, object]]) -> None:
        """Adds rows by the names of their columns."""
        for row in rows:
            self.add(tuple(row[name] for name in self._names))

    def _flush(self) -> None:
        columns = list(zip(*self._rows, strict=True)) or [()] * len(self._names)
        arrays = [pyarrow.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)]
        self._writer.write_batch(pyarrow.RecordBatch.from_arrays(arrays, schema=self._schema))
        self._rows = []


def compact(archive: Archive) -> None:
    """Moves the parts of an archive into its files by month, and makes the tables that follow from all matches.

    What is whole of it is not made again after a stop.
    """
    parts = archive.parts()
    if not parts and archive.contents.whole is not None:
        return

    def named(folder: Path) -> str:
        return str(folder.relative_to(archive.folder))

    last = archive.next_part() - 1
    months = dict(archive.contents.months)
    with working_folder(archive) as spilled, closing(open_memory(archive.folder, _MEMORY, 1, spilled)) as database:
        compactor = _Compactor(archive, database, parts)
        for month in compactor.months():
            folder = archive.month(month_name(month), last)
            if not folder.is_dir():
                with written_whole(folder) as draft:
                    compactor.write_month(draft, month)
            months[month_name(month)] = named(folder)
        contents = msgspec.structs.replace(archive.contents, parts=last, months=months)
        older_to = compactor.last_older()
        if older_to > contents.older_to:
            folder = archive.older(last)
            if not folder.is_dir():
                with written_whole(folder) as draft:
                    compactor.write_older(draft, months, older_to)
            contents = msgspec.structs.replace(contents, older=named(folder), older_to=older_to)
        whole = archive.whole(last)
        if not whole.is_dir():
            with written_whole(whole) as draft:
                compactor.write_whole(draft, msgspec.structs.replace(contents, whole=named(draft)))
    archive.use(msgspec.structs.replace(contents, whole=named(whole)))


def write_rows(database: Any, table: Table, query: str, folder: Path, about: _About) -> None:
    """Writes the rows of a query, or none without one, as the file of a table, with its metadata."""
    path = folder / _file(table)
    if not query:
        parquet.write_table(schema_of(table).empty_table().replace_schema_metadata(about), path)
        return
    said = ", ".join(f"'{name}': '{text}'" for name, text in about.items())
    database.execute(
        f"COPY ({query} ORDER BY {', '.join(order_of(table))}) TO {text_of(str(path.resolve()))} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROWS}, KV_METADATA {{{said}}})"
    )


def _file(table: Table) -> str:
    return f"{table.name}.parquet"


def _select(table: Table, *files: Path) -> str:
    return f"SELECT {', '.join(map(quoted, table.c.keys()))} FROM {read_of(files)}"
