"""The actions of ``outflank book`` that create books, which takes minutes."""
