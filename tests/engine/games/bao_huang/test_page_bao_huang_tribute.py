"""The rules page, tribute: who gives and takes what after each result, in which order, and what is wrong with it."""

from itertools import permutations

from bao_huang_builders import EVEN, dealt, finished, hand, highest, judge, lowest, passes, played_out, with_tribute
from builders import Deal, Judged

from tests.offenders import for_every

WON = {"finish": ["A", "C"], "emperor": "A", "protector": "C"}
LOST = {"finish": ["B", "D", "E"], "emperor": "A", "protector": "C"}
TIED = {"finish": ["A", "B", "D", "E", "C"], "emperor": "A", "protector": "C"}
ALONE_WON = {"finish": ["A"], "emperor": "A", "protector": "A"}
ALONE_SECOND = {"finish": ["B", "A"], "emperor": "A", "protector": "A"}
ALONE_LOST = {"finish": ["B", "C", "A"], "emperor": "A", "protector": "A"}

Previous = dict[str, object]

FOUR = "2c 2c 2c 2c"
"""The four cards that A, whose highest are twos, may give of EVEN."""
GIVEN = "B tribute As; D tribute Ts; E tribute 8s"
TAKEN = "A take As Ts; C take 8s"


def after(previous: Previous, actions: str | list[str], deal: Deal = EVEN, **options: object) -> Judged:
    """A hand after one that ended so."""
    return judge(hand(actions, deal, previous=previous), **options)


def test_the_highest_cards_of_the_deal() -> None:
    """What the tests below give is what is owed."""
    assert [highest(EVEN, seat)[0] for seat in "ABCDE"] == list("2AQT8")


@for_every(
    ("previous", "gives", "takes"),
    [
        (WON, {"B": "As", "D": "Ts", "E": "8s"}, {"A": "As Ts", "C": "8s"}),
        (LOST, {"A": "2s 2h", "C": "Qs"}, {"B": "2s", "D": "2h", "E": "Qs"}),
        (ALONE_WON, {"B": "As", "C": "Qs", "D": "Ts", "E": "8s"}, {"A": "As Qs Ts 8s"}),
        (ALONE_LOST, {"A": FOUR}, dict(zip("BCDE", FOUR.split(), strict=True))),
    ],
)
@for_every("take_order", ["free", "finish"])
def test_losers_give_and_winners_take(
    previous: Previous, gives: dict[str, str], takes: dict[str, str], take_order: str
) -> None:
    """Each loser one, each winner one; an emperor with a protector two, alone four."""
    paid, moved = with_tribute(EVEN, gives, takes)
    done = after(previous, [*paid, "A play 6s"], take_order=take_order)
    assert done.said == []
    frame = done.frame(len(paid))
    for seat in frame.seats:
        assert sorted(seat.cards) == sorted(moved[seat.seat].split())
    assert frame.laid == ()


@for_every("previous", [TIED, ALONE_SECOND, TIED | {"finish": ["B", "A", "D", "C"]}])
def test_after_a_tie_there_is_none(previous: Previous) -> None:
    assert after(previous, "A play 6s").said == []
    assert after(previous, "B tribute As; A play 6s").said == ["tribute-not-due 0/0 B"]


def test_from_the_second_hand_on() -> None:
    assert judge(hand("A accept; A play 6s")).said == []
    assert judge(hand(f"{GIVEN}; A play 6s")).said == [
        f"tribute-not-due 0/{place} {'BDE'[place]}" for place in range(3)
    ]
    done = judge(finished("AC"), hand("A play 6s"))
    assert done.said == ["tribute-missing 1/0 A"]
    assert judge(finished("AC"), hand(f"{GIVEN}; {TAKEN}; A play 6s")).said == []


def test_what_a_hand_of_the_log_owes_is_what_it_came_to() -> None:
    lost, alone = finished("BDE"), finished("A", protector="A")
    paid = "A tribute 2s 2h; C tribute Qs; B take 2s; D take 2h; E take Qs"
    assert judge(lost, hand(f"{paid}; A play 6s")).said == []
    assert judge(alone, hand("B tribute As; C tribute Qs; D tribute Ts; E tribute 8s; A take As Qs Ts 8s")).said == []
    assert judge(finished("ABDE"), hand("A play 6s")).said == []


def test_without_the_option_there_is_none() -> None:
    assert after(WON, "A play 6s", tribute=False).said == []
    assert after(WON, "B tribute As; A play 6s", tribute=False).said == ["tribute-not-due 0/0 B"]


