"""What identifies people is erased from a match with disputes; the record remains whole."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.disputes.audit_log.actors import ActorRole
from app.disputes.audit_log.reading import record_lines
from app.disputes.cases import acts, erasure, reading
from app.disputes.cases.erasure import Erasing, erasable, erase_of_match
from app.disputes.cases.states import Acting, CannotAct
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.uploads.names import recorded_names, rename
from app.players.statistics.directory import people
from engine.verdict.proof.chain import check_chain
from engine.verdict.proof.form import Claim, Subject

REPO = Path(__file__).parents[3]
SAMPLE = REPO / "static" / "samples" / "spring-cup.json"
OTHER = REPO / "sample_logs" / "bao_huang" / "alone.json"
LI = Acting("Li Wei", ActorRole.PLAYER)
ZHAO = Acting("Zhao Min", ActorRole.ARBITER)
NOWHERE = Subject(hand=None, action=None, line=None)
Take = Callable[..., list[IngestResult]]


@pytest.fixture
def matches(fupan: Installation, take: Take) -> tuple[int, int]:
    """Two matches, each with a dispute of the same player."""
    (one,), (other,) = take(SAMPLE.read_bytes(), SAMPLE.name), take(OTHER.read_bytes(), OTHER.name)
    for match in (one.id, other.id):
        acts.open_dispute(fupan, match, LI, NOWHERE, Claim(text=f"Wu saw match {match}."))
    return one.id, other.id


def test_a_name_is_erased_everywhere_and_texts_only_here(fupan: Installation, matches: tuple[int, int]) -> None:
    with fupan.sessions() as session:
        (name,) = erasable(session, matches[0]).names
        (texts,) = erasable(session, matches[0]).texts
    assert (name.name, name.elsewhere, texts.count) == ("Li Wei", 1, 1)
    assert texts.excerpts == ("Wu saw match 1.",)
    assert erase_of_match(fupan, matches[0], ZHAO, Erasing([name.id], [texts.dispute])) == 2
    with fupan.sessions() as session:
        here, there = reading.dispute(session, 1), reading.dispute(session, 2)
        left = erasable(session, matches[0])
    assert here is not None
    assert there is not None
    assert (here.dispute.by.name, there.dispute.by.name) == (reading.ERASED, reading.ERASED)
    assert (here.claim.text, there.claim.text) == (reading.ERASED, "Wu saw match 2.")
    assert (left.names[0].is_erased, left.texts[0].count, left.texts[0].erased) == (True, 0, 1)
    assert check_chain(record_lines(fupan.sessions)).whole


def test_what_belongs_to_another_match_is_not_erased_from_here(fupan: Installation, matches: tuple[int, int]) -> None:
    with pytest.raises(CannotAct, match="does not belong to this match"):
        erase_of_match(fupan, matches[0], ZHAO, Erasing(disputes=[2]))
    with pytest.raises(CannotAct, match="Only an arbiter erases"):
        erase_of_match(fupan, matches[0], LI, Erasing(players=True))


def test_no_more_than_a_bound_is_erased_at_once(
    fupan: Installation, matches: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    acts.comment(fupan, 1, LI, "I saw it too.")
    monkeypatch.setattr(erasure, "MOST_AT_ONCE", 1)
    with pytest.raises(CannotAct, match="These are 2 names and texts; 1 are erased at once at most"):
        erase_of_match(fupan, matches[0], ZHAO, Erasing(disputes=[1]))
    with fupan.sessions() as session:
        assert erasable(session, matches[0]).texts[0].count == 2


def test_players_are_shown_as_their_seats(fupan: Installation, matches: tuple[int, int]) -> None:
    erase_of_match(fupan, matches[0], ZHAO, Erasing(players=True))
    with fupan.sessions() as session:
        left = erasable(session, matches[0])
    assert all(seat == name for seat, name in left.players)
    stored = fupan.match(matches[0])
    assert stored is not None
    assert list(stored.row.players) == [seat for seat, _ in left.players]


def test_players_who_were_erased_do_not_come_back(fupan: Installation, matches: tuple[int, int]) -> None:
    with fupan.sessions() as session:
        names = [name for seat, name in erasable(session, matches[0]).players if name != seat]
        kept = {name for _, name in erasable(session, matches[1]).players}
        assert names
        assert not kept & {*names}
        assert {each.name for each in people(session).entries} >= {*names}
    erase_of_match(fupan, matches[0], ZHAO, Erasing(players=True))
    with fupan.sessions() as session:
        seats = [seat for seat, _ in erasable(session, matches[0]).players]
        assert rename(session, matches[0], "The final", dict.fromkeys(seats, ""))
        session.commit()
    with fupan.sessions() as session:
        assert [name for _, name in erasable(session, matches[0]).players] == seats
        assert recorded_names(session, matches[0]) == {}
        assert not {each.name for each in people(session).entries} & {*names}
