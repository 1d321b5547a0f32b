"""Practice data of a visitor: cards of their own errors, and attempted puzzles."""
