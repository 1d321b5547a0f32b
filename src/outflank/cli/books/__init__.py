"""The actions of ``outflank book`` that make a book, which take minutes."""
