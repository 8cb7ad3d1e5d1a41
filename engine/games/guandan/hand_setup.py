"""The setup of a hand of Guandan: what a log says of levels, earlier hands and the first lead before it."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards.packed import RANKS, parse_rank
from engine.games.guandan.ending import MatchEnding
from engine.games.guandan.scoring import GuandanStanding
from engine.record.match import Setup, given_value
from engine.recorded.results import bad_entry, bad_place, finish_agrees, finish_text, read_finish
from engine.recorded.setup import SetupFacts
from engine.rulebook.findings import shown
from engine.rulebook.sentences import say

SETUP_FIELDS: Final = frozenset({"totals", "first", "level", "levels", "previous", "failures", "extra"})
"""The facts before a hand that this game reads."""

_MOST_FAILURES: Final = 9


def complete_finish(places: Sequence[Sequence[int]]) -> list[list[int]] | None:
    """The whole order of finish that follows from a given beginning; None if it does not follow.

    After two partners, the other two seats share the places left; a single seat left has the last place.
    """
    flat = [seat for place in places for seat in place]
    left = [seat for seat in range(4) if seat not in flat]
    if len(set(flat)) != len(flat) or len(flat) < 2:
        return None
    if (flat[0] - flat[1]) % 2 == 0:
        return [[flat[0]], [flat[1]], sorted({*flat[2:], *left})]
    if len(left) > 1:
        return None
    return [[seat] for seat in (*flat, *left)]


def expected_level(standing: GuandanStanding) -> int | None:
    """The level that follows from the hands before; None if it is not known."""
    if standing.setter is not None:
        return standing.levels[standing.setter]
    one, other = standing.levels
    return one if one == other and standing.setter_known else None


class GuandanSetupReader(SetupFacts):
    """Reads the setup of one hand into the standing, and reports what contradicts it."""

    def __init__(
        self, standing: GuandanStanding, seats: Sequence[str], hand: int, setup: Setup, ending: MatchEnding
    ) -> None:
        """``ending`` is how the match stands before this hand."""
        super().__init__(seats, hand, setup)
        self.after_match = ending.over
        self.extra = False
        """Whether it is the extra hand that decides a tie."""
        self._ending: Final = ending
        self.first: int | None = None
        self.level: int | None = None
        self.states_all_levels = False
        """Whether the setup states the levels of both teams."""
        self._standing: Final = standing
        self._begins: Final = hand == 0
        self._level_before: Final = expected_level(standing)
        self._believed: Final = self._begins or standing.recorded
        """Whether the hands before are too uncertain to contradict the setup."""

    def read(self) -> None:
        """Reads ``first``, ``level`` and ``totals``, and updates the standing with what the log says."""
        self.read_totals()
        self.first = self.seat("first", given_value(self.setup.first))
        self._read_previous()
        levels = self._read_levels()
        self.states_all_levels = len(levels) == len(self._standing.levels)
        self._read_failures()
        self._read_extra()
        self._read_level(levels)

    def _read_extra(self) -> None:
        marked = bool(given_value(self.setup.extra))
        self.extra = self._ending.is_extra(self._standing, marked=marked)
        if marked and not self.extra:
            self.mismatch("guandan.equal-levels", "extra", say("true"), say("no extra hand is due"))

    def _read_previous(self) -> None:
        previous = given_value(self.setup.previous)
        if previous is None:
            return
        places: list[list[int]] | str = "" if isinstance(previous, dict) else read_finish(previous, self.numbers)
        if isinstance(previous, dict) or isinstance(places, str):
            unread = isinstance(places, str) and places
            reason = bad_place(unread, self.numbers) if unread else say("it is not a list of seats")
            self.malformed("previous", reason, say("a list of seats in the order of finish"))
            return
        flat = [seat for place in places for seat in place]
        if not flat:
            self.malformed("previous", say("it is empty"), say("a list of seats in the order of finish"))
            return
        standing = self._standing
        known = standing.previous
        if known is not None and not self._believed:
            if finish_agrees(places, known):
                return
            self.mismatch("guandan.levels", "previous", finish_text(places, self.seats), finish_text(known, self.seats))
        standing.previous = complete_finish(places)
        standing.previous_known = standing.previous is not None
        standing.setter, standing.setter_known = flat[0] % 2, True

    def _read_levels(self) -> dict[int, int]:
        stated: dict[int, int] = {}
        for name, text in (given_value(self.setup.levels) or {}).items():
            seat, level = self.numbers.get(name), parse_rank(text)
            if seat is None or level is None:
                wanted = say("a level from 2 to A for a seat of each team")
                self.malformed("levels", bad_entry(name, text, self.numbers), wanted)
            elif stated.setdefault(seat % 2, level) != level:
                twice = say("the team of {name} has two levels", name=name)
                self.malformed("levels", twice, say("one level for each team"))
        wrong = {
            team: level
            for team, level in stated.items()
            if not self._believed and self._standing.levels[team] not in (None, level)
        }
        if wrong:
            self.mismatch(
                "guandan.levels",
                "levels",
                self._team_levels(wrong),
                self._team_levels(dict(enumerate(self._standing.levels))),
            )
        for team, level in stated.items():
            self._standing.levels[team] = level
        return stated

    def _team_levels(self, levels: Mapping[int, int | None]) -> str:
        return ", ".join(
            f"{self.seats[team]} {'?' if level is None else RANKS[level]}" for team, level in sorted(levels.items())
        )

    def _read_failures(self) -> None:
        for name, count in (given_value(self.setup.failures) or {}).items():
            seat = self.numbers.get(name)
            if seat is None or not 0 <= count <= _MOST_FAILURES:
                wanted = say("0 to {most} for a seat of a team", most=_MOST_FAILURES)
                self.malformed("failures", bad_entry(name, count, self.numbers), wanted)
                continue
            known = self._standing.failures[seat % 2]
            if known not in (None, count) and not self._believed:
                self.mismatch("guandan.levels", "failures", f"{name} {count}", f"{name} {known}")
            self._standing.failures[seat % 2] = count

    def _read_level(self, levels: Mapping[int, int]) -> None:
        standing = self._standing
        stated = None
        text = given_value(self.setup.level)
        if text is not None:
            stated = parse_rank(text)
            if stated is None:
                unknown = say("unknown level '{level}'", level=shown(text))
                self.malformed("level", unknown, say("a level from 2 to A"))
        if self._begins and given_value(self.setup.previous) is None:
            standing.setter, standing.setter_known = None, True
            standing.previous, standing.previous_known = None, not ((stated or 0) > 0 or any(levels.values()))
        if self._begins and not levels and (stated != 0 if stated is not None else standing.setter is not None):
            standing.levels[:] = [None, None]
        elif self._begins and levels:
            standing.levels[:] = [levels.get(team) for team in range(2)]
        expected = expected_level(standing)
        own_level = self.extra and self._ending.extra_level() is not None
        if own_level:
            expected = self._ending.extra_level()
        if stated is None:
            self.level = expected
        else:
            self.level = stated
            before = expected if own_level else self._level_before
            if expected is not None and stated not in (expected, before) and (own_level or not self._believed):
                self.mismatch("guandan.levels", "level", RANKS[stated], RANKS[expected])
        setter = standing.setter
        if setter is not None and standing.levels[setter] is None and not own_level:
            standing.levels[setter] = self.level
