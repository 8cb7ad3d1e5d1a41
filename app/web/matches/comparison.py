"""A match under every preset of its game, side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from flask import render_template, request

from app.judging.rereading import LogLost
from app.matches.computed.obtaining import obtain, obtain_quickly
from app.matches.computed.results import COMPARED
from app.matches.computed.wanted import ComputationKind, Wanted, wanted_of
from app.matches.installation import Installation, this_installation
from app.matches.store import StoredMatch
from app.matches.trials import actions_of
from app.text.glossary import preset_title
from app.text.language import _, marked
from app.text.seats import player_names
from app.web.http.computing import computes
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import Slice, page_of
from app.web.http.visitor import this_visitor
from app.web.matches.lost_log import without_log
from app.web.matches.option_effects import HANDS as HANDS_ALONE
from app.web.matches.option_effects import LONGEST as LONGEST_ALONE
from app.web.matches.option_effects import alone
from engine.games import GAMES
from engine.record.match import Match
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.verdict.comparison import Comparison
from engine.verdict.differing import Change

BLUEPRINT: Final = Pages("comparison", __name__)

HANDS: Final = 50
"""Hands shown of those that the presets score differently."""
_OF_HAND: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "basis": ("basis", marked("scored from")),
        "scores": ("scores", marked("scores")),
        "finish": ("places", marked("finish")),
        "roles": ("pairs", marked("roles")),
        "levels": ("pairs", marked("levels")),
        "units": ("pairs", marked("units")),
    }
)
"""What is compared of a hand, with what its cells are, and its title."""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """What one fact of the match is under each rule set."""

    title: str
    """A seat, or a text that is still to be put in the language of the reader."""
    of: str
    """Whose: a player's name; empty for facts of the match and of hands."""
    hand: int | None
    """The hand, from 1."""
    cells: tuple[Any, ...]
    kind: str
    """What the cells are: ``verdict``, ``number``, ``score``, ``seats``, or what is compared of a hand."""
    checked: Any
    """The cell of the rules that the match was checked under."""

    @property
    def differs(self) -> bool:
        """Whether some rule set gives another result."""
        return any(cell != self.checked for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison with the words that belong to it."""

    comparison: Comparison
    names: Mapping[str, str]
    """By seat."""
    rows: tuple[ComparisonRow, ...]
    hands_left_out: int

    @property
    def titles(self) -> tuple[tuple[str, bool], ...]:
        """The columns: name, and whether it is the preset that the match was checked under."""
        columns = self.comparison.columns
        return tuple((column.name or "as checked", column.checked and column.name != "") for column in columns)

    @property
    def presets(self) -> list[str]:
        """What the presets are called."""
        game = self.comparison.checked.rules.game
        return [preset_title(game, column.name) for column in self.comparison.columns if column.name]

    def texts(self, change: Change) -> str:
        """What an option means."""
        return GAMES[self.comparison.checked.rules.game].rules.option(change.option).text


@BLUEPRINT.get("/matches/<int:identity>/compare", may=May.READ, of=Of.MATCH, strict_slashes=False)
@computes
def compare(identity: int) -> str:
    """The match under every preset, and the options that make the difference."""
    fupan = this_installation()
    stored = fupan.match(identity)
    if stored is None:
        raise Refusal(404, _("There is no match {number}.", number=identity))
    match = fupan.replayable(stored)
    rules = None if match is None else _rules(fupan, stored, match)
    if match is None or rules is None:
        raise without_log(
            stored, _("This match could not be read, or its log is not kept: there is nothing to compare.")
        )
    actions = actions_of(match)
    too_long = actions * len(GAMES[match.game].rules.presets) > COMPARED
    wanted = {
        kind: wanted_of(kind, rules, stored, match)
        for kind, left_out in ((ComputationKind.COMPARISON, too_long), (ComputationKind.ALONE, actions > LONGEST_ALONE))
        if not left_out
    }
    found = dict(zip(wanted, _obtained(fupan, stored, *wanted.values()), strict=True))
    comparison, effects = found.get(ComputationKind.COMPARISON), found.get(ComputationKind.ALONE)
    return render_template(
        "matches/compare.html",
        match=stored.row,
        game=match.game,
        actions=actions,
        too_long=too_long,
        compared=None if comparison is None else _in_words(comparison, match),
        most_hands=HANDS_ALONE,
        alone=None if effects is None else alone(effects, match, request.args.get("sort", "")),
    )


def compared_quickly(fupan: Installation, stored: StoredMatch, match: Match) -> Compared | None:
    """The comparison of a stored match that is kept, or can be made without waiting; None where there is none."""
    rules = _rules(fupan, stored, match)
    if rules is None:
        return None
    kind = ComputationKind.COMPARISON
    try:
        comparison = obtain_quickly(fupan, stored, wanted_of(kind, rules, stored, match))
    except LogLost:
        return None
    return None if comparison is None else _in_words(comparison, match)


def _obtained(fupan: Installation, stored: StoredMatch, *wanted: Wanted) -> Sequence[Any]:
    try:
        return obtain(fupan, stored, *wanted, visitor=this_visitor())
    except LogLost:
        return [None] * len(wanted)


def _rules(fupan: Installation, stored: StoredMatch, match: Match) -> RuleSet | None:
    try:
        return fupan.rules(stored, match)
    except RulesUnknown:
        return None


def _in_words(comparison: Comparison, match: Match) -> Compared:
    names = player_names(match.players)
    shown: Slice[int] = page_of(comparison.hands, 1, HANDS)
    rows = _of_match(comparison, names)
    for hand in shown.items:
        rows += _of_hand(comparison, hand)
    return Compared(comparison, names, tuple(rows), shown.total - len(shown.items))


def _of_match(comparison: Comparison, names: Mapping[str, str]) -> list[ComparisonRow]:
    outcomes = [column.outcome for column in comparison.columns]
    return [
        _row(comparison, marked("Verdict"), "verdict", [str(each.verdict) for each in outcomes]),
        _row(comparison, marked("Errors"), "number", [len(each.errors) for each in outcomes]),
        *(
            _row(comparison, name, "score", [each.totals.get(seat) for each in outcomes], seat)
            for seat, name in names.items()
        ),
        _row(comparison, marked("Winner"), "seats", [each.winner for each in outcomes]),
    ]


def _of_hand(comparison: Comparison, hand: int) -> list[ComparisonRow]:
    hands = [column.outcome.hands[hand] for column in comparison.columns]
    rows = (
        _row(comparison, title, kind, [each.get(name) for each in hands], hand=hand + 1)
        for name, (kind, title) in _OF_HAND.items()
    )
    return [row for row in rows if row.differs]


def _row(
    comparison: Comparison, title: str, kind: str, cells: Sequence[Any], of: str = "", hand: int | None = None
) -> ComparisonRow:
    checked = comparison.columns.index(comparison.checked)
    return ComparisonRow(title, of, hand, tuple(cells), kind, cells[checked])
