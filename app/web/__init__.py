"""The web application: its pages by subject."""
