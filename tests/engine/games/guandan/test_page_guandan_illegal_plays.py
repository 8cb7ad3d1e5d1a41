"""What frames show at an illegal play: what was to be beaten, and the play beside it."""

from builders import few, play

from engine.replay.frames import IllegalPlay, TablePlay

NINES = TablePlay(seat="E", cards=("9s", "9h"), reading="pair of 9s", step=1)
EIGHTS = TablePlay(seat="N", cards=("8s", "8h"), reading="pair of 8s", step=2)
DEAL = {"E": "9s 9h 3s 4s", "N": "8s 8h 7h Js Jh", "W": "Ts Th 3d 3c", "S": "Ks Kd 2s"}


def test_a_play_that_does_not_beat_lies_beside_what_it_should_beat() -> None:
    done = few("E play 9s 9h; N play 8s 8h; W pass; S play Ks Kd", **DEAL)
    assert done.of_actions == ["does-not-beat 0/1 N"]
    assert (done.frame(1).table, done.frame(1).illegal) == (NINES, None)
    for step in (2, 3):
        assert done.frame(step).illegal == IllegalPlay(play=EIGHTS, on=NINES)
        assert done.frame(step).table == EIGHTS
    after = done.frame(4)
    assert after.illegal is None
    assert after.table is not None
    assert after.table.cards == ("Ks", "Kd")


def test_it_goes_with_the_round() -> None:
    done = few("E play 9s 9h; N play 8s 8h; W pass; S pass; E pass; N play 7h", **DEAL)
    assert done.frame(4).illegal is not None
    assert (done.frame(5).illegal, done.frame(5).table) == (None, None)
    assert done.frame(6).illegal is None


def test_an_illegal_play_on_an_illegal_play_lies_beside_that_one() -> None:
    done = few("E play 9s 9h; N play 8s 8h; W play 3d 3c", **DEAL)
    assert done.of_actions == ["does-not-beat 0/1 N", "does-not-beat 0/2 W"]
    found = done.frame(3).illegal
    assert found is not None
    assert (found.on, found.play.cards) == (EIGHTS, ("3d", "3c"))


def test_no_combination_is_shown_for_one_step() -> None:
    done = play("E play 3s; N play 5s 6s; W play 4h")
    assert done.said == ["not-a-combination 0/1 N"]
    found = done.frame(2).illegal
    assert found is not None
    assert found.play == TablePlay(seat="N", cards=("5s", "6s"), reading="", step=2)
    assert found.on == done.frame(2).table == done.frame(1).table
    assert done.frame(3).illegal is None


def test_an_illegal_lead_was_made_on_nothing() -> None:
    done = play("E play 3s 4s; N play 3s 3d")
    found = done.frame(1).illegal
    assert found is not None
    assert (found.on, found.play.cards, done.frame(1).table) == (None, ("3s", "4s"), None)
    assert done.frame(2).illegal is None


def test_cards_not_held_and_plays_out_of_turn_are_illegal_plays() -> None:
    not_held = few("E play 9s 9h; N play As Ah", **DEAL)
    assert not_held.of_actions == ["card-not-held 0/1 N"]
    assert not_held.frame(2).illegal is not None
    out_of_turn = few("E play 9s 9h; W play Ts Th", **DEAL)
    assert out_of_turn.of_actions == ["out-of-turn 0/1 W"]
    found = out_of_turn.frame(2).illegal
    assert found is not None
    assert (found.on, found.play.reading) == (NINES, "pair of Ts")


def test_a_pass_that_is_not_allowed_is_no_play() -> None:
    done = play("E pass; N play 3s", first="E")
    assert done.said == ["must-lead 0/0 E"]
    assert [done.frame(step).illegal for step in range(3)] == [None] * 3


def test_an_action_that_cannot_be_read_leaves_an_illegal_play_where_it_lies() -> None:
    done = few("E play 9s 9h; N play 8s 8h; W ploy Ts; W pass", **DEAL)
    assert [done.frame(step).illegal for step in (2, 3, 4)] == [IllegalPlay(play=EIGHTS, on=NINES)] * 3
