"""The rules page, roles: the emperor card accepted, declined, passed on and come round; the protector; both in one."""

from bao_huang_builders import EVEN, SEATS, dealt, finished, hand, judge, lowest, play, played_out, scores
from builders import Judged

from tests.offenders import for_every

WAYS = {"with_play": "ABCDE", "against_play": "AEDCB"}
"""The seats in the order in which the card comes to them from A."""


def declined(way: str, count: int) -> list[str]:
    """The first ``count`` declines, the card lying with A at first."""
    return [f"{WAYS[way][number % 5]} decline" for number in range(count)]


def roles(done: Judged) -> dict[str, str]:
    """The roles of the first hand as the report has them."""
    found: dict[str, str] = done.hands[0]["roles"]
    return found


@for_every("seat", SEATS)
def test_the_holder_of_the_marked_joker_is_emperor(seat: str) -> None:
    deal = dealt(emperor=seat)
    done = play(f"{seat} accept; {seat} play {lowest(deal, seat)}", deal)
    assert done.said == []
    assert roles(done)["emperor"] == seat


@for_every("seat", SEATS)
def test_with_neither_word_the_first_holder_has_accepted(seat: str) -> None:
    deal = dealt(emperor=seat)
    done = play(f"{seat} play {lowest(deal, seat)}", deal)
    assert done.said == []
    assert roles(done)["emperor"] == seat


@for_every("way", WAYS)
@for_every("count", range(1, 6))
def test_declined_the_card_goes_on_until_it_is_accepted(way: str, count: int) -> None:
    seat = WAYS[way][count % 5]
    actions = [*declined(way, count), f"{seat} accept", f"{seat} play {lowest(EVEN, seat)}"]
    done = play(actions, emperor_pass=way)
    assert done.said == []
    assert roles(done)["emperor"] == seat


@for_every("way", WAYS)
@for_every("count", range(1, 6))
def test_after_declines_the_seat_that_holds_the_card_and_leads_has_accepted(way: str, count: int) -> None:
    seat = WAYS[way][count % 5]
    done = play([*declined(way, count), f"{seat} play {lowest(EVEN, seat)}"], emperor_pass=way)
    assert done.said == []
    assert roles(done)["emperor"] == seat


@for_every(("way", "other"), [("with_play", "against_play"), ("against_play", "with_play")])
def test_it_goes_that_way_and_no_other(way: str, other: str) -> None:
    second = WAYS[other][1]
    done = play(["A decline", f"{second} decline"], emperor_pass=way)
    assert done.said == [f"role-not-allowed 0/1 {second}"]
    done = play(["A decline", f"{second} accept"], emperor_pass=way)
    assert done.said == [f"role-not-allowed 0/1 {second}"]
    done = play(["A decline", f"{second} play {lowest(EVEN, second)}"], emperor_pass=way)
    assert done.said == [f"wrong-leader 0/1 {second}"]
    assert roles(done)["emperor"] == WAYS[way][1]


def test_no_card_comes_back_for_it() -> None:
    done = play("A decline", emperor_pass="with_play")
    assert [seat.count for seat in done.frame().seats] == [33, 35, 34, 33, 33]
    assert "RJ*" in done.seat("B").cards
    assert "RJ*" not in done.seat("A").cards
    done = play("A decline; B decline", emperor_pass="with_play")
    assert [seat.count for seat in done.frame().seats] == [33, 34, 35, 33, 33]


@for_every("way", WAYS)
def test_come_round_it_must_be_accepted(way: str) -> None:
    """A sixth `decline` is not allowed, whoever says it; the first holder is emperor all the same."""
    for seat in SEATS:
        done = play([*declined(way, 5), f"{seat} decline", f"A play {lowest(EVEN, 'A')}"], emperor_pass=way)
        assert done.said == [f"role-not-allowed 0/5 {seat}"]
        assert roles(done)["emperor"] == "A"
        assert done.frame().seats[0].count == 33


@for_every("verb", ["accept", "decline"])
@for_every("seat", "BCDE")
def test_an_answer_without_the_card_is_not_allowed_and_has_no_effect(seat: str, verb: str) -> None:
    done = play(f"{seat} {verb}; A play 6s")
    assert done.said == [f"role-not-allowed 0/0 {seat}"]
    assert roles(done)["emperor"] == "A"


