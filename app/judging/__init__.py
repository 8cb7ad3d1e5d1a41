"""What a judgement is and its wording: the rules of a match, stored reports, faults of the engine."""
