"""What a game implements so that its matches can be replayed."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, cast

from engine.record.actions import parse_action
from engine.record.match import Hand, Match, MatchInfo, MatchResult
from engine.recorded.fields import RecordedField
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Code, Finding, Rule
from engine.rulebook.options import RuleBook, RuleSet

if TYPE_CHECKING:
    from engine.fast.library import Library, ReadText
    from engine.fast.shared import Shared
    from engine.replay.analysis import Chooser, Loss
    from engine.replay.branch import Branching
    from engine.replay.dues import Dues
    from engine.replay.endgame import Endgame, Unknown
    from engine.replay.frames import Frame
    from engine.replay.grounds import GroundedLine, Mark
    from engine.replay.legal import LegalPlays
    from engine.replay.mending import Mending
    from engine.replay.pack import Pack
    from engine.replay.placements import ArrangedHand, JudgedPlacement
    from engine.replay.seen import SightOf
    from engine.replay.settlement import Ledger
    from engine.replay.statistics import Figure, HandCounts, KindOfPlay
    from engine.replay.strength import HandStrength, Strength
    from engine.rulebook.book import Book
    from engine.rulebook.glossary import Glossary

T = TypeVar("T")


class HandReplay(Protocol):
    """The replay of one hand."""

    @property
    def findings(self) -> list[Finding]:
        """The findings so far."""

    def note_play(self) -> None:
        """Lets the hand note what statistics count of its play.  Called before its first action."""

    def run(self, actions: Sequence[str]) -> None:
        """Does the actions in order and adds to the findings.  Raises nothing, whatever the texts are."""

    def opening(self, actions: Sequence[str]) -> int:
        """The number of actions up to the first play, all of them if that is not known.

        ``in_play`` is asked for after these.
        """

    def in_play(self, actions: Sequence[str]) -> Hashable | None:
        """What the actions so far, which are given, have left for those that follow and the outcome, but for ``aside``.

        Two replays of the same hand, after the same number of actions and with equal values here, go on in the same
        way.  None if that is not known.
        """

    aside: Any
    """What the actions so far have left for the outcome alone.  What is set goes on from there."""

    def follow(self, action: str) -> None:
        """Records the action just done, for the frames."""

    def frame(self, step: int, steps: int, action: str | None) -> "Frame":
        """The frame after the last action.  ``follow`` must have been called for every action since the deal."""


class RunningTotals(Protocol):
    """The totals of a match.  The replay of most hands does not read them, so that they are kept apart."""

    counted: Any
    """What the hand just settled adds, until ``tally``."""

    @property
    def carried(self) -> Hashable:
        """The totals, for ``carry``."""

    def carry(self, carried: Any) -> None:
        """Goes on from what ``carried`` was in another replay of the same match."""

    def matter_to(self, hand: Hand) -> bool:
        """Whether the replay of a hand reads them before its end."""

    def tally(self) -> None:
        """Adds what the hand just settled adds."""


class MatchReplay(Protocol):
    """The replay of one match: what carries over from hand to hand."""

    findings: list[Finding]
    """Findings about the recorded result of the match; ``conclude`` adds them."""

    @property
    def totals(self) -> RunningTotals:
        """The totals of the hands closed so far."""

    def open(self, index: int, hand: Hand) -> HandReplay:
        """The replay of a hand before its first action, with its setup and deal read.  ``index`` counts from 0."""

    def close(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """The outcome of a hand, as ``settle`` gives it; its scores are added to the totals."""

    def settle(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """The outcome of a hand.  Compares the recorded result of the hand with it.  It does not read the totals."""

    @property
    def carried(self) -> tuple[Hashable, Hashable]:
        """What the hands so far have left for what follows, and, last, the totals.

        Two replays of the same match, at the same place and with equal values here, go on in the same way.
        """

    def carry(self, carried: Any) -> None:
        """Goes on from what ``carried`` was in another replay of the same match."""

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: not decided yet), and whether one of them depends on something unknown."""


