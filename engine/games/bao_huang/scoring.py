"""The scores of a finished hand of Bao Huang: places, teams, the emperor, declarations; and which side won it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Final, Literal, NamedTuple

from engine.games.bao_huang.rules import BaoHuangRules
from engine.replay.outcome import LinesOnRequest, ScoreLine
from engine.rulebook.sentences import Text, marked, say, say_of

PLACES: Final[Mapping[Literal["2-1-0", "4-2-0", "6-3-0"], tuple[int, ...]]] = {
    "2-1-0": (2, 1, 0, -1, -2),
    "4-2-0": (4, 2, 0, -2, -4),
    "6-3-0": (6, 3, 0, -3, -6),
}
"""The points of the places from first to last, by scoring."""
ALONE: Final = (12, 0, -12, -12, -12)
"""The points of an emperor who is alone under 2-1-0, by place."""
ORDINALS: Final = (
    say_of("bao_huang", "first"),
    say_of("bao_huang", "second"),
    say_of("bao_huang", "third"),
    say_of("bao_huang", "fourth"),
    say_of("bao_huang", "fifth"),
)

_TRIPLE: Final = 3

Words = Callable[[], Text]
"""Makes the words of a score line when they are asked for."""

EMPERORS: Final = "emperor"
FARMERS: Final = "farmers"


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles of a hand.  If ``protector`` is the same as ``emperor``, the emperor is alone."""

    emperor: int
    protector: int

    @property
    def alone(self) -> bool:
        """Whether the emperor has no protector."""
        return self.emperor == self.protector

    @property
    def side(self) -> frozenset[int]:
        """The seats on the emperor's side."""
        return frozenset((self.emperor, self.protector))


Finish = Sequence[Sequence[int]]


def _places(finish: Finish) -> dict[int, int]:
    """By seat, its place from 0; seats that share places get them in their order."""
    order = [seat for place in finish for seat in place]
    return {seat: place for place, seat in enumerate(order)}


def is_over(out: Collection[int], roles: Roles, seats: int) -> bool:
    """Whether a hand at a table of ``seats`` seats is over when the given seats are out: whether one team is."""
    return roles.side <= set(out) or set(range(seats)) - roles.side <= set(out)


def declaration_decides(finish: Finish, roles: Roles, rules: BaoHuangRules) -> bool:
    """Whether it depends on a declaration of the lone emperor who wins."""
    return roles.alone and rules.alone_win == "by_declaration" and _places(finish)[roles.emperor] == 1


def scored_order(finish: Finish, roles: Roles, rules: BaoHuangRules, *, solo: bool) -> Finish | None:
    """The order by which a hand is scored; None if an emperor who is alone ties.

    An emperor who is alone and loses under ``alone_win`` is scored as the fifth.  ``solo`` says whether it declared.
    """
    if not roles.alone or rules.alone_win == "by_rule":
        return finish
    place = _places(finish)[roles.emperor]
    if place == 0:
        return finish
    ties = rules.alone_win == "first_tie_second" or (rules.alone_win == "by_declaration" and not solo)
    if place == 1 and ties:
        return None
    others = [[seat] for group in finish for seat in group if seat != roles.emperor]
    return [*others, [roles.emperor]]


def emperor_points(finish: Finish, roles: Roles, rules: BaoHuangRules, *, solo: bool = False) -> int:
    """The points of the emperor's team by the places, before any factor; below zero if it lost them.

    ``solo`` says whether an emperor who is alone declared it.
    """
    order = scored_order(finish, roles, rules, solo=solo)
    if order is None:
        return 0
    places = _places(order)
    scoring = rules.scoring
    if scoring == "win_loss":
        winner = winning_side(finish, roles, rules, solo=solo)
        return 0 if winner is None else 1 if winner == EMPERORS else -1
    if roles.alone and scoring == "2-1-0":
        return ALONE[places[roles.emperor]]
    return sum(PLACES[scoring][places[seat]] for seat in roles.side)


