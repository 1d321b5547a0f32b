"""A computer player that never answers, for whoever wants to stop it."""

import time

ENDLESS = f"{__file__}:Endless"


class Endless:
    """Thinks for ever."""

    def choose(self, board: object) -> int:
        """Never."""
        while True:
            time.sleep(60)
