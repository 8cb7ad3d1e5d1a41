"""A match under every preset of its game, as pages, the terminal and programs show it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType, convert

from app.judging.basis_words import basis_cell
from app.judging.rules_of_match.words import meaning_words
from app.text.blocks import Block, Cell, Gap, Line, TextTable
from app.text.decimals import score_shown
from app.text.glossary import game_title, option_title, preset_title
from app.text.language import _, _n, marked, said
from app.text.log_terms import log_word
from app.text.seats import board_called, together
from app.text.verdict_names import verdict_name
from engine.games import GAMES
from engine.recorded.basis import Basis
from engine.rulebook.options import OptionValue
from engine.rulebook.sentences import enumerated, listed
from engine.verdict.comparison import Column, Comparison
from engine.verdict.outcomes import Aspect
from engine.verdict.report import Source

FORMAT: Final = "fupan-comparison/1"
HANDS: Final = 50
"""The hands shown of those on which the presets do not agree."""
_ASPECTS: Final[Mapping[Aspect, str]] = MappingProxyType(
    {
        Aspect.VERDICT: marked("verdict"),
        Aspect.ERRORS: marked("errors"),
        Aspect.TOTALS: marked("totals"),
        Aspect.WINNER: marked("winner"),
        Aspect.HANDS: marked("hands"),
    }
)
_OF_HAND: Final[Mapping[str, str]] = MappingProxyType(
    {
        "basis": marked("scored from"),
        "scores": marked("scores"),
        "finish": marked("finish"),
        "roles": marked("roles"),
        "levels": marked("levels"),
        "units": marked("units"),
    }
)
"""What is compared of a hand, with its title."""


class HandUnderPreset(Struct, frozen=True):
    """The outcome of a hand.  A field that the game does not have is missing."""

    hand: int
    """From 0, as in reports."""
    complete: bool
    basis: Basis | None
    scores: dict[str, int | None] | None
    finish: list[list[str]] | UnsetType = UNSET
    roles: dict[str, str] | UnsetType = UNSET
    levels: dict[str, str | None] | UnsetType | None = UNSET
    units: dict[str, int | None] | UnsetType | None = UNSET


class MatchUnderPreset(Struct, frozen=True):
    """The outcome of a match under one rule set."""

    preset: str
    options: dict[str, OptionValue]
    """The options that are not as in the preset."""
    checked: bool
    """Whether the match was checked under these rules."""
    verdict: str
    errors: int
    totals: dict[str, int | None]
    winner: tuple[str, ...] | None
    differs: tuple[Aspect, ...]
    """In what the outcome differs from that under the rules that the match was checked under."""
    hands: tuple[HandUnderPreset, ...]
    """Those whose outcome is not the same under every rule set."""


class OptionDifference(Struct, frozen=True):
    """An option that makes a difference."""

    option: str
    here: OptionValue
    """Its value in the rules that the match was checked under."""
    there: OptionValue
    moves: tuple[Aspect, ...]
    """What differs if this option alone is left out; empty if the other options need it, or if that was not tried."""


class PresetsDiffer(Struct, frozen=True):
    """Why some presets have another outcome than the rules that the match was checked under."""

    presets: tuple[str, ...]
    options: tuple[OptionDifference, ...]
    """With these options alone changed, the rules checked under give the outcome of the presets."""
    minimal: bool
    """Whether trials have shown that none of the options can be left out."""


class PresetComparison(Struct, frozen=True):
    """A match under every preset of its game."""

    comparison: str
    """The name of this form: ``fupan-comparison/1``."""
    log: Source
    rulings: tuple[MatchUnderPreset, ...]
    """The presets in their order.  Rules that are no preset and that the match was checked under come first."""
    differences: tuple[PresetsDiffer, ...]
    replays: int
    """How often the match was replayed."""

    @property
    def game(self) -> str:
        """The game of the match."""
        assert self.log.game is not None
        return self.log.game

    @property
    def checked(self) -> MatchUnderPreset:
        """The match under the rules that it was checked under."""
        return next(ruling for ruling in self.rulings if ruling.checked)

    def title(self, ruling: MatchUnderPreset) -> str:
        """What a rule set is called: the title of the preset."""
        return _("as checked") if ruling.options else preset_title(self.game, ruling.preset)

    def column_title(self, ruling: MatchUnderPreset) -> str:
        """The same, and that the match was checked under this preset."""
        title = self.title(ruling)
        return _("{preset}, checked", preset=title) if ruling.checked and not ruling.options else title

    def facts(self, names: Mapping[str, str]) -> list["ComparedFact"]:
        """What is compared: verdict, errors, totals and winner, then what differs in the first `HANDS` such hands.

        ``names`` is what the players are called, by seat.
        """
        fact = partial(_fact, self, names)
        of_match = [
            fact("verdict", _("Verdict"), lambda ruling: ruling.verdict),
            fact("errors", _("Errors"), lambda ruling: ruling.errors),
            *(fact("totals", name, partial(_total, seat), seat=seat) for seat, name in names.items()),
            fact("winner", _("Winner"), lambda ruling: ruling.winner),
        ]
        of_hands = (
            fact(field, _(title), partial(_of_hand, place, field), hand=hand.hand + 1)
            for place, hand in enumerate(self.checked.hands[:HANDS])
            for field, title in _OF_HAND.items()
        )
        return of_match + [compared_fact for compared_fact in of_hands if any(compared_fact.others)]

    def options(self, difference: PresetsDiffer) -> list["OptionWords"]:
        """The options that make a difference, in words."""
        return [_option_words(self.game, difference, option) for option in difference.options]

    @property
    def left_out(self) -> str:
        """How many hands on which the presets do not agree are not shown; empty where all are."""
        hidden = len(self.checked.hands) - HANDS
        if hidden <= 0:
            return ""
        return _n(
            "And {count} more hand that the presets do not agree on.",
            "And {count} more hands that the presets do not agree on.",
            hidden,
        )

    @property
    def sentence(self) -> str:
        """In what the presets differ, or that nothing depends on them."""
        if self.differences:
            differ = {aspect for ruling in self.rulings for aspect in ruling.differs}
            return _(
                "The presets of {game} differ in {facts}.",
                game=game_title(self.game),
                facts=said(listed([_(words) for aspect, words in _ASPECTS.items() if aspect in differ])),
            )
        presets = [self.title(ruling) for ruling in self.rulings if not ruling.options]
        return _(
            "The preset makes no difference: every preset gives the same result ({presets}).",
            presets=said(enumerated(presets)),
        )

    @property
    def meaning(self) -> str:
        """What the options do that are named as making the difference."""
        if self.checked.options:
            return _(
                "Changed in the rules that the match was checked under, these options alone give what the other "
                "presets give."
            )
        return _(
            "Changed in the preset {preset} that the match was checked under, these options alone give what the other "
            "presets give.",
            preset=self.title(self.checked),
        )

    @property
    def undecided(self) -> str:
        """What is said of a difference that is not minimal."""
        return _("The match is too long to find out which of these are needed.")

    def blocks(self, names: Mapping[str, str]) -> Iterator[Block]:
        """All of it as text.  ``names`` is what the players are called, by seat."""
        yield Line(self.sentence)
        if not self.differences:
            return
        facts = self.facts(names)
        yield Gap()
        yield TextTable(
            ("", *(fact.head for fact in facts)),
            tuple(
                ((self.column_title(ruling),), *(fact.cells[place] for fact in facts))
                for place, ruling in enumerate(self.rulings)
            ),
        )
        if self.left_out:
            yield Line(self.left_out)
        yield Gap()
        yield Line(_("What makes the difference"), tone="strong")
        yield Line(self.meaning)
        for difference in self.differences:
            presets = [f"{preset_title(self.game, preset)} ({preset})" for preset in difference.presets]
            yield Line(said(enumerated(presets)), indent=1)
            for option in self.options(difference):
                yield Line(option.sentence, indent=2)
            if not difference.minimal:
                yield Line(self.undecided, indent=2)


@dataclass(frozen=True, slots=True)
class ComparedFact:
    """What one fact of the match is under each rule set, in words."""

    name: str
    """As in reports, such as ``totals``."""
    title: str
    seat: str | None
    """Whose it is; then ``title`` is what the player is called."""
    hand: int | None
    """The hand, from 1."""
    cells: tuple[Cell, ...]
    """In the order of the rule sets; a line for each seat where a value has several."""
    others: tuple[bool, ...]
    """Whether the value is another than under the rules that the match was checked under."""

    @property
    def names_players(self) -> bool:
        """Whether its cells name players, or may."""
        return self.name not in ("verdict", "errors", "totals", "basis")

    @property
    def head(self) -> str:
        """Its title with the hand or the seat."""
        if self.hand is not None:
            return _("Hand {hand}, {what}", hand=self.hand, what=self.title)
        return self.title if self.seat is None else f"{self.seat} {self.title}"


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option that makes a difference, in words."""

    option: str
    """Its name in logs."""
    title: str
    there: str
    here: str
    note: str
    """What it changes, or that the other options need it; empty if that was not tried."""
    meaning: str
    """What the option decides."""

    @property
    def sentence(self) -> str:
        """All of it on a line."""
        words = _(
            "{option}: {there} instead of {here}",
            option=f"{self.title} ({self.option})",
            there=self.there,
            here=self.here,
        )
        return _("{change} ({facts})", change=words, facts=self.note) if self.note else words


