"""Games on a server: the client, the table for screens, and programs that play there."""
