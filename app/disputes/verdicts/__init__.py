"""Verdicts that can be handed out: keys, signatures, issuing them and verifying them."""
