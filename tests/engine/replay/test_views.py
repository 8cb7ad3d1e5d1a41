"""What a view of a frame shows, and what it does not."""

import copy
import json
from itertools import islice
from typing import Any

import msgspec

from engine.games import GAMES
from engine.logs import read_logs
from engine.logs.fupan.reading import read_match
from engine.replay.fold import frames
from engine.replay.frames import Frame, SeatFrame, TablePlay
from engine.replay.views import ALL, TABLE, View, seen_action, seen_frame, view_named, views
from engine.verdict.check import Checker
from tests.golden import SAMPLES
from tests.offenders import for_every

SEATS = ("A", "B", "C")


def seat(name: str, cards: str, public: str = "", hidden: int = 0, **more: object) -> SeatFrame:
    """One seat of the frame."""
    held = tuple(cards.split())
    facts = {
        "seat": name,
        "count": len(held) + hidden,
        "cards": held,
        "hidden": hidden,
        "public": tuple(public.split()),
    }
    return SeatFrame(**(facts | more))  # type: ignore[arg-type]


FRAME = Frame(
    hand=0,
    step=3,
    steps=9,
    stage="play",
    action="B take Ah Kd # the emperor is A",
    seats=(
        seat("A", "RJ* 9h 8s", "RJ*", knows=(("emperor", "A"),)),
        seat("B", "BJ* Ah Kd", hidden=2, knows=(("emperor", "A"), ("protector", "B")), did="pass"),
        seat("C", "7c", knows=(("emperor", "A"),)),
    ),
    table=TablePlay(seat="A", cards=("5h",), reading="single 5", step=2),
    turn="C",
    finish=(),
    facts=(("level", "2"),),
    roles=(("emperor", "A"), ("protector", "B")),
    public_roles=(("emperor", "A"),),
    laid=("Qs", "Qd"),
    laid_open=False,
)


def test_all_hands_are_the_frame_itself() -> None:
    assert seen_frame(FRAME, ALL) is FRAME


def test_the_table_knows_what_everybody_has_seen() -> None:
    shown = seen_frame(FRAME, TABLE)
    assert [(each.cards, each.hidden, each.count) for each in shown.seats] == [(("RJ*",), 2, 3), ((), 5, 5), ((), 1, 1)]
    assert [each.knows for each in shown.seats] == [(), (), ()]
    assert shown.roles == shown.public_roles == (("emperor", "A"),)
    assert shown.laid == ("??", "??")
    assert shown.action == "B take ?? ??"
    assert (shown.table, shown.turn, shown.facts, shown.seats[1].did) == (FRAME.table, "C", FRAME.facts, "pass")


def test_a_seat_knows_its_own_cards_and_what_it_can_tell_of_roles() -> None:
    shown = seen_frame(FRAME, View("B", "B"))
    assert shown.seats[1] == FRAME.seats[1]
    assert [each.cards for each in shown.seats] == [("RJ*",), ("BJ*", "Ah", "Kd"), ()]
    assert [each.knows for each in shown.seats] == [(), FRAME.seats[1].knows, ()]
    assert shown.roles == (("emperor", "A"), ("protector", "B"))
    assert shown.action == "B take Ah Kd"
    assert seen_frame(FRAME, View("C", "C")).roles == (("emperor", "A"),)
    assert seen_frame(FRAME, View("C", "C")).action == "B take ?? ??"


def test_what_lies_open_is_shown() -> None:
    shown = seen_frame(msgspec.structs.replace(FRAME, laid_open=True), TABLE)
    assert (shown.laid, shown.action) == (("Qs", "Qd"), "B take Ah Kd")


@for_every("view", [TABLE, View("C", "C")])
def test_nothing_hidden_is_left_in_the_whole_frame(view: View) -> None:
    text = msgspec.json.encode(seen_frame(FRAME, view))
    for card in (b"9h", b"8s", b"BJ*", b"Ah", b"Kd", b"Qs", b"Qd", b"protector", b"#"):
        assert card not in text
    assert (b"7c" in text) == (view.seat == "C")


@for_every(
    ("text", "shown"),
    [
        ("A play 5h  5d @3.2 # weak", "A play 5h 5d @3.2"),
        ("A pass", "A pass"),
        ("A tribute Ah > B", "A tribute ?? ?? ??"),
        ("A tribute 10h=Kd @4", "A tribute ?? @4"),
        ("C take 7c", "C take 7c"),
        ("C tribute 7c @9 # mine", "C tribute 7c @9"),
        ("A return Ah", "A return Ah"),
        ("A tribut Ah", "??"),
        ("X play Ah", "??"),
        ("Ah", "??"),
        ("", "??"),
        ("# A has Ah", "??"),
    ],
)
def test_actions(text: str, shown: str) -> None:
    assert seen_action(text, View("C", "C"), SEATS, laid_open=False) == shown
    assert seen_action(text, ALL, SEATS, laid_open=False) == text


