"""What each seat and the table can know at every step: roles, cards shown, tribute on the table."""

from bao_huang_builders import EVEN, SEATS, dealt, hand, highest, judge, passes, play, played_out, with_tribute
from builders import Judged

from engine.replay.views import TABLE, View, seen_frame
from tests.offenders import for_every

EMPEROR = (("emperor", "A"),)
BOTH = (("emperor", "A"), ("protector", "C"))
ALONE = (("emperor", "A"), ("protector", "A"))
WON = {"finish": ["A", "C"], "emperor": "A", "protector": "C"}


def known(done: Judged, step: int | None = None) -> dict[str, object]:
    """The roles that each seat knows, and the table's under ``table``."""
    frame = done.frame(step)
    return {seat.seat: seat.knows for seat in frame.seats} | {"table": frame.public_roles}


def all_know(roles: object, **others: object) -> dict[str, object]:
    """The same roles for every seat and the table, but for some."""
    return dict.fromkeys([*SEATS, "table"], roles) | others


def test_before_the_card_is_accepted_nobody_is_emperor() -> None:
    done = play("A decline; E decline", EVEN)
    for step in range(3):
        assert known(done, step) == all_know(())
        assert done.frame(step).roles == ()
        assert done.frame(step).stage == "roles"
        assert dict(done.frame(step).facts).get("declined", "0") == str(step)


@for_every("opening", ["A accept", "A play 6s", "A accept; D declare uprising"])
def test_the_emperor_is_known_at_once_and_the_protector_to_itself(opening: str) -> None:
    done = play(opening)
    assert known(done) == all_know(EMPEROR, C=BOTH)
    assert done.frame().roles == BOTH


def test_the_protector_is_known_when_the_card_is_played() -> None:
    done = play("A play 6s; B pass; C play BJ*; D pass")
    assert known(done, 2) == all_know(EMPEROR, C=BOTH)
    assert known(done, 3) == all_know(BOTH)
    assert known(done, 4) == all_know(BOTH)


def test_another_black_joker_tells_nothing() -> None:
    done = play("A play 6s; B pass; C play BJ", dealt(C="BJ"))
    assert known(done) == all_know(EMPEROR, C=BOTH)


def test_a_black_joker_read_as_the_marked_one_tells() -> None:
    done = play("A play 6s; B pass; C play BJ")
    assert done.said == ["read-as 0/2 C"]
    assert known(done) == all_know(BOTH)


@for_every("what", ["protector", "uprising"])
def test_or_declared(what: str) -> None:
    seat = "C" if what == "protector" else "D"
    done = play(f"A accept; {seat} declare {what}")
    assert known(done, 1) == all_know(EMPEROR, C=BOTH)
    assert known(done, 2) == (all_know(BOTH) if what == "protector" else all_know(EMPEROR, C=BOTH))
    assert ("declared", f"{seat} {what}") in done.frame().facts


def test_a_declaration_that_is_not_allowed_tells_nothing() -> None:
    assert known(play("A accept; B declare protector")) == all_know(EMPEROR, C=BOTH)


def test_an_emperor_alone_knows_it_by_itself() -> None:
    deal = dealt(protector="A")
    done = play("A accept; A play 6s" + passes(*"BCDE") + "; A play BJ*", deal)
    for step in range(1, 7):
        assert known(done, step) == all_know(EMPEROR, A=ALONE)
    assert known(done, 7) == all_know(ALONE)
    assert known(play("A accept; A declare solo", deal)) == all_know(ALONE)


def test_when_the_hand_is_over_all_is_known() -> None:
    deal = dealt(protector="E")
    done = play(played_out("BCD", protector="E", deal=deal), deal)
    steps = len(played_out("BCD", protector="E", deal=deal))
    assert known(done, steps - 1)["table"] == EMPEROR
    assert known(done) == all_know((("emperor", "A"), ("protector", "E")))
    assert done.frame().stage == "over"


def test_the_emperor_card_is_seen_where_it_lies() -> None:
    done = play("A decline; E decline; D accept; D play 6d")
    assert [done.seat(seat, step).public for step, seat in ((1, "E"), (2, "D"), (3, "D"), (4, "D"))] == [("RJ*",)] * 4
    assert [done.seat(seat, 2).public for seat in "ABCE"] == [()] * 4


SEVENS = dealt("EDBCA", A="7s 7s 7s", D="7s")


