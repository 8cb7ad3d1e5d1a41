"""The figures of people as tables for a terminal."""

from collections.abc import Container, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from app.cli.tables import blocks
from app.cli.words import word_said
from app.players.statistics.figures import PersonFigures
from app.players.statistics.intervals import mean, share
from app.players.statistics.luck import LEAST, LEAST_MATCHES, Luck, ValueSum, average, more_than_chance
from app.players.statistics.output import place_text
from app.players.statistics.person import RoleSums
from app.text.decimals import fixed
from app.text.glossary import game_title
from app.text.language import DEFAULT, _, current, said
from app.text.terminal import Style
from engine.games import GAMES
from engine.replay.strength import UNIT
from engine.rulebook.sentences import say_of

_LONGEST = 32


def tables(figures: Sequence[PersonFigures], style: Style, mixed: Container[str]) -> Iterator[str]:
    """The lines of a table for each game; ``mixed`` are the games in which scores of unlike scales are added."""
    for number, (game, of_game) in enumerate(groupby(figures, key=lambda figure: figure.game)):
        if number:
            yield ""
        yield style.paint(game_title(game), "strong")
        for index, block in enumerate(blocks(*_columns(list(of_game), style), style)):
            if index:
                yield ""
            yield from block
        if game in mixed:
            yield ""
            yield _(
                "These hands are scored on unlike scales (other rules of scoring, tables of points or stakes): sums "
                "and means of their scores are mixed. With --preset they are those of one preset."
            )


def _columns(figures: Sequence[PersonFigures], style: Style) -> tuple[list[str], list[list[str]]]:
    heads = [_("player"), *(person_name(figure.name, figure.key, style) for figure in figures)]
    columns = [
        [_("matches"), *(f"{figure.matches.matches:,}" for figure in figures)],
        [_("won"), *(_won(figure) for figure in figures)],
        [_("undecided"), *(f"{figure.matches.undecided:,}" for figure in figures)],
        [said(say_of("column", "hands")), *(f"{figure.whole.hands:,}" for figure in figures)],
        [_("played"), *(f"{figure.whole.played:,}" for figure in figures)],
        [_("score"), *(f"{figure.whole.score:,}" for figure in figures)],
        [_("score a hand"), *(_mean(figure.whole) for figure in figures)],
        *_ruled(figures),
        [_("errors"), *(f"{figure.whole.errors:,}" for figure in figures)],
    ]
    for place_halves in sorted({place_halves for figure in figures for place_halves in figure.places}):
        of_place = (_share(figure.places.get(place_halves, 0), figure.whole.hands) for figure in figures)
        columns.append([_("place {place}", place=place_text(place_halves)), *of_place])
    for role in figures[0].roles:
        columns.append(
            [_("{role}: hands", role=word_said(role)), *(f"{figure.roles[role].hands:,}" for figure in figures)]
        )
        columns.append(
            [_("{role}: score a hand", role=word_said(role)), *(_mean(figure.roles[role]) for figure in figures)]
        )
    values = [figure.values for figure in figures]
    for key in values[0]:
        columns.append([_figure(figures[0].game, key), *(_number(value[key]) for value in values)])
    return heads, columns


def _figure(game: str, key: str) -> str:
    """The head of the column of a figure: its key, for readers of Chinese the words that pages have for it."""
    plain = key.replace("_", " ")
    if current() is DEFAULT:
        return plain
    words = next((figure.words for figure in GAMES[game].statistics.figures if key in (figure.name, figure.key)), "")
    return _(words or plain)


def _ruled(figures: Sequence[PersonFigures]) -> list[list[str]]:
    """The column of hands whose scores rulings set, if there are any."""
    if not any(figure.whole.adjusted for figure in figures):
        return []
    return [[_("hands set by rulings"), *(f"{figure.whole.adjusted:,}" for figure in figures)]]


def person_name(name: str, key: str, style: Style) -> str:
    """The name of a person, with the key behind it if that is another."""
    shown = style.safe(name, _LONGEST)
    return shown if key == name else f"{shown} ({style.safe(key, _LONGEST)})"


def _won(figures: PersonFigures) -> str:
    return _share(figures.matches.won, figures.matches.matches - figures.matches.undecided)


def _share(count: int, of: int) -> str:
    fraction = share(count, of)
    if fraction is None:
        return f"{count:,}"
    return _(
        "{count} of {all} ({low} to {high} %)",
        count=f"{count:,}",
        all=f"{of:,}",
        low=f"{100 * fraction.low:.0f}",
        high=f"{100 * fraction.high:.0f}",
    )


def _mean(sums: RoleSums) -> str:
    average = mean(sums.hands, sums.score, sums.squares)
    if average is None:
        return "-"
    return f"{average.value:.2f}" + ("" if average.half is None else f" +-{average.half:.2f}")


def _number(value: int | Decimal) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,f}"


def luck_tables(lucks: Sequence[Luck], style: Style) -> Iterator[str]:
    """The lines of a table for each game; without numbers for those of whom too few hands are known."""
    marked = False
    for number, (game, grouped) in enumerate(groupby(lucks, key=lambda luck: luck.game)):
        of_game = list(grouped)
        sure = more_than_chance(of_game)
        marked |= bool(sure)
        if number:
            yield ""
        strength = GAMES[game].strength
        assert strength is not None
        yield style.paint(game_title(game), "strong")
        yield _("One of the result is a {unit}.", unit=word_said(strength.unit))
        heads, columns = _luck_columns(of_game, sure, average(strength.fitted), style)
        for index, block in enumerate(blocks(heads, columns, style)):
            if index:
                yield ""
            yield from block
    if lucks:
        yield ""
        yield _(
            "means a hand with half their 95 % interval, with the match as the sample; beyond: result less expected"
        )
        yield _("needed: how many hands it takes until chance alone would rarely make a difference of that size")
    if any(not luck.enough for luck in lucks):
        yield "-  " + _(
            "the cards are known in fewer than {count} hands, or in those of fewer than {matches} matches, which is "
            "too few",
            count=LEAST,
            matches=LEAST_MATCHES,
        )
    if marked:
        yield "*  " + _("more than chance; of the players so marked, one in 20 is expected to be marked by chance")
    if any(luck.enough for luck in lucks):
        yield _("without a *, chance alone may have made what is beyond the cards")


def _luck_columns(
    lucks: Sequence[Luck], sure: Container[int], middle: int, style: Style
) -> tuple[list[str], list[list[str]]]:
    return [_("player"), *(person_name(luck.name, luck.key, style) for luck in lucks)], [
        [said(say_of("column", "hands")), *(f"{luck.hands:,}" for luck in lucks)],
        [_("known"), *(f"{luck.known:,}" for luck in lucks)],
        [_("strength"), *(_luck_mean(luck, luck.strength, middle) for luck in lucks)],
        [said(say_of("luck", "expected")), *(_luck_mean(luck, luck.expected) for luck in lucks)],
        [_("result"), *(_luck_mean(luck, luck.result) for luck in lucks)],
        [_("beyond"), *(_luck_mean(luck, luck.beyond) + (" *" if luck.person in sure else "") for luck in lucks)],
        [_("needed"), *("-" if luck.needed is None else f"{luck.needed:,}" for luck in lucks)],
    ]


def _luck_mean(luck: Luck, summed: ValueSum, middle: int = 0) -> str:
    if not luck.enough:
        return "-"
    return f"{_decimal(summed.mean - middle)} +-{_decimal(summed.half or Fraction(0))}"


def _decimal(thousandths: Fraction) -> str:
    return fixed(thousandths.numerator, thousandths.denominator * UNIT, 2)
