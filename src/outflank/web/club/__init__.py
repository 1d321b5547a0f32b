"""The club on a server: its services, routes and moderation."""
