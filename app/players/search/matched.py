"""What of a hand matched, in words."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, and_, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.lookup import texts_of
from app.database.tables.matches import MatchPlayer
from app.database.tables.reviews import REVIEWED_SEATS
from app.database.tables.statistics import HAND_PLAYS
from app.matches.listing import MatchRow, match_rows
from app.players.search.conditions import sought
from app.players.search.fields import field_words, fields
from app.players.search.finding import HandFound, HandsPage, SeatFound
from app.players.search.query import (
    Condition,
    FlagCondition,
    HandQuery,
    NumberCondition,
    Op,
    PlayCondition,
    TextCondition,
)
from app.players.search.wording import condition_text, number_text
from app.players.statistics.plays import BLOCK, hands_and_seats, size_and_rank
from app.replay.notes.reading import counts_of
from app.text.glossary import game_title, preset_title
from app.text.language import _, marked
from app.text.log_terms import log_word, words_of_kind
from engine.games import GAMES
from engine.replay.statistics import NO_RANK

_AT_THE_TABLE: Final[Mapping[str, str]] = {
    "partner": marked("partner {name}"),
    "with": marked("with {name}"),
    "against": marked("against {name}"),
}

Plays = Mapping[tuple[PlayCondition, int, int, int], Sequence[tuple[int, int]]]
"""By combination asked for, match, hand and seat: numbers of cards, and ranks."""


@dataclass(frozen=True, slots=True)
class SeatWords:
    """A seat that matches."""

    seat: str
    name: str
    """The name of the player in the match, or the seat."""
    person: int
    """`NOBODY` where the log names no player."""
    matched: tuple[str, ...]
    """What matched, condition by condition; empty where the conditions are about the match alone."""


@dataclass(frozen=True, slots=True)
class HandWords:
    """A hand that matches."""

    match: MatchRow
    number: int
    """From 1."""
    seats: tuple[SeatWords, ...]
    every: bool
    """Whether every seat of the hand matches, and nothing was asked of a seat."""
    notes: int = 0
    """Notes at steps of the hand."""


def in_words(session: Session, query: HandQuery, page: HandsPage) -> list[HandWords]:
    """The hands of a page with what matched.  Some queries more, however many hands there are."""
    matches = sorted({hand.match for hand in page.hands})
    shown = _Shown(
        {row.id: row for row in match_rows(session, matches)},
        _seats(session, matches),
        texts_of(session, {seat.values["role"] for hand in page.hands for seat in hand.seats}),
        *_plays(session, query, page),
        counts_of(session, matches),
        _reviewed(session, query, page),
    )
    return [_hand(query, hand, shown) for hand in page.hands if hand.match in shown.rows]


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the words about some hands are made of."""

    rows: Mapping[int, MatchRow]
    seats: Mapping[tuple[int, int], str]
    """What logs call the seats, by match and place in the order of play."""
    roles: Mapping[int, str]
    plays: Plays
    sized: frozenset[PlayCondition]
    """The combinations whose numbers of cards are shown, for there are several."""
    notes: Mapping[tuple[int, int], int]
    """By match and hand, how many notes there are; those without are left out."""
    reviewed: Mapping[tuple[int, int, int], Mapping[str, int]]
    """By match, hand and seat what the review has, where it is asked for."""


def _seats(session: Session, matches: Sequence[int]) -> dict[tuple[int, int], str]:
    rows = session.execute(
        select(col(MatchPlayer.log_id), col(MatchPlayer.place), col(MatchPlayer.seat)).where(
            col(MatchPlayer.log_id).in_(matches)
        )
    )
    return {(match, place): seat for match, place, seat in rows}


def _hand(query: HandQuery, hand: HandFound, shown: _Shown) -> HandWords:
    row = shown.rows[hand.match]
    seats = tuple(
        SeatWords(
            shown.seats[hand.match, seat.seat],
            row.players[seat.seat],
            seat.person,
            tuple(filter(None, (_matched(condition, hand, seat, shown) for condition in query.conditions))),
        )
        for seat in hand.seats
    )
    every = len(seats) == len(row.players) and not any(seat.matched for seat in seats)
    return HandWords(row, hand.hand + 1, seats, every, shown.notes.get((hand.match, hand.hand), 0))


def _matched(condition: Condition, hand: HandFound, seat: SeatFound, shown: _Shown) -> str:
    """What of a seat meets a condition; empty for one about the match."""
    match condition:
        case TextCondition("role", _):
            return log_word(shown.rows[hand.match].game, shown.roles[seat.values["role"]])
        case TextCondition("finding", code):
            return _("finding {code}", code=code)
        case TextCondition("partner" | "with" | "against" as field, text):
            return _(_AT_THE_TABLE[field], name=text)
        case NumberCondition("place", _, _):
            return _("place {place}", place=number_text(seat.values["place_halves"], 2))
        case NumberCondition("score", _, _):
            if seat.values["computed_score"] is not None:
                return _("score {score} by a ruling", score=seat.values["score"])
            return _("score {score}", score=seat.values["score"])
        case NumberCondition("notes", _, _) | TextCondition("note", _):
            return ""
        case NumberCondition("computed", _, _):
            computed = seat.values["computed_score"]
            return _("computed {score}", score=seat.values["score"] if computed is None else computed)
        case NumberCondition(field, _, _) if fields()[field].reviewed:
            of_review = shown.reviewed[hand.match, hand.hand, seat.seat]
            return f"{field_words(field)} {number_text(of_review[field], fields()[field].scale)}"
        case NumberCondition(field, _, _):
            return f"{field_words(field)} {number_text(seat.values[field], fields()[field].scale)}"
        case FlagCondition("won", so):
            return _("won the match") if so else _("did not win the match")
        case FlagCondition("ruled", True):
            return _("ruled on")
        case PlayCondition():
            plays = shown.plays.get((condition, hand.match, hand.hand, seat.seat), ())
            game = shown.rows[hand.match].game or ""
            return combinations(condition.kind, plays, game, sized=condition in shown.sized)
        case _:
            return ""


