"""The tabs of a person's page, their addresses, and the figures at the top of each tab."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from flask import url_for

from app.players.statistics.accuracy import accuracy_words, rests_on
from app.players.statistics.person import RoleSums, measure_of
from app.players.statistics.profile import Profile, words_of_figures
from app.text.decimals import fixed, score_shown
from app.text.language import _, _c, _n
from app.text.language.sentence import capital
from app.web.http.addresses import Arguments, address_of
from app.web.parts.html_tables import mean_cell, ruled_words, share_cell, won_cell
from app.web.parts.statistics_words import mean_words


class Tab(StrEnum):
    """A part of what is known of a person, on a page of its own."""

    OVERVIEW = "overview"
    DECISIONS = "decisions"
    HANDS = "hands"
    MORE = "more"

    @property
    def words(self) -> str:
        """What the tab is called."""
        match self:
            case Tab.OVERVIEW:
                return _("Overview")
            case Tab.DECISIONS:
                return _c("tab", "Decisions")
            case Tab.HANDS:
                return _c("tab", "Hands")
            case Tab.MORE:
                return _("More figures")


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """A figure at the top of a tab."""

    head: str
    text: str
    under: tuple[tuple[str, str], ...] = ()
    """Smaller lines below it, each with the address that it leads to, empty if nowhere."""
    href: str = ""
    topic: tuple[str, str] | None = None
    """The topic of the help that explains it, and its part."""


class PersonLinks:
    """The addresses of a person's pages with one part of their filter changed."""

    def __init__(self, person: int, chosen: Mapping[str, str], game: str | None = None) -> None:
        self._person: Final = person
        self._chosen: Final = dict(chosen)
        self._game: Final = {} if game is None else {"game": game}

    def page(self, **changed: str | None) -> str:
        """The overview of the game that is shown; None takes a part of the filter out."""
        return address_of("people.person", self._with(changed))

    def tab(self, tab: Tab, **changed: str | None) -> str:
        """A tab under the same filter, or with a part of it changed."""
        return address_of(f"people.{'person' if tab is Tab.OVERVIEW else tab}", self._with(changed))

    def bare(self, tab: Tab, game: str | None = None) -> str:
        """A tab without a filter but a game."""
        return PersonLinks(self._person, {}, game or None).tab(tab)

    def hands(self, **changed: str | int | None) -> str:
        """The hands behind a figure."""
        return address_of("people.hands", self._with(changed))

    def file(self, what: str, form: str) -> str:
        """The file of a table or a chart."""
        return address_of("people.file", {"identity": self._person, "what": what, "form": form, **self._chosen})

    def _with(self, changed: Mapping[str, str | int | None]) -> Arguments:
        return {"identity": self._person, **self._chosen, **self._game, **changed}


def key_figures(page: Profile, links: PersonLinks, ruled: str) -> list[KeyFigure]:
    """What a person's overview says first; ``ruled`` is the address of the hands that rulings set, empty if hidden."""
    line = page.lines.whole
    won = won_cell("won", line.won, line.matches, line.undecided)
    mean = mean_cell("score", line.hands, line.score, line.squares)
    score = score_shown(line.score)
    in_all = (
        _("{score} in all, as computed", score=score) if page.wanted.as_computed else _("{score} in all", score=score)
    )
    under = [(in_all, ""), (ruled_words(line.adjusted), ruled), (_("Worst hands"), links.hands(order="worst"))]
    shown = [
        KeyFigure(_("Matches won"), won.text, ((won.under, ""),)),
        KeyFigure(_("Hands"), f"{line.hands:,}", ((_("{count} played to their end", count=f"{line.played:,}"), ""),)),
        KeyFigure(mean_words(page.game.name), mean.text, tuple(under)),
        _errors(page, links),
    ]
    if page.rating is not None:
        rating, matches = page.rating
        words = _n("from {count} match, whatever the filter", "from {count} matches, whatever the filter", matches)
        shown.append(
            KeyFigure(
                _("Rating"),
                f"{rating.mean:.1f} ± {2 * rating.deviation:.1f}",
                ((words, ""),),
                url_for("ratings.board", game=page.game.name),
            )
        )
    return [*shown, *_few(page, links, [figure.name for figure in page.game.statistics.figures if figure.first])]


def play_figures(page: Profile, links: PersonLinks, faults: str) -> list[KeyFigure]:
    """What is said first of how a person plays; ``faults``: the address of the hands with a fault, empty if hidden."""
    shown = [_errors(page, links), *_few(page, links, ("passes_able", "settings_compared", "points_lost"))]
    cost = page.figures.accuracy
    if cost is None or not cost.decisions:
        return shown
    about = _(
        "The mean of what decisions cost by what the player could know, with its 95 % interval over hands. It is no "
        "rating: it takes many hands to tell anything, and others had other decisions to make."
    )
    under = [(f"{rests_on(cost)} {about}", ""), *([(_("Hands with a fault"), faults)] if faults else [])]
    words = accuracy_words(cost, page.game.name)
    return [*shown, KeyFigure(_("Cost of a decision"), words, tuple(under), topic=("review", "accuracy"))]


def _errors(page: Profile, links: PersonLinks) -> KeyFigure:
    line = page.lines.whole
    return KeyFigure(
        _("Errors"),
        f"{line.errors:,}",
        ((_n("in {count} hand", "in {count} hands", line.hands), ""),),
        links.hands(count="errors") if line.errors else "",
    )


def _few(page: Profile, links: PersonLinks, names: Sequence[str]) -> Iterator[KeyFigure]:
    words = words_of_figures(page.game)
    for figure in page.game.statistics.figures:
        measure = measure_of(figure)
        count, of = page.whole.counts.get(figure.name, 0), measured_of(measure, page.whole)
        if figure.name not in names or not of:
            continue
        address = links.hands(count=figure.name) if count else ""
        if figure.share:
            cell = share_cell(figure.name, count, of)
            yield KeyFigure(capital(words[figure.name]), cell.text, ((cell.under, ""),), address)
        else:
            counted = _("{count} in {of} {things}", count=f"{count:,}", of=f"{of:,}", things=words[measure])
            yield KeyFigure(capital(words[figure.name]), fixed(count, of, 2), ((counted, ""),), address)


def measured_of(measure: str, whole: RoleSums) -> int:
    """How many there are of what a figure is measured by."""
    return {"hands": whole.hands, "played": whole.played}.get(measure) or whole.counts.get(measure, 0)
