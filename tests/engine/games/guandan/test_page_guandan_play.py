"""The rules page, play: turn, lead, hitchhike, end and places, and reports of cards left."""

from builders import SEATS, dealt, few, finished, hand, judge, play, played_out

from tests.offenders import for_every


def test_in_turn_each_plays_or_passes() -> None:
    done = play(
        "E play 3s; N play 4s; W pass; S play 5h; E pass; N play 6s; W play 7h; S pass; E pass; N pass; W play 3h"
    )
    assert done.said == []
    assert [done.frame(step).turn for step in range(12)] == [None, *"NWSENWSENWS"]


def test_passing_does_not_bar_a_later_play() -> None:
    assert play("E play 3s; N pass; W play 4h; S pass; E pass; N play 5s").said == []


def test_when_all_others_have_passed_the_player_leads() -> None:
    done = play("E play 3s; N play 4s; W pass; S pass; E pass; N play 3s 3d; W play 4h 4c")
    assert done.said == []
    assert done.frame(5).table is None
    assert (done.frame(5).turn, done.frame(6).table.seat) == ("N", "N")


def test_an_earlier_pass_does_not_count_after_a_play() -> None:
    done = play("E play 3s; N pass; W pass; S play 4h; E pass; N pass; S play 3h")
    assert done.said == ["out-of-turn 0/6 S"]


@for_every("out", SEATS)
def test_the_partner_leads_for_one_who_is_out(out: str) -> None:
    """Hitchhike: the three others pass on a last play, and the partner leads."""
    start = SEATS.index(out)
    following, partner, before = (SEATS[(start + step) % 4] for step in (1, 2, 3))
    held = {out: "3s", following: "5s 6s", partner: "4h 5h", before: "7h 8h"}
    passes = f"{following} pass; {partner} pass; {before} pass"
    card = held[partner].split()[0]
    lead = {partner: f"{partner} play {card}", following: f"{following} play 5s"}
    assert few(f"{out} play 3s; {passes}; {lead[partner]}", **held).of_actions == []
    faulty = few(f"{out} play 3s; {passes}; {lead[following]}", **held)
    assert faulty.of_actions == [f"out-of-turn 0/4 {following}"]


def test_no_hitchhike_where_the_last_play_was_beaten() -> None:
    done = few("E play 3s; N play 5s; W pass; S pass; N play 6s", E="3s", N="5s 6s 7s", W="4h 5h", S="7h 8h")
    assert done.of_actions == []


def test_a_player_without_cards_is_passed_over() -> None:
    done = few(
        "E play 3s; N play 5s; W play 6h; S play 7h; N pass; W pass; S play 8h",
        E="3s",
        N="5s 6s",
        W="6h 5h",
        S="7h 8h 9h",
    )
    assert done.of_actions == []
    assert done.frame(4).turn == "N"


@for_every(
    ("order", "finish"),
    [
        ("ENWS", [["E"], ["N"], ["W"], ["S"]]),
        ("ENSW", [["E"], ["N"], ["S"], ["W"]]),
        ("ESWN", [["E"], ["S"], ["W"], ["N"]]),
        ("EWNS", [["E"], ["W"], ["N", "S"]]),
        ("WESN", [["W"], ["E"], ["N", "S"]]),
        ("SNEW", [["S"], ["N"], ["E", "W"]]),
        ("NSWE", [["N"], ["S"], ["E", "W"]]),
        ("NWSE", [["N"], ["W"], ["S"], ["E"]]),
    ],
)
def test_the_hand_ends_when_both_of_a_team_are_out(order: str, finish: list[list[str]]) -> None:
    actions = played_out(order)
    done = play(actions)
    assert done.said == []
    assert done.verdict == "clean"
    assert done.hands[0]["finish"] == finish
    assert play(actions[:-1]).hands[0]["complete"] is False
    last = SEATS[(SEATS.index(actions[-1][0]) + 1) % 4]
    assert play([*actions, f"{last} pass"]).said == [f"after-end 0/{len(actions)} {last}"]


def test_the_places_stand_in_the_frame() -> None:
    actions = played_out("ENWS")
    done = play(actions)
    assert [seat.place for seat in done.frame().seats] == [1, 2, 3, 4]
    assert (done.frame().stage, done.frame().turn) == ("over", None)
    assert [seat.place for seat in play(played_out("EWNS")).frame().seats] == [1, 3, 2, 3]


def test_who_leads_first_is_whoever_leads_in_the_log() -> None:
    for seat, card in zip(SEATS, ("3s", "3s", "3h", "3h"), strict=True):
        assert play(f"{seat} play {card}").said == []


