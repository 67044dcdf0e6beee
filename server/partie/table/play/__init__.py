"""Actions of the seats in the running game: moves, undo and redo, and proposals that need consent."""
