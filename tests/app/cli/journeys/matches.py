"""Matches, their hands and notes, uploads and jobs."""

import zipfile
from io import BytesIO

from sqlalchemy import create_engine, text

from engine.record import bounds
from tests.app.cli.journeys.asking import SAMPLE, Club, Do, journey, posted
from tests.app.cli.test_processes import wait_until


@posted
def check(club: Club, do: Do) -> None:
    (report,) = do(club.log())["reports"]
    assert report["verdict"] == "incomplete"


@posted
def upload(club: Club, do: Do) -> None:
    found = do(club.log(), {"name": "a.json"}, status=201)
    assert [(each["source"], each["new"]) for each in found["matches"]] == [("a.json", True)]


@journey
def job(club: Club, do: Do) -> None:
    packed, log = BytesIO(), club.log()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(bounds.AT_ONCE_MEMBERS + 1):
            archive.writestr(f"{number}.json", log)
    (queued,) = club.do("upload", packed.getvalue(), {"name": "a.zip"}, status=202)["jobs"]
    wait_until(lambda: do(number=queued["id"])["state"] == "done", club.proxied.process)
    found = do(number=queued["id"])
    assert (found["matches"], found["new"]) == (bounds.AT_ONCE_MEMBERS + 1, 1)


@posted
def ask_for_review(club: Club, do: Do) -> None:
    match = club.match(club.played())
    assert do(status=202, match=match)["match"] == match
    club.review_is_made(match)
    assert club.do("ask_for_review", match=match)["hands"]


@journey
def match_review(club: Club, do: Do) -> None:
    match = club.match(club.played())
    do(status=404, match=match)
    club.do("ask_for_review", status=202, match=match)
    club.review_is_made(match)
    assert [hand["hand"] for hand in do(match=match)["hands"]] == [0]


@journey
def reviewed_decisions(club: Club, do: Do) -> None:
    match = club.match(club.played())
    do(status=404, match=match)
    club.do("ask_for_review", status=202, match=match)
    club.review_is_made(match)
    found = do(match=match)
    assert found["review"] == club.do("match_review", match=match)
    assert [hand["hand"] for hand in found["hands"]] == [1]


@journey
def computation(club: Club, do: Do) -> None:
    match = club.match(club.played())
    asked = club.do("ask_for_review", status=202, match=match)
    assert do(number=asked["id"])["kind"] == "review"
    club.review_is_made(match)


@posted
def undo(club: Club, do: Do) -> None:
    number = club.match()
    deletion = club.do("delete_match", match=number)["deletion"]
    club.do("match", status=404, match=number)
    assert do(number=deletion) == {"undone": True}
    club.do("match", match=number)


@journey
def delete_match(club: Club, do: Do) -> None:
    number = club.match()
    assert do(match=number)["deletion"]
    club.do("match", status=404, match=number)


@journey
def delete_upload(club: Club, do: Do) -> None:
    number = club.match()
    assert do(number=_upload_of(club, number))["deletion"]
    club.do("match", status=404, match=number)


def _upload_of(club: Club, match: int) -> int:
    engine = create_engine(club.proxied.database_url)
    with engine.connect() as connection:
        found = connection.scalar(text("SELECT upload_id FROM logs WHERE id = :id"), {"id": match})
    engine.dispose()
    return int(found)


@journey
def listed_refusals(club: Club, do: Do) -> None:
    number = club.unread()
    assert do()["refusals"][0]["id"] == number


@journey
def refusal_log(club: Club, do: Do) -> None:
    assert do(number=club.unread()).startswith(b'{"n":')


@journey
def refusal_report(club: Club, do: Do) -> None:
    assert do(number=club.unread())["verdict"] == "unreadable"


@journey
def delete_refusal(club: Club, do: Do) -> None:
    number = club.unread()
    assert do(number=number)["deletion"]
    club.do("refusal_report", status=404, number=number)


@journey
def matches(club: Club, do: Do) -> None:
    number = club.match()
    assert do()["matches"][0]["id"] == number
    assert SAMPLE in [each["id"] for each in do(query={"verdict": "illegal"})["matches"]]


