"""The proof of a score: a hand unfolded into lines, and the totals of a match into hands, as all show it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import UNSET, Struct, UnsetType, field

from app.judging.rules_of_match.words import value_words
from app.judging.settlement import HandSettlement
from app.text.blocks import Block, Gap, Line, TextTable
from app.text.catalogue import all_rules
from app.text.decimals import score_shown
from app.text.glossary import preset_title
from app.text.language import _, marked, said
from app.text.language.sentence import capital
from app.text.readable import readable
from app.text.seats import short_name
from engine.games import GAMES
from engine.recorded.basis import Basis
from engine.replay.grounds import AT_DEAL, Fact, HandProof, OptionInForce, Origin, ProvedLine
from engine.rulebook.options import OptionValue, RuleSet
from engine.rulebook.sentences import enumerated, listed
from engine.verdict.report import Source
from engine.verdict.stored_report import StoredReport
from engine.verdict.totals_proof import Adds, TotalsEntry

FORMAT: Final = "fupan-score/1"
_WHERE: Final[Mapping[Origin, str]] = MappingProxyType(
    {
        Origin.DEAL: marked("the deal"),
        Origin.SETUP: marked("stated before the hand"),
        Origin.RECORD: marked("recorded, not replayed"),
        Origin.RULE: marked("follows from the rules"),
    }
)
_WHY: Final[Mapping[Adds, str]] = MappingProxyType(
    {
        Adds.STATES: marked("the log states the totals, and they go on from there"),
        Adds.UNKNOWN: marked("score unknown, so the totals are unknown from here"),
        Adds.CUT_OFF: marked("cut off by the clock: it counts nothing"),
        Adds.AFTER: marked("after the end of the match: it does not count"),
    }
)


class GoverningOption(Struct, frozen=True):
    """An option that governs a line."""

    name: str
    value: OptionValue
    default: OptionValue
    """Its value in the default preset of the game."""
    preset: OptionValue
    """Its value in the preset in force."""
    rule: str
    shown: str
    """The value in words."""
    why: str
    """Who says so: the preset, or what chose it; and the default, where that is another value."""

    @property
    def source(self) -> str:
        """The source that the page of the rule names."""
        return all_rules()[self.rule].source

    def text(self, game: str) -> str:
        """What the option is about, as a sentence without its full stop."""
        return capital(_(GAMES[game].rules.option(self.name).text))


class ScoreFact(Struct, frozen=True):
    """What a line of a score rests on."""

    kind: str
    """A word for programs, such as ``out`` or ``declared``."""
    text: str
    origin: str = field(name="from")
    step: int | None
    """The step of the replay that shows it, 0 for the deal; null if no step of the hand does."""
    hand: int | None
    """The earlier hand that it comes from, from 1."""
    seat: str | None
    where: str
    """Where it is found, in words."""

    @property
    def is_recorded(self) -> bool:
        """Whether it was recorded and not replayed."""
        return self.origin == Origin.RECORD


class ScoreLine(Struct, frozen=True):
    """A line of a score."""

    number: int
    """From 1, in the order of the report."""
    rule: str
    text: str
    points: dict[str, int]
    options: tuple[GoverningOption, ...]
    facts: tuple[ScoreFact, ...]

    @property
    def source(self) -> str:
        """The source that the page of the rule names."""
        return all_rules()[self.rule].source


class HandScore(Struct, frozen=True):
    """The proof of the score of a hand."""

    hand: int
    """From 1."""
    complete: bool
    basis: Basis | None
    scores: dict[str, int | None] | None
    lines: tuple[ScoreLine, ...]
    settlement: HandSettlement | UnsetType = UNSET
    """Who won what of whom, where the hand is settled between every two seats."""

    def blocks(self, words: str, hands: int, names: Mapping[str, str]) -> Iterator[Block]:
        """The score, then each line with its rule, options and facts.

        ``words`` say what the scores rest on where that is not the play, ``hands`` is the number of hands of the match,
        and ``names`` is what the players are called, by seat.
        """
        head = _("hand {number} of {count}", number=self.hand, count=hands)
        yield Line(_("{label}: {text}", label=head, text=words) if words else head)
        if self.scores is None:
            yield Line(_("no score"))
            return
        yield Line(_("{label}: {text}", label=_("scores"), text=_by_player(self.scores, names)), tone="strong")
        for line in self.lines:
            yield Gap()
            points = _by_player(line.points, names)
            text = _("{label}: {text}", label=line.text, text=points) if points else line.text
            yield Line(_("line {number}: {text}", number=line.number, text=text), tone="strong")
            yield Line(_("{label}: {text}", label=_("rule"), text=line.rule), indent=1)
            for option in line.options:
                value = _("{name} = {value}, by {source}", name=option.name, value=option.shown, source=option.why)
                source = "" if option.rule == line.rule else f" ({option.rule})"
                yield Line(_("{label}: {text}", label=_("option"), text=value + source), indent=1)
            yield Line(_("rests on"), indent=1)
            for fact in line.facts:
                yield Line(f"{fact.text} ({fact.where})", indent=2)
        if self.settlement is not UNSET:
            yield from self.settlement.blocks(names)


class TotalsLine(Struct, frozen=True):
    """What a hand, or a statement of the log, adds to the totals."""

    adds: str
    hand: int | None
    """From 1; null for what is stated before the first hand."""
    points: dict[str, int | None]
    totals: dict[str, int | None]
    """The totals after it."""

    @property
    def why(self) -> str:
        """Why it does not simply count; empty where it does."""
        reason = _WHY.get(Adds(self.adds))
        return "" if reason is None else _(reason)


class MatchScore(Struct, frozen=True):
    """The proof of the totals of a match."""

    proof: str
    """The name of this form: ``fupan-score/1``."""
    log: Source
    rules: dict[str, str]
    """The game and the preset."""
    engine: str
    lines: tuple[TotalsLine, ...]
    totals: dict[str, int | None]
    winner: list[str] | None
    hands: tuple[HandScore, ...] | UnsetType = UNSET
    """The proofs of hands, where they are asked for."""

    def blocks(self, names: Mapping[str, str]) -> Iterator[Block]:
        """What each hand adds to the totals, and the winner.  ``names`` is what the players are called, by seat."""
        heads = ["", *(_head(line) for line in self.lines), _("totals")]
        columns = [
            ((name,), *((score_shown(line.points[seat]),) for line in self.lines), (score_shown(self.totals[seat]),))
            for seat, name in names.items()
        ]
        if any(line.why for line in self.lines):
            columns.append((("",), *((line.why,) for line in self.lines), ("",)))
        yield TextTable(tuple(heads), tuple(columns))
        winners = [names.get(seat, seat) for seat in self.winner or ()]
        yield Line(_("{label}: {text}", label=_("winner"), text=said(listed(winners))) if winners else _("no winner"))


def hand_score_of(
    proof: HandProof,
    rules: RuleSet,
    chosen_by: str,
    names: Mapping[str, str],
    settlement: HandSettlement | UnsetType = UNSET,
) -> HandScore:
    """What is shown of the proof of a hand.

    ``chosen_by`` says what sets options otherwise than the preset has them, ``names`` is what the players are called.
    """
    return HandScore(
        proof.hand + 1,
        proof.complete,
        proof.basis,
        None if proof.scores is None else dict(proof.scores),
        tuple(_line(number, line, rules, chosen_by, names) for number, line in enumerate(proof.lines, 1)),
        settlement,
    )


def match_score_of(
    report: StoredReport, entries: Iterable[TotalsEntry], hands: tuple[HandScore, ...] | UnsetType = UNSET
) -> MatchScore:
    """What is shown of the totals of a match.  ``report`` is its report, with its hands."""
    assert report.rules is not None
    return MatchScore(
        FORMAT,
        report.log,
        {"game": report.rules.game, "preset": report.rules.preset},
        report.engine,
        tuple(
            TotalsLine(str(entry.adds), _from_one(entry.hand), dict(entry.points), dict(entry.totals))
            for entry in entries
        ),
        dict(report.totals),
        report.winner,
        hands,
    )


def governing(option: OptionInForce, rules: RuleSet, chosen_by: str) -> GoverningOption:
    """An option that is in force.  ``chosen_by`` says what sets options otherwise than the preset has them."""
    preset = preset_title(rules.game, rules.preset)
    if option.is_chosen:
        usual = value_words(option.in_preset)
        why = _("{source}, in place of {value} in the preset {preset}", source=chosen_by, value=usual, preset=preset)
    elif option.value == option.default:
        why = _("the preset {preset}, as by default", preset=preset)
    else:
        why = _("the preset {preset}", preset=preset)
    if option.default not in (option.value, option.in_preset):
        why = _("{reason}; {value} by default", reason=why, value=value_words(option.default))
    elif option.is_chosen and option.default == option.value:
        why = _("{reason}; it is the default", reason=why)
    return GoverningOption(
        option.name, option.value, option.default, option.in_preset, option.rule, value_words(option.value), why
    )


def step_of(fact: Fact) -> int | None:
    """The step of the replay that shows a fact, 0 for the deal; None if no step of the hand does."""
    if fact.origin is Origin.DEAL:
        return AT_DEAL + 1
    return None if fact.action is None else fact.action + 1


def steps_of(line: ProvedLine) -> dict[int, tuple[str, ...]]:
    """By step of the replay that a line rests on, what the step shows; in order."""
    steps: dict[int, tuple[str, ...]] = {}
    for fact in line.facts:
        step = step_of(fact)
        if step is not None:
            steps[step] = (*steps.get(step, ()), fact.text)
    return dict(sorted(steps.items()))


def _line(number: int, line: ProvedLine, rules: RuleSet, chosen_by: str, names: Mapping[str, str]) -> ScoreLine:
    return ScoreLine(
        number,
        line.rule,
        said(readable(line.text, names)),
        dict(line.points),
        tuple(governing(option, rules, chosen_by) for option in line.options),
        tuple(_fact(fact, names) for fact in line.facts),
    )


def _fact(fact: Fact, names: Mapping[str, str]) -> ScoreFact:
    step, hand = step_of(fact), _from_one(fact.hand)
    if fact.origin is Origin.STEP:
        where = _("step {step}", step=step)
    elif fact.origin is Origin.HAND:
        where = _("from hand {hand}", hand=hand)
    else:
        where = _(_WHERE[fact.origin])
    return ScoreFact(
        kind=fact.kind,
        text=said(readable(fact.text, names)),
        origin=str(fact.origin),
        step=step,
        hand=hand,
        seat=fact.seat or None,
        where=where,
    )


def _from_one(hand: int | None) -> int | None:
    return None if hand is None else hand + 1


def _head(line: TotalsLine) -> str:
    if line.hand is None:
        return _("before the first hand")
    if line.adds == Adds.STATES:
        return _("before hand {number}", number=line.hand)
    return _("hand {number}", number=line.hand)


def _by_player(points: Mapping[str, int | None], names: Mapping[str, str]) -> str:
    shown: Sequence[str] = [f"{short_name(names.get(seat, seat))} {score_shown(won)}" for seat, won in points.items()]
    return said(enumerated(shown))
