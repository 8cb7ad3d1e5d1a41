"""What the climbing games share: turns, passes, the lead, going out."""
