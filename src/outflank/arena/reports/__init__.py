"""Standings, crosstables and pages about a run."""