def test_tribute_that_lies_open_is_told() -> None:
    assert seen_action("A tribute Ah > B # high", TABLE, SEATS, laid_open=True) == "A tribute Ah > B"


PINEAPPLE = "A place Ah:back 2d:front 7c:discard @3 # weak"


def test_what_is_discarded_only_who_discards_sees() -> None:
    for view in (TABLE, View("B", "B")):
        assert seen_action(PINEAPPLE, view, SEATS, laid_open=True) == "A place Ah:back 2d:front ??:discard @3"
    assert seen_action(PINEAPPLE, View("A", "A"), SEATS, laid_open=True) == "A place Ah:back 2d:front 7c:discard @3"
    assert seen_action("A place Ah:back 7c 8c:away", TABLE, SEATS, laid_open=True) == "A place Ah:back ?? ??"


def test_rows_that_are_set_lie_open() -> None:
    text = "A set Ah Kd 2c / 5h 5d / 7s"
    assert seen_action(text, TABLE, SEATS, laid_open=True) == text


def test_what_lies_face_down_nobody_sees() -> None:
    down = msgspec.structs.replace(FRAME.seats[2], count=2, face_down=("9d",))
    frame = msgspec.structs.replace(FRAME, seats=(*FRAME.seats[:2], down))
    for view in (TABLE, View("B", "B")):
        each = seen_frame(frame, view).seats[2]
        assert (each.cards, each.hidden, each.count, each.face_down) == ((), 1, 2, ("??",))
    own = seen_frame(frame, View("C", "C")).seats[2]
    assert (own.cards, own.hidden, own.face_down) == (("7c",), 0, ("??",))
    assert seen_frame(frame, ALL).seats[2].face_down == ("9d",)


def test_fouls_are_those_that_the_table_knows() -> None:
    first = msgspec.structs.replace(FRAME.seats[0], fouls=(1, 2), public_fouls=(2,))
    frame = msgspec.structs.replace(FRAME, seats=(first, *FRAME.seats[1:]))
    for view, fouls in ((View("A", "A"), (2,)), (View("B", "B"), (2,)), (TABLE, (2,)), (ALL, (1, 2))):
        assert seen_frame(frame, view).seats[0].fouls == fouls


def test_the_names_of_views() -> None:
    assert [view.name for view in views(SEATS)] == ["all", "table", "A", "B", "C"]
    assert view_named("B", SEATS) == View("B", "B")
    assert view_named("table", SEATS) == TABLE
    for name in ("", "b", "D", "seat:A", "ALL"):
        assert view_named(name, SEATS) is None


def test_seats_that_are_called_like_a_view() -> None:
    seats = ("all", "table", "x")
    assert [view.name for view in views(seats)] == ["all", "table", "seat:all", "seat:table", "x"]
    assert view_named("all", seats) == ALL
    assert view_named("seat:table", seats) == View("seat:table", "table")
    assert not View("seat:all", "all").whole


def test_the_frames_of_whole_matches() -> None:
    with (SAMPLES / "guandan" / "njupt.jsonl").open("rb") as stream:
        match = next(islice(read_logs(stream, "njupt"), 1)).match
    assert match is not None
    checker = Checker()
    judge = checker.judge(GAMES[match.game].rules.resolve("njupt"))
    for hand in (0, 1, 4):
        for frame in frames(judge, match, hand):
            for view in views(match.seats):
                shown = seen_frame(frame, view)
                assert [each.count for each in shown.seats] == [each.count for each in frame.seats]
                for each, truth in zip(shown.seats, frame.seats, strict=True):
                    known = truth.cards if view.whole or each.seat == view.seat else truth.public
                    assert each.cards == known
                    assert len(each.cards) + each.hidden == each.count


def protected(name: str, hand: int) -> tuple[dict[str, Any], int]:
    """A sample of Bao Huang up to a hand, and how many actions of it go by before anybody shows who protects."""
    log = json.loads((SAMPLES / "bao_huang" / name).read_bytes())
    log["hands"] = log["hands"][: hand + 1]
    actions = log["hands"][hand]["actions"]
    known = (index for index, action in enumerate(actions) if "BJ" in action or "declare" in action)
    return log, next(known, len(actions))


