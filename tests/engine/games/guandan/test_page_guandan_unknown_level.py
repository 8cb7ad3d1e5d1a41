"""The rules page, wild cards: a hand whose level is not known, so that any heart may be the wild card."""

from builders import Judged, dealt, hand, judge

from tests.offenders import for_every

RANKS = "23456789TJQKA"


def second(actions: str, **held: str) -> Judged:
    """A hand after one that nobody can score; the cards named are dealt to their seats."""
    return judge(hand("E play 3s"), hand(actions, dealt(**held)))


def of_second(done: Judged) -> list[str]:
    """What is said of the second hand."""
    return [said for said in done.said if " 1" in said]


@for_every("rank", RANKS)
def test_any_heart_may_stand_for_another_card(rank: str) -> None:
    """For a card, or for a rank in any suit."""
    other = "9" if rank != "9" else "8"
    heart = f"{rank}h"
    for claim in (f"{other}s", f"{other}c", other, f"{other}h"):
        done = second(f"E play {other}s {heart}={claim}", E=f"{other}s {heart}")
        assert of_second(done) == []
        frame = done.frame(1, hand=1)
        assert frame.seats[0].count == 25
        assert frame.table.cards == (f"{other}s", heart)


def test_any_heart_may_stand_for_itself() -> None:
    for rank in RANKS:
        assert of_second(second(f"E play {rank}h={rank}h", E=f"{rank}h")) == []


@for_every("card", [*(rank + suit for rank in RANKS for suit in "sdc"), "BJ", "RJ"])
def test_a_claim_on_another_suit_or_a_joker_is_malformed(card: str) -> None:
    assert of_second(second(f"E play {card}=9s", E=card)) == ["malformed 1/0 E"]
    assert of_second(second(f"E play {card}=9", E=card)) == ["malformed 1/0 E"]


@for_every("claim", ["5h=BJ", "5h=RJ", "5h=", "5h=x", "5h=9x", "5h=??", "5h=9s=9s"])
def test_a_claim_of_a_joker_or_of_no_card_is_malformed(claim: str) -> None:
    done = second(f"E play {claim}", E="5h")
    assert of_second(done) == ["malformed 1/0 E"]
    assert [column for code, column in done.columns if code == "malformed"] == [7]


def test_the_message_does_not_name_a_wild_card() -> None:
    said = [each.message for each in second("E play 5s=9", E="5s").report.findings if each.code.id == "malformed"]
    assert said
    assert "only the wild card" not in said[0]


def test_a_claimed_card_that_is_not_held_is_one_that_is_not_held() -> None:
    assert of_second(second("E play 5h=9", N="5h 5h")) == ["card-not-held 1/0 E"]
    assert of_second(second("E play 5h=9 5h=8 5h=7", E="5h 5h")) == ["card-not-held 1/0 E"]


def test_what_claimed_cards_are_is_not_judged() -> None:
    """Neither whether they form something, nor whether they beat the table, nor which of two readings is taken."""
    actions = "E play 7s 7d 8s 8d 2h 2h; N play 5h=9; W play Th=3 4s; S play RJ 6h=4"
    done = second(actions, E="7s 7d 8s 8d 2h 2h", N="5h", W="Th 4s", S="RJ 6h")
    assert of_second(done) == []
    assert [done.frame(step, hand=1).table.reading for step in (1, 2, 3, 4)] == [""] * 4
    assert done.verdict == "incomplete"


def test_nothing_is_marked_as_wild() -> None:
    done = second("E play 5h=9", E="5h")
    for step in (0, 1):
        frame = done.frame(step, hand=1)
        assert frame.wild == ()
        assert dict(frame.facts)["level"] == "?"


def test_without_a_level_a_single_wild_card_may_be_anything() -> None:
    """At a level that is known, a lone wild card is a level card and nothing else."""
    assert of_second(second("E play 5h=9", E="5h")) == []
    known = judge(hand("E play 3s"), hand("E play 5h=9", dealt(E="5h"), level="5"))
    assert of_second(known) == ["not-a-combination 1/0 E"]
    known = judge(hand("E play 3s"), hand("E play 5h=9", dealt(E="5h"), level="6"))
    assert of_second(known) == ["malformed 1/0 E"]


def test_a_level_of_the_setup_makes_one_heart_the_wild_card_again() -> None:
    deal = dealt(E="9s 5h", N="Ts 6h")
    unknown = "E play 9s 5h=9; N play Ts 6h=T"
    assert of_second(judge(hand("E play 3s"), hand(unknown, deal))) == []
    assert of_second(judge(hand("E play 3s"), hand(unknown, deal, level="5"))) == ["malformed 1/1 N"]
    assert of_second(judge(hand("E play 3s"), hand(unknown, deal, level="6"))) == ["malformed 1/0 E"]


def test_tribute_of_a_heart_that_may_be_the_wild_card_is_taken_as_legal() -> None:
    """At a level that is known the payer's highest card is compared, the wild cards left aside."""
    previous = ["E", "N", "W", "S"]
    deal = dealt("S", S="Qh Qs", E="9s")
    for level, said in ((None, []), ("T", []), ("Q", ["tribute-wrong-card 1/0 S"])):
        setup = {"previous": previous} | ({} if level is None else {"level": level})
        done = judge(hand("E play 3s"), hand("S tribute Qh; E return 9s; S play Qs", deal, **setup))
        assert of_second(done) == said


def test_a_lower_tribute_is_taken_as_legal_where_the_level_is_unknown() -> None:
    """Any rank may be the level's, but the red joker is above it at every level."""
    previous = ["E", "N", "W", "S"]
    deal = dealt("S", S="Qs 5s", E="9s")
    done = judge(hand("E play 3s"), hand("S tribute 5s; E return Ks; S play Qs", deal, previous=previous))
    assert [said for said in of_second(done) if "tribute" in said] == []
