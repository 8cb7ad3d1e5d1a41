"""Tables, charts and files as pictures."""