@for_every("action", ["A play 6s", "A accept", "A decline", "A pass", "C declare protector", "B play 6h"])
def test_what_was_not_given_is_missing_at_the_first_action_in_its_stead(action: str) -> None:
    assert after(WON, action).said == [f"tribute-missing 0/0 {action[0]}"]
    assert after(WON, f"B tribute As; D tribute Ts; {action}").said == [f"tribute-missing 0/2 {action[0]}"]


@for_every("action", ["A play 6s", "A accept", "C declare protector", "B play 6h"])
def test_what_was_not_taken_is_missing_too(action: str) -> None:
    for taken in ("", "; A take As Ts", "; C take 8s", "; A take As; C take Ts"):
        begun = f"{GIVEN}{taken}; {action}"
        assert after(WON, begun).said == [f"tribute-missing 0/{begun.count(';')} {action[0]}"]


def test_it_is_said_once_and_a_later_payment_is_unexpected() -> None:
    done = after(WON, "B tribute As; A accept; D tribute Ts; A take As; A play 6s")
    assert done.said == ["tribute-missing 0/1 A", "unexpected-action 0/2 D", "unexpected-action 0/3 A"]


def test_it_comes_before_the_emperor_card_is_accepted() -> None:
    assert after(WON, f"{GIVEN}; {TAKEN}; A accept; A play 6s").said == []
    assert after(WON, f"A accept; {GIVEN}; {TAKEN}").said[0] == "tribute-missing 0/0 A"
    assert after(WON, f"{GIVEN}; {TAKEN}; A accept; B tribute Ad").said == ["unexpected-action 0/6 B"]


@for_every("order", ["".join(each) for each in permutations("BDE")])
def test_losers_give_in_any_order(order: str) -> None:
    cards = {"B": "As", "D": "Ts", "E": "8s"}
    assert after(WON, [*(f"{seat} tribute {cards[seat]}" for seat in order), *TAKEN.split("; ")]).said == []


def test_all_give_before_any_takes() -> None:
    """The one whose turn to give was passed over is missing, and its later payment unexpected."""
    done = after(WON, "B tribute As; D tribute Ts; C take Ts; E tribute 8s; A take As; A play 6s")
    assert done.said == ["tribute-missing 0/2 C", "unexpected-action 0/3 E"]


@for_every("card", ["As", "Ah"])
def test_of_several_equal_cards_any(card: str) -> None:
    begun = f"B tribute {card}; D tribute Ts; E tribute 8s; A take {card} Ts; C take 8s; A play 6s"
    assert after(WON, begun).said == []
    for pair in ("2s 2s", "2s 2c", "2d 2h"):
        taken = pair.split()
        begun = f"A tribute {pair}; C tribute Qs; B take {taken[0]}; D take {taken[1]}; E take Qs; A play 6s"
        assert after(LOST, begun).said == []


@for_every(("card", "column"), [("Ks", 10), ("6h", 10), ("Qd", 10)])
def test_a_lower_card_is_wrong(card: str, column: int) -> None:
    done = after(WON, f"B tribute {card}; D tribute Ts; E tribute 8s; A take {card} Ts; C take 8s; A play 6s")
    assert done.columns == [("tribute-wrong-card", column)]


@for_every("cards", ["2s As", "As 2s", "As Ks", "2s 6s"])
def test_of_two_cards_the_two_highest(cards: str) -> None:
    deal = dealt("EDCBA", A="2s As Ks", B=" ".join(["2s"] * 3 + ["2h"] * 4 + ["2d"] * 4 + ["2c"] * 4))
    taken = cards.split()
    begun = f"A tribute {cards}; C tribute {highest(deal, 'C')}; B take {taken[0]}; D take {taken[1]}"
    done = after(LOST, f"{begun}; E take {highest(deal, 'C')}; A play 6s", deal)
    assert [code for code, _ in done.columns] == ([] if set(taken) == {"2s", "As"} else ["tribute-wrong-card"])
    if "Ks" in taken:
        assert done.columns[0][1] == len("A tribute As ")


def test_jokers_are_never_given() -> None:
    for card in ("RJ", "BJ", "RJ*"):
        done = after(LOST, f"A tribute 2s {card}; C tribute Qs; B take 2s; D take {card}; E take Qs; A play 6s")
        assert done.said[0] == "tribute-wrong-card 0/0 A"
        assert done.columns[0][1] == len("A tribute 2s ")


def test_twos_may_be_left_aside_as_well() -> None:
    aces = "A tribute Ac Ad; C tribute Qs; B take Ac; D take Ad; E take Qs; A play 6s"
    twos = aces.replace("Ac", "2c").replace("Ad", "2d")
    assert after(LOST, aces, tribute_exclude="jokers_and_twos").said == []
    assert after(LOST, twos, tribute_exclude="jokers_and_twos").said == ["tribute-wrong-card 0/0 A"]
    assert after(LOST, twos).said == []
    assert after(LOST, aces).said == ["tribute-wrong-card 0/0 A"]


