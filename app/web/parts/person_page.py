"""What the page of a player shows, loaded in a fixed number of queries."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy.orm import Session

from app.database.joined_players import roots
from app.database.lookup import texts_of
from app.players.ratings.leaderboard import RatingStep, rating_of, steps
from app.players.ratings.model import Rating
from app.players.statistics import person as sums
from app.players.statistics.bombs import BombSums, bombs_of
from app.players.statistics.distinctive import Unlike, unlike
from app.players.statistics.events import event_names
from app.players.statistics.filters import FactFilter
from app.players.statistics.people import Alias, aliases_of, is_known, keys_of, names_of
from app.players.statistics.person import HandTotals, Lines, OneMatch, RoleSums
from app.text.language import _
from app.web.http.errors import Refusal
from engine.games import GAMES
from engine.replay.game import Game
from engine.statistics.facts import role_names

RATED: Final = 200
"""Steps of a rating that are shown at most."""


@dataclass(frozen=True, slots=True)
class Who:
    """A person."""

    person: int
    key: str
    name: str
    aliases: Sequence[Alias]


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A person in one game, under a filter."""

    who: Who
    wanted: FactFilter
    games: Mapping[str, HandTotals]
    """The sums by game, those of most hands first."""
    game: Game
    """The game that is shown."""
    lines: Lines
    roles: Mapping[str, RoleSums]
    """By role, in the order of the game; hands without a role under the empty text."""
    bombs: Sequence[BombSums] | None
    """From low to high; None if the game has none, or the filter does not say which hands they are of."""
    partners: Sequence[HandTotals]
    matches: Sequence[OneMatch]
    unlike: Unlike
    rating: tuple[Rating, int] | None
    steps: Sequence[RatingStep]
    words: Mapping[int, str]
    cut_events: Collection[int]
    """The events of whose names something is left out."""
    names: Mapping[int, str]
    """The names of the partners."""
    keys: Mapping[int, str]
    undated: int
    """Matches that a filter by days leaves out because they have no date."""

    @property
    def whole(self) -> RoleSums:
        """The sums over all roles."""
        total = RoleSums()
        for role_sums in self.roles.values():
            total.add(role_sums)
        return total

    @property
    def has_levels(self) -> bool:
        """Whether scores are levels gained."""
        return "levels" in self.game.result_fields


def who_is(session: Session, person: int) -> Who | None:
    """The person with a number; None if there is none."""
    keys = keys_of(session, [person])
    if not person or person not in keys or not is_known(session, person):
        return None
    return Who(person, keys[person], names_of(session, [person])[person], aliases_of(session, person))


def person_asked(session: Session, identity: int) -> Who:
    """The person with a number, or the one whom it was joined to.  Raises Refusal if there is none."""
    who = who_is(session, roots(session, [identity])[identity])
    if who is None:
        raise Refusal(404, _("There is no person {number}.", number=identity))
    return who


def person_page(session: Session, who: Who, wanted: FactFilter) -> PersonPage:
    """What is shown of a person under a filter; without a game in it, of the game with the most hands."""
    numbers = sums.numbers_of(session, wanted)
    every = sums.source_of(session, who.person, who.key, None, wanted, numbers)
    lines = sums.lines_of(session, every, wanted.game, numbers)
    game = GAMES[wanted.game or next(iter(lines.games), None) or next(iter(GAMES))]
    source = sums.source_of(session, who.person, who.key, game.name, wanted, numbers)
    roles = sums.by_role(session, source, game)
    partners = sums.by_partner(session, who.person, game.name, wanted, numbers)
    code = numbers.of.get(game.name, -1)
    events = event_names(session, [line.key for line in lines.events])
    words = texts_of(session, [*(line.key for line in lines.presets), *roles]) | {
        number: text for number, (text, _is_whole) in events.items()
    }
    people = [line.key for line in partners if line.key is not None]
    by_word = {words[number]: role_sums for number, role_sums in roles.items()}
    return PersonPage(
        who=who,
        wanted=wanted,
        games=lines.games,
        game=game,
        lines=lines,
        roles={role: by_word[role] for role in (*role_names(game), "") if role in by_word},
        bombs=bombs_of(session, who.person, game, wanted, numbers),
        partners=partners,
        matches=lines.matches,
        unlike=unlike(session, source, who.person, game, wanted, numbers),
        rating=rating_of(session, code, (who.person,)),
        steps=steps(session, code, (who.person,), RATED),
        words=words,
        cut_events=[number for number, (_text, is_whole) in events.items() if not is_whole],
        names=names_of(session, people),
        keys=keys_of(session, people),
        undated=sums.undated_matches(session, who.person, who.key, game.name, wanted, numbers),
    )
