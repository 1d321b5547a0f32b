"""Opening repertoires: what to play, what to learn, and where a game left them."""