@for_every("hand", [0, 1, 2])
@for_every("name", ["shanghai.json", "to-twenty.json", "rizhao-evening.json"])
def test_who_protects_the_emperor_changes_nothing_for_those_who_cannot_know(name: str, hand: int) -> None:
    log, steps = protected(name, hand)
    deal = log["hands"][hand]["deal"]
    holder = next(seat for seat, cards in deal.items() if "BJ*" in cards.split())
    log["hands"][hand]["actions"] = log["hands"][hand]["actions"][:steps]
    log["hands"][hand].pop("result", None)
    named = " ".join(log["hands"][hand]["actions"]).split()
    tried = 0
    for other in deal:
        spare = [card for card in deal[other].split() if card not in named and "J" not in card]
        if other == holder or not spare:
            continue
        swapped = copy.deepcopy(log)
        for seat, given, taken in ((holder, "BJ*", spare[0]), (other, spare[0], "BJ*")):
            cards = deal[seat].split()
            cards[cards.index(given)] = taken
            swapped["hands"][hand]["deal"][seat] = " ".join(cards)
        for one, two in zip(all_frames(log, hand), all_frames(swapped, hand), strict=True):
            if "over" in (one.stage, two.stage):
                break
            for view in views([seat.seat for seat in one.seats]):
                outside = view.seat not in (holder, other) and not view.whole
                assert (seen_frame(one, view) == seen_frame(two, view)) == outside
            tried += 1
    assert tried


def all_frames(log: dict[str, Any], hand: int) -> list[Frame]:
    match = read_match(json.dumps(log).encode(), "made.json").match
    assert match is not None
    checker = Checker()
    return list(frames(checker.judge(checker.rules(match)), match, hand))


def sample(name: str) -> dict[str, Any]:
    """A match of the samples."""
    loaded: dict[str, Any] = json.loads((SAMPLES / name).read_bytes())
    return loaded


def swap(deal: dict[str, str], one: tuple[str, int], other: tuple[str, int]) -> None:
    """Swaps two cards, named by seat and place in the order dealt."""
    cards = {seat: deal[seat].split(" ") for seat, _ in (one, other)}
    mine, theirs = cards[one[0]][one[1]], cards[other[0]][other[1]]
    assert mine != theirs
    cards[one[0]][one[1]], cards[other[0]][other[1]] = theirs, mine
    deal.update({seat: " ".join(held) for seat, held in cards.items()})


def test_cards_face_down_change_nothing_for_anybody_but_the_reader() -> None:
    log = sample("big_a/captures.json")
    hand = log["hands"][0]
    exposing = next(index for index, action in enumerate(hand["actions"]) if " play " in action)
    hand["actions"] = hand["actions"][:exposing]
    hand.pop("result", None)
    swapped = copy.deepcopy(log)
    down = {seat: cards.rpartition("| ")[2] for seat, cards in hand["deal"].items()}
    swap(swapped["hands"][0]["deal"], ("C", -1), ("D", -1))
    pairs = list(zip(all_frames(log, 0), all_frames(swapped, 0), strict=True))
    assert pairs[0][0].seats[2].face_down == (down["C"],)
    for one, two in pairs:
        assert one.stage == "drawing"
        for view in views(log["hands"][0]["deal"]):
            assert (seen_frame(one, view) == seen_frame(two, view)) == (not view.whole)


def test_drawn_cards_of_others_change_nothing() -> None:
    log = sample("big_a/captures.json")
    log["hands"][0]["actions"] = log["hands"][0]["actions"][:1]
    log["hands"][0].pop("result", None)
    swapped = copy.deepcopy(log)
    deal = log["hands"][0]["deal"]
    swap(swapped["hands"][0]["deal"], ("C", 0), ("D", 0))
    for one, two in zip(all_frames(log, 0), all_frames(swapped, 0), strict=True):
        for view in views(deal):
            outside = not view.whole and view.seat not in ("C", "D")
            assert (seen_frame(one, view) == seen_frame(two, view)) == outside


def test_discards_change_nothing_for_others() -> None:
    log = sample("chinese_poker/pineapple-progressive.json")
    hand = log["hands"][0]
    (first, text) = next((i, each) for i, each in enumerate(hand["actions"]) if ":discard" in each)
    seat = text.split()[0]
    (other, more) = next(
        (i, each) for i, each in enumerate(hand["actions"]) if i > first and each.startswith(seat) and "discard" in each
    )
    discards = [word.partition(":")[0] for each in (text, more) for word in each.split() if "discard" in word]
    swapped = copy.deepcopy(log)
    twin = swapped["hands"][0]
    for place, gone, instead in ((first, *discards), (other, *reversed(discards))):
        twin["actions"][place] = twin["actions"][place].replace(gone, instead)
    dealt = hand["deal"][seat].split(" ")
    swap(twin["deal"], (seat, dealt.index(discards[0])), (seat, dealt.index(discards[1])))
    told = False
    for one, two in zip(all_frames(log, 0), all_frames(swapped, 0), strict=True):
        for view in views([each.seat for each in one.seats]):
            same = seen_frame(one, view) == seen_frame(two, view)
            assert same or view.whole or view.seat == seat
            told = told or not same
    assert told
