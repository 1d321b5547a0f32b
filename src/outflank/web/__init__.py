"""The browser version: a Flask application behind an event loop, and its page."""
