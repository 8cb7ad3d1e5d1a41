"""The rules page, combinations and what beats them: both joker rules with every example, and the lowest cards last."""

from itertools import permutations, product

from bao_huang_builders import SEATS, dealt, deck, hand, judge, passes, play
from builders import Judged, Log

from engine.cards.packed import parse_card
from engine.games.bao_huang.combinations import BaoHuangCombination, beats, classify
from tests.offenders import for_every

RULES = ("every_card", "jokers_only")
JOKERS = {"B": "BJ", "R": "RJ"}


def cards_of(text: str) -> list[str]:
    """Cards as the page writes combinations: ``7-7-B-B``."""
    return [JOKERS.get(card, card) for card in text.split("-")]


def form(text: str) -> int:
    """What a combination as the page writes it is."""
    numbers = [number for number in map(parse_card, cards_of(text)) if number is not None]
    found = classify(numbers)
    assert found is not None
    return found


def dealt_so(text: str, suit: str) -> str:
    """The cards of a combination in one suit, as a hand has them."""
    return " ".join(card if card[1:] == "J" else card + suit for card in cards_of(text))


def on_table(table: str, answer: str, joker_rule: str) -> list[str]:
    """What is said of a play by B on a lead by A; a fourth black joker is the marked one."""
    lead, follow = dealt_so(table, "s"), dealt_so(answer, "h")
    if f"{lead} {follow}".count("BJ") > 3:
        follow = follow.replace("BJ", "BJ*", 1)
    deal = dealt(A=lead, B=follow)
    return judge(hand(f"A play {lead}; B play {follow}", deal), joker_rule=joker_rule).of_actions


PLAYABLE = ["7", "7-7", "7-7-7-7", "7-B", "7-R", "7-7-B", "7-7-R-R", "7-B-B-B-R-R-R", "B", "R", "B-B", "B-R", "R-R-R"]


@for_every("text", PLAYABLE)
def test_equal_cards_alone_or_with_jokers_or_jokers_alone_are_playable(text: str) -> None:
    cards = dealt_so(text, "s")
    for order in sorted(set(permutations(cards.split())))[:20]:
        assert play(f"A play {' '.join(order)}", dealt(A=cards)).said == []


def test_of_equal_cards_there_may_be_any_number() -> None:
    """Up to all sixteen of a rank and all eight jokers."""
    sevens = " ".join("7" + suit for suit in "shdc" for _ in range(4))
    jokers = "BJ BJ BJ BJ* RJ RJ RJ RJ*"
    deal = dealt(A=f"{sevens} {jokers}")
    for count in range(1, 17):
        assert play(f"A play {' '.join(sevens.split()[:count])}", deal).said == []
    assert play(f"A play {sevens} {jokers}", deal).said == []
    assert play(f"A play {jokers}", deal).said == []


@for_every("text", ["7-8", "7-7-8", "7-8-9-T-J", "7-7-8-8", "7-8-B", "7-8-R-R", "7-7-7-2", "2-7"])
def test_nothing_else_is(text: str) -> None:
    """Nor with twos as trumps: R itself doubts that remark."""
    cards = dealt_so(text, "s")
    done = play(f"A play {cards}", dealt(A=cards))
    assert done.columns == [("not-a-combination", len("A play "))]


