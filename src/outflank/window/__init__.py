"""The game in a desktop window."""
