"""The season of the demo: its script makes it again, and what it shows is lawful."""

from collections import Counter

from engine.logs import read_logs
from engine.record.match import Match
from engine.verdict.check import Checker
from engine.verdict.report import Verdict
from tests.season import CUP, EVENT, MEMBERS, SEASON, kept_lines, season_lines


def kept() -> list[Match]:
    with SEASON.open("rb") as stream:
        return [record.match for record in read_logs(stream, SEASON.name) if record.match is not None]


def test_the_script_makes_the_season_that_is_kept() -> None:
    assert kept_lines() == season_lines()


def test_the_season_is_clean() -> None:
    checker = Checker()
    with SEASON.open("rb") as stream:
        verdicts = Counter(checker.check(record).verdict for record in read_logs(stream, SEASON.name))
    assert set(verdicts) == {Verdict.CLEAN}
    assert 40 <= verdicts.total() <= 60


def test_twelve_people_play_every_game_and_no_two_matches_at_once() -> None:
    matches = kept()
    people = {player.id for match in matches for player in match.players if isinstance(player.id, str)}
    assert people == {member.id for member in MEMBERS}
    assert len(MEMBERS) == 12
    games = Counter(match.game for match in matches)
    assert games["guandan"] > sum(games.values()) / 2
    assert min(games[game] for game in ("bao_huang", "big_a", "chinese_poker")) >= 3
    at_once: set[tuple[str, str]] = set()
    for match in matches:
        evening, _, clock = match.match.played_at.partition("T")
        for player in match.players:
            seat = (f"{evening} {clock[:2]}", str(player.name))
            assert seat not in at_once
            at_once.add(seat)


def test_the_season_has_dates_in_order_and_events() -> None:
    matches = kept()
    dates = [match.match.played_at for match in matches]
    assert dates == sorted(dates)
    assert all(date.endswith("Z") for date in dates)
    assert Counter(match.match.event for match in matches) == {EVENT: len(matches) - 1, CUP: 1}
    assert len({match.match.id for match in matches}) == len(matches)


def test_the_file_is_small() -> None:
    assert SEASON.stat().st_size < 200_000
