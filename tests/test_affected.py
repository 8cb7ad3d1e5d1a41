"""Which tests a change can reach."""

from tests.affected import depending, files_of_tests, naming


def test_a_file_of_tests_reaches_itself() -> None:
    assert set(depending("tests/test_affected.py")) == {"tests/test_affected.py"}


def test_what_tests_share_reaches_those_that_name_it() -> None:
    reached = set(depending("tests/short_matches.py"))
    assert "tests/app/players/test_luck.py" in reached
    assert "tests/test_affected.py" not in reached


def test_a_conftest_reaches_every_test_below_it() -> None:
    below = {path for path in files_of_tests() if path.startswith("tests/browser/test_")}
    assert below
    assert below <= set(depending("tests/browser/conftest.py"))


def test_a_template_is_named_by_a_module_or_a_template() -> None:
    assert naming("base.html", "templates", ".html")
    assert naming("players/list.html", "app", ".py") == ["app/web/players/people.py"]
