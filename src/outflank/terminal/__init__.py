"""The game in a terminal: full screen, and plain lines."""
