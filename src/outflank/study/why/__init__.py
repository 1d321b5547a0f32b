"""Reasons why a move was good or bad, one theme per module."""
