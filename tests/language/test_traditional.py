"""Traditional Chinese: made from the simplified texts, with exceptions that are all needed."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import opencc
import pytest
from babel.messages.catalog import Catalog

from app.text.glossary import name_in, sections
from app.text.language.saying import words
from app.text.translations import traditional as making
from app.text.translations.compiling import chinese_names, whole
from app.text.translations.files import COMPILED
from app.text.translations.languages import Language
from app.text.translations.traditional import Exceptions, GivenForm, conversion, exceptions, traditional
from engine.games import GAMES
from engine.logs.loose.fields import DEAL, FIELDS
from engine.rulebook.glossary import IN_CHINESE, in_either_script
from tests.built_texts import BUILT, digests
from tests.translated import key_of


def texts() -> Mapping[tuple[str, str], str]:
    """The simplified texts that are converted."""
    found = {(IN_CHINESE, name): name for name in chinese_names()}
    for message in whole(Language.SIMPLIFIED):
        if message.id:
            found[key_of(message)] = message.string if isinstance(message.string, str) else message.string[0]
    return found


def test_every_exception_is_needed() -> None:
    known, converted = exceptions(), conversion(exceptions().words)
    assert [each for each in known.texts.values() if converted(each.simplified) == each.traditional] == []
    found = texts()
    left = [text for key, text in found.items() if key not in known.texts]
    for word in known.words:
        without = conversion({each: said for each, said in known.words.items() if each != word})
        assert any(word in text and without(text) != converted(text) for text in left), word


def simplified(text: str) -> Catalog:
    catalogue = Catalog(locale="zh_Hans")
    catalogue.add("A card", text)
    catalogue.add(("{count} joker", "{count} jokers"), ("{count}张王",), context="cards")
    return catalogue


def test_an_exception_counts_while_the_simplified_text_is_the_one_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Exceptions({"王": "鬼牌"}, {("", "A card"): GivenForm("一张牌", "牌一張")})
    monkeypatch.setattr(making, "exceptions", lambda: known)
    made = traditional(simplified("一张牌"), ["大王"], IN_CHINESE)
    assert [(key_of(each), each.string) for each in made if each.id] == [
        (("", "A card"), "牌一張"),
        (("cards", "{count} joker"), ("{count}張鬼牌",)),
        ((IN_CHINESE, "大王"), "大鬼牌"),
    ]
    with pytest.raises(ValueError, match="the simplified text of 'A card' is '牌', not '一张牌'"):
        traditional(simplified("牌"), [], IN_CHINESE)
    with pytest.raises(ValueError, match="there is no text 'A card'"):
        traditional(Catalog(locale="zh_Hans"), [], IN_CHINESE)


def test_built_texts_are_those_of_before() -> None:
    """A text whose simplified form has changed since is left out; so is one that is new."""
    built, before = digests(), json.loads(BUILT.read_text("utf-8"))
    changed = [key for key, (digest, _) in built.items() if before.get(key, digest) != digest]
    assert [built[key][1] for key in changed] == []
    assert len(before.keys() & built.keys()) > len(before) // 2


def test_every_name_in_traditional_chinese_can_be_typed() -> None:
    glossaries = [game.glossary for game in GAMES.values()]
    called = [term for section in sections() for term in section.terms]
    called += [name for each in glossaries for name in (*each.options.values(), *each.presets.values())]
    called += [typed for each in glossaries for typed in (*each.verbs.values(), *each.words.values())]
    assert [each for each in called if name_in(each, Language.TRADITIONAL) not in each.names] == []


def test_names_have_the_traditional_characters_that_opencc_gives() -> None:
    convert = opencc.OpenCC("s2tw").convert
    names = [name for section in sections() for term in section.terms for name in term.names]
    names += [name for field in (*FIELDS, DEAL) for name in field.names]
    for game in GAMES.values():
        names += [name for called in game.glossary.options.values() for name in called.names]
        names += [
            name for typed in (*game.glossary.verbs.values(), *game.glossary.words.values()) for name in typed.names
        ]
    other = {"遊": "游", "臺": "台", "註": "注"}
    wrong = {}
    for name in names:
        wanted = convert(name).translate(str.maketrans(other))
        given = in_either_script(name)[-1].translate(str.maketrans(other))
        if wanted != given:
            wrong[name] = (wanted, given)
    assert wrong == {}


def test_a_changed_catalogue_is_named_where_it_cannot_be_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    changed = tmp_path / "rules.zh_Hans.po"
    changed.write_text("", encoding="utf-8")
    later = (COMPILED / "zh_Hans.mo").stat().st_mtime + 60
    os.utime(changed, (later, later))
    monkeypatch.setattr("app.text.translations.files.sources", lambda _: [changed])
    for name in ("compiling", "traditional"):
        monkeypatch.delitem(sys.modules, f"app.text.translations.{name}")
    monkeypatch.setitem(sys.modules, "opencc", None)
    with pytest.warns(UserWarning, match=r"changes of rules\.zh_Hans\.po, because opencc is not installed"):
        found = words.__wrapped__(Language.SIMPLIFIED)
    assert found.of("", "Rules") == "规则"
    monkeypatch.setattr("app.text.translations.files.COMPILED", tmp_path)
    with pytest.warns(UserWarning, match=r"rules\.zh_Hans\.po, because opencc is not installed"):
        found = words.__wrapped__(Language.SIMPLIFIED)
    assert found.of("", "Rules") == "Rules"


def test_nothing_that_is_installed_needs_the_converter() -> None:
    product = (path for root in ("app", "engine") for path in (Path(__file__).parents[2] / root).rglob("*.py"))
    assert [path.name for path in product if "import opencc" in path.read_text("utf-8")] == ["traditional.py"]
