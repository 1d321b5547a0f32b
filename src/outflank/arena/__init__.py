"""Measuring players: matches, tournaments, ratings, tuning and learning."""
