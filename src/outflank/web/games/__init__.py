"""Games on a server: the game service, computer replies, links, change notification."""
