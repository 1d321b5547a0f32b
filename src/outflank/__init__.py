"""Othello (Reversi), complete."""
