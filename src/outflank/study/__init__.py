"""Game analysis: move values, reviews with reasons, puzzles, practice, openings."""
