"""Disputes, rulings and verdicts."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.disputes.verdicts.countersigning import countersigned
from app.disputes.verdicts.ed25519 import sign
from tests.app.cli.behind_proxy import KEY
from tests.app.cli.journeys.asking import RULING, Club, Do, journey, posted


@journey
def listed_disputes(club: Club, do: Do) -> None:
    match = club.own_match()
    number = club.dispute(match)
    assert [each["id"] for each in do(query={"match": match, "state": "open"})["disputes"]] == [number]


@journey
def one_dispute(club: Club, do: Do) -> None:
    assert do(number=club.dispute())["claim"]["text"] == "I won."


@posted
def open_dispute(club: Club, do: Do) -> None:
    found = do({"hand": 0, "text": "I won."}, match=club.own_match())
    assert (found["dispute"]["state"], found["dispute"]["by"]["name"]) == ("open", "Mei")


@posted
def comment_on(club: Club, do: Do) -> None:
    found = do({"text": "I saw it too."}, number=club.dispute())
    assert [(each["text"], each["by"]["name"]) for each in found["comments"]] == [("I saw it too.", "Mei")]


@posted
def review(club: Club, do: Do) -> None:
    assert do({}, number=club.dispute())["dispute"]["state"] == "under review"


@posted
def rule_on(club: Club, do: Do) -> None:
    found = do(RULING, number=club.dispute())
    assert (found["rulings"], found["proposal"]["by"]) == ([], "Yu")


@posted
def answer_to_proposal(club: Club, do: Do) -> None:
    number, proposal = club.proposed()
    found = do({"proposal": proposal}, by="Wei", number=number)
    assert [(each["outcome"], each["in_force"]) for each in found["rulings"]] == [("upheld", True)]


@posted
def appeal(club: Club, do: Do) -> None:
    found = do({"text": "A card was overlooked."}, number=club.ruled())
    assert (found["dispute"]["state"], found["comments"][-1]["appeal"]) == ("appealed", True)


@posted
def close(club: Club, do: Do) -> None:
    assert do({}, number=club.ruled())["dispute"]["state"] == "final"


@journey
def listed_rulings(club: Club, do: Do) -> None:
    match = club.do("one_dispute", number=club.ruled())["dispute"]["match"]
    (found,) = do(query={"match": match})["disputes"]
    assert found["rulings"][0]["text"] == "So be it."


@posted
def give_evidence(club: Club, do: Do) -> None:
    found = do(club.log(), {"name": "sheet.json"}, number=club.dispute())
    assert [(each["name"], each["kind"]) for each in found["evidence"]] == [("sheet.json", "log")]


@journey
def evidence_file(club: Club, do: Do) -> None:
    number, log = club.dispute(), club.log()
    (piece,) = club.do("give_evidence", log, number=number)["evidence"]
    assert do(number=number, piece=piece["id"]) == log


@posted
def issue(club: Club, do: Do) -> None:
    number = club.ruled()
    found = do({"key": KEY, "ruling": 1}, number=number)
    assert (found["dispute"], found["by"]["name"], found["kept"]) == (number, "Yu", True)


@journey
def listed_verdicts(club: Club, do: Do) -> None:
    number = club.verdict()
    assert do()["verdicts"][0]["id"] == number


@journey
def verdict_file(club: Club, do: Do) -> None:
    assert len(do(number=club.verdict())["signatures"]) == 1


@posted
def sign_verdict(club: Club, do: Do) -> None:
    number, key = club.verdict(), Ed25519PrivateKey.generate()
    signed = countersigned(club.file(number), lambda body: sign(key, body.signed()))
    found = do(signed, by="Wei", number=number)
    assert len(found["keys"]) == 2


@posted
def verify_verdict(club: Club, do: Do) -> None:
    found = do(club.file(club.verdict()))
    assert found["standing"] == "not verified", found
