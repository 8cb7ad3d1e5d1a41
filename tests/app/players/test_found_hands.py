"""The hands found are those that a second search, which reads all rows, finds; whatever the page and the start."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.players.search import finding
from app.players.search.conditions import people_named
from app.players.search.fields import kinds, ranks_of
from app.players.search.finding import find, how_many_reviewed
from app.players.search.grammar import read
from app.players.search.matched import in_words
from app.players.search.query import (
    Condition,
    FlagCondition,
    HandQuery,
    NumberCondition,
    OfDay,
    Op,
    PlayCondition,
    TextCondition,
    Way,
)
from app.players.search.starts import HandPosition

pytestmark = pytest.mark.databases_differ

Rows = list[dict[str, Any]]

LINES = (
    "",
    "place:1",
    "place>1 place<=2.5 score>0",
    "game:guandan bombs>=1 place:1",
    "straight",
    "straight T+",
    "bomb*5+",
    "bomb*4 9-",
    "game:guandan pair A",
    "bomb straight place:1",
    "front_pair Q+ score>0",
    "equal*3+ T+ role:emperor",
    "player:L",
    "player:Li",
    "player:Li score<0",
    "partner:L place:1",
    "level:2",
    "level:10 place:1",
    "level:A player:Li score>0",
    "against:L with:Z",
    "with:Z bomb",
    "partner:Li partner:Z",
    "finding:wrong-leader",
    "finding:result-only place:1",
    "finding:score-mismatch errors>=1",
    'event:"Spring Cup" won:yes',
    'event:"" complete:no',
    "since:2025-03-02 until:2025-03-04 score>=1",
    "preset:njupt",
    "role:emperor won:no",
    "role:alone",
    "basis:play seconds>=0.5",
    "score>1000000",
    "units>0",
    "game:big_a triple K+ with:Q",
    "ruled:yes",
    "ruled:yes score>0",
    "ruled:no player:Li",
    "computed>=1 score<1",
    "strength>=0.5",
    "game:guandan strength<0 ruled:yes",
    "notes>=1",
    "notes:2 place:1",
    "notes:0 player:Li",
    "notes<=1 ruled:yes",
    "note:early",
    'note:"too early" score>0',
    "note:炸弹",
    "note:炸弹 note:early notes>1",
    "fault",
    "fault:0 place:1",
    "lucky>=1 fault>1",
    "loss>=0.5 loss<1.5 score>0",
    "inaccuracy>=1 ruled:yes",
    "loss>0 player:Li",
)


def compare(value: int | None, op: Op, units: int) -> bool:
    if value is None:
        return False
    return {
        Op.IS: value == units,
        Op.AT_LEAST: value >= units,
        Op.AT_MOST: value <= units,
        Op.ABOVE: value > units,
        Op.BELOW: value < units,
    }[op]


def reaches(number: int, wanted: int, way: Way) -> bool:
    return number == wanted or (way is Way.OR_MORE and number > wanted) or (way is Way.OR_LESS and number < wanted)


def by_hand(rows: Rows) -> Mapping[tuple[int, int], Rows]:
    """The rows of each hand of each match."""
    found: defaultdict[tuple[int, int], Rows] = defaultdict(list)
    for row in rows:
        found[row["match"], row["hand"]].append(row)
    return found


class Second:
    """A search apart from the queries of the first."""

    def __init__(self, rows: dict[str, Rows], people: Callable[[str], list[int]]) -> None:
        self.facts = rows["facts"]
        self.beside, self.of_hand, self.plays, self.levels = (
            by_hand(rows[name]) for name in ("facts", "hand_codes", "hand_plays", "hand_levels")
        )
        self.ruled = {(each["match"], each["hand"]) for each in rows["ruled_hands"]}
        self.notes = rows["notes"]
        shown = {row["match"]: row["judgement"] for row in rows["counted_matches"]}
        self.reviewed = {
            (row["match"], row["hand"], row["seat"]): row
            for row in rows["reviewed_seats"]
            if row["judgement"] == shown.get(row["match"])
        }
        self.people = people

    def hands(self, query: HandQuery) -> Iterator[tuple[int, int, list[int]]]:
        found: dict[tuple[int, int], list[int]] = {}
        for row in self.facts:
            if all(self.meets(row, each, query.only("game")) for each in query.conditions):
                found.setdefault((row["match"], row["hand"]), []).append(row["seat"])
        for (match, hand), seats in sorted(found.items(), reverse=True):
            yield match, hand, sorted(seats)

    def meets(self, row: dict[str, Any], condition: Condition, game: str | None) -> bool:
        match condition:
            case TextCondition("player", text):
                return row["person"] in self.people(text)
            case TextCondition("partner" | "against" | "with" as field, text):
                return any(
                    other["person"] in self.people(text)
                    and other["seat"] != row["seat"]
                    and (field == "with" or self.sided(other, row, same=field == "partner"))
                    for other in self.beside[row["match"], row["hand"]]
                )
            case TextCondition("finding", code):
                return any(
                    each["code"] == code and each["seat"] in (-1, row["seat"])
                    for each in self.of_hand[row["match"], row["hand"]]
                )
            case TextCondition("level", text):
                return any("23456789TJQKA"[each["level"]] == text for each in self.levels[row["match"], row["hand"]])
            case TextCondition("note", text):
                return all(self.is_noted(row, word) for word in text.split())
            case TextCondition(field, text):
                return bool(row[field] == text)
            case OfDay(field, day):
                number = int(day.strftime("%Y%m%d"))
                return row["day"] is not None and (row["day"] >= number if field == "since" else row["day"] <= number)
            case NumberCondition("computed", op, units):
                computed = row["computed_score"]
                return compare(row["score"] if computed is None else computed, op, units)
            case FlagCondition("ruled", so):
                return ((row["match"], row["hand"]) in self.ruled) == so
            case NumberCondition("notes", op, units):
                return compare(len(self.texts(row)), op, units)
            case NumberCondition("fault" | "inaccuracy" | "lucky" | "loss" as field, op, units):
                reviewed = self.reviewed.get((row["match"], row["hand"], row["seat"]), {})
                return compare(reviewed.get(field), op, units)
            case NumberCondition(field, op, units):
                return compare(row["place_halves" if field == "place" else field], op, units)
            case FlagCondition(field, so):
                return bool(row[field] == int(so))
            case PlayCondition(kind, size, rank):
                ranks = ranks_of(kind, game or kinds()[kind][0])
                return any(
                    each["kind"] == kind
                    and (size is None or reaches(each["size"], size.cards, size.way))
                    and (
                        rank is None or (each["rank"] >= 0 and reaches(each["rank"], ranks.index(rank.rank), rank.way))
                    )
                    and each["seat"] == row["seat"]
                    for each in self.plays[row["match"], row["hand"]]
                )
        raise AssertionError(condition)

    def texts(self, row: dict[str, Any]) -> list[str]:
        return [each["text"] for each in self.notes if (each["log_id"], each["hand"]) == (row["match"], row["hand"])]

    def is_noted(self, row: dict[str, Any], word: str) -> bool:
        if word.isascii():
            return any(word in re.findall("[a-z]+", text.lower()) for text in self.texts(row))
        return any(word in text for text in self.texts(row))

    @staticmethod
    def sided(other: dict[str, Any], row: dict[str, Any], *, same: bool) -> bool:
        if other["side"] is None or row["side"] is None:
            return False
        return (other["side"] == row["side"]) == same


@pytest.fixture
def second(played: Installation, every_row: Callable[[], dict[str, Rows]]) -> Second:
    @cache
    def people(text: str) -> list[int]:
        with played.sessions() as session:
            return people_named(session, text)

    return Second(every_row(), people)


def pages(fupan: Installation, query: HandQuery, limit: int) -> tuple[list[tuple[int, int, list[int]]], int]:
    """All hands found, page by page, and how often a search stopped early."""
    found: list[tuple[int, int, list[int]]] = []
    place: HandPosition | None = None
    stops = 0
    for _ in range(10_000):
        with fupan.sessions() as session:
            page = find(session, query, place, limit=limit)
        assert len(page.hands) <= limit
        found += [(hand.match, hand.hand, [seat.seat for seat in hand.seats]) for hand in page.hands]
        stops += page.stopped
        if page.older is None:
            return found, stops
        assert place is None or page.older.at < place.at
        place = page.older
    raise AssertionError("the search does not come to an end")


def test_every_hand_is_found_once_in_order(played: Installation, second: Second) -> None:
    none = []
    for line in LINES:
        reading = read(line)
        assert reading.troubles == (), line
        expected = list(second.hands(reading.query))
        assert pages(played, reading.query, 50)[0] == expected, line
        none += [] if expected else [line]
    assert len(none) <= 6, none


def test_pages_and_bounds_leave_nothing_out(
    played: Installation, second: Second, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With so small bounds that nearly every search stops before its page is full."""
    monkeypatch.setattr(finding, "WORK", 0)
    monkeypatch.setattr(finding, "LEAST_ROWS", 16)
    monkeypatch.setattr(finding, "LEAST_HANDS", 1)
    monkeypatch.setattr(finding, "MATCHES", 2)
    monkeypatch.setattr("app.players.search.starts.LEAST", 16)
    stopped = 0
    for line in LINES[::3]:
        query = read(line).query
        found, stops = pages(played, query, 3)
        assert found == list(second.hands(query)), line
        stopped += bool(stops)
    assert stopped > 4