def comparison_of(comparison: Comparison) -> PresetComparison:
    """What is shown of a comparison."""
    different = comparison.hands
    return PresetComparison(
        FORMAT,
        convert(comparison.source.facts(), Source),
        tuple(_under(column, comparison.checked, different) for column in comparison.columns),
        tuple(
            PresetsDiffer(
                difference.presets,
                tuple(convert(change, OptionDifference, from_attributes=True) for change in difference.changes),
                difference.minimal,
            )
            for difference in comparison.differences
        ),
        comparison.replays,
    )


def _under(column: Column, checked: Column, different: Sequence[int]) -> MatchUnderPreset:
    rules, outcome = column.rules, column.outcome
    usual = GAMES[rules.game].rules.resolve(rules.preset).options
    return MatchUnderPreset(
        rules.preset,
        {name: value for name, value in rules.options.items() if value != usual[name]},
        column.checked,
        str(outcome.verdict),
        len(outcome.errors),
        dict(outcome.totals),
        outcome.winner,
        outcome.against(checked.outcome),
        tuple(convert({"hand": number, **outcome.hands[number]}, HandUnderPreset) for number in different),
    )


def _total(seat: str, ruling: MatchUnderPreset) -> int | None:
    return ruling.totals.get(seat)


def _of_hand(place: int, field: str, ruling: MatchUnderPreset) -> Any:
    return getattr(ruling.hands[place], field)


