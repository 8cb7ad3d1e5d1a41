"""The rules page, the card given back after tribute, and tribute with cards that were not shown."""

from builders import Deal, Judged, dealt, hand, judge

from tests.offenders import for_every

TO_OPPONENT = ["E", "N", "W", "S"]
"""S owes E, an opponent."""
TO_PARTNER = ["E", "N", "S", "W"]
"""W owes E, its partner."""
DOUBLE = ["E", "W"]
PAID = {"S": "BJ", "W": "BJ"}


def given_back(
    card: str, previous: list[str], level: str, *, held: str = "2s 9s Ts Jd 6s 6h Js Jh Ks As RJ", **options: object
) -> Judged:
    """S or W pays the black joker to E, and E gives a card back."""
    payer = previous[-1]
    deal = dealt(payer, **{payer: "BJ", "E": held})
    actions = f"{payer} tribute BJ; E return {card}; {payer} play 3s"
    begun = hand(actions, deal, previous=previous, level=level, levels={"E": level, "N": level})
    return judge(begun, **options)


def allowed(card: str, previous: list[str], level: str, **options: object) -> bool:
    """Whether the card may be given back, and nothing else is found."""
    said = given_back(card, previous, level, **options).said
    assert said in ([], ["return-wrong-card 0/1 E"])
    return not said


@for_every(
    ("limit", "to_opponent", "to_partner"),
    [
        ("ten", "2s 9s Ts", "2s 9s Ts"),
        ("nine", "2s 9s", "2s 9s"),
        ("ten_to_partner", "2s 9s Ts Js As BJ RJ", "2s 9s Ts"),
        ("any", "2s 9s Ts Js As BJ RJ", "2s 9s Ts Js As BJ RJ"),
    ],
)
def test_the_limit_goes_by_nature_rank(limit: str, to_opponent: str, to_partner: str) -> None:
    for previous, may in ((TO_OPPONENT, to_opponent), (TO_PARTNER, to_partner)):
        for card in ["2s", "9s", "Ts", "Js", "As", "BJ", "RJ"]:
            found = allowed(card, previous, "8", return_limit=limit, return_level=True)
            assert found == (card in may.split()), (previous, card)


@for_every("card", ["6s", "6h", "Js", "Jh"])
@for_every("previous", [TO_OPPONENT, TO_PARTNER])
@for_every("limit", ["ten", "nine", "ten_to_partner", "any"])
@for_every("return_level", [True, False])
def test_a_level_card_wild_or_not(card: str, previous: list[str], limit: str, return_level: bool) -> None:
    """By its nature rank it is within the limit or not; without `return_level` it is barred besides."""
    free = limit == "any" or (limit == "ten_to_partner" and previous == TO_OPPONENT)
    level = card[0]
    expected = return_level and (free or level == "6")
    assert allowed(card, previous, level, return_limit=limit, return_level=return_level) == expected


HIGH = "Js Js Jh Jh Jd Jd Jc Jc Qs Qs Qh Qh Qd Qd Qc Qc Ks Ks Kh Kh Kd Kd Kc Kc As As Ah"


@for_every(
    ("level", "return_level", "limit", "lowest"),
    [("3", True, "ten", "J"), ("J", True, "ten", "Q"), ("J", False, "any", None)],
)
def test_a_hand_without_an_allowed_card_returns_its_lowest(
    level: str, return_level: bool, limit: str, lowest: str | None
) -> None:
    for card in ("Jd", "Qd", "Kd", "Ah"):
        expected = card[0] != "J" if lowest is None else card[0] == lowest
        found = allowed(card, TO_OPPONENT, level, held=HIGH, return_limit=limit, return_level=return_level)
        assert found == expected, card


def test_the_lowest_is_found_by_level_order_among_level_cards_alike() -> None:
    held = "Ts Th Td Td Tc Ts " + HIGH[: 3 * 21 - 1]
    for card, may in (("Jd", True), ("Ts", False), ("Th", False), ("Ks", False)):
        assert allowed(card, TO_OPPONENT, "T", held=held, return_level=False) == may, card


def test_one_allowed_card_is_enough_to_bar_the_lowest_of_the_others() -> None:
    held = "5d " + HIGH[: 3 * 26 - 1]
    assert allowed("5d", TO_OPPONENT, "3", held=held)
    assert not allowed("Jd", TO_OPPONENT, "3", held=held)


