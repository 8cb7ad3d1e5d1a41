"""Sentences of findings and scores as people read them."""

from app.text.language import Language, said, speaking
from app.text.language.reports import sentences_of
from app.text.readable import card_sign, readable, readable_finding
from engine.rulebook.findings import Severity
from engine.rulebook.sentences import enumerated, say, say_of
from engine.verdict.stored_report import SentenceParts, StoredFinding
from tests.offenders import for_every

NAMES = {"A": "Ann", "B": "Bo", "C": "Cy", "D": "Di"}


@for_every(
    ("card", "english", "chinese"),
    [
        ("Th", "10♥", "10♥"),
        ("BJ", "black joker", "小王"),
        ("RJ", "red joker", "大王"),
        ("T", "10", "10"),
        ("4h=7h", "4♥ as 7♥", "4♥当7♥"),
        ("2h=T", "2♥ as 10", "2♥当10"),
        ("x=7h", "x=7h", "x=7h"),
        ("??", "??", "??"),
    ],
)
def test_cards_have_their_signs_and_jokers_a_word(card: str, english: str, chinese: str) -> None:
    assert card_sign(card) == english
    with speaking(Language.SIMPLIFIED):
        assert card_sign(card) == chinese


@for_every(
    ("text", "shown"),
    [
        (say("{seat} does not hold {cards}", seat="C", cards="Th BJ"), "Cy does not hold 10♥ black joker"),
        (say("the log has {recorded}", recorded="A, B, C, D+E"), "the log has Ann, Bo, Cy, D+E"),
        (say("the log has {recorded}", recorded="A, B+C, D"), "the log has Ann, Bo + Cy, Di"),
        (say("the rules give {computed}", computed="B-A -2"), "the rules give Bo–Ann -2"),
        (say("the rules give {computed}", computed="A 13, B T"), "the rules give Ann 13, Bo 10"),
        (say("{names} do", names=enumerated(["A", "B"])), "Ann, Bo do"),
        (say("{play} beats", play=say_of("guandan", "single {rank}", rank="A")), "single A beats"),
        (say("{play} beats", play=say_of("guandan", "single {rank}", rank="T")), "single 10 beats"),
        (say("no verb '{verb}'", verb="A"), "no verb 'A'"),
        (say("{count} of {recorded}", count=3, recorded="3 × Kh"), "3 of 3 × K♥"),
        ("pair of T", "pair of 10"),
        ("JOKERS A", "JOKERS A"),
    ],
)
def test_values_are_as_cards_and_players_show_them(text: str, shown: str) -> None:
    assert str(readable(text, NAMES)) == shown


def test_seats_called_by_numbers_are_left_because_a_number_may_be_points() -> None:
    assert readable(say("{seat} has {points}", seat="1", points="1"), {"1": "Ann"}) == "1 has 1"


def test_the_order_of_names_is_put_in_the_language_of_the_reader() -> None:
    with speaking(Language.SIMPLIFIED):
        assert said(readable(say("{first} and {last}", first="A, B", last="C"), NAMES)) == "Ann、Bo和Cy"


def test_a_finding_about_the_writing_of_a_log_quotes_it() -> None:
    made = SentenceParts("", {"reading": "RJ*"})
    found = StoredFinding(
        code="read-as", severity=Severity.NOTICE, message="RJ is read as RJ*", recorded="RJ", made=made
    )
    assert sentences_of(found, "bao_huang") is not None
    assert readable_finding(found, "bao_huang").message == "RJ is read as RJ*"


def test_a_stored_finding_has_its_players_in_the_language_of_the_reader() -> None:
    found = StoredFinding(
        code="card-not-held",
        severity=Severity.ERROR,
        seat="C",
        recorded="Tc Th",
        message="C does not hold Th",
        made=SentenceParts("", {"cards": "Th"}),
    )
    with speaking(Language.SIMPLIFIED):
        shown = readable_finding(found, "guandan", NAMES)
    assert (shown.message, shown.recorded) == ("Cy手里没有10♥", "Tc Th")
