"""How numbers of things are said, everywhere the same."""


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "game"), counted(1200, "inaccuracy")
    ('1 game', '1,200 inaccuracies')
    """
    if number == 1:
        return f"1 {what}"
    return f"{number:,} {what[:-1]}ies" if what.endswith("y") else f"{number:,} {what}s"
