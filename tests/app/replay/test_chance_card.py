"""The card of the model of who wins a hand: its figures are those of the fit, and it says why there is no curve."""

from dataclasses import replace
from html import unescape

import pytest
from flask.testing import FlaskClient

from app.web.replay import chance
from app.web.replay.chance import FEATURES
from engine.insight.fitted_chance import CARD
from engine.insight.model_card import EstimatedFigure


def test_the_figures_are_those_of_the_fit(client: FlaskClient) -> None:
    text = unescape(client.get("/chance").text)
    for quarter in (*CARD.quarters, *CARD.others):
        for figure in (quarter.model, quarter.high_cards):
            assert f"{figure.value / 10_000:.4f} ({figure.low / 10_000:.4f} to {figure.high / 10_000:.4f})" in text
    for number in (CARD.fitted_matches, CARD.held_matches):
        assert f" {number} " in text
    for each in CARD.bins:
        assert f">{(each.won + 5) // 10 / 10:.1f} %<" in text
    assert [name for name in FEATURES if name not in CARD.weights] == []
    assert text.count('class="chart-plot') == 1


def test_it_says_what_keeps_a_curve_from_being_shown(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    text = client.get("/chance").text
    assert text.count("not shown to be better") == 1
    assert "calibration error is small enough" in text
    monkeypatch.setattr(chance, "CARD", replace(CARD, calibration_error=EstimatedFigure(401, 300, 500)))
    assert "calibration error is too large: 4.0 % (3.0 % to 5.0 %)" in client.get("/chance").text


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_help_leads_to_it(client: FlaskClient, language: str) -> None:
    assert 'href="/chance"' in client.get(f"/help?lang={language}").text
    text = client.get(f"/chance?lang={language}").text
    assert ("not shown to be better" in text) == (language == "en")