def test_a_card_that_is_not_held() -> None:
    done = after(WON, "B tribute 2s; D tribute Ts; E tribute 8s; A take 2s Ts; C take 8s; A play 6s")
    assert done.said == ["tribute-wrong-card 0/0 B", "card-not-held 0/0 B"]


@for_every("seat", "AC")
def test_who_owes_nothing_gives_nothing(seat: str) -> None:
    card = highest(EVEN, seat)
    done = after(WON, f"{seat} tribute {card}; {GIVEN}; {TAKEN}; A play 6s")
    assert done.said == [f"tribute-not-due 0/0 {seat}"]
    assert done.frame(1).laid == (card,)


def test_nobody_gives_twice() -> None:
    done = after(WON, f"B tribute As; {GIVEN.replace('As', 'Ah')}; {TAKEN}; A play 6s")
    assert done.said == ["tribute-not-due 0/1 B"]


def test_too_many_cards() -> None:
    done = after(WON, "B tribute As Ah; D tribute Ts; E tribute 8s; A take As Ts; C take 8s; A play 6s")
    assert done.columns == [("tribute-not-due", len("B tribute As "))]
    assert done.frame(1).laid == ("As", "Ah")


def test_too_few_are_missing_at_that_action() -> None:
    done = after(LOST, "A tribute 2s; C tribute Qs; B take 2s; D take Qs; A play 6s")
    assert done.said == ["tribute-missing 0/0 A"]
    assert done.seat("A", 1).count == 33


@for_every("order", ["".join(each) for each in permutations("BDE")])
def test_winners_take_in_the_order_they_finished_or_in_any(order: str) -> None:
    """B, D and E finished in this order."""
    cards = dict(zip(order, ("2s", "2h", "Qs"), strict=True))
    begun = ["A tribute 2s 2h", "C tribute Qs", *(f"{seat} take {cards[seat]}" for seat in order), "A play 6s"]
    assert after(LOST, begun, take_order="free").said == []
    said = after(LOST, begun, take_order="finish").said
    early = [f"tribute-wrong-seat 0/{place + 2} {seat}" for place, seat in enumerate(order) if _before(order, seat)]
    assert said == early


def _before(order: str, seat: str) -> bool:
    """Whether a seat takes while one that finished earlier has yet to."""
    return any(other in order[order.index(seat) :] for other in "BDE" if other < seat)


@for_every("order", ["".join(each) for each in permutations("BCDE")])
def test_those_who_share_a_place_take_in_any_order(order: str) -> None:
    """Alone, the emperor came second to B; C, D and E share the rest."""
    previous = {"finish": ["B", "A", ["C", "D", "E"]], "emperor": "A", "protector": "A"}
    options = {"winner_rule": "first_vs_last", "take_order": "finish"}
    begun = [f"A tribute {FOUR}", *(f"{seat} take 2c" for seat in order), "A play 6s"]
    late = order.index("B")
    expected = [f"tribute-wrong-seat 0/{place + 1} {order[place]}" for place in range(late)]
    assert after(previous, begun, **options).said == expected


def test_the_emperor_takes_its_cards_at_once_or_one_by_one() -> None:
    for take_order in ("free", "finish"):
        assert after(WON, f"{GIVEN}; A take As; A take Ts; C take 8s; A play 6s", take_order=take_order).said == []
    assert after(WON, f"{GIVEN}; A take As; C take 8s; A take Ts; A play 6s").said == []
    said = after(WON, f"{GIVEN}; A take As; C take 8s; A take Ts; A play 6s", take_order="finish").said
    assert said == ["tribute-wrong-seat 0/4 C"]


def test_taking_without_the_right() -> None:
    done = after(WON, f"{GIVEN}; D take 8s; A take As Ts; A play 6s")
    assert done.said[0] == "tribute-wrong-seat 0/3 D"
    assert done.seat("D", 4).cards.count("8s") == 1
    assert done.seat("D", 4).count == 33


def test_taking_more_than_ones_share() -> None:
    done = after(WON, f"{GIVEN}; C take As Ts; A take 8s; A play 6s")
    assert done.columns[0] == ("tribute-wrong-seat", len("C take As "))
    assert after(WON, f"{GIVEN}; {TAKEN}; A take 8s").said == ["tribute-wrong-seat 0/5 A", "card-not-held 0/5 A"]


