"""The tables and the chart of a season."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final

from app.drawing.charts import Chart, Point, Series
from app.players.statistics.hand_series import OutstandingHand, Run
from app.players.statistics.season import SeasonMatches
from app.players.statistics.standings import Standing
from app.text.decimals import signed
from app.text.language import _
from app.text.places import named_place, place_name, place_text
from app.web.parts.html_tables import Cell, ShownTable, count_cell, head_cell, mean_cell, score_cell, won_cell
from app.web.parts.statistics_words import (
    SeasonNames,
    day_words,
    hand_address,
    hand_words,
    has_levels,
    match_address,
    mean_words,
    names_words,
    person_address,
    unit_words,
)

SHOWN_RUNS: Final = 15
"""People whose runs the page shows; the files have all."""
CHARTED: Final = 8
"""People whose scores the chart has."""
_POINTS: Final = 120
"""Places on the axis of the chart; of more matches, not every one is drawn."""


def standings_table(game: str, standings: Sequence[Standing], people: SeasonNames, first: int = 0) -> ShownTable:
    """Everybody by score; of equal scores they share the place.  ``first`` is where the shown part begins."""
    ranks: dict[int, int] = {}
    for number, standing in enumerate(standings, 1):
        ranks.setdefault(standing.score, number)
    rows = [
        (
            head_cell(
                "name", people.called(line.person), href=person_address(line.person, game), own=not people.hidden
            ),
            count_cell("place", ranks[line.score]),
            score_cell("score", line.score, line.adjusted),
            mean_cell("mean", line.hands, line.score, line.squares),
            _won(line),
            count_cell("hands", line.hands),
            _places(line.places, line.hands, game),
        )
        for line in standings
    ]
    return ShownTable(
        "standings",
        _("Standings"),
        (
            *(_("Player"), _("Place"), unit_words(game), mean_words(game)),
            *(_("Matches won"), _("Hands"), _("Places in hands")),
        ),
        rows[first:],
        note=_(
            "Places are by levels in all. A mean has half the width of its 95 % interval behind ±; a share has its "
            "95 % interval below."
        )
        if has_levels(game)
        else _(
            "Places are by score in all. A mean has half the width of its 95 % interval behind ±; a share has its "
            "95 % interval below."
        ),
    )


def runs_table(game: str, runs: Sequence[Run], people: SeasonNames) -> ShownTable:
    """The longest run of hands won, and of hands lost, of each person."""
    by_person: dict[int, dict[bool, Run]] = {}
    for run in runs:
        by_person.setdefault(run.person, {})[run.won] = run
    ordered = sorted(by_person, key=lambda person: (-_length(by_person[person], won=True), person))
    return ShownTable(
        "runs",
        _("Longest series of hands"),
        (_("Player"), _("Won in a row"), _("Lost in a row")),
        [
            (
                head_cell("name", people.called(person), href=person_address(person, game), own=not people.hidden),
                _run("won", by_person[person].get(True)),
                _run("lost", by_person[person].get(False)),
            )
            for person in ordered
        ],
        note=_("A hand is won by a score above the mean of its seats, lost by one below it; any other ends a series."),
    )


def hands_table(
    game: str, hands: Sequence[OutstandingHand], people: SeasonNames, carried: str | None, *, best: bool
) -> ShownTable:
    """The hands with the largest, or the smallest, scores; their replays carry the list that they are."""
    return ShownTable(
        "best" if best else "worst",
        _("Best hands") if best else _("Worst hands"),
        (_("Hand"), _("Players"), unit_words(game), _("Day")),
        [
            (
                Cell(
                    hand_words(hand.place),
                    href=hand_address(hand.place.match, hand.place.hand + 1, carried),
                    values={"match": hand.place.match, "hand": hand.place.hand + 1},
                ),
                head_cell(
                    "players", names_words([people.called(person) for person in hand.people]), own=not people.hidden
                ),
                score_cell("score", hand.score, int(hand.adjusted)),
                head_cell("day", day_words(hand.day)),
            )
            for hand in hands
        ],
        note=_("Of equal scores the newest hands are shown. Each hand leads to its replay."),
    )


def course_chart(
    game: str, season: SeasonMatches, scores: Mapping[int, Mapping[int, int]], people: SeasonNames
) -> Chart | None:
    """How the scores grew from match to match; None for fewer than two matches."""
    if len(season.matches) < 2 or not scores:
        return None
    step = -(-len(season.matches) // _POINTS)
    drawn = [
        number for number in range(1, len(season.matches) + 1) if number % step == 0 or number == len(season.matches)
    ]
    addresses = {number: match_address(season.ids[number - 1]) for number in drawn}
    series = []
    for person, of_match in scores.items():
        totals = list(accumulate(of_match.get(match, 0) for match in season.ids))
        begun = next(number for number, match in enumerate(season.ids, 1) if match in of_match)
        series.append(
            Series(
                people.called(person),
                tuple(
                    _point(season, number, addresses[number], totals[number - 1] if number >= begun else None, of_match)
                    for number in drawn
                ),
            )
        )
    levels = has_levels(game)
    return Chart(
        key="course",
        title=_("Levels gained over the matches") if levels else _("Score over the matches"),
        x_title=_("Match"),
        y_title=_("Levels") if levels else _("Points"),
        series=tuple(series),
        signed=not levels,
    )


def _point(season: SeasonMatches, number: int, address: str, total: int | None, of_match: Mapping[int, int]) -> Point:
    played = season.matches[number - 1]
    score = of_match.get(played.match)
    said = _("not played") if score is None else signed(str(score))
    note = (
        _("match {match}: {score}", match=played.match, score=said)
        if played.day is None
        else _("match {match}, {day}: {score}", match=played.match, day=day_words(played.day), score=said)
    )
    return Point(number, total, note=note, href=address)


def _won(standing: Standing) -> Cell:
    of = standing.matches
    cell = won_cell("won", of.won, of.matches, of.undecided)
    return Cell(cell.text, cell.under, values={"matches": of.matches, "undecided": of.undecided, **cell.values})


def _places(places: Mapping[int, int], hands: int, game: str) -> Cell:
    values = {f"place_{place_text(place_halves)}": count for place_halves, count in places.items()}
    if not places:
        return Cell("", values=values)
    said = " · ".join(f"{_ordinal(place_halves, game)} {count:,}" for place_halves, count in places.items())
    without = hands - sum(places.values())
    return Cell(said, _("none in {count}", count=f"{without:,}") if without else "", values=values)


def _ordinal(place_halves: int, game: str) -> str:
    """A place, by twice its number."""
    return named_place(place_halves, game) or (
        place_text(place_halves) if place_halves % 2 else place_name(place_halves // 2)
    )


def _length(runs: Mapping[bool, Run], *, won: bool) -> int:
    return runs[won].length if won in runs else 0


def _run(name: str, run: Run | None) -> Cell:
    if run is None:
        return Cell("0", values={name: 0, f"{name}_first": None, f"{name}_last": None})
    first, last = hand_words(run.first), hand_words(run.last)
    return Cell(
        f"{run.length:,}",
        first if run.length == 1 else _("{first} to {last}", first=first, last=_last(run)),
        hand_address(run.first.match, run.first.hand + 1),
        {name: run.length, f"{name}_first": first, f"{name}_last": last},
    )


def _last(run: Run) -> str:
    if run.first.match == run.last.match:
        return _("hand {hand}", hand=run.last.hand + 1)
    return _("match {match}, hand {hand}", match=run.last.match, hand=run.last.hand + 1)
