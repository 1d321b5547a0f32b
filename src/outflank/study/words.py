"""Words that every screen of study uses."""

from outflank.study.judging import Judgement

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def counted(number: int, word: str) -> str:
    """A number with its word, in the plural where it needs one.

    >>> counted(1, "disc"), counted(3, "disc")
    ('1 disc', '3 discs')
    """
    return f"{number} {word}" + ("" if number == 1 else "s")


def duration(seconds: float) -> str:
    """A time to wait in words.

    >>> duration(10 * MINUTE), duration(DAY), duration(3 * DAY)
    ('10 minutes', '1 day', '3 days')
    """
    for unit, length in (("day", DAY), ("hour", HOUR)):
        if seconds >= length:
            return counted(round(seconds / length), unit)
    return counted(max(1, round(seconds / MINUTE)), "minute")


def an_error(judgement: Judgement) -> str:
    """The judgement with its article.

    >>> an_error(Judgement.INACCURACY), an_error(Judgement.BLUNDER)
    ('an inaccuracy', 'a blunder')
    """
    return ("an " if judgement.value[0] in "aeiou" else "a ") + judgement.value
