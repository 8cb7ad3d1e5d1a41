"""The second count of play in the climbing games does what the page says; logs and reports are written by hand."""

from decimal import Decimal
from typing import Any

from tests.bruteforce.statistics import Filters, Match, count
from tests.offenders import for_every

Row = dict[str, Any]
Fault = tuple[int, str] | tuple[int, str, str]
GUANDAN = {"joker_pair_in_full_house": True, "double_tribute": "by_rank"}
BAO_HUANG = {
    "deck": 168,
    "emperor_pass": "with_play",
    "joker_rule": "every_card",
    "lowest_last": False,
    "declarations": "first_only",
}
SEATS = {"guandan": "ENWS", "bao_huang": "ABCDE", "big_a": "ABCDE"}


def match(game: str, actions: list[str], *faults: Fault, options: Row | None = None, **more: Any) -> Match:
    """A match of one hand played to its end; ``faults``: action and code, and severity if it is no error."""
    seats = SEATS[game]
    log = {"deal": more.pop("deal", {}), "setup": more.pop("setup", {}), "actions": actions}
    findings = [
        {"code": code, "severity": (*rest, "error")[0], "hand": 0, "action": number, "seat": None}
        for number, code, *rest in faults
    ]
    report = {"basis": "play", "finish": [[seat] for seat in seats], "scores": None, "roles": {}, "units": None} | more
    chosen = {"guandan": GUANDAN, "bao_huang": BAO_HUANG, "big_a": {}}[game] | (options or {})
    return Match(
        {"game": game, "players": [{"seat": seat, "name": seat} for seat in seats], "hands": [log]},
        {"rules": {"preset": "", "options": chosen}, "winner": None, "findings": findings, "hands": [report]},
    )


def figures(played: Match, *keys: str, **filters: str) -> list[Any]:
    """The figures of each seat in order of play, of one key as they are, of several as a list each."""
    rows = {row["person"]: row for row in count([played], played.game, Filters(**filters))}
    found = [[rows[seat][key] for seat in SEATS[played.game]] for key in keys]
    return found[0] if len(keys) == 1 else found


# What the table let pass.


def test_plays_leads_and_passes_are_counted_round_by_round() -> None:
    played = match("guandan", ["E play 3s 3s", "N pass", "W play 4s 4s", "S pass", "E pass", "N pass", "W play 5s"])
    assert figures(played, "plays", "leads", "lead_cards", "passes") == [
        [1, 0, 2, 0],
        [1, 0, 1, 0],
        [2, 0, 1, 0],
        [1, 2, 0, 1],
    ]


def test_seats_that_were_skipped_have_not_passed_but_end_the_round() -> None:
    actions = ["E play 3s", "S play 4s", "W play 6s", "W play 7s", "E pass"]
    played = match("guandan", actions, (1, "out-of-turn"), (2, "out-of-turn"), (3, "out-of-turn"), (4, "out-of-turn"))
    assert figures(played, "plays", "leads", "passes") == [[1, 0, 2, 1], [1, 0, 1, 0], [1, 0, 0, 0]]


def test_a_partner_leads_when_the_owner_of_the_play_is_out() -> None:
    actions = ["E play 3s", "N pass", "W pass", "S pass", "W play 3h", "S pass"]
    assert figures(match("guandan", actions), "leads", "passes") == [[1, 0, 1, 0], [0, 1, 1, 2]]


def test_a_pass_with_nothing_on_the_table_is_none() -> None:
    played = match("guandan", ["E pass", "N play 3s"], (0, "must-lead"))
    assert figures(played, "leads", "passes") == [[0, 1, 0, 0], [0, 0, 0, 0]]


def test_cards_that_form_nothing_are_neither_play_nor_pass() -> None:
    actions = ["E play 3s 4s", "N pass", "W play 5s", "S play 3s 4s", "E pass", "N pass", "W play 6s"]
    played = match("guandan", actions, (0, "not-a-combination"), (3, "not-a-combination"))
    assert figures(played, "plays", "leads", "passes") == [[0, 0, 2, 0], [0, 0, 2, 0], [1, 1, 0, 0]]


