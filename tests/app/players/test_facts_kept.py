"""Whatever is done with matches and people: the facts are those that a full recount makes."""

import json
from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.matches import Judgement, Player
from app.database.tables.statistics import ALIASES, FACTS, NOBODY
from app.database.tables.uploads import Deletion, Part
from app.disputes.cases.states import CannotAct
from app.judging.rules_of_match.asked import AskedRules
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation
from app.matches.reprocessing import batches, commit, judge_batch
from app.matches.trials import make_own
from app.matches.uploads import acts, deletion
from app.matches.uploads.deletion import CannotDelete
from app.matches.uploads.join_split import join as join_matches
from app.matches.uploads.join_split import split as split_match
from app.matches.uploads.join_split import take_apart
from app.players.statistics import people
from app.players.statistics.recount import count_all, count_pending, left_to_recount, pending
from engine.record.composing import CannotCompose
from tests.drawn_rulings import draw_ruling
from tests.fact_rows import fact_rows, number_of_rows, rows_written_anew
from tests.kept_rows import NOW
from tests.profiles import cases
from tests.short_matches import MATCHES

pytestmark = pytest.mark.databases_differ

Take = Callable[..., list[IngestResult]]
PRESETS = {"guandan": "njupt", "chinese_poker": "progressive"}


class Acts:
    """Things that are done with an installation, each drawn."""

    def __init__(self, fupan: Installation, seed: int) -> None:
        self.fupan = fupan
        self.rng = Random(seed)
        self.versions = 0

    def listed(self) -> list[int]:
        with self.fupan.sessions() as session:
            return sorted(session.scalars(select(col(Judgement.log_id)).where(col(Judgement.current))))

    def upload(self) -> None:
        chosen = self.rng.sample(MATCHES, 3)
        spaces = self.rng.choice((None, 1))
        texts = [json.dumps(match, indent=spaces, ensure_ascii=False).encode() for match in chosen]
        asked = self.rng.choice((AskedRules(), AskedRules(options={"stakes": "1"}), AskedRules(PRESETS["guandan"])))
        for text in texts:
            list(ingest(self.fupan.sessions, self.fupan.checker, BytesIO(text), "upload", asked=asked))

    def choose(self) -> None:
        stored = self.fupan.match(self.rng.choice(self.listed()))
        assert stored is not None
        match = self.fupan.decoded.get(stored)
        assert match is not None
        wanted = PRESETS.get(match.game)
        arguments = {"rules": self.rng.choice(("claim", wanted)) if wanted else "claim"}
        make_own(self.fupan, stored, match, arguments)

    def judge_again(self) -> None:
        self.versions += 1
        log_id = self.rng.choice(self.listed())
        with self.fupan.sessions() as session:
            session.execute(
                update(Judgement)
                .where(col(Judgement.log_id) == log_id, col(Judgement.current))
                .values(engine=f"0.0.{self.versions}")
            )
            session.commit()
        for batch in batches(self.fupan.sessions):
            commit(self.fupan.sessions, judge_batch(batch))

    def delete(self) -> None:
        acts.delete_match(self.fupan.sessions, self.rng.choice(self.listed()), NOW)

    def undo(self) -> None:
        with self.fupan.sessions() as session:
            found = session.scalars(select(col(Deletion.id)).order_by(col(Deletion.id))).all()
        if found:
            acts.undo(self.fupan.sessions, self.rng.choice(found))

    def purge(self) -> None:
        acts.purge(self.fupan.sessions, NOW + deletion.KEPT)

    def join(self) -> None:
        first, second = (self.rng.choice(self.listed()) for _ in range(2))
        join_matches(self.fupan, first, second)

    def split(self) -> None:
        split_match(self.fupan, self.rng.choice(self.listed()), 1)

    def take_apart(self) -> None:
        with self.fupan.sessions() as session:
            found = session.scalars(select(col(Part.log_id)).order_by(col(Part.log_id))).all()
        if found:
            take_apart(self.fupan, self.rng.choice(found))

    def join_people(self) -> None:
        with self.fupan.sessions() as session:
            keys = session.scalars(select(col(Player.key)).order_by(col(Player.id))).all()
        kept, joined = self.rng.choice(keys), self.rng.choice(keys)
        transact(self.fupan.sessions, lambda session: people.join(session, kept, joined))

    def split_people(self) -> None:
        with self.fupan.sessions() as session:
            keys = session.scalars(
                select(col(Player.key)).join(ALIASES, ALIASES.c.player_id == col(Player.id)).order_by(col(Player.id))
            ).all()
        if keys:
            joined = self.rng.choice(keys)
            transact(self.fupan.sessions, lambda session: people.split(session, joined))

    def rule(self) -> None:
        draw_ruling(self.fupan, self.rng, self.rng.choice(self.listed()))

    def count(self) -> None:
        count_pending(self.fupan.sessions)

    def any(self) -> None:
        act = self.rng.choice(
            (
                *(self.upload, self.upload, self.choose, self.judge_again, self.delete, self.undo, self.purge),
                *(self.join, self.split, self.take_apart, self.join_people, self.split_people, self.count),
                *(self.rule, self.rule, self.rule),
            )
        )
        if not self.listed():
            act = self.upload
        try:
            act()
        except (CannotCompose, CannotDelete, CannotAct, people.CannotJoin):
            return