EVERY_CARD = [
    ("7-7-B-B", "9-9-R-R", True),
    ("7-7-B-B", "K-B-R-R", True),
    ("7-7-B-B", "Q-B-B-R", False),
    ("7-7-B-B", "7-7-R-R", False),
    ("7", "8", True),
    ("7", "7", False),
    ("8", "7", False),
    ("A", "2", True),
    ("2", "B", True),
    ("B", "R", True),
    ("B", "B", False),
    ("R", "R", False),
    ("7-7", "B-R", True),
    ("7-7", "8-B", True),
    ("7-7", "7-B", False),
    ("7-B", "8-B", False),
    ("7-B", "8-R", True),
    ("7-B", "B-R", True),
    ("7-B", "B-B", False),
    ("B-B", "R-R", True),
    ("B-B", "B-R", False),
    ("9-9-9-9", "9-9-9-B", False),
    ("8-8-8", "8-8-B", False),
    ("8-8-8", "9-9-9", True),
    ("8-8-8", "9-9-B", True),
    ("8-8-8", "9-9-9-9", False),
    ("8-8-8", "9-9", False),
]
JOKERS_ONLY = [
    ("9-9-9-9", "9-9-9-B", True),
    ("9-9-9-B", "9-9-9-R", True),
    ("9-9-9-9", "9-9-9-R", True),
    ("9-9-9-B", "9-9-B-B", False),
    ("8-8-8", "8-8-8", False),
    ("8-8-8", "8-8-B", True),
    ("8-8-8", "9-9-9", True),
    ("8-8-8", "7-7-7", False),
    ("8-8-8", "7-7-B", False),
    ("8-8-8", "7-B-B", False),
    ("8-8-8", "B-B-B", True),
    ("8-8-B", "9-9-9", False),
    ("8-8-B", "9-9-B", False),
    ("8-8-B", "9-9-R", True),
    ("8-8-B", "8-8-R", True),
    ("8-8-B", "8-B-R", True),
    ("8-8-B", "7-7-R", False),
    ("7-7-B-B", "7-7-R-R", True),
    ("7-7-B-B", "Q-B-B-R", False),
    ("7-7-B-B", "K-B-R-R", True),
    ("B", "R", True),
    ("B", "B", False),
    ("7-7", "7-R", True),
    ("7-7", "8-8-8", False),
]


@for_every(("table", "answer", "higher"), EVERY_CARD)
def test_each_card_is_higher_than_its_counterpart(table: str, answer: str, higher: bool) -> None:
    assert beats(form(answer), form(table), "every_card") == higher
    assert on_table(table, answer, "every_card") == ([] if higher else ["does-not-beat 0/1 B"])


@for_every(("table", "answer", "higher"), JOKERS_ONLY)
def test_each_joker_is_higher_and_other_cards_may_be_equal(table: str, answer: str, higher: bool) -> None:
    assert beats(form(answer), form(table), "jokers_only") == higher
    assert on_table(table, answer, "jokers_only") == ([] if higher else ["does-not-beat 0/1 B"])


@for_every("joker_rule", RULES)
@for_every("table", ["R", "7-R", "7-7-R", "R-R", "B-R", "7-B-R", "A-R-R-R"])
def test_nothing_beats_a_combination_with_a_red_joker(joker_rule: str, table: str) -> None:
    size = len(cards_of(table))
    for equal, black in product(range(size + 1), repeat=2):
        red = size - equal - black
        if red >= 0:
            answer = "-".join(["2"] * equal + ["B"] * black + ["R"] * red)
            assert not beats(form(answer), form(table), joker_rule)


def test_a_played_joker_of_either_colour_may_be_the_marked_one() -> None:
    deal = dealt(A="9s", B="9h", protector="B")
    assert play("A play 9s RJ*; B play 9h BJ*", deal).said == ["does-not-beat 0/1 B"]
    deal = dealt(A="9s BJ", C="9h RJ")
    assert play("A play 9s BJ; B pass; C play BJ* RJ", deal).said == []
    assert play("A play 9s BJ; B pass; C play 9h RJ", deal, joker_rule="jokers_only").said == []
    assert play("A play 9s BJ; B pass; C play 9h BJ*", deal, joker_rule="jokers_only").said == ["does-not-beat 0/2 C"]


def test_a_play_that_does_not_beat_takes_the_tables_place() -> None:
    deal = dealt(A="9s", B="8s", C="9h")
    assert play("A play 9s; B play 8s; C play 9h", deal).said == ["does-not-beat 0/1 B"]


