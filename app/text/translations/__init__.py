"""The languages, and the catalogues of their translations.

Nothing here needs more than Babel, so that a build can compile the catalogues.
"""