@pytest.mark.parametrize("seed", cases(range(4), range(2)))
def test_the_facts_are_always_those_of_a_full_recount(fupan: Installation, seed: int) -> None:
    drawn = Acts(fupan, seed)
    drawn.upload()
    for _ in range(18):
        drawn.any()
        with fupan.sessions() as session:
            before = fact_rows(session)
            assert rows_written_anew(session) == before
            session.rollback()
        assert {row[0] for row in before["counted_matches"]} == set(drawn.listed())
        assert sum(row[8] for row in before["counted_matches"]) == len({row[1:3] for row in before["facts"]})
    count_pending(fupan.sessions)
    with fupan.sessions() as session:
        before = fact_rows(session)
        assert pending(session).total == 0
        assert left_to_recount(session) == len(drawn.listed())
        of_players = people.roots(session, {row.player for row in session.execute(select(FACTS.c.player))})
        found = session.execute(select(FACTS.c.player, FACTS.c.person).distinct()).all()
        assert dict(found) == of_players
        assert len(found) == len(of_players)
    assert count_all(fupan.sessions) == len(drawn.listed())
    with fupan.sessions() as session:
        assert fact_rows(session) == before


def test_a_recount_that_was_stopped_goes_on_where_it_was(fupan: Installation, take: Take, monkeypatch: Any) -> None:
    take(b"\n".join(json.dumps(match).encode() for match in MATCHES))
    count_pending(fupan.sessions)
    with fupan.sessions() as session:
        before = fact_rows(session)
    monkeypatch.setattr("app.players.statistics.recount.BATCH", 2)

    def stop(done: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_all(fupan.sessions, stop)
    with fupan.sessions() as session:
        assert left_to_recount(session) == len(MATCHES) - 4
    told: list[int] = []
    assert count_all(fupan.sessions, told.append) == len(MATCHES) - 4
    assert told[0] == 2
    with fupan.sessions() as session:
        assert fact_rows(session) == before
        assert left_to_recount(session) == len(MATCHES)


def test_people_are_joined_and_split_exactly(fupan: Installation, take: Take) -> None:
    take(b"\n".join(json.dumps(match).encode() for match in MATCHES))
    with fupan.sessions() as session:
        before = fact_rows(session)
    for kept, joined in (("Zhao", "Li"), ("Sun", "Zhao"), ("Sun", "p1")):
        transact(fupan.sessions, lambda session, kept=kept, joined=joined: people.join(session, kept, joined))
    with fupan.sessions() as session:
        sun = people.person_of(session, "Sun")
        assert {people.person_of(session, key) for key in ("Li", " Zhao", "p1")} == {sun}
        assert [each.key for each in people.aliases_of(session, sun or 0)] == ["Li", "Zhao", "p1"]
        assert {row.person for row in session.execute(select(FACTS.c.person))} - {NOBODY, sun} == {
            people.person_of(session, key) for key in ("Ré", "王小明")
        }
        for kept, joined in (("Li", "Sun"), ("Sun", "Li"), ("Sun", "Sun"), ("nobody at all", "Sun")):
            with pytest.raises(people.CannotJoin):
                people.join(session, kept, joined)
        with pytest.raises(people.CannotJoin, match="not joined"):
            people.split(session, "Sun")
    transact(fupan.sessions, lambda session: people.split(session, "Zhao"))
    with fupan.sessions() as session:
        assert people.person_of(session, "Li") == people.person_of(session, "Zhao") != sun
        assert people.person_of(session, "p1") == sun
    for joined in ("p1", "Li"):
        transact(fupan.sessions, lambda session, joined=joined: people.split(session, joined))
    with fupan.sessions() as session:
        assert fact_rows(session) == before


def test_a_name_is_the_one_most_often_written(fupan: Installation, take: Take) -> None:
    def match(number: int, *names: str) -> bytes:
        seats = zip("ENWS", names, ("p1", "p2", "p3", ""), strict=True)
        players = [{"seat": seat, "name": name, "id": key} for seat, name, key in seats]
        return json.dumps(MATCHES[6] | {"match": {"id": str(number)}, "players": players}).encode()

    take(b"\n".join([match(1, "B", "x", "", "S"), match(2, "A", "x", "", "S"), match(3, "A", " y", "", "")]))
    with fupan.sessions() as session:
        keys = {key: people.person_of(session, key) or 0 for key in ("p1", "p2", "p3", "S")}
        names = people.names_of(session, keys.values())
        assert {key: names[person] for key, person in keys.items()} == {"p1": "A", "p2": "x", "p3": "p3", "S": "S"}
    take(b"\n".join([match(4, "B", "y", "", "")]))
    with fupan.sessions() as session:
        names = people.names_of(session, keys.values())
    assert [names[keys[key]] for key in ("p1", "p2")] == ["A", "x"]


def test_a_match_that_cannot_be_read_leaves_no_rows(fupan: Installation, take: Take, log: Callable[..., bytes]) -> None:
    take(log(rules={"preset": "no such"}) + b"\n{")
    assert set(number_of_rows(fupan).values()) == {0}
    with fupan.sessions() as session:
        assert pending(session).total == 0
