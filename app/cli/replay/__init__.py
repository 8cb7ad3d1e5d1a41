"""Commands about replays."""
