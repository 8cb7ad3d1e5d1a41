"""The sentences at the head of a person's page: what stands out among the figures of the page."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import Final

from app.players.statistics.person import HandTotals, RoleSums
from app.text.decimals import fixed, signed
from app.text.game_terms import role_words
from app.text.language import _, _n
from app.text.language.sentence import capital
from app.web.parts.person_links import name_of
from app.web.parts.person_page import PersonPage
from app.web.players.person_tables import place_words, words_of_differences

_SENTENCES: Final = 3
_LEAST: Final = 10
"""The hands that a role or a partner must have to be compared with another."""


def standing_out(page: PersonPage, hidden: bool) -> list[str]:
    """Three sentences: how the player differs from the others as far as chance does not explain it, then what is best
    and most frequent.
    """
    sentences = chain(_differences(page), _best_role(page), _best_partner(page, hidden), _place(page), _result(page))
    return list(islice(sentences, _SENTENCES))


def _differences(page: PersonPage) -> Iterator[str]:
    words = words_of_differences(page)
    for difference in page.unlike.differences:
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


def _best_role(page: PersonPage) -> Iterator[str]:
    known = [(role_words(page.game.name, role), sums) for role, sums in page.roles.items() if role]
    yield from _best(page, known)


def _best_partner(page: PersonPage, hidden: bool) -> Iterator[str]:
    partners = [
        (name_of(line.key, page.names[line.key], hidden), line) for line in page.partners if line.key is not None
    ]
    yield from _best(page, partners, with_partner=True)


def _best(
    page: PersonPage, choices: Sequence[tuple[str, HandTotals | RoleSums]], *, with_partner: bool = False
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
            if page.has_levels
            else _("Best partner: {name}, {mean} points a hand in {count} hands.", **values)
        )
    else:
        yield (
            _("Best role: {name}, {mean} levels a hand in {count} hands.", **values)
            if page.has_levels
            else _("Best role: {name}, {mean} points a hand in {count} hands.", **values)
        )


def _place(page: PersonPage) -> Iterator[str]:
    places = page.whole.places
    if not places:
        return
    place_halves, (hands, _score) = max(places.items(), key=lambda item: (item[1][0], -item[0]))
    yield _(
        "Most frequent: {place}, in {count} of {all} hands.",
        place=place_words(place_halves, page.game.name),
        count=f"{hands:,}",
        all=f"{sum(count for count, _score in places.values()):,}",
    )


def _result(page: PersonPage) -> Iterator[str]:
    line = page.lines.whole
    mean, matches = _mean(Fraction(line.score, line.hands)), line.matches
    if page.has_levels:
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