class Judge(Protocol):
    """A game under one rule set.  It may remember what it has computed; this changes no result."""

    def match_replay(self, match: Match) -> MatchReplay:
        """The replay of a match, before its first hand."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """How the arrangements of a hand are analysed in a game.

    ``chooser`` and ``losses`` load NumPy when they are called.
    """

    rows: tuple[str, ...]
    """The names of the rows, in the order in which logs write them."""
    row_sizes: tuple[int, ...]
    most_opponents: Callable[[RuleSet], int]
    """The number of boards that one board can be settled with, by the rule set."""
    chooser: "Callable[[RuleSet], Chooser]"
    losses: "LossesOf"
    """None of a hand under rules that are not covered."""
    covers: "Callable[[Judge], bool]"
    """Whether the analysis settles arrangements as the rules of a judge do."""

    @property
    def cards(self) -> int:
        """The number of cards of a hand."""
        return sum(self.row_sizes)

    @property
    def arrangements(self) -> int:
        """The number of ways to divide a hand among the rows, legal or not."""
        return factorial(self.cards) // prod(map(factorial, self.row_sizes))


@dataclass(frozen=True)
class Evidence:
    """A hand that was replayed action by action and closed, with what the lines of its score can rest on."""

    rules: RuleSet
    match: Match
    index: int
    """The number of the hand, from 0."""
    replay: HandReplay
    outcome: HandOutcome
    seen: "Mapping[Mark, int]"
    """By mark that holds at the end, the number of the action since which it has held, from 0; ``AT_DEAL`` if it held
    before the first."""
    before: Callable[[int], MatchReplay]
    """The match as it stood before a hand, by the number of the hand."""
    opened: MatchReplay
    """The match after the setup of the hand was read, before the first action."""
    closed: MatchReplay
    """The match after the hand."""

    @property
    def hand(self) -> Hand:
        """The hand as the log has it."""
        return self.match.hands[self.index]

    def acted(self, action: int) -> tuple[str, str]:
        """The seat and the verb of an action; both empty for the deal."""
        if action < 0:
            return "", ""
        parsed = parse_action(self.hand.actions[action])
        return parsed.seat, parsed.verb


@dataclass(frozen=True)
class ScoreGrounds:
    """How a game says what the lines of its scores rest on."""

    marks: "Callable[[HandReplay], Iterable[Mark]]"
    """What holds at a point of a hand, as far as scores can rest on it."""
    lines: "Callable[[Evidence], Sequence[GroundedLine]]"
    """The score lines of the outcome, in order, with what they rest on.  A game may add a line where the outcome has
    scores and no line for them."""


@dataclass(frozen=True, slots=True)
class Endgames:
    """How the rest of the hands of a game is played with all cards open."""

    left: int
    """The cards of all hands together with which the rest is short enough to try everything."""
    fair_left: int
    """The same for trying it in each of the deals that a seat cannot tell apart."""
    of: "Callable[[HandReplay], Endgame | Unknown]"
    """The rest of a hand after its first play; else what is not known of it, besides single cards."""


@dataclass(frozen=True, slots=True)
class Placements:
    """How the placements of a game are valued."""

    policy: str
    """The name of the policy that makes later placements where not all of them can be counted."""
    fouls: Mapping[str, tuple[int, int]]
    """By preset, how many boards of how many it fouls."""
    follows: Callable[[RuleSet], bool]
    """Whether cards are placed one after the other under a rule set, so that there is something to be placed later."""
    of: "PlacementsOf"


@dataclass(frozen=True)
class Statistics:
    """What statistics count in a game."""

    figures: "tuple[Figure, ...]"
    """The figures of the game besides those that every game has, in the order in which they are shown."""
    count: "Callable[[HandReplay, Hand, HandOutcome], HandCounts]"
    """Counts a hand that was replayed to the end of its actions and closed."""
    others: str = ""
    """The role of the seats that have none of the roles of the game; empty if the game has no roles."""
    passes_able: Callable[[HandReplay, Hand], Sequence[int]] | None = None
    """Does the actions of a hand before its first action, and counts by seat the passes when a play, or a capture, of
    cards that the seat is known to hold would have beaten the table.  None for a game without passes.

    It takes much longer than to count the figures.
    """
    kinds: "Mapping[str, KindOfPlay]" = field(default_factory=dict)
    """The kinds of combinations by name, in the order of the rules page."""
    bombs: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """What each bomb is called, by kind and number of cards, from low to high; empty for a game without bombs."""
    levels: tuple[str, ...] = ()
    """The levels that hands are played at, as logs write them, from low to high; empty for a game without levels."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the figures that are counted of a replay, in the order of the counts."""
        return tuple(figure.name for figure in self.figures if not figure.later)

    def none(self) -> dict[str, int]:
        """A count of nothing, to be added to: 0 for each of these names, in their order."""
        return dict.fromkeys(self.names, 0)


