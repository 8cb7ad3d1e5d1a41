"""What a seat knows before an action: the cards that all have seen, and which deals of the others fit."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from engine.cards.packed import ONE, Holding, added, card_text, copies, pack, parse_card, unpack
from engine.climbing.hand import ClimbingHand
from engine.games import GAMES
from engine.record.match import Match, Setup
from engine.replay.fold import hand_at
from engine.replay.seen import SeatKnowledge
from tests.engine.insight.test_fair import opened, walked
from tests.offenders import for_every
from tests.playouts import generate

OPTIONS: dict[str, list[dict[str, object]]] = {
    "guandan": [{}],
    "bao_huang": [{}, {"emperor_pass": "with_play"}],
    "big_a": [{}],
}


def seen_in(hand: ClimbingHand, seat: int) -> SeatKnowledge:
    game = GAMES[hand.table.game]
    assert game.endgames is not None
    assert game.sight is not None
    return game.sight(hand, game.endgames.of(hand)).seen(seat)


def after(match: Match, actions: Sequence[str], at: int = 0) -> ClimbingHand:
    """A hand of a match after some actions, all of which the rules allow."""
    _, judge = opened(match)
    hands = [*match.hands[:at], replace(match.hands[at], actions=list(actions))]
    hand = hand_at(judge, replace(match, hands=hands), at, 0)
    assert isinstance(hand, ClimbingHand)
    for text in actions:
        hand.run([text])
        hand.follow(text)
    assert [each for each in hand.findings if each.severity == "error"] == []
    return hand


def texts(holding: Holding) -> list[str]:
    return sorted(map(card_text, unpack(holding)))


def card(text: str) -> int:
    found = parse_card(text)
    assert found is not None
    return found


@for_every("game", OPTIONS)
@for_every("seed", [1, 2, 3, 5, 6, 7])
def test_what_is_known_follows_the_actions_and_the_real_deal_fits(game: str, seed: int) -> None:
    for options in OPTIONS[game]:
        match = generate(game, seed, hands=1, options=options)
        _, judge = opened(match)
        for number, hand, watched in walked(match, judge, follow=True):
            turns = hand.table.round
            if not turns.played or hand.ended or turns.expected < 0 or number % 7:
                continue
            seat = turns.expected
            seen = seen_in(hand, seat)
            held = [hand.table.holdings.shown(each) for each in range(len(match.seats))]
            for each, public in enumerate(watched.public):
                assert texts(seen.known[each]) == (sorted(watched.hands[each]) if each == seat else sorted(public))
            assert sorted(seen.unseen) == sorted(
                left for cards, known in zip(held, seen.known, strict=True) for left in unpack(cards - known)
            )
            found = seen.world(held)
            assert found is not None
            assert found[1][0] == tuple(held)
            true = GAMES[game].endgames
            assert true is not None
            endgame = true.of(hand)
            assert not isinstance(endgame, str)
            assert found[0].sides == endgame.sides
            assert found[1] == endgame.position(hand)


def with_cards(match: Match, cards: Sequence[str], seats: Sequence[str]) -> Match:
    """A match in whose first hand some cards were dealt to some seats, one each."""
    deal = {seat: text.split() for seat, text in dict(match.hands[0].deal or {}).items()}  # type: ignore[arg-type]
    kept: dict[str, list[str]] = {seat: [] for seat in deal}
    for wanted, seat in zip(cards, seats, strict=True):
        holder = next(each for each in [seat, *deal] if wanted in deal[each])
        deal[holder].remove(wanted)
        kept[seat].append(wanted)
        if holder != seat:
            deal[holder].append(next(each for each in deal[seat] if each not in cards))
            deal[seat].remove(deal[holder][-1])
    joined = {seat: " ".join([*deal[seat], *kept[seat]]) for seat in deal}
    return replace(match, hands=[replace(match.hands[0], deal=joined)])


def guandan(previous: Sequence[str], jokers: Sequence[str]) -> Match:
    """A hand of Guandan at level 2 after an order of finish, in which some seats hold the red jokers."""
    match = generate("guandan", 1, hands=1)
    setup = Setup(level="2", levels=dict.fromkeys(match.seats[:2], "2"), previous=list(previous))
    return with_cards(replace(match, hands=[replace(match.hands[0], setup=setup)]), ["RJ", "RJ"], jokers)


def moved(held: Sequence[Holding], what: str, seat: int) -> list[Holding]:
    """Hands in which a seat holds all copies of a card, and gave others for them."""
    hands = list(held)
    for each in range(len(hands)):
        while each != seat and copies(hands[each], card(what)):
            other = next(mine for mine in unpack(hands[seat]) if mine != card(what))
            hands[each] += ONE[other] - ONE[card(what)]
            hands[seat] += ONE[card(what)] - ONE[other]
    return hands


def first_single(match: Match, seat: str, hand: ClimbingHand) -> str:
    held = hand.table.holdings.shown(match.seats.index(seat))
    return f"{seat} play {card_text(unpack(held)[0])}"


def test_one_seat_that_resisted_has_shown_both_red_jokers() -> None:
    seats = generate("guandan", 1, hands=1).seats
    banker, last = seats[0], seats[1]
    match = guandan([banker, seats[3], seats[2], last], [last, last])
    opening = [f"{last} resist"]
    hand = after(match, [*opening, first_single(match, banker, after(match, opening))])
    assert texts(seen_in(hand, 2).known[1]) == ["RJ", "RJ"]


def test_of_two_seats_that_resisted_the_jokers_are_unseen_but_nobody_else_has_them() -> None:
    seats = generate("guandan", 1, hands=1).seats
    match = guandan([seats[0], seats[2]], [seats[1], seats[3]])
    opening = [f"{seats[1]} resist"]
    hand = after(match, [*opening, first_single(match, seats[0], after(match, opening))])
    seen = seen_in(hand, 0)
    assert [texts(known) for known in seen.known[1:]] == [[], [], []]
    held = [hand.table.holdings.shown(seat) for seat in range(4)]
    assert seen.world(held) is not None
    assert seen.world(moved(held, "RJ", 1)) is not None
    assert seen.world(moved(held, "RJ", 2)) is None
    assert seen.deciding == {card("RJ")}
    assert seen_in(hand, 1).world(moved(held, "RJ", 3)) is not None


def test_tribute_and_return_are_known_until_an_equal_card_is_played() -> None:
    match = generate("guandan", 1, hands=2)
    actions = match.hands[1].actions
    handed = [text.split() for text in actions if text.split()[1] in ("tribute", "return")]
    assert [verb for _, verb, *_ in handed] == ["tribute", "return"]
    first = next(number for number, text in enumerate(actions, 1) if " play " in text)
    hand = after(match, actions[:first], at=1)
    (payer, _, paid, *_), (receiver, _, back, *_) = handed
    other = next(seat for seat in range(4) if match.seats[seat] not in (payer, receiver))
    known = seen_in(hand, other).known
    played = actions[first - 1].split()
    for seat, got in ((receiver, paid), (payer, back)):
        gone = seat == played[0] and got in played[2:]
        assert texts(known[match.seats.index(seat)]) == ([] if gone else [got])
    last = max(number for number, text in enumerate(actions, 1) if text.startswith(f"{receiver} play") and paid in text)
    hand = after(match, actions[:last], at=1)
    assert paid not in texts(seen_in(hand, other).known[match.seats.index(receiver)])


def bao_huang(seed: int, plays: int, **options: object) -> tuple[Match, ClimbingHand]:
    match = generate("bao_huang", seed, hands=1, options=options)
    actions = match.hands[0].actions
    first = next(number for number, text in enumerate(actions) if " play " in text)
    return match, after(match, actions[: first + plays])


def test_declarations_bound_who_may_be_protector() -> None:
    """E declined, M accepted, W, E and S declared uprising and N declared to be the protector."""
    match, hand = bao_huang(3, 1)
    assert match.hands[0].actions[:6] == [
        "E decline",
        "M accept",
        "W declare uprising",
        "E declare uprising",
        "S declare uprising",
        "N declare protector",
    ]
    where = {name: seat for seat, name in enumerate(match.seats)}
    seen = seen_in(hand, where["W"])
    assert texts(seen.known[where["N"]]) == ["BJ*"]
    assert texts(seen.known[where["M"]]) in (["RJ*"], [])
    held = [hand.table.holdings.shown(seat) for seat in range(5)]
    assert all((seen.world(moved(held, "BJ*", seat)) is not None) == (match.seats[seat] == "N") for seat in range(5))


def test_the_protector_may_be_anybody_who_declared_nothing_else() -> None:
    """M and S declined, W accepted, M declared uprising."""
    match, hand = bao_huang(6, 2)
    assert match.hands[0].actions[:4] == ["M decline", "S decline", "W accept", "M declare uprising"]
    where = {name: seat for seat, name in enumerate(match.seats)}
    held = [hand.table.holdings.shown(seat) for seat in range(5)]
    seen = seen_in(hand, where["E"])
    assert "BJ*" in map(card_text, seen.unseen)
    for seat in range(5):
        found = seen.world(moved(held, "BJ*", seat))
        if match.seats[seat] == "M":
            assert found is None
        else:
            assert found is not None
            court = {where["W"], seat}
            assert found[0].sides == tuple(0 if each in court else 1 for each in range(5))


def test_the_fourth_card_to_three_shown_ones_makes_the_protector() -> None:
    options = {"protector": "triplet"}
    matches = (generate("bao_huang", seed, hands=1, options=options) for seed in range(1, 60))
    match = next(each for each in matches if any(" show " in text for text in each.hands[0].actions))
    actions = match.hands[0].actions
    emperor, _, *shown = next(text for text in actions if " show " in text).split()
    first = next(number for number, text in enumerate(actions, 1) if " play " in text)
    hand = after(match, actions[:first])
    known = seen_in(hand, (match.seats.index(emperor) + 1) % 5).known[match.seats.index(emperor)]
    played = actions[first - 1].split().count(shown[0])
    assert copies(known, card(shown[0])) == 3 - played
    assert copies(known, card("RJ*")) == ("RJ*" not in actions[first - 1])
    announced = [text for text in actions if " declare " in text]
    farmers = [text.split()[0] for text in announced if text.endswith("uprising")]
    named = [text.split()[0] for text in announced if not text.endswith("uprising")]
    held = [hand.table.holdings.shown(seat) for seat in range(5)]
    holder = next(seat for seat in range(5) if match.seats[seat] != emperor and copies(held[seat], card(shown[0])))
    rng = Random(1)
    for seat, name in enumerate(match.seats):
        hands = list(held)
        other = rng.choice([mine for mine in unpack(hands[seat]) if mine not in (card(shown[0]), card("RJ*"))])
        hands[holder] += ONE[other] - ONE[card(shown[0])]
        hands[seat] = added(hands[seat], pack([card(shown[0])])) - ONE[other]
        viewer = next(each for each in range(5) if each != holder and match.seats[each] != emperor)
        fits = name in named if named else name not in farmers
        assert (seen_in(hand, viewer).world(hands) is not None) == fits


def test_shown_aces_and_captured_cards_are_known() -> None:
    """S exposed an ace of diamonds, N revealed the other; M captured with two fours."""
    match = generate("big_a", 2, hands=1)
    actions = match.hands[0].actions
    assert actions[:2] == ["S expose Ad", "N reveal Ad"]
    where = {name: seat for seat, name in enumerate(match.seats)}
    hand = after(match, actions[:3])
    seen = seen_in(hand, where["M"])
    for name in "SN":
        gone = actions[2].startswith(f"{name} play") and "Ad" in actions[2]
        assert texts(seen.known[where[name]]) == ([] if gone else ["Ad"])
    capture = next(number for number, text in enumerate(actions) if text.startswith("M capture"))
    before = next(text for text in reversed(actions[:capture]) if " play " in text)
    hand = after(match, actions[: capture + 1])
    assert sorted(before.split()[2:]) == [
        text for text in texts(seen_in(hand, where["S"]).known[where["M"]]) if text != "Ad"
    ]


@for_every(("seed", "played"), [(3, True), (19, False)])
def test_where_nobody_exposed_the_declarer_has_an_ace_of_hearts_or_has_played_it(seed: int, played: bool) -> None:
    """Nobody exposed, so the aces of hearts are Big A."""
    match = generate("big_a", seed, hands=1)
    actions = match.hands[0].actions[:1]
    assert ("Ah" in actions[0]) == played
    hand = after(match, actions)
    declarer = match.seats.index(actions[0].split()[0])
    held = [hand.table.holdings.shown(seat) for seat in range(5)]
    seen = seen_in(hand, (declarer + 1) % 5)
    assert texts(seen.known[declarer]) == []
    for seat in range(5):
        found = seen.world(moved(held, "Ah", seat))
        assert (found is not None) == (played or seat == declarer)
        if found is not None:
            assert found[0].sides == tuple(int(each not in (declarer, seat)) for each in range(5))