def winning_side(finish: Finish, roles: Roles, rules: BaoHuangRules, *, solo: bool = False) -> str | None:
    """The side that won a hand, for tribute: ``EMPERORS``, ``FARMERS``, or None for a tie.

    ``solo`` says whether an emperor who is alone declared it.
    """
    if roles.alone and rules.alone_win != "by_rule":
        order = scored_order(finish, roles, rules, solo=solo)
        if order is None:
            return None
        return EMPERORS if _places(order)[roles.emperor] == 0 else FARMERS
    rule = rules.winner_rule
    if rule == "first_vs_last":
        first, last = finish[0][0] in roles.side, finish[-1][-1] in roles.side
        if not roles.alone and first == last:
            return None
        return EMPERORS if first else FARMERS
    points = emperor_points(finish, roles, rules)
    if points == 0:
        return None
    if rule == "points":
        return EMPERORS if points > 0 else FARMERS
    team = roles.side
    left = {FARMERS: 5 - len(team), EMPERORS: len(team)}
    for seat in (seat for place in finish for seat in place):
        side = EMPERORS if seat in team else FARMERS
        left[side] -= 1
        if not left[side]:
            return side
    return None


@dataclass(frozen=True, slots=True)
class DeclarationEffect:
    """The effect of declarations on the scores of a hand."""

    factors: tuple[tuple[Words, int], ...] = ()
    """Each factor by which every score is multiplied, with what makes the words of its reason."""
    own_points_only: bool = False
    """Whether an announced lone emperor gets three times the points of its own place, and nothing else."""

    solo: bool = False
    """Whether an emperor who is alone declared it."""

    @property
    def product(self) -> int:
        """The product of all factors."""
        return _TRIPLE if self.own_points_only else prod(times for _, times in self.factors)


def counting(declared: Sequence[str], rules: BaoHuangRules) -> tuple[str, ...]:
    """Those of the declarations that change the scores, in the order in which their factors apply."""
    kind = rules.declarations
    if kind == "first_only":
        return tuple(declared[:1])
    if kind == "per_side":
        own = [what for what in ("solo", "protector") if what in declared][:1]
        return (*(("uprising",) if "uprising" in declared else ()), *own)
    if kind == "two_rebels":
        if rules.open_factor == 1:
            return ()
        own = [what for what in ("solo", "protector") if what in declared][:1]
        return tuple(own) or (("uprising",) if declared.count("uprising") > 1 else ())
    if kind == "partner_or_solo":
        if "solo" in declared and _triples_own_points(rules):
            return ("solo",)
        return tuple(what for what in ("protector", "solo") if what in declared)
    return ()


def by_declarations(declared: Sequence[str], rules: BaoHuangRules) -> DeclarationEffect:
    """The effect of the declarations that counted, in order: ``uprising``, ``protector``, ``solo``."""
    declarations = counting(declared, rules)
    tripled = rules.declarations == "partner_or_solo" and "solo" in declarations
    if tripled and _triples_own_points(rules):
        return DeclarationEffect(own_points_only=True, solo=True)
    usual = rules.open_factor if rules.declarations == "two_rebels" else 2
    factors = [(what, _TRIPLE if tripled and what == "solo" else usual) for what in declarations]
    return DeclarationEffect(
        tuple((partial(_declared_words, what, times), times) for what, times in factors), solo="solo" in declared
    )


def by_recorded_factor(factor: int, roles: Roles, rules: BaoHuangRules) -> DeclarationEffect:
    """The effect of a recorded factor, used if the declarations are not known."""
    if factor == _TRIPLE and roles.alone and _triples_own_points(rules):
        return DeclarationEffect(own_points_only=True)
    return DeclarationEffect(((partial(_recorded_words, factor), factor),) if factor > 1 else ())


def _declared_words(what: str, times: int) -> Text:
    return say("{reason}: all points times {times}", reason=say(_DECLARED[what]), times=times)


def _recorded_words(factor: int) -> Text:
    return say("recorded factor: all points times {factor}", factor=factor)


def _triples_own_points(rules: BaoHuangRules) -> bool:
    return rules.scoring == "4-2-0" and rules.solo_announced == "instead"


