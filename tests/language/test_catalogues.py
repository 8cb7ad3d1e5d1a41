"""The catalogues of translations: they have every text, and nothing stale, empty or with other placeholders."""

from collections.abc import Iterator

from babel.messages.catalog import Message

from app.text.translations.compiling import chinese_names, read, whole
from app.text.translations.files import catalogues
from app.text.translations.languages import Language
from engine.rulebook.glossary import IN_CHINESE
from tests.offenders import for_every
from tests.translated import OTHERS, ROOT, WRITTEN, all_sources, catalogue_of, homes, key_of, missing, placeholders


def entries(language: Language) -> Iterator[Message]:
    return (message for message in whole(language) if message.id)


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """The English and the translated template of every form of a message."""
    english = message.id if isinstance(message.id, tuple | list) else (message.id,)
    translated = message.string if isinstance(message.string, tuple | list) else (message.string,)
    for each in translated:
        yield english[-1], each


def test_every_text_has_its_translations() -> None:
    assert [(source.place, source.id) for source in missing()] == []


@for_every("language", OTHERS)
def test_every_entry_is_translated_with_the_same_values(language: Language) -> None:
    wrong = [
        (english, translated)
        for message in entries(language)
        for english, translated in forms(message)
        if not translated or placeholders(english) != placeholders(translated)
    ]
    assert not wrong


@for_every("language", WRITTEN)
def test_every_entry_is_a_text_of_the_code(language: Language) -> None:
    known = {source.key for source in all_sources()}
    stale = [message.id for message in entries(language) if key_of(message) not in known]
    assert not stale


@for_every("language", WRITTEN)
def test_every_entry_is_in_the_catalogue_of_a_place_of_its_text(language: Language) -> None:
    home, suffix = homes(), f".{language.locale}.po"
    misplaced = [
        (path.name, message.id)
        for path in catalogues(language)
        for message in read(path)
        if message.id and path.relative_to(ROOT).as_posix().removesuffix(suffix) not in home[key_of(message)]
    ]
    assert not misplaced


@for_every(
    ("place", "name"),
    [
        ("app/cli/disputes/keys.py", "app/text/translations/cli"),
        ("app/web/disputes/verify.py", "app/text/translations/disputes"),
        ("app/disputes/cases/acts.py", "app/text/translations/disputes"),
        ("templates/disputes/verify.html", "app/text/translations/disputes"),
        ("templates/base.html", "app/text/translations/base"),
        ("app/judging/book.py", "app/text/translations/base"),
        ("engine/logs/upload.py", "engine/logs/words"),
        ("engine/games/any/play.py", "engine/games/any/words"),
    ],
)
def test_the_folder_of_a_file_names_its_catalogue(place: str, name: str) -> None:
    assert catalogue_of(place) == name


def test_the_languages_have_the_same_entries_but_for_chinese_names() -> None:
    simplified, traditional = ({key_of(each) for each in entries(language)} for language in OTHERS)
    assert traditional - simplified == {(IN_CHINESE, name) for name in chinese_names()}
    assert simplified <= traditional
