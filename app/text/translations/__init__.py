"""The languages, and the catalogues of their translations.

Nothing here needs more than a build has, so that it can compile the catalogues.
"""
