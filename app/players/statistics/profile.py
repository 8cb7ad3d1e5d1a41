"""A person in one game under a filter, as the pages of the person show them, loaded in a fixed number of queries."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import Final

from msgspec import Struct
from sqlalchemy.orm import Session

from app.database.lookup import texts_of
from app.players.ratings.leaderboard import RatingStep, rating_of, steps
from app.players.ratings.model import Rating
from app.players.statistics import person as sums
from app.players.statistics.accuracy import accuracy_of
from app.players.statistics.bombs import BombSums, bombs_of
from app.players.statistics.distinctive import Unlike, unlike
from app.players.statistics.events import event_names
from app.players.statistics.figures import MatchCount, PersonFigures, figures_from
from app.players.statistics.filters import FactFilter
from app.players.statistics.people import Who, keys_of, names_of
from app.players.statistics.person import HandTotals, Lines, RoleSums
from app.text.decimals import fixed, signed
from app.text.game_terms import figure_text, role_words, said_by_game
from app.text.language import _, _n
from app.text.language.sentence import capital
from app.text.places import place_called
from app.text.seats import short_name
from engine.games import GAMES
from engine.replay.game import Game
from engine.statistics.facts import role_names

RATED: Final = 200
"""Steps of a rating that are shown at most."""
_SENTENCES: Final = 3
"""Sentences about what stands out."""
_LEAST: Final = 10
"""The hands that a role or a partner must have to be compared with another."""


class PlayOf(Struct, frozen=True):
    """How a person plays."""

    unlike: Unlike
    bombs: Sequence[BombSums] | None
    """From low to high; None if the game has none, or the filter does not say which hands they are of."""


class Profile(Struct, frozen=True):
    """A person in one game, under a filter."""

    who: Who
    wanted: FactFilter
    figures: PersonFigures
    lines: Lines
    roles: Mapping[str, RoleSums]
    """By role that was held, in the order of the game; hands without a role under the empty text."""
    partners: Sequence[HandTotals]
    rating: tuple[Rating, int] | None
    """The last one, with the number of matches it comes from."""
    steps: Sequence[RatingStep]
    words: Mapping[int, str]
    cut_events: Collection[int]
    """The events of whose names something is left out."""
    names: Mapping[int, str]
    """The names of the partners."""
    keys: Mapping[int, str]
    undated: int
    """Matches that a filter by days leaves out because they have no date."""
    play: PlayOf | None
    """None where it was not asked for."""

    @property
    def game(self) -> Game:
        """The game that is shown."""
        return GAMES[self.figures.game]

    @property
    def whole(self) -> RoleSums:
        """The sums over all roles."""
        return self.figures.whole

    @property
    def event_choices(self) -> list[tuple[str, str]]:
        """The events whose whole names are known, those of most hands first, each with no other name."""
        return [
            (self.words[line.key], "") for line in self.lines.events if line.key and line.key not in self.cut_events
        ]

    @property
    def partner_choices(self) -> list[tuple[str, str]]:
        """The keys and the names of the partners, those of most hands first."""
        return [(self.keys[number], short_name(self.names[number])) for line in self.partners if (number := line.key)]


def profile_of(session: Session, who: Who, wanted: FactFilter, *, play: bool, reviewed: bool) -> Profile:
    """What is shown of a person under a filter; without a game in it, of the game with the most hands.

    ``play``: with how they play; ``reviewed``: with what decisions cost by the reviews.
    """
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
    cost = accuracy_of(session, game.name, wanted) if reviewed else None
    matches = MatchCount(lines.whole.matches, lines.whole.won, lines.whole.undecided)
    return Profile(
        who=who,
        wanted=wanted,
        figures=figures_from(who.person, who.key, who.name, game.name, matches, by_word, cost),
        lines=lines,
        roles={role: by_word[role] for role in (*role_names(game), "") if role in by_word},
        partners=partners,
        rating=rating_of(session, code, (who.person,)),
        steps=steps(session, code, (who.person,), RATED),
        words=words,
        cut_events=[number for number, (_text, is_whole) in events.items() if not is_whole],
        names=names_of(session, people),
        keys=keys_of(session, people),
        undated=sums.undated_matches(session, who.person, who.key, game.name, wanted, numbers),
        play=PlayOf(
            unlike(session, source, who.person, game, wanted, numbers),
            bombs_of(session, who.person, game, wanted, numbers),
        )
        if play
        else None,
    )


def standing_out(profile: Profile, called: Callable[[int, str], str]) -> list[str]:
    """At most three sentences: differences from other players beyond chance, then the best and the most frequent.

    ``called`` gives what a person is called, by number and name.
    """
    sentences = chain(
        _differences(profile), _best_role(profile), _best_partner(profile, called), _place(profile), _result(profile)
    )
    return list(islice(sentences, _SENTENCES))


def unlike_words(unlike: Unlike) -> str:
    """What the comparison with the others rests on, or why nothing is said of it."""
    if unlike.differences:
        return _(
            "Rates of the newest matches of this player ({matches}) and of everybody else in the newest matches "
            "(seats: {seats}), both under this filter. Rates that were compared: {rates}; shown is what differs by at "
            "least {errors} standard errors, so that chance alone shows something on one page of 370.",
            matches=f"{unlike.own_matches:,}",
            seats=f"{unlike.other_matches:,}",
            rates=f"{unlike.compared:,}",
            errors=f"{unlike.threshold:.1f}",
        )
    if unlike.compared:
        return _n(
            "The only rate does not differ from that of the others of this filter by more than chance explains.",
            "None of {count} rates differs from that of the others of this filter by more than chance explains.",
            unlike.compared,
        )
    return _("There are too few matches to compare this player with the others.")


def _differences(profile: Profile) -> Iterator[str]:
    words = words_of_differences(profile.game)
    for difference in profile.play.unlike.differences if profile.play else ():
        numbers = {
            "figure": capital(words[difference.name]),
            "own": _decimal(difference.own.value),
            "others": _decimal(difference.others.value),
            "things": words[difference.measure],
        }
        yield (
            _("{figure}: more than the others, {own} against {others} (measured by {things}).", **numbers)
            if difference.z > 0
            else _("{figure}: less than the others, {own} against {others} (measured by {things}).", **numbers)
        )


def _best_role(profile: Profile) -> Iterator[str]:
    known = [(role_words(profile.game.name, role), sums) for role, sums in profile.roles.items() if role]
    yield from _best(profile, known)


def _best_partner(profile: Profile, called: Callable[[int, str], str]) -> Iterator[str]:
    partners = [(called(line.key, profile.names[line.key]), line) for line in profile.partners if line.key is not None]
    yield from _best(profile, partners, with_partner=True)


def _best(
    profile: Profile, choices: Sequence[tuple[str, HandTotals | RoleSums]], *, with_partner: bool = False
) -> Iterator[str]:
    enough = [
        (Fraction(totals.score, totals.hands), name, totals) for name, totals in choices if totals.hands >= _LEAST
    ]
    if len(enough) < 2:
        return
    mean, name, best = max(enough, key=lambda choice: choice[0])
    values = {"name": name, "count": f"{best.hands:,}", "mean": _mean(mean)}
    if with_partner:
        yield (
            _("Best partner: {name}, {mean} levels a hand in {count} hands.", **values)
            if profile.game.statistics.levels
            else _("Best partner: {name}, {mean} points a hand in {count} hands.", **values)
        )
    else:
        yield (
            _("Best role: {name}, {mean} levels a hand in {count} hands.", **values)
            if profile.game.statistics.levels
            else _("Best role: {name}, {mean} points a hand in {count} hands.", **values)
        )


def _place(profile: Profile) -> Iterator[str]:
    places = profile.whole.places
    if not places:
        return
    place_halves, (hands, _score) = max(places.items(), key=lambda item: (item[1][0], -item[0]))
    yield _(
        "Most frequent: {place}, in {count} of {all} hands.",
        place=place_called(place_halves, profile.game.name),
        count=f"{hands:,}",
        all=f"{sum(count for count, _score in places.values()):,}",
    )


def _result(profile: Profile) -> Iterator[str]:
    line = profile.lines.whole
    mean, matches = _mean(Fraction(line.score, line.hands)), line.matches
    if profile.game.statistics.levels:
        yield _n(
            "{mean} levels a hand in {count} match.", "{mean} levels a hand in {count} matches.", matches, mean=mean
        )
    else:
        yield _n(
            "{mean} points a hand in {count} match.", "{mean} points a hand in {count} matches.", matches, mean=mean
        )
    if not line.errors:
        yield _n("No error in {count} hand.", "No error in {count} hands.", line.hands)


def _mean(value: Fraction) -> str:
    return signed(fixed(value.numerator, value.denominator, 2))


def _decimal(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def words_of_figures(game: Game) -> dict[str, str]:
    """By name what pages call the figures of a game, and what they are measured by, in lower case."""
    words = {figure.name: said_by_game(figure_text(figure.name)) for figure in game.statistics.figures}
    return {"hands": _("hands"), "played": _("hands played")} | words


def words_of_differences(game: Game) -> dict[str, str]:
    """By name what is compared with the others, and what it is measured by, in lower case."""
    return words_of_figures(game) | {"score": _("score a hand"), "errors": _("errors a hand")}
