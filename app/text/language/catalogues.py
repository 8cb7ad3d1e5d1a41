"""The catalogues of translations: `.po` files, compiled to one file for each language.

The build of an installed copy compiles them.  In a checkout a compiled file may be missing or older than its sources;
then the sources are read.
"""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from typing import Final

from app.text.translations.languages import DEFAULT, Language


class Words:
    """The templates of one language."""

    def __init__(self, translations: GNUTranslations | None) -> None:
        """None for English, the language of the templates themselves."""
        self._translations: Final = translations

    def of(self, context: str, template: str) -> str:
        """The template in this language; the English one if the catalogues do not have it.

        If they do not have it in the context, the translation without a context counts.
        """
        if self._translations is None or not template:
            return template
        if context:
            found = self._translations.pgettext(context, template)
            if found != template:
                return found
        return self._translations.gettext(template)

    def counted(self, one: str, many: str, count: int) -> str:
        """The template for a number of things in this language."""
        if self._translations is None:
            return one if count == 1 else many
        return self._translations.ngettext(one, many, count)


@cache
def words(language: Language) -> Words:
    """The templates of a language, read once."""
    if language is DEFAULT:
        return Words(None)
    from app.text.translations.files import COMPILED, sources

    ready, paths = COMPILED / f"{language.locale}.mo", sources(language)
    if ready.is_file() and all(path.stat().st_mtime <= ready.stat().st_mtime for path in paths):
        return Words(GNUTranslations(BytesIO(ready.read_bytes())))
    from app.text.translations.compiling import compiled, merged

    return Words(GNUTranslations(BytesIO(compiled(merged(paths)))))
