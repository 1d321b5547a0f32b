"""Puzzles: positions with one right move, proved exactly, and how they are made and rated."""
