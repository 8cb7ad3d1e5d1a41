"""Whether an archive is what its logs give: its files read to their ends, and a sample of its matches counted again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pyarrow import ArrowException
from pyarrow.parquet import ParquetFile
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.lookup import known_numbers, word_number
from app.database.tables.matches import Player
from app.database.tables.statistics import FACTS, NO_WORD, TALLIES
from app.judging.counted import unpack
from app.players.archive.building import ENGINE, counted_match, texts_in
from app.players.archive.columns import ROWS, VERDICTS
from app.players.archive.entries import ArchivedMatch, ErasedPeople
from app.players.archive.layout import Archive
from app.players.archive.opening import damage
from app.players.statistics.match_rows import rows_of
from app.players.statistics.tallying import tallies_of
from app.text.language import _
from engine import __version__
from engine.recorded.basis import Basis

_COMPARED: Final = ("verdict", "errors", "warnings", "notices", "digest", "hands")


@dataclass(frozen=True, slots=True)
class SampledMatch:
    """A match of the sample: its row of the index."""

    row: Mapping[str, Any]

    @property
    def match(self) -> int:
        """Its number."""
        return int(self.row["match"])

    @property
    def unit(self) -> str:
        """The hash of the line or text that it came in."""
        return str(self.row["unit"])


def broken_files(archive: Archive) -> Iterator[str]:
    """What is wrong with the files of an archive, a sentence for each that is; all of them are read."""
    for named in archive.contents.folders():
        folder = archive.folder / named
        if not folder.is_dir():
            yield _("{file} is missing", file=folder)
            continue
        for file in sorted(folder.glob("*.parquet")):
            try:
                with ParquetFile(file) as opened:
                    said = (opened.metadata.metadata or {}).get(ENGINE.encode(), b"").decode()
                    for _batch in opened.iter_batches(ROWS):
                        pass
            except (ArrowException, OSError) as error:
                yield damage(file, error)
                continue
            if said != __version__:
                yield _("{file} was made by version {version} of the engine", file=file, version=said or "?")


def sample(session: Session, size: int) -> list[SampledMatch]:
    """Matches of an archive, at most a number of them: those whose hashes are the least, which nobody chose."""
    order = (VERDICTS.c.sha256, VERDICTS.c.number)
    rows = session.execute(select(VERDICTS).where(VERDICTS.c.match.is_not(None)).order_by(*order).limit(size))
    return [SampledMatch(dict(row)) for row in rows.mappings()]


def wrong_sums(session: Session, sampled: list[SampledMatch]) -> Iterator[str]:
    """The matches whose sums are not those of their hands, a sentence for each."""
    matches = [match.match for match in sampled]
    play = word_number(session, str(Basis.PLAY))
    names, summed = tallies_of(FACTS.c, play)
    made = _by_match(session, summed.where(FACTS.c.match.in_(matches)), names)
    by_match = _by_match(
        session, select(*(TALLIES.c[name] for name in names)).where(TALLIES.c.match.in_(matches)), names
    )
    for sampled_match in sampled:
        if made.get(sampled_match.match) != by_match.get(sampled_match.match):
            yield _("{source}: its sums are not those of its hands", source=sampled_match.row["source"])


def differences(session: Session, sampled: SampledMatch, now: ArchivedMatch, erased: ErasedPeople) -> Iterator[str]:
    """What an archive has otherwise of a match than it gives now, a sentence for each."""
    now = erased.left_out(now)
    source = now.source
    for name in _COMPARED:
        if sampled.row[name] != getattr(now, name):
            yield _(
                "{source}: {field} is {kept} in the archive, and {found} now",
                source=source,
                field=name,
                kept=sampled.row[name],
                found=getattr(now, name),
            )
    if now.counts is None:
        return
    counted = unpack(now.counts, now.counts_size)
    words = known_numbers(session, texts_in({sampled.match: now}, {sampled.match: counted}))
    keys = {key for key, _name in now.players if key}
    numbered_players = session.execute(select(col(Player.key), col(Player.id)).where(col(Player.key).in_(keys)))
    players = {key: number for key, number in numbered_players if number is not None}
    try:
        match = counted_match(sampled.match, now, counted, players, {"": NO_WORD, **words})
        made = list(rows_of([match], {"": NO_WORD, **words}))
    except KeyError as missing:
        yield _("{source}: the archive does not know {name}", source=source, name=str(missing))
        return
    for table, columns, rows in made:
        archive_rows = session.execute(
            select(*(table.c[name] for name in columns)).where(table.c.match == sampled.match)
        )
        if sorted(map(repr, map(tuple, archive_rows))) != sorted(map(repr, rows)):
            yield _("{source}: its rows of {table} are others now", source=source, table=table.name)


def _by_match(session: Session, query: Any, names: list[str]) -> dict[int, list[str]]:
    place = names.index("match")
    by_match: dict[int, list[str]] = {}
    for row in session.execute(query):
        by_match.setdefault(row[place], []).append(repr(tuple(row)))
    return {match: sorted(rows) for match, rows in by_match.items()}
