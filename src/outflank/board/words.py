"""How numbers of things are said, everywhere the same."""


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "game"), counted(1200, "inaccuracy"), counted(3, "day")
    ('1 game', '1,200 inaccuracies', '3 days')
    """
    if number == 1:
        return f"1 {what}"
    if what.endswith("y") and what[-2] not in "aeiou":
        return f"{number:,} {what[:-1]}ies"
    return f"{number:,} {what}s"
