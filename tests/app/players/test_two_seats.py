"""A person at two seats of a match has won it if either seat has, whichever of them a filter lets through."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.players.statistics import people
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.head_to_head import Together, common_matches, records
from app.players.statistics.partners import partnerships
from app.players.statistics.person import by_partner, lines_of, numbers_of, source_of
from app.players.statistics.season import Season, season_matches
from engine.games import GAMES
from engine.statistics.facts import role_names

REPO = Path(__file__).parents[3]
DECIDED = {
    "guandan": "static/samples/spring-cup.json",
    "bao_huang": "sample_logs/bao_huang/rizhao-evening.json",
    "big_a": "sample_logs/demo/big-a-evening.json",
}
"""A match of each game whose winner is known."""
SEATED = ("XYXYZ", "XXYYZ", "XYYXX")
"""Who sits at the seats, in their order; each is a match of its own."""
Take = Callable[..., list[IngestResult]]


@pytest.fixture
def doubled(fupan: Installation, take: Take) -> Installation:
    """An installation with decided matches in which people sit at two seats."""
    for path in DECIDED.values():
        whole = json.loads((REPO / path).read_bytes())
        for names in SEATED:
            whole["match"] = {"id": f"{path} {names}"}
            for player, name in zip(whole["players"], names, strict=False):
                player["name"] = name
                player.pop("id", None)
            take(json.dumps(whole).encode(), f"{names}.json")
    return fupan


@pytest.mark.parametrize("game", DECIDED)
def test_a_match_is_won_by_either_seat(doubled: Installation, game: str) -> None:
    others = [FactFilter(), FactFilter(of_play=True), *(FactFilter(partner=name) for name in "XYZ")]
    wanted_of = [*others, *(FactFilter(role=role) for role in role_names(GAMES[game]))]
    compared = won = 0
    with doubled.sessions() as session:
        for wanted in wanted_of:
            for figures in person_figures(session, game, wanted):
                numbers = numbers_of(session, wanted)
                source = source_of(session, figures.person, figures.key, game, wanted, numbers)
                lines = lines_of(session, source, game, numbers)
                whole = lines.whole
                expected = figures.matches
                assert (whole.matches, whole.won, whole.undecided) == (
                    expected.matches,
                    expected.won,
                    expected.undecided,
                )
                assert sum(each.won or 0 for each in lines.matches) == expected.won
                compared += 1
                won += expected.won
    assert compared > len(wanted_of)
    assert won


@pytest.mark.parametrize("game", DECIDED)
def test_a_match_with_a_partner_is_won_by_either_seat(doubled: Installation, game: str) -> None:
    compared = 0
    with doubled.sessions() as session:
        numbers = numbers_of(session, FactFilter())
        season = season_matches(session, Season(game))
        persons = {name: people.person_of(session, name) or 0 for name in "XYZ"}
        keys = {person: name for name, person in persons.items() if person}
        beside = {(each.person, each.partner): each for each in partnerships(session, season, list(keys))}
        for name, person in persons.items():
            for line in by_partner(session, person, game, FactFilter(), numbers):
                partner = line.key or 0
                (expected,) = person_figures(session, game, FactFilter(player=name, partner=keys[partner]))
                found = beside[person, partner]
                together = records(session, person, partner, common_matches(session, game, person, partner))
                of_pair = together[Together.PARTNERS].first
                assert (line.matches, line.won) == (expected.matches.matches, expected.matches.won)
                assert found.matches == expected.matches == of_pair
                compared += 1
    assert compared
