"""What the engine says of hands of Chinese poker against a slow reading of the rules page, hand by hand."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record.match import Hand, Match, Player, RulesClaim, Setup
from engine.replay.outcome import HandOutcome
from engine.verdict.report import Report
from tests.bruteforce.chinese_poker import (
    ARRANGED,
    EXTENDED,
    FIVE_PAIRS,
    NATURALS,
    Set,
    fantasyland_cards,
    holds_natural,
    natural_points,
    settle,
)
from tests.bruteforce.chinese_poker_rows import FRONT_NAMES, PACK, RANKS, ROW_NAMES, SUITS, Rows, is_fouled
from tests.playouts.chinese_poker.deals import draw_natural, draw_rows, draw_run
from tests.playouts.chinese_poker.rules import NEW_POINTS, PRESETS, VALUES, fitting, resolved
from tests.playouts.chinese_poker.rules import draw_any_rules as drawn_rules
from tests.playouts.chinese_poker.settings import as_rows
from tests.playouts.judging import every_frame, judged, replayed
from tests.playouts.mutations import Mutant
from tests.playouts.strategies import few, matches_of, mutants_of, seeds

SEATS = ("A", "B", "C", "D")


def closed_match(
    actions: Sequence[str], deal: dict[str, str], options: dict[str, Any], count: int, preset: str = "two-four"
) -> Match:
    """A match of one hand, dealt closed; the last seat deals, so that the first speaks first."""
    return Match(
        game="chinese_poker",
        rules=RulesClaim(preset=preset, options=options),
        players=[Player(seat=seat) for seat in SEATS[:count]],
        hands=[Hand(setup=Setup(dealer=SEATS[count - 1]), deal=deal, actions=list(actions))],
    )


def set_match(all_rows: Sequence[Rows], options: dict[str, Any]) -> Match:
    """A match in which every seat sets what it is given and says nothing."""
    deal = {seat: " ".join(card for row in rows for card in row) for seat, rows in zip(SEATS, all_rows, strict=False)}
    actions = [
        f"{seat} set " + " / ".join(" ".join(row) for row in rows) for seat, rows in zip(SEATS, all_rows, strict=False)
    ]
    return closed_match(actions, deal, options, len(all_rows))


def closed_options(rng: Random) -> dict[str, Any]:
    """All options of a game dealt closed, one hand for each seat, in which nothing has to be announced."""
    preset, options = drawn_rules(rng)
    rules = resolved(preset, options) | {"dealing": "closed", "hands_each": 1, "royalty_announced": False}
    return fitting(None, rules)


def the_hand(match: Match) -> HandOutcome:
    (outcome,) = replayed(match).hands
    assert outcome.complete
    return outcome


def units_of(outcome: HandOutcome) -> dict[str, int]:
    assert isinstance(outcome.units, dict)
    return outcome.units


# Rows


def drawn_hands(rng: Random, count: int) -> list[Rows]:
    """Rows for some seats: any, or strong ones, in order or not."""
    left = list(PACK)
    hands: list[Rows] = []
    for _ in range(count):
        strong = rng.choice((draw_rows, draw_rows, draw_run))(left, rng) if rng.random() < 0.8 else None
        cards = [card for row in strong for card in row] if strong else rng.sample(left, 13)
        left = [card for card in left if card not in cards]
        hands.append(as_rows(cards))
    return hands


@few(400)
@given(seed=seeds, count=st.integers(2, 4))
def test_settings_are_settled_alike(seed: int, count: int) -> None:
    """Rows against rows, royalties, mis-set hands and home runs, under any options."""
    rng = Random(seed)
    options = closed_options(rng)
    all_rows = drawn_hands(rng, count)
    match = set_match(all_rows, options)
    report = judged(match)
    assert report.replay is not None
    (outcome,) = report.replay.hands
    expected = settle([[Set(rows=rows)] for rows in all_rows], options, dealer=count - 1)
    names = SEATS[:count]
    assert outcome.scores == dict(zip(names, expected.scores, strict=True))
    assert outcome.units == {f"{SEATS[one]}-{SEATS[other]}": units for (one, other), units in expected.units.items()}
    fouled = [seat for seat, rows in zip(names, all_rows, strict=True) if is_fouled(rows, options)]
    assert [each.seat for each in report.findings if each.code.id == "foul"] == fouled


ROWS_MEET = ("row_compare", "settle", "banker_ties")
"""The options that say which rows meet, and which of two wins."""
NATURALS_MEET = ("all_high_first", "flushes_first", "naturals_meet")
"""The options that say which of two naturals wins."""


def royalty_options(rng: Random) -> dict[str, Any]:
    """Options under which royalties are paid, in ways and by cells of every kind."""
    names = ("royalties", "royalty_rule", "royalty_value", "royalty_limit", "royalty_broken", "royalties_against_foul")
    options = {name: rng.choice(VALUES[name]) for name in (*names, *ROWS_MEET, "misset", "middle", "wheel")}
    cells = {"front": FRONT_NAMES, "middle": ROW_NAMES, "back": ROW_NAMES}
    if rng.random() < 0.5:
        options["royalty_table"] = {
            row: {name: rng.choice(NEW_POINTS) for name in of_row if rng.random() < 0.5}
            for row, of_row in cells.items()
        }
    return fitting(None, resolved(None, options))


@few(400)
@given(seed=seeds, count=st.integers(2, 4))
def test_royalties_are_paid_alike(seed: int, count: int) -> None:
    """Strong rows, mostly in order."""
    rng = Random(seed)
    options = royalty_options(rng)
    all_rows = []
    for front, middle, back in drawn_hands(rng, count):
        swapped = is_fouled((front, middle, back), options) and not is_fouled((front, back, middle), options)
        all_rows.append((front, back, middle) if swapped else (front, middle, back))
    expected = settle([[Set(rows=rows)] for rows in all_rows], options, dealer=count - 1)
    units = {f"{SEATS[one]}-{SEATS[other]}": units for (one, other), units in expected.units.items()}
    assert units_of(the_hand(set_match(all_rows, options))) == units


def row_of(form: str, top: int, rng: Random) -> list[str]:
    """A row of five of some form, by a rank."""
    rank = RANKS[top]
    others = [each for each in RANKS if each != rank]
    one, two, three, four = rng.sample(others, 4)
    suits = rng.sample(SUITS, 4)
    if form in ("straight", "straight flush"):
        start = max(top, 3)
        ranks = [RANKS[place] for place in range(start - 4, start + 1)] if start > 3 else list("A2345")
        return [each + (suits[0] if form == "straight flush" else rng.choice(SUITS)) for each in ranks]
    if form == "flush":
        return [each + suits[0] for each in (rank, one, two, three, four)]
    shape = {
        "four": [rank] * 4 + [one],
        "full house": [rank] * 3 + [one] * 2,
        "three": [rank] * 3 + [one, two],
        "two pair": [rank] * 2 + [one] * 2 + [two],
        "pair": [rank] * 2 + [one, two, three],
        "high card": [rank, one, two, three, four],
    }[form]
    used: Counter[str] = Counter()
    row = []
    for each in shape:
        row.append(each + suits[used[each]])
        used[each] += 1
    return row


FORMS = ("straight flush", "four", "full house", "flush", "straight", "three", "two pair", "pair", "high card")


@few(400)
@given(seed=seeds, forms=st.tuples(st.sampled_from(FORMS), st.sampled_from(FORMS)), place=st.integers(1, 2))
def test_rows_of_every_form_are_ranked_alike(seed: int, forms: tuple[str, str], place: int) -> None:
    """One row is drawn for each of two seats, the rest is the same for both but for suits."""
    rng = Random(seed)
    tops = rng.randrange(13), rng.randrange(13)
    both = [row_of(form, rng.choice((tops[0], top)), rng) for form, top in zip(forms, tops, strict=True)]
    if len({*both[0], *both[1]}) < 10:
        return
    left = [card for card in PACK if card not in both[0] + both[1]]
    rng.shuffle(left)
    all_rows = []
    for seat, row in enumerate(both):
        rest = left[8 * seat : 8 * seat + 8]
        all_rows.append((tuple(rest[:3]), *((tuple(row), tuple(rest[3:]))[:: 1 if place == 1 else -1])))
    options = {
        "misset": "played",
        "royalties": "open_face",
        "royalty_rule": "net",
        "wheel": rng.choice(("lowest", "second")),
        "middle": rng.choice(("high", "deuce_to_seven")),
    } | {name: rng.choice(VALUES[name]) for name in ROWS_MEET}
    expected = settle([[Set(rows=rows)] for rows in all_rows], resolved(None, options), dealer=1)
    assert units_of(the_hand(set_match(all_rows, options))) == {"A-B": expected.units[0, 1]}


# Naturals


def extended(options: dict[str, Any]) -> dict[str, Any]:
    """Options under which every natural is worth something, but for the one that only the Fujian table has."""
    return {"naturals": "extended", "natural_table": {"six_and_above": 2, "one_color_twelve": 1}} | options


def fujian(options: dict[str, Any]) -> dict[str, Any]:
    """Options under which the naturals of the Fujian table are worth something, and no others."""
    return {"naturals": "fujian"} | options


def with_naturals(rng: Random, options: dict[str, Any]) -> dict[str, Any]:
    """Options with either table of naturals, at any points of the names in it and in no table."""
    points = {} if rng.random() < 0.5 else {name: rng.choice(NEW_POINTS) for name in rng.sample(list(NATURALS), 5)}
    return rng.choice((extended(options), fujian({"natural_table": points} | options)))


def claim_of(cards: Sequence[str], name: str, options: dict[str, Any]) -> Report:
    """The report of a hand in which a seat claims a natural, and sets its cards where it may have to."""
    rest = [card for card in PACK if card not in cards][:13]
    rows = as_rows(rest)
    deal = {"A": " ".join(cards), "B": " ".join(rest)}
    return judged(
        closed_match([f"A natural {name}", "B set " + " / ".join(" ".join(row) for row in rows)], deal, options, 2)
    )


def codes(report: Report) -> list[str]:
    return [each.code.id for each in report.findings if each.code.id != "foul"]


@pytest.mark.parametrize("name", NATURALS)
@few(40)
@given(seed=seeds, qka=st.booleans(), changed=st.integers(0, 2))
def test_naturals_are_seen_alike(name: str, seed: int, qka: bool, changed: int) -> None:
    """A hand that is one, and hands that are but for a card or two."""
    rng = Random(seed)
    drawn = draw_natural(name, PACK, rng)
    if drawn is None:
        return
    cards = list(drawn)
    for _ in range(changed):
        near = [card for card in PACK if card not in cards]
        cards[rng.randrange(13)] = rng.choice(near)
    if name in ("three_straights", "three_straight_flushes") and rng.random() < 0.3:
        front = {"three_straights": "Qs Kh Ad", "three_straight_flushes": "Qs Ks As"}[name].split()
        kept = [card for card in cards if card not in front]
        cards = [*front, *kept[:10]]
    options = with_naturals(rng, {"natural_qka": qka})
    report = claim_of(cards, name, options)
    assert report.replay is not None
    points = natural_points(name, resolved(None, options))
    if points and holds_natural(name, cards, resolved(None, options)):
        assert codes(report) == []
        assert report.replay.hands[0].units == {"A-B": points}
    else:
        assert codes(report) == ["natural-not-held", "incomplete-hand"]


@pytest.mark.parametrize("name", [*ARRANGED, FIVE_PAIRS, "six_and_a_half_pairs", "all_low", "full_colored"])
@few(60)
@given(seed=seeds, qka=st.booleans())
def test_ties_of_naturals_are_broken_alike(name: str, seed: int, qka: bool) -> None:
    rng = Random(seed)
    meeting = {each: rng.choice(VALUES[each]) for each in NATURALS_MEET}
    options = (fujian if name == FIVE_PAIRS else rng.choice((extended, fujian)))({"natural_qka": qka} | meeting)
    one = draw_natural(name, PACK, rng)
    if one is None:
        return
    rest = [card for card in PACK if card not in one]
    tied = "all_high" if name == "all_low" else name
    other = draw_natural(tied, rest, rng)
    if rng.random() < 0.5:
        suits = dict(zip("shdc", "cdhs" if name == "full_colored" else "hdcs", strict=True))
        twins = [card[0] + suits[card[1]] for card in one]
        other = twins if not set(twins) & set(one) and tied == name else other
    if other is None:
        return
    hands = [Set(cards=tuple(one), natural=name), Set(cards=tuple(other), natural=tied)]
    expected = settle([[hand] for hand in hands], resolved(None, options), dealer=1)
    deal = {"A": " ".join(one), "B": " ".join(other)}
    outcome = the_hand(closed_match([f"A natural {name}", f"B natural {tied}"], deal, options, 2))
    assert units_of(outcome) == {"A-B": expected.units[0, 1]}


def test_the_stronger_natural_wins_its_points() -> None:
    """Every natural against every other, each hand drawn until both are there."""
    table = {"natural_table": dict.fromkeys(NATURALS, 5) | {"dragon": 1}}
    rng = Random(1)
    met = 0
    for one in NATURALS:
        for other in NATURALS:
            mine = draw_natural(one, PACK, rng)
            theirs = mine and draw_natural(other, [card for card in PACK if card not in mine], rng)
            tables = [extended] * (FIVE_PAIRS not in (one, other)) + [fujian] * (not {one, other} & {*EXTENDED})
            if not mine or not theirs or one == other or not tables:
                continue
            met += 1
            options = rng.choice(tables)(table | {name: rng.choice(VALUES[name]) for name in NATURALS_MEET})
            hands = [Set(cards=tuple(mine), natural=one), Set(cards=tuple(theirs), natural=other)]
            expected = settle([[hand] for hand in hands], resolved(None, options)).units[0, 1]
            deal = {"A": " ".join(mine), "B": " ".join(theirs)}
            outcome = the_hand(closed_match([f"A natural {one}", f"B natural {other}"], deal, options, 2))
            assert units_of(outcome) == {"A-B": expected}, (one, other)
    assert met > 150


# Frames


@few(40)
@given(data=st.data())
def test_cards_are_conserved(data: st.DataObject) -> None:
    """What is in hand and what has left it by an action are the cards dealt so far; nothing that lies moves."""
    match = data.draw(matches_of("chinese_poker", most_hands=2))
    for number, hand in enumerate(match.hands):
        assert isinstance(hand.deal, dict)
        dealt = {seat: set(standard(text)) for seat, text in hand.deal.items()}
        for before, frame in pairs_of_frames(every_frame(match, number)):
            for seat, earlier in zip(frame.seats, before.seats, strict=True):
                laid = [card for row in seat.rows for card in row.cards]
                assert len(set(laid) | set(seat.cards)) == len(laid) + len(seat.cards)
                assert {*laid, *seat.cards} <= dealt[seat.seat]
                assert (seat.hidden, seat.count) == (0, len(seat.cards))
                for row, then in zip(seat.rows, earlier.rows, strict=True):
                    assert len(row.cards) <= row.size
                    assert row.cards[: len(then.cards)] == then.cards


def pairs_of_frames(frames: Sequence[Any]) -> list[tuple[Any, Any]]:
    return list(zip([frames[0], *frames], frames, strict=False))


def standard(text: str) -> list[str]:
    words = (word for word in text.upper().replace("10", "T").split() if word != "|")
    return [word[0] + word[1].lower() for word in words]


@few(60)
@given(mutant=mutants_of("chinese_poker"))
def test_frames_of_faulty_hands_end_where_the_replay_does(mutant: Mutant) -> None:
    for number, outcome in enumerate(replayed(mutant.match).hands):
        last = every_frame(mutant.match, number)[-1]
        if last.stage == "over":
            assert outcome.complete


# Unknown cards


@few(80)
@given(match=matches_of("chinese_poker"), seed=seeds)
def test_unknown_cards_change_no_known_result(match: Match, seed: int) -> None:
    """Rows are seen when they are settled; only naturals hang on cards that nobody saw."""
    rng = Random(seed)
    hidden = [
        msgspec.structs.replace(
            hand, deal={seat: cards for seat, cards in (hand.deal or {}).items() if rng.random() < 0.5}
        )
        for hand in match.hands
    ]
    known, unknown = replayed(match), replayed(msgspec.structs.replace(match, hands=hidden))
    for one, other in zip(known.hands, unknown.hands, strict=True):
        assert one.complete == other.complete
        for name in ("scores", "units"):
            mine, theirs = getattr(one, name), getattr(other, name)
            assert all(value in (None, mine[key]) for key, value in theirs.items())


# Fantasyland


@few(60)
@given(seed=seeds, preset=st.sampled_from(("open-face", "pineapple")), progressive=st.booleans())
def test_fantasyland_follows_from_the_hand_before(seed: int, preset: str, progressive: bool) -> None:
    """A seat is told to be in fantasyland, or not; the engine objects exactly where the page gives something else."""
    rng = Random(seed)
    options = {"fantasyland": "progressive" if progressive else "standard"}
    options |= {name: rng.choice(VALUES[name]) for name in ("fantasyland_stay", "middle")}
    rules = resolved(preset, options)
    assert preset in PRESETS
    rows = drawn_hands(rng, 2)
    deals = [[card for row in each for card in row] for each in rows]
    usual = {13} if preset == "open-face" else {14, 15, 16, 17} if progressive else {14}
    size = rng.choice(sorted(usual))
    left = [card for card in PACK if card not in deals[0] + deals[1]]
    extra = size - 13
    first = Hand(
        setup=Setup(dealer="B", fantasyland={"A": size, "B": size}),
        deal={"A": " ".join(deals[0] + left[:extra]), "B": " ".join(deals[1] + left[extra : 2 * extra])},
        actions=[
            f"{seat} set " + " / ".join(" ".join(row) for row in each) for seat, each in zip(SEATS, rows, strict=False)
        ],
    )
    expected = {seat: fantasyland_cards(each, size, rules) for seat, each in zip(SEATS, rows, strict=False)}
    told = {seat: cards for seat, cards in expected.items() if cards is not None}
    if rng.random() < 0.5:
        told = {"A": size} if "A" not in told else {}
    second = Hand(setup=Setup(dealer="A", fantasyland=told), actions=[])
    match = Match(
        game="chinese_poker",
        rules=RulesClaim(preset=preset, options=options),
        players=[Player(seat="A"), Player(seat="B")],
        hands=[first, second],
    )
    right = told == {seat: cards for seat, cards in expected.items() if cards is not None}
    found = [each.code.id for each in judged(match).findings if each.code.id not in ("foul", "incomplete-hand")]
    assert found == ([] if right else ["setup-mismatch"])
