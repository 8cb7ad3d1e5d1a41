"""Tables of a season against a plain count of the same matches."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from sqlalchemy import update

from app.database.lookup import word_number
from app.database.tables.statistics import COUNTED_MATCHES, FACTS
from app.matches.installation import Installation
from app.players.statistics.events import events, games_of
from app.players.statistics.hand_series import HandPlace, Run, longest_runs, outstanding_hands
from app.players.statistics.head_to_head import Together, common_games, common_matches, records
from app.players.statistics.partners import busiest, partnerships
from app.players.statistics.people import names_of, person_of
from app.players.statistics.season import Season, SeasonMatches, keep_to_keys, season_matches
from app.players.statistics.standings import course, standings
from tests.databases import fill_once
from tests.season_matches import EVENT, NAMES, Match, of_game, put_season

pytestmark = pytest.mark.databases_differ

PLAYED = ("guandan", "bao_huang", "chinese_poker")


@pytest.fixture
def played(fupan: Installation) -> list[Match]:
    return fill_once(fupan, put_season)


def season_of(session: Any, matches: Sequence[Match], game: str, event: str | None) -> SeasonMatches:
    keep_to_keys(session)
    season = season_matches(session, Season(game, event))
    assert season.ids == [match.number for match in of_game(matches, game, event)]
    assert season.hands == sum(len(match.hands) for match in of_game(matches, game, event))
    assert not season.more
    return season


def plain_standings(matches: Sequence[Match]) -> dict[str, tuple[Any, ...]]:
    scores: dict[str, list[int]] = defaultdict(list)
    places: dict[str, Counter[int]] = defaultdict(Counter)
    results: dict[str, Counter[str]] = defaultdict(Counter)
    for match in matches:
        for name in {name for hand in match.hands for name in hand.scores}:
            won = "undecided" if match.winners is None else "won" if name in match.winners else "lost"
            results[name][won] += 1
        for hand in match.hands:
            for name, score in hand.scores.items():
                scores[name].append(score)
                if name in hand.places:
                    places[name][hand.places[name]] += 1
    return {
        name: (
            results[name].total(),
            results[name]["won"],
            results[name]["undecided"],
            len(scores[name]),
            sum(scores[name]),
            sum(score * score for score in scores[name]),
            dict(places[name]),
        )
        for name in scores
    }


def plain_runs(matches: Sequence[Match]) -> dict[tuple[str, bool], tuple[int, HandPlace, HandPlace]]:
    found: dict[tuple[str, bool], tuple[int, HandPlace, HandPlace]] = {}
    for name in NAMES:
        run: list[HandPlace] = []
        before = 0
        for hand in (hand for match in matches for hand in match.hands if name in hand.scores):
            mean = sum(hand.scores.values()) / len(hand.scores)
            result = (hand.scores[name] > mean) - (hand.scores[name] < mean)
            run = [*run, HandPlace(hand.match, hand.number - 1)] if result == before else []
            if result != before:
                run = [HandPlace(hand.match, hand.number - 1)]
            before = result
            if result and len(run) > found.get((name, result > 0), (0,))[0]:
                found[name, result > 0] = (len(run), run[0], run[-1])
    return found


def test_standings_series_and_hands_are_those_of_a_plain_count(fupan: Installation, played: list[Match]) -> None:
    for game in PLAYED:
        for event in (EVENT, "Open Table", None):
            matches = of_game(played, game, event)
            with fupan.sessions() as session:
                season = season_of(session, played, game, event)
                table = standings(session, season)
                names = names_of(session, [each.person for each in table])
                runs = longest_runs(session, season)
                best = outstanding_hands(session, season, 6, best=True)
                worst = outstanding_hands(session, season, 6, best=False)
                scores = course(session, season, [each.person for each in table])
            found = {
                names[each.person]: (
                    *(each.matches.matches, each.matches.won, each.matches.undecided),
                    *(each.hands, each.score, each.squares, each.places),
                )
                for each in table
            }
            assert found == plain_standings(matches)
            assert [each.score for each in table] == sorted((each.score for each in table), reverse=True)
            assert {(names[run.person], run.won): _of_run(run) for run in runs} == plain_runs(matches)
            hands = [
                (hand, name, score) for match in matches for hand in match.hands for name, score in hand.scores.items()
            ]
            for shown, sign in ((best, 1), (worst, -1)):
                expected = sorted(
                    {(sign * score, hand.match, hand.number) for hand, _, score in hands if sign * score > 0}
                )
                assert [sign * each.score for each in shown] == [score for score, *_ in expected[::-1]][:6]
                for each in shown:
                    at = (each.place.match, each.place.hand + 1)
                    had = {
                        name for hand, name, score in hands if (hand.match, hand.number) == at and score == each.score
                    }
                    assert {names[person] for person in each.people} == had
            for person, of_match in scores.items():
                assert list(of_match) == [
                    match.number for match in matches if any(names[person] in hand.scores for hand in match.hands)
                ]
                assert sum(of_match.values()) == found[names[person]][4]


def _of_run(run: Run) -> tuple[int, HandPlace, HandPlace]:
    return run.length, run.first, run.last


def test_partners_are_those_of_a_plain_count(fupan: Installation, played: list[Match]) -> None:
    for game in PLAYED:
        matches = of_game(played, game, None)
        hands: dict[tuple[str, str], list[int]] = defaultdict(list)
        results: dict[tuple[str, str], dict[int, bool | None]] = defaultdict(dict)
        for match in matches:
            for hand in match.hands:
                for name, side in hand.sides.items():
                    for other in (each for each in hand.sides if each != name and hand.sides[each] == side):
                        hands[name, other].append(hand.scores[name])
                        results[name, other][match.number] = None if match.winners is None else name in match.winners
        with fupan.sessions() as session:
            season = season_of(session, played, game, None)
            players = busiest(session, season)
            names = names_of(session, players)
            found = partnerships(session, season, players)
            few = partnerships(session, season, players[:2])
        counts = Counter(name for match in matches for hand in match.hands for name in hand.scores)
        assert [counts[names[person]] for person in players] == sorted(counts.values(), reverse=True)
        assert {
            (names[each.person], names[each.partner]): (
                each.hands,
                each.score,
                (each.matches.matches, each.matches.won, each.matches.undecided),
            )
            for each in found
        } == {
            pair: (
                len(scores),
                sum(scores),
                (
                    len(results[pair]),
                    sum(won is True for won in results[pair].values()),
                    sum(won is None for won in results[pair].values()),
                ),
            )
            for pair, scores in hands.items()
        }
        assert few == [each for each in found if {each.person, each.partner} == set(players[:2])]


def test_two_people_are_those_of_a_plain_count(fupan: Installation, played: list[Match]) -> None:
    for first, second in (("Zhao", "Li"), ("<b>Wu</b>", "王小明"), ("Sun", "Zhao")):
        with fupan.sessions() as session:
            keep_to_keys(session)
            people = [person_of(session, name) or 0 for name in (first, second)]
            games = common_games(session, *people)
        for game in PLAYED:
            matches = [
                match
                for match in of_game(played, game, None)
                if any({first, second} <= hand.scores.keys() for hand in match.hands)
            ]
            assert games.get(game, 0) == len(matches)
            with fupan.sessions() as session:
                keep_to_keys(session)
                common = common_matches(session, game, *people)
                found = records(session, *people, common)
            assert [each.match for each in common.matches] == [match.number for match in matches][::-1]
            expected = {}
            for together in Together:
                hands = [
                    (match, hand.scores[first], hand.scores[second])
                    for match in matches
                    for hand in match.hands
                    if (hand.sides[first] == hand.sides[second]) == (together is Together.PARTNERS)
                ]
                if hands:
                    of_hands = {match.number: match for match, _, _ in hands}.values()
                    expected[together] = (
                        len(hands),
                        sum(mine for _, mine, _ in hands),
                        sum(theirs for _, _, theirs in hands),
                        sum((mine - theirs) ** 2 for _, mine, theirs in hands),
                        sum(mine > theirs for _, mine, theirs in hands),
                        sum(mine < theirs for _, mine, theirs in hands),
                        len(of_hands),
                        sum(first in match.winners for match in of_hands if match.winners is not None),
                        sum(second in match.winners for match in of_hands if match.winners is not None),
                        sum(match.winners is None for match in of_hands),
                    )
            assert {
                together: (
                    each.score.count,
                    each.score.total,
                    each.other_score.total,
                    each.difference.squares,
                    *(each.more, each.less),
                    *(each.first.matches, each.first.won, each.second.won, each.first.undecided),
                )
                for together, each in found.items()
            } == expected
            for each in found.values():
                assert each.difference.total == each.score.total - each.other_score.total


def test_a_season_has_the_newest_matches_and_says_that_there_are_more(fupan: Installation, played: list[Match]) -> None:
    with fupan.sessions() as session:
        whole = season_matches(session, Season("guandan", EVENT))
        short = season_matches(session, Season("guandan", EVENT), most=3)
        assert short.ids == whole.ids[-3:]
        assert short.more
        days = [date(2025, 3, day % 100) for day in whole.days]
        span = season_matches(session, Season("guandan", f" {EVENT} ", days[1], days[-2]))
        assert span.ids == [each.match for each in whole.matches if each.day in whole.days[1:-1]]
        # Without days they come first, and no span has them.
        undated = whole.ids[-1]
        session.execute(update(COUNTED_MATCHES).where(COUNTED_MATCHES.c.match == undated).values(day=None))
        session.execute(update(FACTS).where(FACTS.c.match == undated).values(day=None))
        again = season_matches(session, Season("guandan", EVENT))
        assert again.ids == [undated, *whole.ids[:-1]]
        assert undated not in season_matches(session, Season("guandan", EVENT, since=days[0])).ids
        assert season_matches(session, Season("guandan", EVENT), most=len(whole.ids) - 1).ids == whole.ids[:-1]
        run = longest_runs(session, again)
        moved = [next(match for match in played if match.number == number) for number in again.ids]
        names = names_of(session, [each.person for each in run])
        assert {(names[each.person], each.won): _of_run(each) for each in run} == plain_runs(moved)
        for nothing in (Season("big_a"), Season("guandan", "No such event")):
            empty = season_matches(session, nothing)
            assert empty == SeasonMatches((), more=False)
            assert standings(session, empty) == longest_runs(session, empty) == partnerships(session, empty, []) == []


def test_events_come_by_pages_with_their_matches_days_and_games(
    fupan: Installation, played: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.players.statistics.events.SIZE", 1)
    found = []
    with fupan.sessions() as session:
        before = None
        while True:
            page = events(session, before)
            found += page.events
            before = page.next
            if before is None:
                break
        numbers = [word_number(session, each.text) for each in found]
        assert [games_of(session, each.number) for each in found] == [each.games for each in found]
    assert numbers == [each.number for each in found] == sorted((each.number for each in found), reverse=True)
    assert {each.text: (dict(each.games), each.first, each.last) for each in found} == {
        event: (
            {game: len(of_game(played, game, event)) for game in PLAYED},
            min(match.day for match in played if match.event == event),
            max(match.day for match in played if match.event == event),
        )
        for event in (EVENT, "Open Table")
    }