def combinations(kind: str, played: Sequence[tuple[int, int]], game: str, *, sized: bool) -> str:
    """Combinations of a kind that were played, in words: ``bomb of 6: Q, K``."""
    ranks = GAMES[game].statistics.kinds[kind].ranks
    of_sizes: dict[int, list[str]] = {}
    for size, rank in played:
        of_sizes.setdefault(size, []).extend([] if rank == NO_RANK else [ranks[rank]])
    words = ""
    for size, texts in of_sizes.items():
        one = _("{combination} of {size}", combination=words_of_kind(kind), size=size) if sized else words_of_kind(kind)
        if texts:
            one = _("{first}: {rest}", first=one, rest=", ".join(texts))
        words = _("{first}; {rest}", first=words, rest=one) if words else one
    return words


_SIGNS: Final[Mapping[Op, str]] = {Op.IS: "", Op.AT_LEAST: "≥ ", Op.AT_MOST: "≤ ", Op.ABOVE: "> ", Op.BELOW: "< "}


def query_words(query: HandQuery) -> str:
    """What a query asks for, as short as a title; conditions without words of their own are as the line has them."""
    game = query.only("game")
    return " · ".join(_asked(condition, game) or condition_text(condition) for condition in query.conditions)


def _asked(condition: Condition, game: str | None) -> str:
    """A condition in words; empty where there are none."""
    match condition:
        case TextCondition("player" | "event", text):
            return text
        case TextCondition("game", text):
            return game_title(text)
        case TextCondition("preset", text):
            return preset_title(
                game or next(known_game.name for known_game in GAMES.values() if text in known_game.rules.presets), text
            )
        case TextCondition("role", text):
            return log_word(game, text)
        case TextCondition("partner" | "with" | "against" as field, text):
            return _(_AT_THE_TABLE[field], name=text)
        case NumberCondition("notes", Op.IS, 0):
            return _("without notes")
        case NumberCondition("notes", Op.AT_LEAST, 1):
            return _("with notes")
        case NumberCondition("place", Op.IS, units):
            return _("place {place}", place=number_text(units, 2))
        case NumberCondition(field, op, units) if field != "notes":
            return f"{field_words(field)} {_SIGNS[op]}{number_text(units, fields()[field].scale)}"
        case FlagCondition("won", so):
            return _("won the match") if so else _("did not win the match")
        case FlagCondition("ruled", True):
            return _("ruled on")
        case PlayCondition(kind, None, None):
            return words_of_kind(kind)
        case _:
            return ""


def _plays(session: Session, query: HandQuery, page: HandsPage) -> tuple[Plays, frozenset[PlayCondition]]:
    """The combinations asked for that the seats found have played, and those of several sizes."""
    if not query.played or not page.hands:
        return {}, frozenset()
    played = sought(session, query).played
    hands = {(hand.match, hand.hand) for hand in page.hands}
    shown: dict[tuple[PlayCondition, int, int, int], list[tuple[int, int]]] = {}
    for asked, numbers in played.items():
        for play, match, block, seats in session.execute(_rows_of(numbers, hands)):
            for hand, seat in hands_and_seats(block, seats):
                if (match, hand) in hands:
                    shown.setdefault((asked, match, hand, seat), []).append(size_and_rank(play))
    sized = frozenset(
        asked
        for asked, numbers in played.items()
        if asked.size is not None or len({size_and_rank(number)[0] for number in numbers}) > 1
    )
    return {key: sorted(places) for key, places in shown.items()}, sized


def _reviewed(session: Session, query: HandQuery, page: HandsPage) -> dict[tuple[int, int, int], Mapping[str, int]]:
    """What the reviews of the hands found have of their seats."""
    asked = [
        condition.field
        for condition in query.conditions
        if isinstance(condition, NumberCondition) and fields()[condition.field].reviewed
    ]
    if not asked or not page.hands:
        return {}
    seats = REVIEWED_SEATS.c
    rows = session.execute(
        select(seats.match, seats.hand, seats.seat, *(seats[name] for name in dict.fromkeys(asked))).where(
            or_(*(and_(seats.match == hand.match, seats.hand == hand.hand) for hand in page.hands))
        )
    ).mappings()
    return {(row["match"], row["hand"], row["seat"]): {name: row[name] for name in asked} for row in rows}


def _rows_of(numbers: Sequence[int], hands: Collection[tuple[int, int]]) -> Select[Any]:
    plays = HAND_PLAYS.c
    by_match: dict[int, set[int]] = {}
    for match, hand in sorted(hands):
        by_match.setdefault(match, set()).add(hand // BLOCK)
    return select(plays.play, plays.match, plays.block, plays.seats).where(
        plays.play.in_(numbers),
        plays.match.in_(sorted(by_match)),
        or_(*(and_(plays.match == match, plays.block.in_(sorted(blocks))) for match, blocks in by_match.items())),
    )
