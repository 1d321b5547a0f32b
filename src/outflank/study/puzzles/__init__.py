"""Puzzles: positions with one proven right move, their generation and rating."""