def test_combinations_in_words() -> None:
    words = {text: BaoHuangCombination(form(text)).phrase() for text in ("7", "7-7", "7-7-B-R-R", "B", "R-R")}
    assert words == {
        "7": "single 7",
        "7-7": "2 × 7",
        "7-7-B-R-R": "2 × 7 with 1 black joker and 2 red jokers",
        "B": "1 black joker",
        "R-R": "2 red jokers",
    }


LOW = {168: "6", 216: "3"}


def opened(actions: str, cards: int, *, last: bool = True, held: str = "", **fixed: str) -> Judged:
    """A hand under `lowest_last`, the actions written with ``L`` for the lowest rank."""
    deal = dealt(cards=cards, A=held.replace("L", LOW[cards]), **fixed)
    return judge(hand(actions.replace("L", LOW[cards]), deal), deck=cards, lowest_last=last)


@for_every("cards", [168, 216])
def test_the_lowest_rank_is_played_only_when_the_hand_holds_nothing_else(cards: int) -> None:
    for lead in ("A play Ls", "A play Ls Ls Ls"):
        assert opened(lead, cards).columns == [("lowest-too-early", len("A play "))]
        assert opened(lead, cards, last=False).said == []
    following = "6" if cards == 216 else "7"
    assert opened(f"A play {following}s", cards, held=f"{following}s").said == []
    assert opened("A play 6s", 216, held="6s").said == []


def ending(lead: str, *, held: str = "6s 6s 6h") -> Log:
    """A hand of A down to the cards that are in ``held``, all else led before."""
    rest = dealt(A=held)["A"].split()
    for card in held.split():
        rest.remove(card)
    groups: dict[str, list[str]] = {}
    for card in rest:
        groups.setdefault("joker" if card[1] == "J" else card[0], []).append(card)
    actions = [f"A play {' '.join(group)}{passes(*'BCDE')}" for group in groups.values()]
    return hand("; ".join([*actions, lead]), dealt(A=held))


@for_every("lead", ["A play 6s", "A play 6h 6s", "A play 6h 6s 6s"])
def test_then_they_may_be_played(lead: str) -> None:
    assert judge(ending(lead), lowest_last=True, protector="marked_joker").said == []


def test_so_never_with_a_joker() -> None:
    log = ending("A play 6s 6h 6s BJ", held="6s 6s 6h BJ")
    done = judge(log, lowest_last=True)
    assert [each.split()[0] for each in done.of_actions] == ["lowest-too-early"]
    assert judge(log).of_actions == []
    column = next(each.column for each in done.report.findings if each.action is not None)
    assert column == len("A play ")


def test_a_joker_first_is_pointed_past() -> None:
    done = judge(hand("A play RJ 6s", dealt(A="RJ")), lowest_last=True)
    assert done.columns == [("lowest-too-early", len("A play RJ "))]


def test_a_lowest_card_too_early_takes_the_tables_place() -> None:
    done = opened("A play 9s; B play Ls; C play 7h", 168, held="9s", B="6s", C="7h")
    assert done.said == ["lowest-too-early 0/1 B"]


def test_lowest_cards_among_others_are_no_combination_first() -> None:
    assert opened("A play 6s Ac", 168).said == ["not-a-combination 0/0 A"]
    assert opened("A play 6s 6d 6d 6d 6d", 168).said == ["card-not-held 0/0 A"]


def test_in_bare_ranks_and_hands_not_known_too() -> None:
    deal = {seat: " ".join(card if card[1] == "J" else card[0] for card in dealt()[seat].split()) for seat in SEATS}
    assert judge(hand("A play 6", deal), lowest_last=True).said == ["lowest-too-early 0/0 A"]
    assert judge(hand("A play 6s", None), lowest_last=True).said == ["lowest-too-early 0/0 A"]
    assert len([card for card in deck() if card[0] == "6"]) == 16


def test_where_the_hand_may_hold_nothing_else_it_is_legal() -> None:
    """A's last card is unknown, and sixes are left."""
    deal = dict(dealt())
    del deal["B"]
    del deal["A"]
    log = ending("A play 6s")
    log["deal"] = deal
    assert judge(log, lowest_last=True).of_actions == []
