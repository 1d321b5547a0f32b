"""``outflank teach``: learn an evaluation, make games for that, and measure it."""