def _fact(
    shown: PresetComparison,
    names: Mapping[str, str],
    name: str,
    title: str,
    value_of: Callable[[MatchUnderPreset], Any],
    *,
    seat: str | None = None,
    hand: int | None = None,
) -> ComparedFact:
    checked = value_of(shown.checked)
    values = [value_of(ruling) for ruling in shown.rulings]
    cells = tuple(_cell(shown.game, name, value, names) for value in values)
    return ComparedFact(name, title, seat, hand, cells, tuple(value != checked for value in values))


def _cell(game: str, name: str, value: Any, names: Mapping[str, str]) -> Cell:
    """A value in words; what is said of several seats or pairs has a line for each."""
    if name == "verdict":
        return (verdict_name(value),)
    if name == "errors":
        return (str(value),)
    if name == "totals":
        return (score_shown(value),)
    if name == "basis":
        return (basis_cell(value),)
    if name == "winner":
        return (_("none yet") if value is None else together(value, names),)
    if value is None or value is UNSET:
        return (_("unknown"),)
    if name == "finish":
        return (" › ".join(together(place, names) for place in value) or _("nobody"),)
    if name == "roles":
        lines = [f"{log_word(game, role)} {board_called(seat, names)}" for role, seat in value.items()]
    elif name == "levels":
        lines = [f"{board_called(seat, names)} {level or '?'}" for seat, level in value.items()]
    else:
        lines = [f"{board_called(board, names)} {score_shown(points)}" for board, points in value.items()]
    return tuple(lines) or (_("none"),)


def _option_words(game: str, difference: PresetsDiffer, change: OptionDifference) -> OptionWords:
    option = GAMES[game].rules.option(change.option)
    note = ""
    if change.moves:
        note = _("changes {what}", what=said(enumerated([_(_ASPECTS[aspect]) for aspect in change.moves])))
    elif difference.minimal:
        note = _("needed for the others")
    there, here = (meaning_words(option, value) for value in (change.there, change.here))
    return OptionWords(change.option, option_title(game, change.option), there, here, note, _(option.text))