@for_every(("paid", "may"), [("9d", True), ("Jd", False)])
def test_a_card_just_received_may_be_returned_if_it_is_allowed(paid: str, may: bool) -> None:
    deal = dealt("S", S=paid, E="9s")
    actions = f"S tribute {paid}; E return {paid}; S play 3s"
    done = judge(hand(actions, deal, previous=TO_OPPONENT, level="8", levels={"E": "8", "N": "8"}))
    assert done.said == ([] if may else ["return-wrong-card 0/1 E"])


def test_a_card_just_received_counts_as_one_that_is_held() -> None:
    """E has no card up to ten of its own; the nine it was paid is allowed, and so the jack is not."""
    deal = dealt("S", S="9d", E=HIGH)
    for card, said in (("9d", []), ("Jd", ["return-wrong-card 0/1 E"])):
        actions = f"S tribute 9d; E return {card}; S play 3s"
        done = judge(hand(actions, deal, previous=TO_OPPONENT, level="Q", levels={"E": "Q", "N": "Q"}))
        assert done.said == said


@for_every(
    ("actions", "said"),
    [
        ("E return 9s > N; W return 9d > S", []),
        ("W return 9d > S; E return 9s > N", []),
        ("E return 9s > S; W return 9d > S", ["tribute-wrong-seat 0/2 E"]),
        ("E return Ks > S; W return 9d > S", ["tribute-wrong-seat 0/2 E"]),
        ("E return 9s > N; W return 9d > E", ["tribute-wrong-seat 0/3 W"]),
    ],
)
def test_each_receiver_returns_to_its_payer(actions: str, said: list[str]) -> None:
    deal = dealt("NS", N="Kd 2s", S="Qd", E="9s Ks", W="9d")
    begun = f"N tribute Kd; S tribute Qd; {actions}; N play 2s"
    done = judge(hand(begun, deal, previous=DOUBLE, level="T", levels={"E": "T", "N": "T"}))
    assert done.said == said


def test_a_card_returned_to_the_wrong_seat_goes_there() -> None:
    deal = dealt("S", S="Qd", E="9s")
    actions = "S tribute Qd; E return 9s > N; S play 2s"
    done = judge(hand(actions, deal, previous=TO_OPPONENT, level="T", levels={"E": "T", "N": "T"}))
    assert done.said == ["tribute-wrong-seat 0/1 E"]
    assert [done.seat(seat, 2).count for seat in "ENWS"] == [27, 28, 27, 26]
    assert "9s" in done.seat("N", 2).public


@for_every(
    ("returns", "said"),
    [
        ("E return 9s > S; ", ["tribute-wrong-seat 0/0 S"]),
        ("N return 9h > S; ", ["tribute-wrong-seat 0/0 S"]),
        ("", ["tribute-wrong-seat 0/0 S", "return-missing 0/1 S"]),
    ],
)
def test_after_a_tribute_to_the_wrong_seat_one_return_is_enough(returns: str, said: list[str]) -> None:
    """That the card went elsewhere is said once."""
    deal = dealt("S", S="Qd", E="9s", N="9h")
    actions = f"S tribute Qd > N; {returns}S play 2s"
    done = judge(hand(actions, deal, previous=TO_OPPONENT, level="T", levels={"E": "T", "N": "T"}))
    assert done.said == said


def test_a_card_that_may_not_be_returned_moves_all_the_same() -> None:
    done = given_back("As", TO_OPPONENT, "8")
    assert done.said == ["return-wrong-card 0/1 E"]
    assert "As" in done.seat("S", 2).public


@for_every(
    ("actions", "said"),
    [
        ("S tribute Qd; N return 9h; E return 9s; S play 2s", ["unexpected-action 0/1 N"]),
        ("S tribute Qd; E return 9s; E return 9s; S play 2s", ["unexpected-action 0/2 E"]),
        ("S tribute Qd; E return 9s; S play 2s; E return 9s", ["unexpected-action 0/3 E"]),
        ("E return 9s; S play 2s", ["tribute-missing 0/0 E"]),
    ],
)
def test_a_return_that_has_no_place(actions: str, said: list[str]) -> None:
    deal = dealt("S", S="Qd", E="9s 9s", N="9h")
    done = judge(hand(actions, deal, previous=TO_OPPONENT, level="T", levels={"E": "T", "N": "T"}))
    assert done.said == said


