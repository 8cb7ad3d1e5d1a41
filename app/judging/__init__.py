"""What a judgement is and how it is said: the rules of a match, stored reports, faults of the engine."""
