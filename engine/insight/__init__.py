"""What a decision cost: the values of positions with all cards open.  No verdict, score or finding depends on it."""