class _Part(Generic[T]):
    """A part of a game that few callers need, imported when it is asked for; None if the game has no such part."""

    def __set_name__(self, owner: type["Game"], name: str) -> None:
        self._name = name

    def __get__(self, game: "Game", owner: type["Game"]) -> T:
        return cast(T, game.parts.get(self._name))


@dataclass(frozen=True)
class Game:
    """A game: its players, rules, rule pages, finding codes and judge."""

    name: str
    title: str
    players: range
    rules: RuleBook
    codes: tuple[Code, ...]
    teams: tuple[tuple[int, ...], ...]
    """The seats of each team, by number; empty if the cards decide who is a team, or each seat plays for itself."""
    verbs: Mapping[str, str]
    """The verbs of its actions, each with what follows it, in words."""
    setup_fields: frozenset[str]
    """The facts before a hand that it reads."""
    recorded: tuple[RecordedField, ...]
    """What the table may record of a hand besides the actions."""
    judge: type["JudgeOf"]
    parts: Mapping[str, Any]
    """The parts below, by name."""
    seats_of: Callable[[RuleSet], range] | None = None
    """The numbers of seats that a rule set allows; None if ``players`` is valid under all rules."""
    scale: tuple[str, ...] = ()
    """The options that decide what a point of score is worth: scores under rules that differ in one of them do not add
    up to a mean.
    """
    roles: tuple[str, ...] = ()
    """The roles of a hand, in the order in which they become known.  A seat that has all of them plays alone."""
    dues: "Callable[[HandReplay], Dues | None] | None" = None
    """The tribute that is due before the first action of a hand (None: not known); None for a game without tribute."""
    leaves_out_seats: bool = False
    """Whether a log of it may have the actions of some seats alone (``match.recorded``)."""
    bare_ranks: bool = False
    """Whether a rank without a suit is a card under some of its rules."""
    bare_plays: bool = False
    """Whether cards that are played, paid or returned may be written without their suits."""
    pack: "Callable[[RuleSet, int], Pack] | None" = None
    """The cards that it deals under a rule set to a number of seats."""

    glossary: ClassVar["_Part[Glossary]"] = _Part()
    """Its words in English and Chinese."""
    pages: ClassVar["_Part[tuple[Rule, ...]]"] = _Part()
    """The pages of its rules."""
    book: ClassVar["_Part[Book | None]"] = _Part()
    """Its rules as a book to read."""
    branching: ClassVar["_Part[Branching]"] = _Part()
    """What it says so that its hands can be played on by hand."""
    mending: ClassVar["_Part[Mending]"] = _Part()
    """What it says so that a wrong log of it can be mended."""
    statistics: ClassVar["_Part[Statistics]"] = _Part()
    """What statistics count of its hands."""
    grounds: ClassVar["_Part[ScoreGrounds]"] = _Part()
    """What the lines of its scores rest on."""
    strength: ClassVar["_Part[Strength | None]"] = _Part()
    """The strength of dealt hands; None if the game does not measure it."""
    settlement: ClassVar["_Part[SettlementOf | None]"] = _Part()
    """The settlement of a hand between every two seats; None for a game that does not settle in this way."""
    analysis: ClassVar["_Part[Analysis | None]"] = _Part()
    """The analysis of the arrangements of a hand; None if a hand is not set in rows."""
    lane: ClassVar["_Part[Lane | None]"] = _Part()
    """Its compiled lane; None if the engine judges all its matches."""
    legal: ClassVar["_Part[LegalPlaysOf | None]"] = _Part()
    """The plays that the rules allow; None for a game in which nothing is played on a table."""
    endgames: ClassVar["_Part[Endgames | None]"] = _Part()
    """The rest of its hands with all cards open; None for a game in which nothing is played on a table."""
    sight: ClassVar["_Part[SightOf | None]"] = _Part()
    """What its seats know of the cards of the others; None for a game in which nothing is played on a table."""
    placements: ClassVar["_Part[Placements | None]"] = _Part()
    """What placements of its hands are worth; None for a game in which no cards are laid open in rows."""
    arranged: ClassVar["_Part[ArrangedOf | None]"] = _Part()
    """What hands that were set are worth; None for a game in which no cards are set in rows."""

    @property
    def info_fields(self) -> tuple[str, ...]:
        """The names of the fields that identify its matches."""
        fields = MatchInfo.__struct_fields__
        return fields if self.leaves_out_seats else tuple(name for name in fields if name != "recorded")

    @cached_property
    def result_fields(self) -> frozenset[str]:
        """The names of the fields that the recorded result of a hand may have."""
        return frozenset(field.name for field in self.recorded)

    def recorded_field(self, name: str) -> RecordedField:
        """What the game says about a field of its recorded results.  Raises KeyError if it has no such field."""
        return {field.name: field for field in self.recorded}[name]

    def written_fields(self, rules: RuleSet) -> frozenset[str]:
        """The names of the fields of results that are recorded under a rule set."""
        return frozenset(field.name for field in self.recorded if field.is_written_under(rules))

    def seats_under(self, rules: RuleSet) -> range:
        """The numbers of seats that a rule set allows."""
        return self.players if self.seats_of is None else self.seats_of(rules)


