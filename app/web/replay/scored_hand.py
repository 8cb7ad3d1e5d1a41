"""A hand with a known result and nothing else: who came where, and what each side scored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.disputes.cases.in_force import in_force
from app.disputes.match_rows import ListRow, MatchRows, SideCell
from app.judging.levels import level_before
from app.judging.review import UNREVIEWED
from app.matches.installation import this_installation
from app.text.frame_terms import rank_shown
from app.text.language import _
from app.text.places import double_words, place_name
from app.web.parts.open_hand import OpenHand
from app.web.replay.ending import HandEntries, written_of
from engine.record.match import given_value
from engine.replay.statistics import ALONE
from engine.rulebook.codes import RESULT_ONLY
from engine.verdict.recorded_sheet.sheet import sheet_of
from engine.verdict.stored_report import StoredFinding
from engine.verdict.totals_proof import Adds

_COUNTED: Final = frozenset({Adds.COUNTS, Adds.UNKNOWN})


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """A player with the place and the roles of the hand, as far as they are known."""

    seat: str
    name: str
    place: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """What a side has of the hand: a player, or partners who always score the same."""

    cell: SideCell
    players: tuple[PlacedPlayer, ...]
    first: bool
    """Whether the first to go out is among them."""
    total_before: int | None
    level_before: str


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """The page of such a hand."""

    row: ListRow
    cards: tuple[Card, ...]
    """The first to go out comes first; in order of play where the order of finish is not known."""
    level: str
    """The level that it was played at; empty if it is unknown, or in games without levels."""
    double: str
    """What it is called that partners took the first two places; empty for any other finish."""
    is_counted: bool
    written: HandEntries | None
    """What was recorded of it."""
    findings: tuple[StoredFinding, ...]
    """Without the notice that it is known by its result alone."""
    unreviewed: str
    """Why its decisions are not reviewed."""
    others_reviewable: bool
    """Whether the match has hands with play, whose decisions may be reviewed."""


def is_scored_alone(opened: OpenHand) -> bool:
    """Whether the log has neither an action nor a card of a hand."""
    hand = opened.match.hands[opened.number - 1]
    return not hand.actions and not given_value(hand.deal)


def scored_hand(opened: OpenHand) -> ScoredHand:
    """What is shown of a hand without an action or a card in the log."""
    match, report, number = opened.match, opened.report, opened.number
    sheet = sheet_of(match, report)
    with this_installation().sessions() as session:
        ruled = () if opened.trial else in_force(session, opened.stored.id)
    row = MatchRows(match, report, sheet, ruled).rows(number, number)[-1]
    finish = given_value(report.hands[number - 1].finish) or []
    places = {seat: place for place, group in enumerate(finish, 1) for seat in group}
    levels, level = opened.levels(), level_before(match, number - 1, report.hands)

    def placed(seat: str) -> PlacedPlayer:
        place = places.get(seat)
        words = "" if place is None else place_name(place, match.game, last=place == len(finish))
        roles = given_value(report.hands[number - 1].roles) or {}
        return PlacedPlayer(seat, opened.names[seat], words, tuple(_own(roles, seat)))

    def best(seats: tuple[str, ...]) -> int:
        return min(places.get(seat, len(match.seats)) for seat in seats)

    cards = [
        Card(
            cell=cell,
            players=tuple(placed(seat) for seat in sorted(cell.side.seats, key=lambda seat: best((seat,)))),
            first=best(cell.side.seats) == 1 and bool(places),
            total_before=None if cell.total is None or cell.score is None else cell.total - cell.score,
            level_before=levels.get(cell.side.seats[0], level if number == 1 else ""),
        )
        for cell in row.cells
    ]
    return ScoredHand(
        row=row,
        cards=tuple(sorted(cards, key=lambda card: best(card.cell.side.seats)) if places else cards),
        level=rank_shown(level),
        double=double_words(match.game, finish),
        is_counted=row.adds in _COUNTED,
        written=written_of(sheet, number),
        findings=tuple(
            finding for findings in opened.said.values() for finding in findings if finding.code != RESULT_ONLY.id
        ),
        unreviewed=_(UNREVIEWED["no-play"]),
        others_reviewable=any(hand.actions for hand in match.hands),
    )


def _own(roles: Mapping[str, str], seat: str) -> list[str]:
    """The roles of a seat; of one that has all of them, the first and that it is alone."""
    own = [role for role, of in roles.items() if of == seat]
    return [own[0], ALONE] if len(own) > 1 else own