def settle(
    finish: Finish, roles: Roles, declared: DeclarationEffect, rules: BaoHuangRules, seats: Sequence[str]
) -> tuple[list[int], Sequence[ScoreLine]]:
    """The score of each seat, and the score lines that add up to it."""
    lines: list[_Line] = []
    scoring = rules.scoring
    places = tuple(map(tuple, finish))
    points = emperor_points(places, roles, rules, solo=declared.solo)
    if scoring != "win_loss":
        lines.append(_Line("bao_huang.places", partial(_places_text, places, PLACES[scoring], seats), ()))
    team = roles.side
    scores = [points if seat in team else -points for seat in range(len(seats))]
    if roles.alone and scoring == "2-1-0":
        scores = [points if seat == roles.emperor else -points // 4 for seat in range(len(seats))]
    topic = "winner" if scoring == "win_loss" else "teams"
    lines.append(_Line(f"bao_huang.{topic}", _teams_words(places, roles, rules, points, seats), tuple(scores)))

    instead = declared.own_points_only and roles.alone
    factor = 1
    if (scoring == "2-1-0" and not roles.alone) or (scoring == "4-2-0" and roles.alone and not instead):
        factor = 2
    if factor > 1:
        words = partial(_emperor_words, factor, alone=roles.alone)
        lines.append(_multiplied("bao_huang.emperor", words, scores, [roles.emperor], factor))
    if instead:
        lines.append(_multiplied("bao_huang.declarations", _solo_words, scores, [roles.emperor], _TRIPLE))
    if scoring == "4-2-0" and rules.balanced:
        lines.append(_multiplied("bao_huang.balanced", _balanced_words, scores, [roles.emperor], 2))
    for factor_words, times in declared.factors:
        lines.append(_multiplied("bao_huang.declarations", factor_words, scores, range(len(seats)), times))
    return scores, LinesOnRequest(len(lines), partial(_made, lines, seats))


class _Line(NamedTuple):
    """A score line: its rule, what makes its words, and the points by seat."""

    rule: str
    words: Words
    points: Sequence[int]


def _made(lines: Sequence[_Line], seats: Sequence[str]) -> list[ScoreLine]:
    return [
        ScoreLine(line.rule, line.words(), {seats[seat]: point for seat, point in enumerate(line.points) if point})
        for line in lines
    ]


_DECLARED: Final[Mapping[str, str]] = {
    "uprising": marked("the farmers declared an uprising"),
    "protector": marked("the protector announced itself"),
    "solo": marked("the emperor announced a solo"),
}


def _multiplied(rule: str, words: Words, scores: list[int], who: Sequence[int], times: int) -> _Line:
    """Multiplies the scores of some seats.  The line has the difference for each seat."""
    before = list(scores)
    for seat in who:
        scores[seat] *= times
    return _Line(rule, words, [now - then for now, then in zip(scores, before, strict=True)])


def _emperor_words(factor: int, *, alone: bool) -> Text:
    if alone:
        return say("the emperor's points times {factor} for playing alone", factor=factor)
    return say("the emperor's points times {factor}", factor=factor)


def _solo_words() -> Text:
    return say("the emperor announced a solo: its own points times 3")


def _balanced_words() -> Text:
    return say("balanced scoring: the emperor's points times 2 again")


def _places_text(finish: Finish, table: Sequence[int], seats: Sequence[str]) -> Text:
    pieces: list[Text] = []
    place = 0
    for group in finish:
        points = [str(table[other]) for other in range(place, place + len(group))]
        if len(group) == 1:
            seat = seats[group[0]]
            pieces.append(
                say_of("bao_huang", "{seat} {place}: {points}", seat=seat, place=ORDINALS[place], points=points[0])
            )
        else:
            pieces.append(
                say_of(
                    "bao_huang",
                    "{seats} share {places}: {points}",
                    seats=_all_of([seats[seat] for seat in group]),
                    places=_all_of(ORDINALS[place : place + len(group)]),
                    points=_all_of(points),
                )
            )
        place += len(group)
    text = pieces[-1]
    for piece in reversed(pieces[:-1]):
        text = say("{first}; {rest}", first=piece, rest=text)
    return text


def _all_of(items: Sequence[str]) -> str:
    """Several things in one phrase: ``a and b and c``."""
    text = items[-1]
    for item in reversed(items[:-1]):
        text = say("{first} and {rest}", first=item, rest=text)
    return text


def _teams_words(finish: Finish, roles: Roles, rules: BaoHuangRules, points: int, seats: Sequence[str]) -> Words:
    """What makes the words about the teams.  All options that they depend on are read here."""
    scoring = rules.scoring
    if roles.alone and rules.alone_win != "by_rule":
        return partial(_alone_text, roles, points, points if scoring != "2-1-0" else points // 4, seats)
    if scoring == "win_loss":
        return partial(_won_text, roles, winning_side(finish, roles, rules), seats)
    owed = _owed_in_spite_of_points(finish, roles, rules, points)
    return partial(_points_text, finish, roles, scoring, points, owed, seats)


def _team_text(roles: Roles, seats: Sequence[str]) -> Text:
    emperor, protector = seats[roles.emperor], seats[roles.protector]
    if roles.alone:
        return say("emperor {emperor} alone", emperor=emperor)
    return say("emperor {emperor} and protector {protector}", emperor=emperor, protector=protector)


def _alone_text(roles: Roles, points: int, others: int, seats: Sequence[str]) -> Text:
    """What an emperor who is alone gets where ``alone_win`` says whether it won."""
    team = _team_text(roles, seats)
    if points == 0:
        return say("{team}, second: tie, nobody scores", team=team)
    if points > 0:
        return say(
            "{team} is first and won: {points}; each opponent {others}", team=team, points=points, others=-others
        )
    return say("{team} lost, as if fifth: {points}; each opponent {others}", team=team, points=points, others=-others)


def _won_text(roles: Roles, winner: str | None, seats: Sequence[str]) -> Text:
    team = _team_text(roles, seats)
    if winner is None:
        return say("{team}: tie, because one team has the first and the last place", team=team)
    if winner == EMPERORS:
        return say("{team} won: winners 1, losers -1", team=team)
    return say("{team} lost: winners 1, losers -1", team=team)


def _points_text(
    finish: Finish,
    roles: Roles,
    scoring: Literal["2-1-0", "4-2-0", "6-3-0"],
    points: int,
    owed: str | None,
    seats: Sequence[str],
) -> Text:
    """The points of the team; ``owed`` is the side that won without them and is owed tribute, or None."""
    team, places = _team_text(roles, seats), _places(finish)
    if roles.alone and scoring == "2-1-0":
        text = say(
            "{team}, {place}: {points}, each opponent {others}",
            team=team,
            place=ORDINALS[places[roles.emperor]],
            points=points,
            others=-points // 4,
        )
    else:
        order = sorted(roles.side, key=lambda seat: places[seat])
        ours = " + ".join(_signed(PLACES[scoring][places[seat]]) for seat in order)
        shown = ours if roles.alone else f"{ours} = {points}"
        text = say("{team}: {points}; each opponent {others}", team=team, points=shown, others=-points)
    return text if owed is None else say("{first}; {rest}", first=text, rest=_owed_text(roles, owed))


def _owed_in_spite_of_points(finish: Finish, roles: Roles, rules: BaoHuangRules, points: int) -> str | None:
    """The side that won although the other has the points, and so is owed tribute; None if there is none."""
    winner = winning_side(finish, roles, rules)
    unlike_points = winner is not None and (points > 0) != (winner == EMPERORS)
    return winner if rules.tribute and rules.winner_rule == "team_out_first" and unlike_points else None


def _owed_text(roles: Roles, winner: str) -> Text:
    if winner == EMPERORS:
        if roles.alone:
            return say("the emperor is out first, so the farmers owe tribute in spite of their points")
        return say("the emperor and the protector are out first, so the farmers owe tribute in spite of their points")
    if roles.alone:
        return say("the farmers are out first, so the emperor owes tribute in spite of its points")
    return say("the farmers are out first, so the emperor and the protector owe tribute in spite of their points")


def _signed(points: int) -> str:
    return f"({points})" if points < 0 else str(points)