class JudgeOf(Judge, Protocol):
    """The type of a judge: it is made from a rule set."""

    def __init__(self, rules: RuleSet) -> None: ...


class CleanMatch(Protocol):
    """A match that the compiled lane found clean."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""

    def findings(self, judge: Judge) -> list[Finding]:
        """The notices and warnings, in the order of the report.  ``judge`` is as for ``settle``."""

    def settle(self, judge: Judge) -> tuple[list[HandOutcome], dict[str, int | None], list[str] | None]:
        """The outcome of each hand, the totals and the winner, by the code that settles a match that is replayed.

        ``judge`` must be a judge of the rules that it was found clean under.
        """

    def counts(self) -> "Sequence[HandCounts | None] | None":
        """What statistics count of each hand, None for one that does not count; None if it was not asked for."""

    def passes_able(self) -> "Sequence[list[int] | None] | None":
        """By hand and seat, the passes that could have beaten the table, None for a hand that does not count; None if
        it was not asked for.
        """

    def strengths(self) -> "Sequence[HandStrength | None] | None":
        """By hand, the strength of the dealt cards, None where it is not measured; None if it was not asked for."""


class Lane(Protocol):
    """The compiled lane of a game."""

    @property
    def shared(self) -> "Shared":
        """What it shares with its C sources."""

    def __call__(
        self, library: "Library", text: "ReadText", rules: RuleSet, *, counting: bool = False
    ) -> CleanMatch | int:
        """The match, if it is clean under some rules; else the number of the reason why it is left to the engine.

        With ``counting`` it has what statistics count.
        """


class SettlementOf(Protocol):
    """Settles a hand of a match between every two seats."""

    def __call__(self, judge: Judge, match: Match, index: int, before: MatchReplay | None = None) -> "Ledger | None":
        """The settlement; None if it is not known which seat won what from which.

        ``before`` is the match as it stands before the hand; without it, the hands before are replayed.  Raises
        IndexError if the match has no such hand.
        """


class LossesOf(Protocol):
    """Compares the arrangements of a hand of a match with the best ones."""

    def __call__(self, judge: Judge, match: Match, index: int) -> "list[Loss]":
        """The losses, board by board; none if the hand has no arrangements to compare or does not reach its end.

        Raises IndexError if the match has no such hand.
        """


class PlacementsOf(Protocol):
    """The placements of a hand of a match before an action, whose number is given."""

    def __call__(
        self, judge: Judge, match: Match, index: int, end: int, *, deals: int, name: str
    ) -> "Sequence[JudgedPlacement] | None":
        """The placements in order; None if not all cards are known.

        Where not all can be counted, so many deals are drawn by a name.  Raises IndexError if there is no such hand.
        """


class ArrangedOf(Protocol):
    """The hands set in rows before an action, whose number is given."""

    def __call__(
        self, judge: Judge, match: Match, index: int, end: int, *, deals: int, name: str, listed: int
    ) -> "Sequence[ArrangedHand]":
        """The hands in order of the actions; none if the hand does not reach its end before.

        Opponents are dealt by a name; so many of the best actions are listed.  Raises IndexError if there is no such
        hand.
        """


class LegalPlaysOf(Protocol):
    """Lists the plays that the rules allow a seat."""

    def __call__(self, replay: HandReplay, seat: int, listed: int = ...) -> "LegalPlays | None":
        """The plays that a seat (by number) may make after the actions done so far, of the cards that it is known to
        hold; of each group ``listed`` are listed.

        None if the seat may not play then, or if it is not known what the rules allow.
        """
