"""Other people's games, by position."""
