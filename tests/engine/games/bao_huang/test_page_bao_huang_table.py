"""The rules page, table and notation: seats, both decks, sizes, marked jokers, cards with and without their suits."""

from itertools import pairwise

from bao_huang_builders import EVEN, SEATS, dealt, deck, hand, judge, lowest, match, passes, play, sizes
from builders import Deal, judged

from tests.offenders import for_every


def bare(cards: str) -> str:
    """Cards without their suits."""
    return " ".join(card if card[1] == "J" else card[0] for card in cards.split())


def swapped(deal: Deal, old: str, new: str, seat: str) -> Deal:
    """A deal with one card of a seat written as another."""
    cards = deal[seat].split()
    cards[cards.index(old)] = new
    return deal | {seat: " ".join(cards)}


@for_every("count", [4, 6])
def test_other_than_five_players_are_refused(count: int) -> None:
    log = match(hand("A play 6s"))
    log["players"] = [{"seat": seat} for seat in "ABCDEF"[:count]]
    assert judged(log).verdict == "unreadable"


def test_the_decks_have_the_cards_of_the_page() -> None:
    small, large = deck(168), deck(216)
    assert (len(small), len(large)) == (168, 216)
    assert sorted(set(large) - set(small)) == sorted(rank + suit for rank in "345" for suit in "shdc")
    for cards in (small, large):
        assert cards.count("RJ") == cards.count("BJ") == 3
        assert cards.count("RJ*") == cards.count("BJ*") == 1
        assert cards.count("7h") == 4


@for_every("cards", [168, 216])
@for_every("first", SEATS)
def test_the_first_to_take_have_one_card_more(cards: int, first: str) -> None:
    wanted = sizes(cards, first)
    start = SEATS.index(first)
    around = [wanted[SEATS[(start + step) % 5]] for step in range(5)]
    assert around == ([34, 34, 34, 33, 33] if cards == 168 else [44, 43, 43, 43, 43])
    deal = dealt(cards=cards, first=first)
    done = judge(hand("", deal, first=first), deck=cards)
    assert done.said == []
    assert [seat.count for seat in done.frame().seats] == [wanted[seat] for seat in SEATS]


@for_every("first", [seat for seat in SEATS if sizes(168, seat) != sizes(168, "A")])
def test_sizes_that_do_not_follow_from_the_first_are_found(first: str) -> None:
    wrong = [seat for seat in SEATS if sizes(168, first)[seat] != sizes()[seat]]
    done = judge(hand("", EVEN, first=first))
    assert done.said == ["hand-size 0"] * len(wrong)
    assert {
        each.message.removeprefix("the deal of ").split()[0]
        for each in done.report.findings
        if each.code.id == "hand-size"
    } == set(wrong)


@for_every("first", SEATS)
def test_who_took_first_need_not_be_said(first: str) -> None:
    assert judge(hand("", dealt(first=first), first=None)).said == []


def test_thirty_five_cards_cannot_be() -> None:
    cards = EVEN["E"].split()
    deal = EVEN | {"A": EVEN["A"] + " " + cards[-1], "E": " ".join(cards[:-1])}
    assert judge(hand("", deal)).said == ["hand-size 0", "hand-size 0"]
    assert judge(hand("", deal, first=None)).said == ["hand-size 0", "hand-size 0"]


def test_whoever_is_said_to_take_first_is_not_checked_against_the_hand_before() -> None:
    for first in SEATS:
        begun = hand("", dealt(first=first), first=first)
        assert "setup-mismatch" not in {code for code, _ in judge(hand("A play 6s"), begun).columns}


def test_a_seat_that_is_none_as_the_first_is_malformed() -> None:
    assert judge(hand("", EVEN, first="F")).said == ["malformed 0"]


@for_every(("seat", "old", "new"), [("E", "7c", "7d"), ("A", "BJ", "RJ"), ("A", "RJ", "RJ*")])
def test_more_copies_than_the_deck_has_are_found(seat: str, old: str, new: str) -> None:
    assert judge(hand("", swapped(EVEN, old, new, seat))).said == ["deck-mismatch 0"]


def test_cards_below_6_are_in_the_larger_deck_alone() -> None:
    assert judge(hand("", swapped(EVEN, "7c", "5c", "E"))).said == ["deck-mismatch 0"]
    assert play("A play 3s").said == ["card-not-held 0/0 A"]
    assert judge(hand("A play 3s", dealt(cards=216)), deck=216).said == []


@for_every("cards", [168, 216])
def test_the_order_of_ranks(cards: int) -> None:
    """Every single beats the one below it; none the one above."""
    ranks = ("345" if cards == 216 else "") + "6789TJQKA2"
    order = [*ranks, "BJ", "RJ"]
    for low, high in pairwise(order):
        lower = low if low[1:] == "J" else low + "s"
        higher = high if high[1:] == "J" else high + "s"
        deal = dealt(cards=cards, A=lower, B=higher)
        assert judge(hand(f"A play {lower}; B play {higher}", deal), deck=cards).said == []
        deal = dealt(cards=cards, A=higher, B=lower)
        said = judge(hand(f"A play {higher}; B play {lower}", deal), deck=cards).said
        assert said == ["does-not-beat 0/1 B"]


@for_every(
    ("table", "card", "beats"),
    [("RJ", "RJ*", False), ("RJ*", "RJ", False), ("BJ", "BJ*", False), ("BJ*", "RJ", True), ("BJ", "RJ*", True)],
)
def test_marked_jokers_rank_as_their_colour(table: str, card: str, beats: bool) -> None:
    leader = "B" if card == "RJ*" else "A"
    deal = dealt(emperor=leader, A=table, B=card)
    opening = "" if leader == "A" else f"B play {lowest(deal, 'B')}" + passes(*"CDE") + "; "
    said = play(f"{opening}A play {table}; B play {card}", deal).said
    assert said == ([] if beats else [f"does-not-beat 0/{1 if leader == 'A' else 5} B"])


