"""Games on a server: the client, the table that a screen shows, and programs that play there."""
