"""What a drawing follows from is in its hash, and what differs in each run is not."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.browser.drawn import KNOWN, Drawn, as_drawn

PAGE = '<input name="csrf_token" value="{}"><p>{} UTC</p><code>{}</code><a href="{}/join/{}">{}</a>'


def page(token: str, moment: str, key: str, site: str, secret: str, words: str = "Join") -> str:
    return as_drawn(PAGE.format(token, moment, key, site, secret, words), site)


def test_what_differs_in_each_run_is_left_out() -> None:
    first = page("IjA.b", "2026-11-28 22:01", "3f" * 16, "http://127.0.0.1:4001", "A-_" * 14 + "b")
    other = page("ImE.c", "2027-01-02 03:04", "a7" * 16, "http://127.0.0.1:52002", "Zx9" * 14 + "y")
    assert first == other
    assert page("", "", "", "http://a", "", "Leave") != page("", "", "", "http://a", "", "Join")


def test_a_page_is_known_as_long_as_nothing_that_it_follows_from_changes(
    visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(source: Path = Path(__file__), address: str = "/matches/1/hands/2", **settings: Any) -> str:
        window = visit(**settings)
        drawn = Drawn("tests/browser/test_drawn.py::test", source)
        known = drawn._hash_of(window.page, address, "")
        window.context.close()
        return known

    first = asked()
    assert asked() == first
    changed = [
        asked(address="/matches/1/hands/2?step=1"),
        asked(viewport={"width": 320, "height": 640}),
        asked(color_scheme="dark"),
        asked(reduced_motion="reduce"),
        asked(locale="zh-Hans"),
        asked(source=Path(__file__).with_name("conftest.py")),
    ]
    monkeypatch.setattr("tests.browser.drawn.fonts", lambda: "others")
    changed.append(asked())
    monkeypatch.undo()
    monkeypatch.setattr("tests.browser.drawn._script", lambda path: path.name.encode())
    changed.append(asked())
    assert len({first, *changed}) == 1 + len(changed)


def test_the_file_names_tests_that_there_are() -> None:
    for test in json.loads(KNOWN.read_bytes())["pages"]:
        path, _, name = test.partition("::")
        module = import_module(path.removesuffix(".py").replace("/", "."))
        assert "drawn" in getattr(module, name.partition("[")[0]).__annotations__, test
