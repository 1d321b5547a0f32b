"""The game in a browser: a Flask application behind an event loop, and the page it serves."""
