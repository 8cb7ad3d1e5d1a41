"""The search of hands by what happened in them: a line of text, a form, or an address, which all mean one query."""
