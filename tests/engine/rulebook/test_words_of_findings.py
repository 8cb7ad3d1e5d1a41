"""What the sentences of findings are made from."""

import json

from engine.rulebook.codes import WINNER_MISMATCH
from engine.rulebook.findings import SHOWN_CHARACTERS, finding, shown
from engine.rulebook.sentences import Text, say


def test_what_the_log_has_is_a_field_and_not_among_the_values() -> None:
    made = finding(WINNER_MISMATCH, "guandan.match", recorded="E, W", field=say("winner"), computed="N, S").made()
    assert made == {"variant": "", "with": {"field": ["winner", {}], "computed": "N, S"}}


def test_words_in_place_of_what_the_log_has_are_among_the_values() -> None:
    found = finding(WINNER_MISMATCH, "guandan.match", recorded=say("nobody"), field=say("winner"), computed="N, S")
    assert json.loads(json.dumps(found.made()))["with"]["recorded"] == ["nobody", {}]
    assert found.message == "wrong winner: the log has nobody; the rules give N, S"


def test_a_quoted_text_keeps_what_it_is_made_from_unless_it_is_cut_off() -> None:
    assert isinstance(shown(say("nobody")), Text)
    assert shown(say("nobody")) == "nobody"
    cut = shown("x" * 300)
    assert len(cut) == SHOWN_CHARACTERS
    assert cut.endswith("…")
