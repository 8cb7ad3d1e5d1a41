"""House rules for programs: each with its versions, and the changes to them."""

from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from app.database.opening import transact
from app.judging.rules_of_match import records
from app.judging.rules_of_match.form import LONGEST
from app.judging.rules_of_match.house import LONGEST_NOTE, HouseRules
from app.judging.rules_of_match.house_names import former_names, remove_house, rename_house
from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.matches.installation import this_installation
from app.web.api.operations import GAME, Answer, operation
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of
from app.web.http.this_login import this_visitor
from app.web.parts.house_rules import game_named, typed_rules, versions_of
from engine.games import GAMES

_SUBJECT: Final = "rules"
_PRESET: Final = next(iter(GAMES[GAME].rules.presets))
_OPTION: Final = next(option for option in GAMES[GAME].rules.options if option.name == "a_failures")
T = TypeVar("T")
_Name = Annotated[str, Meta(max_length=LONGEST)]


class HouseFacts(Struct, frozen=True):
    """House rules with all their versions."""

    former: tuple[str, ...]
    """The names that they had before, the last one first."""
    versions: tuple[HouseRules, ...]
    """The newest first."""


class ListedHouse(Struct, frozen=True):
    """House rules as a list has them."""

    newest: HouseRules
    """The newest version."""
    matches: int
    """Matches that are judged under some version of them."""


class Houses(Struct, frozen=True):
    """All house rules, by game and name."""

    house: tuple[ListedHouse, ...]


class Versioning(Struct, frozen=True, forbid_unknown_fields=True):
    """What the next version says."""

    rules: _Name = ""
    """A preset, or ``house:`` and a name; the default preset where it is empty."""
    options: dict[str, str] = {}
    """The options that differ, as addresses have them."""
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""


class NewHouse(Versioning, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """New house rules."""

    game: str
    name: _Name


class HouseName(Struct, frozen=True, forbid_unknown_fields=True):
    """What house rules are to be called."""

    name: _Name


class HouseRemoved(Struct, frozen=True):
    """House rules that were removed."""

    removed: bool


@operation("GET", "/house", may=May.READ, subject=_SUBJECT, gives=Houses)
def houses() -> Houses:
    """Lists the house rules."""
    with this_installation().sessions() as session:
        all_houses, counts = records.houses(session), records.matches_by_house(session)
    return Houses(tuple(ListedHouse(rules, counts.get(rules.house, 0)) for rules in all_houses))


@operation("GET", "/house/<int:house>", may=May.READ, of=Of.HOUSE, subject=_SUBJECT, gives=HouseFacts, errors=(404,))
def house(house: int) -> HouseFacts:
    """Gives house rules."""
    return _facts(house)


@operation(
    "POST",
    "/house",
    may=May.RULE,
    subject=_SUBJECT,
    gives={201: HouseFacts},
    body=NewHouse,
    errors=(404, 422),
    examples={"body": {"game": GAME, "name": "Friday table", "rules": _PRESET}},
)
def add_house(body: NewHouse) -> Answer:
    """Keeps new house rules."""
    visitor = this_visitor()
    rules = _taken(lambda: typed_rules(game_named(body.game), {**body.options, "rules": body.rules}))
    house_rules = _done(lambda session: records.add_house(session, body.name, rules, body.note, visitor=visitor))
    return Answer(201, _facts(house_rules.house))


@operation(
    "POST",
    "/house/<int:house>/versions",
    may=May.RULE,
    of=Of.HOUSE,
    subject=_SUBJECT,
    gives={201: HouseFacts},
    body=Versioning,
    errors=(404, 422),
    examples={"body": {"rules": _PRESET, "options": {_OPTION.name: "4"}}},
)
def change_house(house: int, body: Versioning) -> Answer:
    """Keeps the next version of house rules."""
    house_rules = _there(house)
    rules = _taken(lambda: typed_rules(house_rules.game, {**body.options, "rules": body.rules}))
    _done(lambda session: records.change_house(session, house, rules, body.note))
    return Answer(201, _facts(house))


@operation(
    "PATCH",
    "/house/<int:house>",
    may=May.RULE,
    of=Of.HOUSE,
    subject=_SUBJECT,
    gives=HouseFacts,
    body=HouseName,
    errors=(404, 422),
    examples={"body": {"name": "Saturday table"}},
)
def change_house_name(house: int, body: HouseName) -> HouseFacts:
    """Gives house rules another name."""
    _there(house)
    _done(lambda session: rename_house(session, house, body.name))
    return _facts(house)


@operation(
    "DELETE", "/house/<int:house>", may=May.RULE, of=Of.HOUSE, subject=_SUBJECT, gives=HouseRemoved, errors=(404, 422)
)
def drop_house(house: int) -> HouseRemoved:
    """Removes house rules that nothing refers to."""
    _there(house)
    _done(lambda session: remove_house(session, house))
    return HouseRemoved(True)


def _there(identity: int) -> HouseRules:
    with this_installation().sessions() as session:
        return versions_of(records.house_by_id(session, identity))[0]


def _facts(identity: int) -> HouseFacts:
    with this_installation().sessions() as session:
        versions = versions_of(records.house_by_id(session, identity))
        former = former_names(session, identity)
    return HouseFacts(tuple(name.name for name in former), tuple(versions))


def _done(work: Callable[[Session], T]) -> T:
    return _taken(lambda: transact(this_installation().sessions, work))


def _taken(work: Callable[[], T]) -> T:
    try:
        return work()
    except RulesRefused as refused:
        raise Refusal(422, refusal_sentence(refused)) from None