@for_every("code", ["malformed", "after-end", "already-out", "unexpected-action"])
def test_an_action_without_effect_counts_nothing(code: str) -> None:
    played = match("guandan", ["E play 3s @1", "N play 4s @2", "W pass @3"], (1, code))
    assert figures(played, "plays", "passes", "timed") == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]]


def test_a_play_with_a_warning_or_too_low_counts() -> None:
    played = match(
        "guandan", ["E play 4s @2", "N play 3s @1", "W pass"], (1, "malformed", "warning"), (1, "does-not-beat")
    )
    assert figures(played, "plays", "passes", "timed") == [[1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]


def test_the_time_of_an_action_is_its_own_less_that_of_the_one_before() -> None:
    actions = ["E play 3s @1.5", "N pass @1.6", "W report 9 @1.6", "S pass", "E pass @5", "N pass @4", "W play 6s @4.2"]
    played = match("guandan", actions)
    assert figures(played, "seconds", "timed") == [[0, Decimal("0.1"), Decimal("0.2"), 0], [0, 1, 2, 0]]


def test_a_hand_known_by_its_result_has_no_figures_of_play() -> None:
    played = match("guandan", ["E play 3s @1", "N pass @2"], basis="result")
    assert figures(played, "plays", "passes", "timed") == [[0] * 4] * 3


# Passes that could have been plays.


def able(game: str, lead: str, deal: Row, *before: str, **more: Any) -> list[int]:
    """Which seats pass able on a lead of the first seat."""
    first, *others = SEATS[game]
    actions = [*before, f"{first} play {lead}", *(f"{seat} pass" for seat in others)]
    return figures(match(game, actions, deal=deal, **more), "passes_able")[1:]


@for_every(
    ("lead", "cards", "could"),
    [
        ("3s", "4h", True),
        ("3s", "3h", False),
        ("3s", "?? 5s", True),
        ("Ks", "2s", True),
        ("Ks Ks", "As 2h", True),
        ("Ks Ks", "As Qd", False),
        ("RJ", "3s 3h 3d 2h", True),
        ("RJ RJ", "3s 3h 2h", False),
        ("3s 3h 3d 4s 4h", "5s 5h 2h BJ BJ", True),
        ("3s 4s 5s 6s 7d", "4s 5s 6s 7s 2h", True),
        ("3s 3h 3d 3c 3s", "4s 4h 4d 4c", False),
        ("8s 9s Ts Js Qs", "3s 3h 3d 3c 2h 2h", True),
    ],
)
def test_a_pass_in_guandan_is_able_where_known_cards_beat_what_lies_there(lead: str, cards: str, could: bool) -> None:
    assert able("guandan", lead, {"N": cards}) == [could, 0, 0]


def test_a_full_house_with_jokers_beats_only_where_it_is_played() -> None:
    deal = {"N": "5s 5h 5d BJ BJ"}
    assert able("guandan", "3s 3h 3d 4s 4h", deal, options={"joker_pair_in_full_house": False}) == [0, 0, 0]


def test_a_play_too_low_is_what_the_next_seat_has_to_beat() -> None:
    played = match("guandan", ["E play 9s", "N play 3s", "W pass"], (1, "does-not-beat"), deal={"W": "4s"})
    assert figures(played, "passes_able") == [0, 0, 1, 0]


def test_cards_that_came_to_a_hand_are_known_and_one_that_left_unseen_hides_the_rest() -> None:
    setup = {"level": "2", "previous": [*"ENSW"]}
    assert able("guandan", "BJ", {}, "W tribute RJ > E", "E return RJ > W", setup=setup) == [0, 1, 0]
    assert able("guandan", "3s", {"N": "4s", "W": "RJ"}, "W tribute ??", "E return 4s", setup=setup) == [1, 0, 0]


def test_the_one_hand_that_is_unknown_is_the_rest_of_the_deck() -> None:
    pack = [rank + suit for rank in "3456789TJQKA2" for suit in "shdc"] * 2
    deck = [*sorted(pack, key=lambda card: "3456789TJQKA2".index(card[0])), "BJ", "BJ", "RJ", "RJ"]
    hands = [" ".join(deck[27 * seat : 27 * seat + 27]) for seat in range(4)]
    deal = dict(zip("ENWS", hands, strict=True)) | {"S": "RJ" + " ??" * 26}
    assert able("guandan", "3s", deal)[2] == 1
    assert able("guandan", "RJ", {seat: deal[seat] for seat in "ENW"})[2] == 1
    assert able("guandan", "RJ", deal | {"N": "?? " + deal["N"][3:]})[2] == 0


def test_in_big_a_fours_that_could_capture_make_a_pass_able() -> None:
    deal = {"B": "4s 4c", "C": "4s", "D": "6s 6h 6d", "E": "Ah"}
    assert able("big_a", "5s 5h 5d", deal) == [1, 0, 1, 0]
    assert able("big_a", "5s 5h", deal) == [0, 0, 1, 0]
    assert able("big_a", "RJ", deal) == [0, 0, 0, 1]
    assert able("big_a", "RJ", deal, "A expose As") == [0, 0, 0, 0]


def test_in_bao_huang_what_beats_depends_on_the_rules() -> None:
    deal = {"B": "6s RJ", "C": "8 8", "D": "7 BJ", "E": "7 7"}
    low = {"joker_rule": "jokers_only"}
    assert able("bao_huang", "6h 6h", deal) == [0, 1, 1, 1]
    assert able("bao_huang", "6h 6h", deal, options=low) == [1, 1, 1, 1]
    assert able("bao_huang", "6h 6h", deal, options=low | {"lowest_last": True}) == [0, 1, 1, 1]
    assert able("bao_huang", "7 7", deal, options=low) == [0, 1, 1, 0]


def test_the_emperor_card_goes_on_from_who_declines_and_tribute_to_who_takes_it() -> None:
    deal = {"B": "RJ* 6"}
    assert able("bao_huang", "BJ", deal) == [1, 0, 0, 0]
    assert able("bao_huang", "BJ", deal, "B decline") == [0, 1, 0, 0]
    assert able("bao_huang", "BJ", deal, "B decline", options={"emperor_pass": "against_play"}) == [0, 0, 0, 0]
    assert able("bao_huang", "K", {"B": "2h A"}, "B tribute 2h", "D take 2h") == [1, 0, 1, 0]


def test_a_named_card_goes_to_who_took_it_after_one_was_taken_unseen() -> None:
    deal = {"B": "2h A"}
    assert able("bao_huang", "K", deal, "B tribute 2h", "D take ??") == [1, 0, 0, 0]
    assert able("bao_huang", "K", deal, "B tribute 2h", "C take ??", "D take 2h") == [1, 0, 1, 0]


def test_the_emperor_card_goes_on_to_who_shows_after_all_declined() -> None:
    declined = [f"{seat} decline" for seat in "ABCDE"]
    deal = {"A": "RJ*", "D": "7h 7h 7h"}
    triplet = {"protector": "triplet"}
    assert able("bao_huang", "BJ", deal, *declined, "D show 7h 7h 7h", options=triplet) == [0, 0, 1, 0]


def test_a_tribute_whose_receiver_is_not_told_leaves_all_other_cards_known() -> None:
    deal = {"N": "4s", "W": "RJ 5s", "S": "6s"}
    setup = {"level": "2"}
    assert able("guandan", "3s", deal, "W tribute RJ", setup=setup) == [1, 1, 1]
    assert able("guandan", "BJ", deal, "W tribute RJ", setup=setup) == [0, 0, 0]


# What each game counts.


def test_bombs_and_wild_cards_are_those_of_the_highest_reading_unless_claimed() -> None:
    actions = ["E play 3s 3h 3d 3c", "N play 4s 4h 4d 2h", "W play 5s 6s 7s 8s 2h", "S play BJ BJ RJ RJ"]
    more = ["S play 5s 6s 7s 8s 2h=9d", "E play 2h", "N play 2h 2h Ks"]
    played = match("guandan", [*actions, *more], (6, "not-a-combination"))
    assert figures(played, "bombs", "straight_flushes", "joker_bombs", "wild_cards", "wild_in_bombs") == [
        [1, 1, 0, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
        [1, 1, 1, 1],
        [0, 1, 1, 0],
    ]


def test_exposing_overcalling_and_fours_are_counted_in_big_a() -> None:
    actions = ["A expose As", "B expose Ad", "C expose Ah Ah", "A play 5s 5h 5d", "B capture 4s 4h", "C play 4d 5c 6c"]
    played = match("big_a", actions, (1, "role-not-allowed"), (5, "not-a-combination"))
    assert figures(played, "exposed", "overcalled", "captured", "fours_played", "plays") == [
        [1, 0, 1, 0, 0],
        [0, 0, 1, 0, 0],
        [0, 1, 0, 0, 0],
        [0, 2, 0, 0, 0],
        [1, 1, 0, 0, 0],
    ]


def test_a_capture_takes_what_it_beats_into_the_hand() -> None:
    actions = [
        "A play 6s 6h 6d",
        "B capture 4s 4h",
        *(f"{seat} pass" for seat in "CDEA"),
        "B play 7s",
        "C play 5s 5h 5d",
        "D pass",
        "E pass",
        "A pass",
        "B pass",
    ]
    assert figures(match("big_a", actions), "passes_able") == [0, 1, 0, 0, 0]


def test_declaring_is_done_by_word_or_by_a_show_of_four() -> None:
    actions = ["A show 7h 7h 7h 7h", "B declare uprising", "C declare solo", "D show 7h 7h 7h"]
    assert figures(match("bao_huang", actions, (2, "role-not-allowed")), "declared") == [1, 1, 0, 0, 0]
    assert figures(match("bao_huang", actions[:1], options={"declarations": "none"}), "declared") == [0] * 5


# Roles.


def test_who_has_no_role_of_two_is_a_farmer_and_who_has_both_is_alone() -> None:
    scores = dict(zip("ABCDE", (4, -1, 2, -3, -2), strict=True))
    both = match("bao_huang", [], roles={"emperor": "A", "protector": "C"}, scores=scores)
    one = match("bao_huang", [], roles={"emperor": "A", "protector": "A"}, scores=scores)
    unknown = match("bao_huang", [], roles={"emperor": "A"}, scores=scores)
    rows = {row["person"]: row for row in count([both, one, unknown], "bao_huang")}
    nothing = {"hands": 0, "score": 0}
    here = {"hands": 1, "score": 4}
    assert rows["A"]["roles"] == {"emperor": here, "protector": nothing, "farmer": nothing, "alone": here}
    assert rows["C"]["roles"]["farmer"] == {"hands": 1, "score": 2}
    assert [rows["A"]["alone"], rows["C"]["protected"]] == [1, 1]


def test_the_same_side_are_the_two_and_the_others_where_roles_are_known() -> None:
    known = match("big_a", [], roles={"declarer": "A", "partner": "C"})
    unknown = match("big_a", [], roles={"declarer": "A"})
    alone = match("big_a", [], roles={"declarer": "A", "partner": "A"})

    def beside(played: Match, person: str) -> set[str]:
        return {row["person"] for row in count([played], "big_a", Filters(partner=person))}

    assert [beside(known, person) for person in "AB"] == [{"C"}, {"D", "E"}]
    assert [beside(alone, person) for person in "AB"] == [set(), {"C", "D", "E"}]
    assert beside(unknown, "A") == set()
    assert {row["person"] for row in count([known], "big_a", Filters(role="opponent"))} == {"B", "D", "E"}
