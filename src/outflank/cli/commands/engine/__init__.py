"""``outflank engine``: our players inside other programs."""
