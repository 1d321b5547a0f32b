"""Understanding a game: values of moves, reviews with reasons, puzzles, practice, openings."""
