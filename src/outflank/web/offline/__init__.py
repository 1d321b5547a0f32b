"""The server's application without a server: in a worker of the page."""