@for_every("card", ["2s", "9s", "RJ", "6h"])
def test_a_card_that_does_not_lie_there_cannot_be_taken(card: str) -> None:
    done = after(WON, f"{GIVEN}; C take {card}; A take As Ts; A play 6s")
    assert done.said == ["card-not-held 0/3 C"]
    assert done.seat("C", 4).count == 34
    assert done.frame(4).laid == ("As", "Ts", "8s")
    done = after(WON, f"{GIVEN}; A take As {card}; C take 8s; A play 6s")
    assert done.columns == [("card-not-held", len("A take As "))]
    assert done.seat("A", 4).count == 35


def test_what_is_given_goes_to_whoever_takes_it_rightly_or_not() -> None:
    done = after(WON, "B tribute Ks; D tribute Ts; E tribute 8s; D take Ks; A take Ts 8s; A play 6s")
    assert "Ks" in done.seat("D", 4).cards
    assert "tribute-wrong-card 0/0 B" in done.said
    assert "tribute-wrong-seat 0/3 D" in done.said


def test_cards_not_shown() -> None:
    """`??`: what was owed, as far as can be told."""
    begun = "B tribute ??; D tribute ??; E tribute ??; A take ?? ??; C take ??; A play 6s"
    done = after(WON, begun)
    assert done.said == []
    assert [seat.count for seat in done.frame(5).seats] == [36, 33, 35, 32, 32]
    assert after(WON, "B tribute ?? ??; D tribute ??; E tribute ??").columns == [
        ("tribute-not-due", len("B tribute ?? "))
    ]
    assert after(LOST, "A tribute ??; C tribute ??").said == ["tribute-missing 0/0 A"]


def test_a_card_taken_unseen_may_be_played() -> None:
    begun = "B tribute As; D tribute Ts; E tribute 8s; A take ?? ??; C take ??"
    for card in ("As", "Ts", "8s"):
        assert after(WON, f"{begun}; A play {card}").said == []
    assert after(WON, f"{begun}; A play Kd").verdict == "illegal"
    done = after(WON, begun.replace("A take ?? ??", "A take ?? Ts") + "; A play As As; B pass; C play 2s")
    assert done.said == ["card-not-held 0/5 A", "card-not-held 0/7 C"]


def test_a_card_given_unseen_may_be_taken_as_what_it_is() -> None:
    """B's highest are aces of hearts and spades."""
    begun = "B tribute ??; D tribute ??; E tribute ??; A take {} ??; C take ??; A play 6s"
    assert after(WON, begun.format("Ah")).said == []
    assert after(WON, begun.format("As")).said == []
    assert after(WON, begun.format("Ks")).said == ["card-not-held 0/3 A"]


@for_every("text", ["B tribute", "B tribute 1s", "A take", "A take Zz"])
def test_what_cannot_be_read(text: str) -> None:
    assert f"malformed 0/0 {text[0]}" in after(WON, f"{text}; A play 6s").said


def test_a_tribute_that_cannot_be_read_is_not_missing_besides() -> None:
    done = after(WON, "B tribute 1s; D tribute Ts; E tribute 8s; A take Ts 8s; C take ??; A play 6s")
    assert done.said == ["malformed 0/0 B"]


def test_after_the_tribute_the_hand_is_played_with_what_was_taken() -> None:
    paid, moved = with_tribute(EVEN, {"B": "As", "D": "Ts", "E": "8s"}, {"A": "As Ts", "C": "8s"})
    done = after(WON, [*paid, *played_out("AC", deal=moved)])
    assert done.said == []
    assert done.verdict == "clean"


def test_the_emperor_card_stays_where_it_is() -> None:
    """Jokers are never tribute: who held the card before the tribute is emperor after it."""
    deal = dealt(emperor="E")
    gives = {seat: highest(deal, seat) for seat in "BDE"}
    paid, _ = with_tribute(deal, gives, {"A": f"{gives['B']} {gives['D']}", "C": gives["E"]})
    assert after(WON, [*paid, f"E play {lowest(deal, 'E')}{passes()}"], deal).said == []


def test_tribute_after_the_first_play_is_unexpected() -> None:
    done = after(TIED, "A play 6s; B tribute As; A take As")
    assert done.said == ["unexpected-action 0/1 B", "unexpected-action 0/2 A"]


def test_a_hand_with_no_cards_for_it_owes_nothing_more() -> None:
    """Bare ranks: any ace of B's, whatever its suit."""
    deal = {seat: " ".join(card if card[1] == "J" else card[0] for card in EVEN[seat].split()) for seat in EVEN}
    assert after(WON, "B tribute A; D tribute T; E tribute 8; A take A T; C take 8; A play 6", deal).said == []
    assert after(WON, "B tribute As; D tribute Th; E tribute 8d; A take As T; C take 8; A play 6", deal).said == []
    done = after(WON, "B tribute K; D tribute T; E tribute 8; A take K T; C take 8; A play 6", deal)
    assert done.said == ["tribute-wrong-card 0/0 B"]
