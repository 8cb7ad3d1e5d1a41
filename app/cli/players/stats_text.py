"""The figures of people as tables for a terminal."""

from collections.abc import Container, Iterator, Sequence
from decimal import Decimal
from itertools import groupby

from app.cli.tables import blocks
from app.cli.words import word_said
from app.players.statistics.figures import PersonFigures
from app.players.statistics.intervals import mean, share
from app.players.statistics.output import place_text
from app.players.statistics.person import RoleSums
from app.text.glossary import game_title
from app.text.language import DEFAULT, _, current, said
from app.text.terminal import Style
from engine.games import GAMES
from engine.rulebook.sentences import say_of

_LONGEST = 32


def tables(figures: Sequence[PersonFigures], style: Style, mixed: Container[str]) -> Iterator[str]:
    """The lines of a table for each game; ``mixed`` are the games in which scores of unlike scales are added."""
    for number, (game, of_game) in enumerate(groupby(figures, key=lambda each: each.game)):
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
    heads = [_("player"), *(person_name(each.name, each.key, style) for each in figures)]
    columns = [
        [_("matches"), *(f"{each.matches.matches:,}" for each in figures)],
        [_("won"), *(_won(each) for each in figures)],
        [_("undecided"), *(f"{each.matches.undecided:,}" for each in figures)],
        [said(say_of("column", "hands")), *(f"{each.whole.hands:,}" for each in figures)],
        [_("played"), *(f"{each.whole.played:,}" for each in figures)],
        [_("score"), *(f"{each.whole.score:,}" for each in figures)],
        [_("score a hand"), *(_mean(each.whole) for each in figures)],
        *_ruled(figures),
        [_("errors"), *(f"{each.whole.errors:,}" for each in figures)],
    ]
    for place_halves in sorted({place_halves for each in figures for place_halves in each.places}):
        of_place = (_share(each.places.get(place_halves, 0), each.whole.hands) for each in figures)
        columns.append([_("place {place}", place=place_text(place_halves)), *of_place])
    for role in figures[0].roles:
        columns.append([_("{role}: hands", role=word_said(role)), *(f"{each.roles[role].hands:,}" for each in figures)])
        columns.append(
            [_("{role}: score a hand", role=word_said(role)), *(_mean(each.roles[role]) for each in figures)]
        )
    values = [each.values for each in figures]
    for key in values[0]:
        columns.append([_figure(figures[0].game, key), *(_number(each[key]) for each in values)])
    return heads, columns


def _figure(game: str, key: str) -> str:
    """The head of the column of a figure: its key, for readers of Chinese the words that pages have for it."""
    plain = key.replace("_", " ")
    if current() is DEFAULT:
        return plain
    words = next((each.words for each in GAMES[game].statistics.figures if key in (each.name, each.key)), "")
    return _(words or plain)


def _ruled(figures: Sequence[PersonFigures]) -> list[list[str]]:
    """The column of hands whose scores rulings set, if there are any."""
    if not any(each.whole.adjusted for each in figures):
        return []
    return [[_("hands set by rulings"), *(f"{each.whole.adjusted:,}" for each in figures)]]


def person_name(name: str, key: str, style: Style) -> str:
    """The name of a person, with the key behind it if that is another."""
    shown = style.safe(name, _LONGEST)
    return shown if key == name else f"{shown} ({style.safe(key, _LONGEST)})"


def _won(figures: PersonFigures) -> str:
    return _share(figures.matches.won, figures.matches.matches - figures.matches.undecided)


def _share(count: int, of: int) -> str:
    found = share(count, of)
    if found is None:
        return f"{count:,}"
    return _(
        "{count} of {all} ({low} to {high} %)",
        count=f"{count:,}",
        all=f"{of:,}",
        low=f"{100 * found.low:.0f}",
        high=f"{100 * found.high:.0f}",
    )


def _mean(sums: RoleSums) -> str:
    found = mean(sums.hands, sums.score, sums.squares)
    if found is None:
        return "-"
    return f"{found.value:.2f}" + ("" if found.half is None else f" +-{found.half:.2f}")


def _number(value: int | Decimal) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,f}"
