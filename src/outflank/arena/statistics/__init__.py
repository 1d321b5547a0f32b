"""Ratings and tests: Elo, SPRT, Bradley-Terry, SPSA."""
