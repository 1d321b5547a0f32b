"""How the tables came to be, one step a file; ``Database.migrate`` walks them."""