def test_what_matched_is_said(played: Installation) -> None:
    query = read("game:guandan bomb*4+ place:1 score>0 won:yes errors<9").query
    with played.sessions() as session:
        hands = in_words(session, query, find(session, query))
    words = hands[0].seats[0].matched
    assert words[0] == "place 1"
    assert words[1] in ("score 1", "score 2", "score 3")
    assert words[2] == "won the match"
    assert words[3].startswith("errors ")
    assert words[4].startswith("bomb of ")
    with played.sessions() as session:
        query = read("role:emperor score>0").query
        said = [seat.matched for hand in in_words(session, query, find(session, query)) for seat in hand.seats]
    assert said
    assert all(each[0] == "emperor" for each in said)


def test_what_rulings_and_cards_are_is_said(played: Installation) -> None:
    with played.sessions() as session:
        query = read("ruled:yes score>-99 computed>-99").query
        hands = in_words(session, query, find(session, query))
    said = [seat.matched for hand in hands for seat in hand.seats]
    assert {each[2] for each in said} == {"ruled on"}
    assert any(each[0].endswith(" by a ruling") and each[1] != each[0].split(" by")[0] for each in said)
    assert all(each[1].startswith("computed ") for each in said)
    with played.sessions() as session:
        query = read("strength>=0.5").query
        said = [seat.matched for hand in in_words(session, query, find(session, query)) for seat in hand.seats]
    assert said
    assert all(float(each[0].removeprefix("strength ")) >= 0.5 for each in said)


