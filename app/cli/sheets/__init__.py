"""Commands about score sheets."""