def test_three_shown_are_seen_and_tell_the_holder_of_the_fourth() -> None:
    done = judge(hand("A show 7s 7s 7s; A play 6s; B pass; C pass; D play 7s", SEVENS), protector="triplet")
    roles = (("emperor", "A"), ("protector", "D"))
    assert sorted(done.seat("A", 1).public) == ["7s", "7s", "7s", "RJ*"]
    assert ("shown", "7s") in done.frame(1).facts
    for step in range(1, 5):
        assert known(done, step) == all_know(EMPEROR, D=roles)
    assert known(done, 5) == all_know(roles)


def test_four_shown_tell_all() -> None:
    deal = dealt("EDBCA", A="7s 7s 7s 7s")
    done = judge(hand("A show 7s 7s 7s; A show 7s 7s 7s 7s", deal), protector="triplet")
    assert known(done, 1) == all_know(EMPEROR, A=ALONE)
    assert known(done, 2) == all_know(ALONE)


PAID, _ = with_tribute(EVEN, {"B": "As", "D": "Ts", "E": "8s"}, {"A": "As Ts", "C": "8s"})


@for_every("face", ["down", "up"])
def test_tribute_lies_on_the_table_until_it_is_taken(face: str) -> None:
    done = judge(hand([*PAID, "A accept"], previous=WON), tribute_face=face)
    laid = [done.frame(step).laid for step in range(6)]
    assert laid == [(), ("As",), ("As", "Ts"), ("As", "Ts", "8s"), ("8s",), ()]
    assert {done.frame(step).laid_open for step in range(6)} == {face == "up"}
    assert [done.frame(step).stage for step in range(7)] == ["tribute"] * 5 + ["roles"] * 2
    assert done.seat("A", 5).public == (("As", "Ts") if face == "up" else ())
    assert done.seat("C", 5).public == (("8s",) if face == "up" else ())


def test_the_face_of_tribute_changes_only_what_is_seen() -> None:
    log = hand([*PAID, "A play 6s"], previous=WON)
    down, up = (judge(log, tribute_face=face).facts for face in ("down", "up"))
    for facts in (down, up):
        for name in ("digest", "rules", "log"):
            del facts[name]
    assert down == up


@for_every("face", ["down", "up"])
def test_a_view_has_tribute_face_down_or_up(face: str) -> None:
    done = judge(hand(PAID, previous=WON), tribute_face=face)
    for view in (TABLE, View("D", "D")):
        frame = seen_frame(done.frame(3), view)
        assert frame.laid == (("As", "Ts", "8s") if face == "up" else ("??", "??", "??"))
    taken = seen_frame(done.frame(4), TABLE)
    assert taken.action == ("A take As Ts" if face == "up" else "A take ?? ??")
    assert taken.seats[0].cards == (("As", "Ts") if face == "up" else ())


def test_a_view_has_the_roles_that_it_knows() -> None:
    done = play("A accept; A play 6s")
    assert seen_frame(done.frame(), TABLE).roles == EMPEROR
    assert seen_frame(done.frame(), View("C", "C")).roles == BOTH
    assert seen_frame(done.frame(), View("B", "B")).roles == EMPEROR
    own = seen_frame(done.frame(), View("B", "B")).seats[1]
    assert sorted(own.cards) == sorted(EVEN["B"].split())
    assert seen_frame(done.frame(), View("B", "B")).seats[0].cards == ("RJ*",)


def test_the_table_and_the_turn() -> None:
    done = play("A play 6s; B play Qc; C pass; D pass")
    frames = [done.frame(step) for step in range(5)]
    assert [frame.turn for frame in frames[1:]] == ["B", "C", "D", "E"]
    table = frames[4].table
    assert table is not None
    assert (table.seat, table.cards, table.reading, table.step) == ("B", ("Qc",), "single Q", 2)
    assert [seat.did for seat in frames[4].seats] == ["6s", "Qc", "pass", "pass", ""]


def test_hands_are_sorted_high_to_low() -> None:
    cards = [card[0] for card in play("").seat("B").cards]
    assert cards == sorted(cards, key="AKQJT9876".index)
    assert play("").seat("A").cards[:8] == ("RJ", "RJ", "RJ", "RJ*", "BJ", "BJ", "BJ", highest(EVEN, "A"))


def test_the_finish_grows_as_seats_go_out() -> None:
    actions = played_out("AC")
    done = play(actions)
    gone = max(place for place, text in enumerate(actions) if text.startswith("A play"))
    assert done.frame(gone).finish == ()
    assert done.frame(gone + 1).finish == (("A",),)
    assert done.frame().finish == (("A",), ("C",), ("B", "D", "E"))
    assert [seat.place for seat in done.frame().seats] == [1, 3, 2, 3, 3]