def test_what_decisions_cost_is_said_and_how_much_is_reviewed(played: Installation, second: Second) -> None:
    with played.sessions() as session:
        query = read("fault loss>=0.5").query
        hands = in_words(session, query, find(session, query))
        said = [seat.matched for hand in hands for seat in hand.seats]
        much = how_many_reviewed(session, query)
        assert how_many_reviewed(session, read("place:1").query) is None
    assert said
    assert all(each[0] in ("fault 1", "fault 2") and each[1].startswith("greatest cost ") for each in said)
    assert much is not None
    assert much.hands == len({(each["match"], each["hand"]) for each in second.facts})
    assert much.reviewed == len({key[:2] for key in second.reviewed})


def test_notes_are_found_by_whole_words_and_counted(played: Installation) -> None:
    with played.sessions() as session:
        assert find(session, read("note:earl").query).hands == ()
        query = read("note:early").query
        hands = in_words(session, query, find(session, query))
    assert [(each.match.id, each.number, each.notes) for each in hands] == [(3, 1, 2), (1, 2, 2), (1, 1, 1)]
    assert all(each.every for each in hands)


def test_who_is_not_there_is_said(played: Installation) -> None:
    with played.sessions() as session:
        assert find(session, read("player:Nobody").query).unknown == ("Nobody here has the name or the id Nobody.",)
        assert find(session, read("player:Lii").query).unknown == (
            "Nobody here has the name or the id Lii; did you mean 'Li'?",
        )
        assert find(session, read("bomb*30").query).unknown[0].startswith("No hand that is kept has bomb")
        assert find(session, read("event:Nowhere").query).unknown == ("No hand that is kept has the event Nowhere.",)


@pytest.mark.parametrize(
    "line", ["seconds>=999999999999999", "errors>=9999999999", "place:99999", "place<=99999", "score<-999999999999999"]
)
def test_numbers_that_no_column_holds_are_compared_all_the_same(fupan: Installation, line: str) -> None:
    sample = Path(__file__).parents[3] / "sample_logs" / "demo" / "guandan-evening.json"
    with sample.open("rb") as stream:
        list(ingest(fupan.sessions, fupan.checker, stream, sample.name))
    with fupan.sessions() as session:
        found = find(session, read(line).query)
    assert bool(found.hands) == (line == "place<=99999")
