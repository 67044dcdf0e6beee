"""From the creation of a table to the start of its game: seats, ready players, rated games, forks."""