@for_every("answer", ["A accept", "A decline", "B accept", "B decline"])
def test_once_accepted_there_is_no_further_answer(answer: str) -> None:
    done = play(f"A accept; {answer}; A play 6s")
    assert done.said == [f"role-not-allowed 0/1 {answer[0]}"]
    assert roles(done)["emperor"] == "A"


@for_every("answer", ["A accept", "A decline", "B decline"])
def test_after_the_first_play_there_is_no_answer(answer: str) -> None:
    assert play(f"A play 6s; {answer}").said == [f"unexpected-action 0/1 {answer[0]}"]


@for_every("word", ["accept now", "decline RJ*", "ask nothing", "redeal all"])
def test_words_that_take_nothing_after_them(word: str) -> None:
    done = play(f"A {word}; A play 6s")
    assert [code for code, _ in done.columns] == ["malformed"]
    assert done.columns[0][1] == 2 + word.index(" ") + 1


@for_every("seat", SEATS)
def test_the_holder_of_the_marked_black_joker_is_protector(seat: str) -> None:
    done = play("A play 6s", dealt(protector=seat))
    assert roles(done) == {"emperor": "A", "protector": seat}


def test_emperor_and_protector_in_one_is_alone() -> None:
    deal = dealt(protector="A")
    done = play(played_out("A", "A", "A", deal), deal)
    assert roles(done) == {"emperor": "A", "protector": "A"}
    assert scores(done) == {"A": 12, "B": -3, "C": -3, "D": -3, "E": -3}


def test_who_takes_the_emperor_card_over_may_so_be_alone() -> None:
    done = play("A decline; B decline; C accept; C play 6d", emperor_pass="with_play")
    assert roles(done) == {"emperor": "C", "protector": "C"}


def test_who_declines_may_be_the_protector() -> None:
    deal = dealt(protector="A")
    done = play(f"A decline; E accept; E play {lowest(deal, 'E')}", deal)
    assert roles(done) == {"emperor": "E", "protector": "A"}


@for_every(
    ("recorded", "said"),
    [
        ({"emperor": "A", "protector": "C"}, []),
        ({"emperor": "A"}, []),
        ({"protector": "C"}, []),
        ({"emperor": "B", "protector": "C"}, ["role-mismatch 0"]),
        ({"emperor": "A", "protector": "B"}, ["role-mismatch 0"]),
        ({"emperor": "A", "protector": "A"}, ["role-mismatch 0"]),
        ({"emperor": "Z"}, ["malformed 0"]),
        ({"king": "A"}, ["malformed 0"]),
    ],
)
def test_recorded_roles_are_compared(recorded: dict[str, str], said: list[str]) -> None:
    assert judge(finished("AC", result={"roles": recorded})).said == said


@for_every(("recorded", "said"), [({"emperor": "A", "protector": "A"}, []), ({"emperor": "A"}, [])])
def test_alone_the_second_role_equals_the_first_or_is_left_out(recorded: dict[str, str], said: list[str]) -> None:
    assert judge(finished("A", protector="A", result={"roles": recorded})).said == said


def test_a_wrong_role_is_no_illegal_play() -> None:
    done = judge(finished("AC", result={"roles": {"emperor": "B"}}))
    assert done.verdict == "misscored"


def test_an_acceptance_that_cannot_be_read_changes_nothing() -> None:
    done = judge(hand("A acept; A play 6s"))
    assert done.said == ["malformed 0/0 A"]
    assert roles(done)["emperor"] == "A"


@for_every("way", WAYS)
@for_every("count", range(1, 4))
def test_declines_that_cannot_be_read_were_some(way: str, count: int) -> None:
    order = [*WAYS[way], "A"]
    seat = order[count]
    unread = [f"{each} decline zz" for each in order[:count]]
    done = play([*unread, f"{seat} accept", f"{seat} play {lowest(EVEN, seat)}"], emperor_pass=way)
    assert done.said == [f"malformed 0/{number} {each}" for number, each in enumerate(order[:count])]
    assert roles(done)["emperor"] == seat


@for_every("way", WAYS)
def test_a_pass_before_the_first_play_does_not_accept_for_good(way: str) -> None:
    second = WAYS[way][1]
    done = play(["D pass", "A decline", f"{second} play {lowest(EVEN, second)}"], emperor_pass=way)
    assert done.said[0] == "out-of-turn 0/0 D"
    assert "role-not-allowed" not in " ".join(done.said)
    assert roles(done)["emperor"] == second
