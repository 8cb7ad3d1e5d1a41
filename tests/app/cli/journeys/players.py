"""People, what is counted of them, events, and score sheets."""

from tests.app.cli.journeys.asking import Club, Do, journey, posted
from tests.app.cli.test_processes import wait_until


@journey
def listed_people(club: Club, do: Do) -> None:
    assert [each["name"] for each in do(query={"text": "liwei"})["people"]] == ["Li Wei"]


@journey
def person(club: Club, do: Do) -> None:
    found = club.people()[0]
    assert do(person=found["person"])["key"] == found["key"]


@posted
def join_person(club: Club, do: Do) -> None:
    one, other, *_ = club.people()
    assert [each["key"] for each in do({"key": other["key"]}, person=one["person"])["aliases"]] == [other["key"]]


@journey
def split_person(club: Club, do: Do) -> None:
    one, other, *_ = club.people()
    club.do("join_person", {"key": other["key"]}, person=one["person"])
    assert do(query={"key": other["key"]}, person=one["person"])["aliases"] == []


@journey
def mark_person(club: Club, do: Do) -> None:
    assert do({"minor": True}, person=club.people()[0]["person"]) == {"minor": True}


@journey
def statistics(club: Club, do: Do) -> None:
    found = do(query={"game": "guandan"}, person=club.people()[0]["person"])
    assert [(each["matches"], each["hands"]) for each in found["games"]] == [(1, 1)]


@journey
def ratings(club: Club, do: Do) -> None:
    assert do(game="guandan").keys() == {"lines", "total", "coverage", "next"}


@journey
def seasons(club: Club, do: Do) -> None:
    name = club.event()
    assert do()["seasons"][0]["text"] == name


@journey
def season_standings(club: Club, do: Do) -> None:
    found = do(query={"event": club.event(), "game": "guandan"})
    assert [each["matches"] for each in found["lines"]] == [1] * 4


@journey
def event_review(club: Club, do: Do) -> None:
    name = club.event()
    do(query={"event": name}, status=404)
    club.do("ask_for_event_review", {"event": name})
    wait_until(lambda: do(query={"event": name})["state"] == "ended", club.proxied.process)
    assert do(query={"event": name})["unfit"] == 1


@posted
def ask_for_event_review(club: Club, do: Do) -> None:
    name = club.event()
    assert do({"event": name})["failed"] == 0
    wait_until(lambda: club.do("event_review", query={"event": name})["state"] == "ended", club.proxied.process)


@posted
def pause_event_review(club: Club, do: Do) -> None:
    name = club.event()
    club.do("ask_for_event_review", {"event": name})
    assert do({"event": name})["state"] in ("paused", "ended")


@journey
def stop_event_review(club: Club, do: Do) -> None:
    name = club.event()
    club.do("ask_for_event_review", {"event": name})
    assert do(query={"event": name}) == {"stopped": True}
    club.do("event_review", query={"event": name}, status=404)


@journey
def listed_sheets(club: Club, do: Do) -> None:
    number = club.sheet()
    assert do()["sheets"][0]["id"] == number


@journey
def one_sheet(club: Club, do: Do) -> None:
    assert do(number=club.sheet())["sheet"]["version"] == 0


@posted
def begin_sheet(club: Club, do: Do) -> None:
    found = do(club.log())
    assert (found["sheet"]["hands"], found["log"]["game"]) == (1, "guandan")


@posted
def tap(club: Club, do: Do) -> None:
    found = do({"version": 0, "tap": "out E"}, number=club.sheet())
    assert found["sheet"]["version"] == 1
    assert found["log"]["hands"][0]["result"] == {"finish": ["E"]}


@posted
def finish_sheet(club: Club, do: Do) -> None:
    number = club.sheet()
    for version, word in enumerate(("out E", "out W")):
        club.do("tap", {"version": version, "tap": word}, number=number)
    found = do({"version": 2}, number=number)
    assert found["match"]["verdict"] == "incomplete"
    assert club.do("one_sheet", number=number)["sheet"]["match"] == found["match"]["id"]


@journey
def drop_sheet(club: Club, do: Do) -> None:
    number = club.sheet()
    assert do(query={"version": 0}, number=number) == {"dropped": True}
    club.do("one_sheet", status=404, number=number)
