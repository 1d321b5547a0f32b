"""Learning from games: the engine's evaluation, the weights of `learned`, and quality measures."""
