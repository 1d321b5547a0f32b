"""What a visitor practices: cards of own errors, and puzzles tried."""
