"""Drivers of the state machines: they carry out the instructions and hold the view to draw.

The screens that stay open give them a ``post`` and get results from the background; the server and
the command line leave it out, and everything is done when a call returns.
"""
