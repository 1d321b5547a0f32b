"""Opening repertoires: what to play, what to learn, and where a game left them.

They are trained by ``study/practice_round.py``, with the cards of ``storage/study/opening_cards``.
"""
