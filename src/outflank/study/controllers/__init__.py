"""Controllers run the state machines: they carry out instructions and hold the current view.

Screens pass a ``post`` function and get results from background tasks. Without it, as in the server
and the command line, everything is done when a call returns.
"""
