"""The list of people, searched by any part of a key or a name."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import and_, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.orm import Session

from app.database import search
from app.database.inserting import insert_rows
from app.database.joined_players import roots
from app.database.lookup import texts_of
from app.database.seeing import unnamed_players
from app.database.sort_keys import sort_key
from app.database.tables.statistics import ALIASES, NOBODY, PEOPLE, PEOPLE_PAIRS, SEAT_RESULTS, TALLIES
from app.players.statistics.people import keys_of, names_of

SIZE: Final = 30
"""People of one page of the list."""
FOUND: Final = 300
"""People that a search finds at most."""
_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class DirectoryLine:
    """A line of the list."""

    person: int
    key: str
    name: str
    games: Mapping[str, int]
    """Counted hands by game, the most first."""
    last_match: int
    last_day: int | None
    """The day of the newest dated match, as the number YYYYMMDD."""

    @property
    def hands(self) -> int:
        """Counted hands of all games."""
        return sum(self.games.values())


@dataclass(frozen=True, slots=True)
class DirectoryPage:
    """A page of the list."""

    entries: tuple[DirectoryLine, ...]
    next: int | None
    """The last person of this page, if there are more behind it."""
    bounded: bool = False
    """Whether a search found more people than are shown."""


def add_people(session: Session, seats: Collection[tuple[int, str]]) -> None:
    """Makes players, each given with a name that is written with it, known to the list, where they are not."""
    names: dict[int, set[str]] = {}
    for player, name in seats:
        if player != NOBODY:
            names.setdefault(player, set()).add(search.folded(name))
    pairs: list[tuple[int, int]] = []
    for batch in _batches(names):
        known: dict[int, str] = dict(
            session.execute(select(PEOPLE.c.player, PEOPLE.c.folded).where(PEOPLE.c.player.in_(batch))).all()
        )
        fresh = [player for player in batch if player not in known]
        keys = keys_of(session, fresh)
        rows: list[dict[str, object]] = []
        changed: list[dict[str, object]] = []
        for player in batch:
            texts = known[player].split(search.BETWEEN) if player in known else [search.folded(keys[player])]
            missing = sorted(name for name in names[player] if name and name not in texts)
            if player in known and not missing:
                continue
            whole = search.BETWEEN.join([*texts, *missing])
            had = {pair for text in texts for pair in search.pairs_of(text)}
            more = {pair for name in missing for pair in search.pairs_of(name)}
            if player not in known:
                rows.append({"player": player, "sort": sort_key(keys[player]), "folded": whole})
                pairs += [(pair, player) for pair in had | more]
            else:
                changed.append({"of_player": player, "folded": whole})
                pairs += [(pair, player) for pair in more - had]
        if rows:
            session.execute(insert(PEOPLE), rows)
        if changed:
            connection = session.connection()
            connection.execute(update(PEOPLE).where(PEOPLE.c.player == bindparam("of_player")), changed)
    insert_rows(session, PEOPLE_PAIRS, sorted(pairs))


def people(session: Session, after: int | None = None) -> DirectoryPage:
    """The people behind one (None: the first), in the order of pages, which is that of names: a page of the list.

    Those whose names are hidden from who asks are not in it, and are not found.
    """
    place = None if after is None else session.execute(select(PEOPLE.c.sort).where(PEOPLE.c.player == after)).scalar()
    chosen = (
        select(PEOPLE.c.player)
        .where(
            exists().where(SEAT_RESULTS.c.person == PEOPLE.c.player),
            ~exists().where(ALIASES.c.player_id == PEOPLE.c.player),
            PEOPLE.c.player.not_in(sorted(unnamed_players(session))),
        )
        .order_by(PEOPLE.c.sort, PEOPLE.c.player)
        .limit(SIZE + 1)
    )
    if place is not None:
        behind = or_(PEOPLE.c.sort > place, and_(PEOPLE.c.sort == place, PEOPLE.c.player > after))
        chosen = chosen.where(PEOPLE.c.sort >= place, behind)
    numbers = list(session.scalars(chosen))
    shown = numbers[:SIZE]
    return DirectoryPage(entries_of(session, shown), shown[-1] if len(numbers) > SIZE else None)


def found_people(session: Session, text: str) -> DirectoryPage:
    """The people with a part of a key or a name, their joined keys too; those with the text as a whole first."""
    sought = search.folded(text)
    pairs = search.looked_up(sought)
    named = PEOPLE.c.player.not_in(sorted(unnamed_players(session)))
    chosen = select(PEOPLE.c.player).where(PEOPLE.c.folded.contains(sought, autoescape=True), named)
    for pair in pairs:
        held = select(PEOPLE_PAIRS.c.player).where(PEOPLE_PAIRS.c.pair == pair)
        chosen = chosen.where(PEOPLE.c.player.in_(held))
    players = list(session.scalars(chosen.order_by(PEOPLE.c.sort, PEOPLE.c.player).limit(FOUND + 1)))
    persons = list(dict.fromkeys(roots(session, players)[player] for player in players))
    entries = entries_of(session, persons[:FOUND])
    ordered = sorted(entries, key=lambda entry: sought not in (search.folded(entry.name), search.folded(entry.key)))
    return DirectoryPage(tuple(ordered[:SIZE]), None, len(ordered) > SIZE)


def entries_of(session: Session, persons: Collection[int]) -> tuple[DirectoryLine, ...]:
    """The lines of some people; those without a counted match are left out."""
    c = TALLIES.c
    games: dict[int, dict[int, int]] = {}
    last: dict[int, tuple[int, int | None]] = {}
    for batch in _batches(persons):
        rows = session.execute(
            select(c.person, c.game, func.sum(c.hands), func.max(c.match), func.max(c.day))
            .where(c.person.in_(batch))
            .group_by(c.person, c.game)
        )
        for person, game, hands, match, day in rows:
            games.setdefault(person, {})[game] = int(hands)
            before = last.get(person, (0, None))
            last[person] = (max(before[0], match), max((date for date in (before[1], day) if date), default=None))
    words = texts_of(session, {game for counts in games.values() for game in counts})
    keys, names = keys_of(session, persons), names_of(session, persons)
    return tuple(
        DirectoryLine(
            person,
            keys[person],
            names[person],
            {words[game]: hands for game, hands in sorted(games[person].items(), key=lambda item: (-item[1], item[0]))},
            *last[person],
        )
        for person in persons
        if person in games
    )


def _batches(values: Iterable[int]) -> Iterable[list[int]]:
    whole = list(dict.fromkeys(values))
    return (whole[start : start + _BATCH] for start in range(0, len(whole), _BATCH))
