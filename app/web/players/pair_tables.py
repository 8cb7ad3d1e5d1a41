"""The tables of two people: what they did together, their last common matches, and all figures of each side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from app.players.statistics.figures import MatchCount, PersonFigures
from app.players.statistics.head_to_head import CommonMatch, Record, Sample, Together
from app.players.statistics.person import RoleSums
from app.text.decimals import fixed
from app.text.game_terms import figure_words, role_words, said_by_game
from app.text.language import _, marked
from app.text.places import place_text
from app.web.parts.html_tables import (
    Cell,
    ShownTable,
    count_cell,
    head_cell,
    mean_cell,
    ruled_words,
    share_cell,
    won_cell,
)
from app.web.parts.statistics_words import day_words, has_levels, match_address, mean_words, names_words
from engine.games import GAMES
from engine.replay.game import Game

_TITLES: Final[Mapping[Together, str]] = {
    Together.PARTNERS: marked("As partners"),
    Together.OPPONENTS: marked("As opponents"),
}
_RATE: Final = 2


def together_table(game: str, records: Mapping[Together, Record], first: str, second: str) -> ShownTable:
    """What two people, given by their names, did in common hands."""
    unit = mean_words(game)
    return ShownTable(
        "together",
        _("Common hands"),
        (
            _("Together"),
            _("Matches"),
            _("Won by {name}", name=first),
            _("Won by {name}", name=second),
            _("Hands"),
            _("{unit}, {name}", unit=unit, name=first),
            _("{unit}, {name}", unit=unit, name=second),
            _("Difference a hand"),
            _("{name} scored more", name=first),
        ),
        [
            (
                head_cell("together", _(_TITLES[together]), str(together)),
                count_cell("matches", record.first.matches),
                _won("first_won", record.first),
                _won("second_won", record.second),
                _hands(record.score.count, record.adjusted),
                _mean("first_mean", record.score),
                _mean("second_mean", record.other_score),
                *_differences(record, alike=together is Together.PARTNERS and bool(GAMES[game].teams)),
            )
            for together in Together
            if (record := records.get(together)) is not None
        ],
        note=_(
            "Won are matches with such a hand, of those whose winner is known. The difference is what the first scored "
            "beyond the second; who scored more counts hands in which they differ. Shares have their 95 % interval, "
            "means half the width of theirs."
        ),
    )


def matches_table(matches: Sequence[CommonMatch], events: Mapping[int, str], first: str, second: str) -> ShownTable:
    """Common matches, with who won."""
    return ShownTable(
        "matches",
        _("Common matches"),
        (_("Match"), _("Day"), _("Event"), _("Won by")),
        [
            (
                Cell(
                    _("Match {number}", number=match.match),
                    href=match_address(match.match),
                    values={"match": match.match},
                ),
                head_cell("day", day_words(match.day)),
                head_cell("event", events[match.event], own=True),
                Cell(_winner(match, first, second), values={"first_won": match.won, "second_won": match.other_won}),
            )
            for match in matches
        ],
    )


def side_by_side(
    game: str, first: PersonFigures | None, second: PersonFigures | None, names: tuple[str, str], *, pending: bool
) -> ShownTable:
    """All figures of two people in a game, whomever they played with.

    ``pending``: whether the figures that take long are still to be worked out, and so are left out.
    """
    in_all = _("Levels in all") if has_levels(game) else _("Score in all")
    both = (first, second)
    rows = [
        _row(_("Matches"), "matches", [count_cell("", _matches(figures).matches) for figures in both]),
        _row(_("Matches won"), "won", [_won("", _matches(figures)) for figures in both]),
        _row(_("Hands"), "hands", [_hands(_whole(figures).hands, _whole(figures).adjusted, "") for figures in both]),
        _row(_("Hands played to their end"), "played", [count_cell("", _whole(figures).played) for figures in both]),
        _row(in_all, "score", [count_cell("", _whole(figures).score, signs=True) for figures in both]),
        _row(mean_words(game), "mean", [_mean("", _sample(_whole(figures))) for figures in both]),
        _row(_("Errors"), "errors", [_rate(_whole(figures).errors, _whole(figures).hands) for figures in both]),
    ]
    places = sorted({place_halves for figures in both if figures for place_halves in figures.places})
    for place_halves in places:
        rows.append(
            _row(
                _("Place {place}", place=place_text(place_halves)),
                f"place_{place_text(place_halves)}",
                [
                    share_cell("", 0 if figures is None else figures.places.get(place_halves, 0), _whole(figures).hands)
                    for figures in both
                ],
            )
        )
    for role in dict.fromkeys(role for figures in both if figures for role in figures.roles):
        of_role = [RoleSums() if figures is None else figures.roles[role] for figures in both]
        words = role_words(game, role)
        hands, mean = _("{role}: hands", role=words), _("{role}: score a hand", role=words)
        rows.append(_row(hands, f"{role}_hands", [count_cell("", sums.hands) for sums in of_role]))
        rows.append(_row(mean, f"{role}_mean", [_mean("", _sample(sums)) for sums in of_role]))
    values = [{} if figures is None else figures.values for figures in both]
    for key, meaning in _meanings(GAMES[game], pending=pending).items():
        rows.append(
            _row(
                figure_words(key),
                key,
                [
                    _rate(numbers.get(key, 0), _whole(figures).hands)
                    for numbers, figures in zip(values, both, strict=True)
                ],
                meaning,
            )
        )
    return ShownTable(
        "figures",
        _("Side by side"),
        (_("Figure"), *names),
        rows,
        note=_(
            "Over all counted hands of each in this game, whomever they were played with. Below a count is how much "
            "of it there is in a hand."
        ),
    )


def _meanings(game: Game, *, pending: bool) -> dict[str, str]:
    """The game's own figures with what each counts; without those that are still to be worked out."""
    meanings: dict[str, str] = {}
    for figure in game.statistics.figures:
        if not (pending and figure.later):
            meanings.setdefault(figure.key or figure.name, said_by_game(figure.meaning))
    return meanings


