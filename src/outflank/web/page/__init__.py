"""Serves the page: its files, bundled and compressed, and its engine."""
