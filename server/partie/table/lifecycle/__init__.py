"""From setting a table up to the start of its game: seats, who is ready, whether it is rated, forks."""