def _row(title: str, key: str, cells: Sequence[Cell], under: str = "") -> tuple[Cell, ...]:
    named = [
        Cell(cell.text, cell.under, values={f"{side}{name}": value for name, value in cell.values.items()})
        for side, cell in zip(("first", "second"), cells, strict=True)
    ]
    return (head_cell("figure", title, key, under=under), *named)


def _matches(figures: PersonFigures | None) -> MatchCount:
    return MatchCount() if figures is None else figures.matches


def _whole(figures: PersonFigures | None) -> RoleSums:
    return RoleSums() if figures is None else figures.whole


def _sample(sums: RoleSums) -> Sample:
    return Sample(sums.hands, sums.score, sums.squares)


def _won(name: str, matches: MatchCount) -> Cell:
    return won_cell(name, matches.won, matches.matches, matches.undecided)


def _hands(hands: int, adjusted: int, name: str = "hands") -> Cell:
    """A number of hands, with how many of them have scores that rulings set."""
    ruled = f"{name}_ruled" if name else "_ruled"
    return replace(count_cell(name, hands), under=ruled_words(adjusted), values={name: hands, ruled: adjusted})


def _mean(name: str, sample: Sample) -> Cell:
    return mean_cell(name, sample.count, sample.total, sample.squares)


def _rate(value: int | Decimal, hands: int) -> Cell:
    text = f"{value:,}".replace("-", "−")
    if not hands:
        return Cell(text, values={"": value})
    above, below = value.as_integer_ratio()
    rate = fixed(above, below * hands, _RATE).replace("-", "−")
    return Cell(text, _("{number} a hand", number=rate), values={"": value})


def _differences(record: Record, *, alike: bool) -> tuple[Cell, Cell]:
    """The difference of the scores; nothing where both always score alike."""
    if alike:
        return Cell(""), Cell("")
    return _mean("difference", record.difference), share_cell("first_more", record.more, record.more + record.less)


def _winner(match: CommonMatch, first: str, second: str) -> str:
    if match.won is None:
        return _("unknown")
    winners = [name for name, won in ((first, match.won), (second, match.other_won)) if won]
    return names_words(winners) or _("neither")
