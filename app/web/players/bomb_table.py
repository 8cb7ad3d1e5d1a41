"""The table of a person's bombs: how many of each kind there were, and what became of them and of their hands."""

from flask import url_for

from app.players.search.grammar import query_of
from app.players.search.query import Condition, OfDay, PlayCondition, Size, TextCondition
from app.players.search.wording import text_of
from app.players.statistics.bombs import BombSums
from app.players.statistics.filters import FactFilter
from app.text.decimals import fixed
from app.text.game_terms import said_by_game
from app.text.language import _
from app.text.language.sentence import capital
from app.web.parts.html_tables import Cell, ShownTable, count_cell, mean_cell, rounded, share_cell
from app.web.parts.person_page import PersonPage
from engine.recorded.basis import Basis


def bomb_table(page: PersonPage, *, hidden: bool) -> ShownTable | None:
    """The bombs of a person; None if there are none.  Each kind leads to its hands, unless names are hidden,
    or the page shows an archive."""
    if not page.bombs:
        return None
    rows = [
        (
            Cell(capital(said_by_game(bomb.words)), values={"bomb": bomb.kind, "cards": bomb.size}),
            count_cell("played", bomb.played, href="" if hidden else _search(page, bomb)),
            share_cell("won", bomb.won, bomb.played),
            share_cell("beaten", bomb.beaten, bomb.played),
            share_cell("last", bomb.last, bomb.played),
            count_cell("hands", bomb.hands),
            _mean_place(bomb),
            mean_cell("score_a_hand", bomb.hands, bomb.score, bomb.squares),
        )
        for bomb in page.bombs
    ]
    columns = (
        *(
            _("Bomb"),
            _("Times played"),
            _("Won the trick"),
            _("Beaten"),
            _("Went out with it"),
            _("Hands"),
            _("Mean place"),
        ),
        _("Levels a hand") if page.has_levels else _("Score a hand"),
    )
    note = _(
        "A bomb wins the trick if nobody beats it. The last three columns are about the hands with such a bomb; a hand "
        "with bombs of several kinds is in the row of each."
    )
    return ShownTable("bombs", _("Bombs, and what they won"), columns, rows, note)


def _mean_place(sums: BombSums) -> Cell:
    if not sums.placed:
        return Cell("", values={"mean_place": None})
    mean = fixed(sums.place_halves, 2 * sums.placed, 2)
    under = "" if sums.placed == sums.hands else _("in {count}", count=f"{sums.placed:,}")
    return Cell(mean, under, values={"mean_place": rounded(sums.place_halves / 2 / sums.placed)})


def _search(page: PersonPage, sums: BombSums) -> str:
    """The search of the hands with such a bomb, under the filter of the page."""
    played = PlayCondition(sums.kind, Size(sums.size))
    asked = [
        TextCondition("game", page.game.name),
        TextCondition("player", page.who.key),
        *_conditions(page.wanted),
        played,
    ]
    return url_for("hand_search.listed", q=text_of(query_of(asked)))


def _conditions(wanted: FactFilter) -> list[Condition]:
    """A filter as conditions of a search, without its game and its player."""
    texts = {name: getattr(wanted, name) for name in ("preset", "event", "partner", "role")}
    days = {name: getattr(wanted, name) for name in ("since", "until")}
    conditions: list[Condition] = [TextCondition(name, text) for name, text in texts.items() if text is not None]
    conditions += [OfDay(name, day) for name, day in days.items() if day is not None]
    return [*conditions, TextCondition("basis", Basis.PLAY)] if wanted.of_play else conditions
