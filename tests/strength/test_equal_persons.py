"""Persons of equal skill: how many of them lie outside their own interval, and how many a list marks."""

from functools import cache
from random import Random

from app.players.statistics.luck import LEAST, LEAST_MATCHES, Luck, ValueSum, more_than_chance
from engine.games import GAMES
from tests.offenders import for_every
from tests.profiles import cases, examples
from tests.strength.__main__ import FITTED_ON, STRANGERS
from tests.strength.fitting import strength_of, strengths
from tests.strength.predicting import EXPECTED
from tests.strength.samples import made_up

PERSONS = 2_000
MATCHES = {"guandan": 20, "bao_huang": 16, "big_a": 16, "chinese_poker": 20}
"""Matches that the persons of a kind play, each at a seat of some of them; a part of them in the push profile."""
FIRST = 90_000
EACH = range(20, 41)
"""How many matches a person plays."""
LIST = 100

Beyond = list[tuple[int, ...]]
"""By hand of a match, what each seat came to beyond the cards."""


def kinds(game: str) -> list[str]:
    """Players on whom the measure was fitted, and others; four kinds at least in Guandan."""
    return [*FITTED_ON[game], *STRANGERS]


@cache
def tables(game: str, kind: str) -> tuple[Beyond, ...]:
    """The matches of tables of equal players."""
    strength = strength_of(game)
    found: list[Beyond] = []
    for seed in range(FIRST, FIRST + examples(MATCHES[game])):
        match: Beyond = []
        for sample in made_up(game, [seed], kind):
            if sample.units and len(sample.units["two-four"]) * 2 < len(sample.cards) * (len(sample.cards) - 1):
                continue
            of = strengths(strength, strength.fitted, sample)
            expected = EXPECTED[game](strength.fitted, of, sample)
            match.append(tuple(came - due for came, due in zip(sample.results, expected, strict=True)))
        if match:
            found.append(match)
    return tuple(found)


def person(game: str, kind: str, rng: Random, skill: int = 0) -> ValueSum:
    """What is summed of a person who takes a seat at some matches; ``skill`` is what each hand brings besides."""
    matches = rng.choices(tables(game, kind), k=rng.choice(EACH))
    seats = [rng.randrange(len(match[0])) for match in matches]
    return ValueSum.of([hand[seat] + skill for hand in match] for match, seat in zip(matches, seats, strict=True))


def listed(summed: ValueSum, number: int) -> Luck:
    nothing = ValueSum()
    return Luck(number, str(number), "", "guandan", summed.count, nothing, nothing, nothing, summed, ())


@for_every("game", cases(GAMES, ("guandan", "chinese_poker")))
def test_about_one_in_twenty_of_equal_persons_lies_outside_the_own_interval(game: str) -> None:
    rng = Random(game)
    persons = [person(game, kind, rng) for kind in kinds(game) for _ in range(PERSONS // len(kinds(game)))]
    assert all(each.count >= LEAST and each.matches >= LEAST_MATCHES for each in persons)
    outside = sum(not each.is_noise for each in persons)
    assert 0.03 <= outside / len(persons) <= 0.07


def test_a_list_of_equal_persons_has_hardly_any_mark() -> None:
    rng = Random("equal")
    lists = [
        [listed(person("guandan", rng.choice(kinds("guandan")), rng), number) for number in range(LIST)]
        for _ in range(PERSONS // LIST)
    ]
    assert sum(not each.beyond.is_noise for one in lists for each in one) > PERSONS // 40
    assert sum(bool(more_than_chance(one)) for one in lists) <= 3


def test_of_the_marks_in_a_list_one_in_twenty_is_wrong() -> None:
    rng = Random("unequal")
    right = wrong = 0
    for _ in range(PERSONS // LIST):
        skilled = range(LIST // 4)
        marks = more_than_chance(
            [listed(person("guandan", "steady", rng, 1_000 * (number in skilled)), number) for number in range(LIST)]
        )
        right += sum(number in skilled for number in marks)
        wrong += sum(number not in skilled for number in marks)
    assert right > 0.9 * PERSONS / 4
    assert wrong <= 0.07 * (right + wrong)
