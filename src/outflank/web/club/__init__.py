"""The club on a server: its services, their routes, and what its host does."""
