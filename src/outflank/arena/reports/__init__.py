"""Standings, crosstables and result pages of a run."""
