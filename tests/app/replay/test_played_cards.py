"""Cards that were played remain in the holdings, greyed, for a reader who wants it."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.replay.notes.drawn import Mark, MarkShape, NoteDrawing
from app.replay.notes.writing import NoteDraft, add_note
from app.web.replay.visible_scenes import HeldCard, holdings_with_played
from engine.games import GAMES
from engine.record.actions import parse_action
from engine.replay.fold import frames
from tests.app.conftest import Page
from tests.offenders import for_every
from tests.playouts import generate
from tests.profiles import cases

Read = Callable[..., Page]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
CLIMBING = [name for name, game in GAMES.items() if game.legal is not None]


@pytest.fixture
def hand(put: Put, sample: dict[str, Any]) -> str:
    return f"/matches/{put(sample)}/hands/2"


def greyed(page: Page) -> list[dict[str, str | None]]:
    return page.all("span", class_="felt-played")


def test_played_cards_stay_where_they_were(read: Read, hand: str, sample: dict[str, Any]) -> None:
    assert not greyed(read(f"{hand}?step=40"))
    page = read(f"{hand}?step=40&played=grey")
    assert page.faults == []
    actions = [parse_action(each) for each in sample["hands"][1]["actions"][:40]]
    played = [word for each in actions if each.verb == "play" for word in each.words]
    assert len(greyed(page)) == len(played)
    for each in greyed(page):
        label = each["aria-label"] or ""
        assert label.endswith(f", played at step {each['data-played']}")
        assert actions[int(each["data-played"] or "0") - 1].verb == "play"
    for source in page.source.split('data-seat="')[1:5]:
        holding = re.split('class="(?:felt-did|felt-aside-cards)"', source)[0]
        assert holding.count('role="img"') == 27
    assert not greyed(read(f"{hand}?step=0"))


def test_at_the_end_every_whole_hand_is_shown_that_the_view_shows(
    read: Read, hand: str, sample: dict[str, Any]
) -> None:
    actions = [parse_action(each) for each in sample["hands"][1]["actions"]]
    end = len(actions)
    played = dict.fromkeys("ENWS", 0)
    for each in actions:
        played[each.seat] += len(each.words) if each.verb == "play" else 0
    assert not greyed(read(f"{hand}?step={end - 1}"))
    assert (
        len(greyed(read(f"{hand}?step={end}")))
        == len(greyed(read(f"{hand}?step={end}&played=grey")))
        == sum(played.values())
    )
    assert len(greyed(read(f"{hand}?step={end}&view=E"))) == played["E"]
    assert not greyed(read(f"{hand}?step={end}&view=table"))


def test_the_choice_is_kept_and_taken_back(client: FlaskClient, read: Read, hand: str) -> None:
    page = read(f"{hand}?step=40")
    (on,) = [link for link in page.links if "played=grey" in link]
    assert greyed(read(on))
    page = read(f"{hand}?step=41")
    assert greyed(page)
    assert greyed(read(f"{hand}/table?step=41"))
    (off,) = [link for link in page.links if "played=gone" in link]
    assert not greyed(read(off))
    assert not greyed(read(f"{hand}?step=41"))


def test_a_view_shows_the_played_cards_of_its_own_seat(read: Read, hand: str) -> None:
    page = read(f"{hand}?step=40&played=grey&view=E")
    own = page.source.split('data-seat="E"')[1].split("<section")[0]
    assert len(greyed(page)) == own.count("felt-played") > 0
    table = read(f"{hand}?step=40&played=grey&view=table")
    assert not greyed(table)
    assert not [link for link in table.links if "played=" in link]


def test_rows_have_no_such_choice(read: Read, put: Put) -> None:
    number = put((SAMPLES / "chinese_poker" / "criss-cross.json").read_bytes())
    page = read(f"/matches/{number}/hands/1?step=2&played=grey")
    assert not greyed(page)
    assert not [link for link in page.links if "played=" in link]


def test_marks_of_notes_stay_on_the_cards_that_are_held(web: Flask, read: Read, hand: str) -> None:
    """Of two cards that are the same one was played: the mark is on the one that is held."""
    page = read(f"{hand}?step=60&played=grey")
    seats = {seat: page.source.split(f'data-seat="{seat}"')[1].split('class="felt-did"')[0] for seat in "ENWS"}
    suits = {"hearts": "h", "spades": "s", "clubs": "c", "diamonds": "d"}
    twice = [
        (seat, rank, suit)
        for seat, source in seats.items()
        for rank in "3456789JQKA"
        for suit in suits
        if f'aria-label="{_called(rank)} of {suit}"' in source
        and f'aria-label="{_called(rank)} of {suit}, played' in source
    ]
    assert twice
    seat, rank, suit = twice[0]
    with web.extensions["fupan"].sessions.begin() as session:
        drawn = NoteDrawing((Mark(MarkShape.RING, f"{seat} {rank}{suits[suit]} 1"),), ())
        add_note(session, 1, 1, 60, NoteDraft("Look.", "", drawn))
    marked = read(f"{hand}?step=60&played=grey").source.split(f'data-seat="{seat}"')[1].split('class="felt-did"')[0]
    (place,) = [part for part in marked.split("<span") if "badge-ring" in part and "card " in part]
    assert "felt-played" not in place


def _called(rank: str) -> str:
    return {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}.get(rank, rank)


@for_every("seed", cases(range(12), range(3)))
@for_every("game", CLIMBING)
def test_what_is_held_is_what_the_table_has(game: str, seed: int) -> None:
    """Of made-up matches, some with faults: nothing is lost, nothing is held twice, and steps are those of plays."""
    match = generate(game, seed, hands=2)
    judge = GAMES[game].judge(GAMES[game].rules.resolve(GAMES[game].rules.default))
    for number, hand in enumerate(match.hands):
        shown = list(frames(judge, match, number))
        for frame, holdings in zip(shown, holdings_with_played(shown), strict=True):
            for seat in frame.seats:
                if seat.seat not in holdings:
                    continue
                row = holdings[seat.seat]
                assert Counter(each.text for each in row if each.played is None) == Counter(seat.cards)
                for each in row:
                    if each.played is not None:
                        assert each.played <= frame.step
                        _was_played(hand.actions[each.played - 1], seat.seat, each)


def _was_played(text: str, seat: str, held: HeldCard) -> None:
    action = parse_action(text)
    assert action.seat == seat
    assert action.verb in ("play", "capture")
    assert held.text in [word.partition("=")[0] for word in action.words]