def test_suits_do_not_matter_to_what_beats_what() -> None:
    deal = dealt(A="9s 9h 9d", B="Tc Td Ts", C="Jh Jh Jc")
    assert play("A play 9s 9h 9d; B play Tc Td Ts; C play Jh Jh Jc", deal).said == []
    assert play("A play 9s; B pass; C pass; D play 9c", dealt(A="9s", D="9c")).said == ["does-not-beat 0/3 D"]


def test_suits_are_the_cards_own() -> None:
    """Who holds 7h and no 7s cannot play 7s."""
    deal = dealt(A="7h", E="7s 7s 7s 7s")
    assert play("A play 7h", deal).said == []
    assert play("A play 7s", deal).said == ["card-not-held 0/0 A"]
    assert play("A play 7h 7h", deal).said == ["card-not-held 0/0 A"]


def test_a_bare_rank_may_be_any_suit() -> None:
    deal = dealt(A="7h 7s", E="7d 7d 7d 7d 7c 7c 7c 7c")
    rest = passes(*"BCDE") + "; "
    assert play("A play 7", deal).said == []
    assert play("A play 7 7", deal).said == []
    assert play("A play 7 7 7", deal).said == ["card-not-held 0/0 A"]
    assert play("A play 7 7s", deal).said == []
    assert play("A play 7" + rest + "A play 7s", deal).said == []
    assert play("A play 7" + rest + "A play 7h", deal).said == []
    assert play("A play 7" + rest + "A play 7d", deal).said == ["card-not-held 0/5 A"]
    assert play("A play 7" + rest + "A play 7h 7s", deal).said == ["card-not-held 0/5 A"]
    assert play("A play 7" + rest + "A play 7h" + rest + "A play 7s", deal).said == ["card-not-held 0/10 A"]
    assert play("A play 7" + rest + "A play 7" + rest + "A play 7", deal).said == ["card-not-held 0/10 A"]


def test_a_bare_card_dealt_may_be_played_in_any_suit() -> None:
    deal = {seat: bare(cards) for seat, cards in dealt(A="7h 7s", E="7d 7d 7d 7d 7c 7c 7c 7c").items()}
    rest = passes(*"BCDE") + "; "
    for cards in ("7 7", "7s 7s", "7h 7d", "7 7c"):
        assert play(f"A play {cards}", deal).said == []
        one, other = cards.split()
        assert play(f"A play {one}" + rest + f"A play {other}", deal).said == []
    assert play("A play 7s 7h 7", deal).said == ["card-not-held 0/0 A"]


def test_bare_ranks_are_counted_against_the_deck() -> None:
    deal = {seat: bare(cards) for seat, cards in EVEN.items()}
    assert play("A play 6", deal).said == []
    assert play("A play 6", swapped(deal, "8", "7", "E")).said == ["deck-mismatch 0"]
    mixed = deal | {"E": EVEN["E"]}
    assert play("A play 6", mixed).said == []
    assert play("A play 6", swapped(mixed, "8s", "7s", "E")).said == ["deck-mismatch 0"]


def test_a_bare_rank_is_no_card_under_triplet() -> None:
    assert play("A play 6", protector="triplet").said == ["malformed 0/0 A"]
    deal = swapped(EVEN, "7c", "7", "E")
    assert play("", deal, protector="triplet").said == ["malformed 0"]


def test_cards_are_read_in_upper_and_lower_case() -> None:
    assert play("A play AC aD; B pass").said == []
    assert play("A play bj rj rj*").said == []
    assert play("A decline; E decline; D decline; C play 10c tc Td").said == []


@for_every(
    ("held", "played", "read"),
    [
        ("", "RJ", 1),
        ("", "RJ*", 0),
        ("RJ", "RJ", 0),
        ("RJ", "RJ RJ", 1),
        ("RJ", "RJ RJ*", 0),
        ("RJ RJ", "RJ RJ RJ", 1),
        ("RJ RJ", "RJ RJ", 0),
    ],
)
def test_rj_where_only_the_marked_one_is_held_is_read_as_that(held: str, played: str, read: int) -> None:
    deal = dealt("AEDCB", A=held)
    done = play(f"A play {played}", deal)
    assert done.said == ["read-as 0/0 A"] * read
    left = len(held.split()) + 1 - len(played.split())
    assert sum(card.startswith("RJ") for card in done.seat("A").cards) == left
    assert ("RJ*" in done.seat("A").cards) == (left > 0 and "RJ*" not in played)


def test_bj_likewise() -> None:
    deal = dealt("CEDAB", emperor="C")
    assert "BJ" not in deal["C"].split()
    done = play("C play BJ", deal)
    assert done.said == ["read-as 0/0 C"]
    assert "BJ*" not in done.seat("C").cards


def test_a_joker_that_is_not_held_at_all_is_not_read_as_another() -> None:
    deal = dealt("CEDAB", emperor="C", protector="A")
    assert play("C play BJ", deal).said == ["card-not-held 0/0 C"]
    assert play("C play RJ RJ", deal).said == ["read-as 0/0 C", "card-not-held 0/0 C"]
    assert play("C play BJ*", deal).said == ["card-not-held 0/0 C"]


def test_a_marked_joker_is_not_read_as_a_plain_one() -> None:
    deal = dealt("EDCBA", emperor="B", A="RJ RJ RJ")
    assert play(f"B play {lowest(deal, 'B')}" + passes(*"CDE") + "; A play RJ*", deal).said == ["card-not-held 0/4 A"]
