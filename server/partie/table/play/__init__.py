"""What the seats do in the running game: moves, taking them back, and what needs the consent of the others."""
