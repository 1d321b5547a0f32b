"""The game in a desktop window, drawn with turtle graphics."""