@journey
def match(club: Club, do: Do) -> None:
    assert do(match=SAMPLE)["match"]["event"] == "Spring Cup"


@journey
def rename(club: Club, do: Do) -> None:
    assert do({"title": "Final"}, match=club.match())["match"]["title"] == "Final"


@journey
def choose_rules(club: Club, do: Do) -> None:
    assert do({"rules": "intro"}, match=club.match())["rules"]


@journey
def log(club: Club, do: Do) -> None:
    sent = club.log()
    assert do(match=club.match(sent)) == sent


@journey
def report(club: Club, do: Do) -> None:
    assert do(match=SAMPLE)["verdict"] == "illegal"
    assert do(query={"lang": "zh-Hans"}, match=SAMPLE)["verdict"] == "illegal"


@journey
def kept_reports(club: Club, do: Do) -> None:
    (found,) = do(match=SAMPLE)["reports"]
    assert (found["own"], found["current"]) == (True, True)


@journey
def kept_report(club: Club, do: Do) -> None:
    (kept,) = club.do("kept_reports", match=SAMPLE)["reports"]
    assert do(match=SAMPLE, number=kept["id"]) == club.do("report", match=SAMPLE)


@journey
def recorded(club: Club, do: Do) -> None:
    assert len(do(match=SAMPLE)["hands"]) == 8


@journey
def hands_of_match(club: Club, do: Do) -> None:
    found = do(match=SAMPLE)
    hands = [row["number"] for row in found["rows"] if row["outcome"] is not None]
    assert (hands, found["next"]) == (list(range(1, 9)), None)
    assert [row["number"] for row in do(match=SAMPLE, query={"first": 8})["rows"]] == [8]


@journey
def score(club: Club, do: Do) -> None:
    assert do(match=SAMPLE)["totals"].keys() == set("ENWS")


@journey
def compare(club: Club, do: Do) -> None:
    found = do(match=SAMPLE)
    assert (found["log"]["game"], len(found["rulings"]) > 1) == ("guandan", True)


@journey
def hand(club: Club, do: Do) -> None:
    found = do(match=SAMPLE, number=2)
    assert (found["hand"], found["hands"], bool(found["findings"])) == (2, 8, True)
    assert found["ending"]["outcome"]["complete"]


@journey
def frames(club: Club, do: Do) -> None:
    found = do(query={"start": 3}, match=SAMPLE, number=1)
    assert found["frames"][0]["frame"]["step"] == 3


@journey
def plays(club: Club, do: Do) -> None:
    assert do(query={"step": 8, "count": 5}, match=SAMPLE, number=1)["seat"] in "ENWS"


@journey
def recorded_hand(club: Club, do: Do) -> None:
    assert do(match=SAMPLE, number=1)["lines"]


@journey
def hand_score(club: Club, do: Do) -> None:
    assert do(match=SAMPLE, number=1)["lines"]


@journey
def found_hands(club: Club, do: Do) -> None:
    assert SAMPLE in [each["match"] for each in do(query={"q": "errors>=1"})["hands"]]


@journey
def notes(club: Club, do: Do) -> None:
    match = club.match()
    number = club.note(match)
    assert [each["id"] for each in do(match=match, number=1)["notes"]] == [number]


@posted
def write_note(club: Club, do: Do) -> None:
    match = club.match()
    found = do({"text": "Look at this."}, {"step": 0}, match=match, number=1)
    assert (found["text"], found["author"]) == ("Look at this.", "Mei")
    assert len(club.do("notes", match=match, number=1)["notes"]) == 1


@journey
def rewrite_note(club: Club, do: Do) -> None:
    match = club.match()
    found = do({"version": 1, "text": "Once more."}, match=match, number=1, note=club.note(match))
    assert (found["version"], found["text"]) == (2, "Once more.")


@journey
def drop_note(club: Club, do: Do) -> None:
    match = club.match()
    assert do(query={"version": 1}, match=match, number=1, note=club.note(match)) == {"removed": True}
    assert club.do("notes", match=match, number=1)["notes"] == []