@for_every("tribute", ["none", "standard"])
def test_setup_may_name_the_first_to_lead_of_a_first_hand(tribute: str) -> None:
    assert judge(hand("E play 3s", first="E"), tribute=tribute).said == []
    assert judge(hand("N play 3s", first="E"), tribute=tribute).said == ["wrong-leader 0/0 N"]


def test_without_tribute_setup_may_name_the_first_to_lead_of_any_hand() -> None:
    for leader, said in (("E", []), ("N", ["wrong-leader 1/0 N"])):
        second = hand(f"{leader} play 4s", first="E")
        assert judge(finished("ENWS"), second, tribute="none").said == said
        second = hand(f"{leader} play 4s")
        assert judge(finished("ENWS"), second, tribute="none").said == []


# Reports of cards left.


def test_a_report_stands_anywhere_by_any_seat_and_must_be_true() -> None:
    for preset in ("tournament", "njupt"):
        before = "E report 27; W report 27; E play 3s; E report 26; S report 27; N play 4s; N report 26"
        assert judge(hand(before), preset=preset).said == []
        wrong = judge(hand("S report 26; E play 3s; E report 27; N pass; N report 0"), preset=preset)
        assert wrong.said == ["report-wrong 0/0 S", "report-wrong 0/2 E", "report-wrong 0/4 N"]


def test_a_report_stands_between_tribute_and_play_too() -> None:
    deal = dealt("S", S="Qd", E="9s")
    begun = "S report 27; S tribute Qd; S report 26; E report 28; E return 9s; E report 27; S play 2s"
    done = judge(hand(begun, deal, previous=["E", "N", "W", "S"], level="T"))
    assert done.said == []


ELEVEN = {"E": "3s 3d 4s 4d 5s 5d 6s 6d 7s 7d 8s", "N": "9s 9d Ts Td Js Jd Qs Qd Ks Kd As", "W": "9h", "S": "8h 8c"}


@for_every(
    ("actions", "missing"),
    [
        ("E play 3s; E report 10; N play 9s; N report 10; W pass; S pass; E pass; N play Ts", []),
        ("E play 3s; N play 9s; N report 10; E report 10; W pass; S pass; E pass; N play Ts", []),
        ("E play 3s; N play 9s; N report 10; W pass; S pass; E pass; N play Ts", ["E 0/5"]),
        ("E play 3s; N play 9s; N report 10; W pass; S pass; E pass; E report 10; N play Ts", ["E 0/5"]),
        ("E play 3s; E report 10; N play 9s; W pass; S pass; E pass; N play Ts", ["N 0/6"]),
        ("E play 3s; E report 9; N play 9s; N report 10; W pass; S pass; E pass", ["wrong"]),
        ("E play 3s; N play 9s; W pass; S pass; E pass; N play Ts", []),
        ("E play 3s; E report 10; N pass; W pass; S pass; E play 4s; N pass; W pass; S pass; E play 4d", []),
        ("E report 11; E play 3s; N pass; W pass; S pass; E play 4s", ["E 0/5"]),
        ("E play 3s; E report 10", []),
    ],
)
def test_who_comes_to_ten_says_so_by_its_next_turn(actions: str, missing: list[str]) -> None:
    held = ELEVEN | {"W": "9h 9c Th Tc Jh Jc Qh Qc Kh Kc Ah", "S": "3h 3c 4h 4c 5h 5c 6h 6c 7h 7c 8h"}
    found = [each for each in few(actions, **held).report.findings if each.action is not None]
    if missing == ["wrong"]:
        assert [each.code.id for each in found] == ["report-wrong"]
        return
    assert [(each.code.id, str(each.severity)) for each in found] == [("report-missing", "warning")] * len(missing)
    assert [f"{each.seat} {each.hand}/{each.action}" for each in found] == missing


def test_who_goes_out_before_its_next_turn_need_not_say_anything() -> None:
    ten = "3s 3d 3h 3c 3s 3d 3h 3c 2h 2h"
    others = {"N": "9s Tc Jc", "W": "9c Jh Qc", "S": "8h Qh Kc"}
    assert few(f"N report 3; E play {ten}; N pass", E=ten, **others).of_actions == []
    done = few(f"N report 3; E play 8s; N pass; W pass; S pass; E play {ten}", E=f"8s {ten}", **others)
    assert done.of_actions == ["report-missing 0/5 E"]


def test_with_reporting_off_none_is_missing() -> None:
    held = {"E": ELEVEN["E"], "N": ELEVEN["N"]}
    actions = "E play 3s; E report 10; N play 9s; W pass; S pass; E pass; N play Ts"
    log = hand(actions, held)
    for reporting, missing in (("warn", ["report-missing 0/6 N"]), ("off", [])):
        assert judge(log, reporting=reporting).of_actions == missing
