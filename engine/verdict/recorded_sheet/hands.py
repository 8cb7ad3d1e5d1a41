"""The recorded entries of one hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.cards.packed import parse_rank
from engine.record.match import Hand, HandResult, Number, given_value
from engine.recorded.basis import Basis
from engine.recorded.pairs import pair_of
from engine.recorded.points import whole_point
from engine.recorded.results import read_finish
from engine.replay.game import Game
from engine.rulebook.sentences import say, say_of
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.recorded_sheet.words import UNKNOWN, places_text, points_text
from engine.verdict.stored_report import StoredFinding, StoredHand

SUM: Final = say("sum of the scores")
"""An entry that is not recorded: the sum of the recorded scores, if it is not 0."""
_TEAMS: Final = 2


def rule_of(game: Game, field: str, what: str, outcome: StoredHand) -> str:
    """The rule that gives the derived value of a field of a hand; empty if no single page of the game says it.

    ``what`` is the role for the field ``roles``.
    """
    pages = {page.id for page in game.pages}
    if field == "scores":
        return next((line.rule for line in outcome.breakdown), "")
    topics = {"finish": ("end",), "roles": (what, "roles"), "levels": ("promotion",), "units": ("settlement",)}
    known = game.recorded_field(field).rule
    named = (known or "", *(f"{game.name}.{topic}" for topic in topics.get(field, ())))
    return next((name for name in named if name in pages), "")


class HandEntries:
    """The entries of a hand, from its recorded result and from a report."""

    def __init__(
        self,
        number: int,
        hand: Hand,
        outcome: StoredHand,
        findings: Sequence[StoredFinding],
        game: Game,
        seats: Sequence[str],
    ) -> None:
        """``number`` is the hand, from 1; ``findings`` are those about it."""
        self._number: Final = number
        self._recorded: Final = hand.result if isinstance(hand.result, HandResult) else HandResult()
        self._has_actions: Final = bool(hand.actions)
        self._outcome: Final = outcome
        self._basis: Final = outcome.basis
        self._findings: Final = findings
        self._game: Final = game
        self._seats: Final = tuple(seats)

    def all(self) -> Iterator[RecordedEntry]:
        """All entries, field by field, in the order in which one follows from another."""
        for field, entries in (
            ("finish", self._finish),
            ("roles", self._roles),
            ("units", self._units),
            ("factor", self._factor),
            ("exposed", self._exposed),
            ("scores", self._scores),
            ("levels", self._levels),
        ):
            if field in self._game.result_fields:
                for entry in entries():
                    yield replace(entry, field=field, rule=self._rule(field, entry))

    def _entry(
        self, what: str, of: str, recorded: str, computed: str, standing: Standing, by: int = 0
    ) -> RecordedEntry:
        return RecordedEntry(self._number, what, of, recorded, computed, standing, difference=by)

    def _rule(self, field: str, entry: RecordedEntry) -> str:
        said = self._said(field) if entry.standing is Standing.DIFFERS else None
        return said.rule if said else rule_of(self._game, field, entry.what, self._outcome)

    def _said(self, field: str) -> StoredFinding | None:
        """The finding that a recorded field is wrong; None if there is none."""
        known = self._game.recorded_field(field)
        findings = (
            finding
            for finding in self._findings
            if finding.code == known.code.id and known.rule in (None, finding.rule)
        )
        return next(findings, None)

    @property
    def _rests(self) -> Standing:
        """The comparison of an entry about the end of the hand if the play does not show it."""
        return Standing.TAKEN if self._basis is Basis.RESULT else Standing.UNKNOWN

    def _finish(self) -> Iterator[RecordedEntry]:
        stated = given_value(self._recorded.finish)
        if stated is None:
            return
        unreadable = isinstance(read_finish(stated, {seat: number for number, seat in enumerate(self._seats)}), str)
        if self._said("finish"):
            standing = Standing.DIFFERS
        elif unreadable or self._basis is not Basis.PLAY:
            standing = Standing.UNKNOWN if unreadable else self._rests
        else:
            standing = Standing.FOLLOWS
        known = given_value(self._outcome.finish) if self._basis or standing is Standing.DIFFERS else None
        yield self._entry(
            say("order of finish"), "", places_text(stated), UNKNOWN if not known else places_text(known), standing
        )

    def _roles(self) -> Iterator[RecordedEntry]:
        computed: Mapping[str, str] = given_value(self._outcome.roles) or {}
        wrong = self._said("roles")
        for role, seat in (given_value(self._recorded.roles) or {}).items():
            known = computed.get(role)
            if self._basis is Basis.RESULT:
                standing = Standing.TAKEN
            elif known is None:
                # A void deal has no roles, so every recorded role is wrong.
                standing = Standing.DIFFERS if wrong and self._outcome.complete else Standing.UNKNOWN
            elif known == seat:
                standing = Standing.FOLLOWS
            else:
                standing = Standing.DIFFERS if wrong else Standing.UNKNOWN
            missing = say("nobody") if standing is Standing.DIFFERS else UNKNOWN
            yield self._entry(say_of(self._game.name, role), "", seat, known or missing, standing)

    def _units(self) -> Iterator[RecordedEntry]:
        numbers = {seat: number for number, seat in enumerate(self._seats)}
        computed: Mapping[str, int | None] = given_value(self._outcome.units) or {}
        wrong = self._wrong_units()
        for name, value in (given_value(self._recorded.units) or {}).items():
            pair, units = pair_of(name, numbers), whole_point(value)
            known: int | None = None
            if pair is not None:
                one, other = (self._seats[seat] for seat in sorted(pair))
                known = computed.get(f"{one}-{other}")
                known = -known if known is not None and pair[0] > pair[1] else known
            known = wrong.get(name, known)
            if units is None or pair is None:
                standing = Standing.UNKNOWN
            elif name in wrong:
                standing = Standing.DIFFERS
            elif self._basis is Basis.PLAY:
                standing = Standing.FOLLOWS if units == known else Standing.UNKNOWN
            else:
                standing = self._rests
            by = units - known if standing is Standing.DIFFERS and units is not None and known is not None else 0
            yield self._entry(say("units"), name, points_text(value), points_text(known), standing, by)

    def _wrong_units(self) -> dict[str, int]:
        """The computed units of settled pairs, by the names of the recorded ones that differ."""
        wrong = self._said("units")
        pairs = (part.rpartition(" ") for part in ((wrong.expected if wrong else None) or "").split(", "))
        return {name: int(units) for name, _, units in pairs if units.removeprefix("-").isdecimal()}

    def _factor(self) -> Iterator[RecordedEntry]:
        stated = given_value(self._recorded.factor)
        if stated is not None:
            wrong = self._said("factor")
            computed = "" if wrong is None else wrong.expected or UNKNOWN
            readable = stated == int(stated) and stated >= 1
            yield self._beyond_play(say("factor"), str(stated), computed, readable=readable)

    def _exposed(self) -> Iterator[RecordedEntry]:
        stated = given_value(self._recorded.exposed)
        if stated is not None:
            yes, no = say("yes"), say("no")
            recorded, other = (yes, no) if stated else (no, yes)
            yield self._beyond_play(say("exposed"), recorded, other if self._said("exposed") else "")

    def _beyond_play(self, what: str, recorded: str, computed: str, *, readable: bool = True) -> RecordedEntry:
        """A fact that is computed from the actions, if there are any.

        ``computed`` is empty if no finding is about it.
        """
        if computed:
            return self._entry(what, "", recorded, computed, Standing.DIFFERS)
        if not readable or not self._has_actions:
            return self._entry(what, "", recorded, UNKNOWN, self._rests if readable else Standing.UNKNOWN)
        return self._entry(what, "", recorded, recorded, Standing.FOLLOWS)

    def _scores(self) -> Iterator[RecordedEntry]:
        stated: Mapping[str, Number] = given_value(self._recorded.scores) or {}
        computed: Mapping[str, int | None] = self._outcome.scores or {}
        code = self._game.recorded_field("scores").code.id
        others = {field.rule for field in self._game.recorded}
        about_scores = [finding for finding in self._findings if finding.code == code and finding.rule not in others]
        wrong = bool(about_scores)
        for seat, value in stated.items():
            score, known = whole_point(value), computed.get(seat)
            yield compared_points(
                self._entry(say("score"), seat, points_text(value), points_text(known), Standing.UNKNOWN),
                score,
                known,
                wrong=wrong,
                taken=self._basis is Basis.SCORES,
            )
        by_sum = f"{self._game.name}.recorded"
        if self._basis is Basis.SCORES and any(finding.rule == by_sum for finding in about_scores):
            total = sum(score for seat in self._seats if (score := computed.get(seat)) is not None)
            yield self._entry(SUM, "", points_text(total), points_text(0), Standing.DIFFERS, total)

    def _levels(self) -> Iterator[RecordedEntry]:
        stated: Mapping[str, str] = given_value(self._recorded.levels) or {}
        computed: Mapping[str, str | None] = given_value(self._outcome.levels) or {}
        derived = self._basis in (Basis.PLAY, Basis.RESULT)
        is_complete = self._game.recorded_field("levels").is_complete
        believed = not derived and is_complete is not None and is_complete(stated, self._seats)
        wrong = self._said("levels")
        for seat, level in stated.items():
            team = self._seats[self._seats.index(seat) % _TEAMS] if seat in self._seats else ""
            known = computed.get(team)
            if not derived or known is None:
                standing = Standing.TAKEN if believed else Standing.UNKNOWN
            elif parse_rank(level) == parse_rank(known):
                standing = Standing.FOLLOWS
            else:
                standing = Standing.DIFFERS if wrong else Standing.UNKNOWN
            yield replace(self._entry(say("level"), seat, level, known or UNKNOWN, standing), when="after")


def compared_points(
    entry: RecordedEntry, points: int | None, known: int | None, *, wrong: bool, taken: bool
) -> RecordedEntry:
    """An entry of points with the result of its comparison.

    ``wrong`` says whether the report has a finding about points of this kind, ``taken`` whether they were used as
    recorded.
    """
    if points is None:
        standing = Standing.UNKNOWN
    elif taken:
        standing = Standing.TAKEN
    elif known is None:
        standing = Standing.UNKNOWN
    elif points == known:
        standing = Standing.FOLLOWS
    else:
        standing = Standing.DIFFERS if wrong else Standing.UNKNOWN
    by = points - known if standing is Standing.DIFFERS and points is not None and known is not None else 0
    return replace(entry, standing=standing, difference=by)