# Cards that were not shown: `??` may stand in tribute and return.


def unseen(actions: str, deal: Deal | None, previous: list[str], level: str = "T") -> Judged:
    """A hand after tribute of which not every card is known."""
    return judge(hand(actions, deal, previous=previous, level=level, levels={"E": level, "N": level}))


def test_cards_not_shown_move_and_are_not_judged() -> None:
    deal = dealt("S", S="Qd", E="9s")
    done = unseen("S tribute ?? > E; E return ?? > S; S play 2s", deal, TO_OPPONENT)
    assert done.said == []
    assert [done.seat(seat, 1).count for seat in "ENWS"] == [28, 27, 27, 26]
    assert [done.seat(seat, 2).count for seat in "ENWS"] == [27, 27, 27, 27]


def test_without_a_receiver_named_a_single_tribute_still_goes_to_the_banker() -> None:
    done = unseen("S tribute ??; E return ??; S play 2s", dealt("S", S="Qd", E="9s"), TO_OPPONENT)
    assert done.said == []
    assert [done.seat(seat, 1).count for seat in "ENWS"] == [28, 27, 27, 26]


def test_a_single_payer_leads_whatever_it_paid() -> None:
    done = unseen("S tribute ??; E return ??; E play Ks", dealt("S", S="Qd", E="9s Ks"), TO_OPPONENT)
    assert done.said == ["wrong-leader 0/2 E"]


@for_every("leader", "NS")
def test_who_leads_after_two_unseen_tributes_cannot_be_said(leader: str) -> None:
    actions = f"N tribute ?? > E; S tribute ?? > W; E return ?? > N; W return ?? > S; {leader} play 8d"
    assert unseen(actions, None, DOUBLE).said == []


@for_every("named", ["E S", "W N", "E N"])
def test_who_gets_which_of_two_unseen_tributes_cannot_be_said(named: str) -> None:
    to, payer = named.split()
    other = {"E": "W", "W": "E"}[to]
    paid = {"N": to, "S": other} if payer == "N" else {"N": other, "S": to}
    actions = f"N tribute ?? > {paid['N']}; S tribute ?? > {paid['S']}; {to} return ?? > {payer}"
    assert unseen(actions, None, DOUBLE).said == []


def test_two_unseen_tributes_without_receivers_are_given_back() -> None:
    """Both dwellers owe, and banker and follower each return a card; only to whom is not known."""
    deal = dealt("NS", N="Kd", S="Kc", E="9s", W="9d")
    actions = "N tribute ??; S tribute ??; E return 9s; W return 9d; N play 2s"
    assert unseen(actions, {seat: deal[seat] for seat in "EW"}, DOUBLE).said == []


def test_what_an_unseen_card_was_is_worked_out_from_the_hand_that_paid() -> None:
    """S's highest was its king, which E now holds and S does not."""
    deal = dealt("S", S="Kd Qd", E="9s", N="Kd")
    paid = "S tribute ??; E return 9s; S play 2s"
    assert "Kd" not in deal["E"].split()
    assert unseen(f"{paid}; E play Kd", deal, TO_OPPONENT).said == []
    assert unseen(f"{paid}; E play Kc; N pass; W pass; S play Kd", deal, TO_OPPONENT).said == ["card-not-held 0/6 S"]
    assert unseen(f"{paid}; E play Jd; N pass; W pass; S play Qd", deal, TO_OPPONENT).said == []


def test_of_several_highest_cards_either_may_have_been_the_unseen_one() -> None:
    deal = dealt("S", S="Kd Kc", E="9s")
    paid = "S tribute ??; E return 9s; S play 2s; E play Jd; N pass; W pass"
    assert [unseen(f"{paid}; S play {card}", deal, TO_OPPONENT).said for card in ("Kd", "Kc")] == [[], []]
    both = unseen(f"{paid}; S play Kd; E pass; N pass; W pass; S play Kc", deal, TO_OPPONENT)
    assert both.said == ["card-not-held 0/10 S"]
