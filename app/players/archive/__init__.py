"""Archives: what is counted of very many matches, and the index of their verdicts, as files of Parquet.

- `entries`: what a process hands over of a match that it judged.
- `layout`: the folder of an archive, and which of its files belong to it.
- `columns`: the tables, and how Parquet has their columns.
- `building`: from judged matches to parts; `numbering`: the numbers that they get.
- `compacting`: from parts to files by month, with the list of people and their ratings.
- `erasing`: people who are erased.
- `duckdb_dialect`, `opening`: the same queries as of a database, asked of these files.
- `verifying`: a sample of matches, judged and counted again.

A part is a folder that gets its name when it is whole.  ``archive.json`` says which files are in use; it is replaced as
a whole, so an archive that is being built, or whose build was stopped, can be read as it was before.
"""
