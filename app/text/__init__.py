"""What Fupan says, in the languages of its readers: translations, names of games and cards, errors, the terminal."""
