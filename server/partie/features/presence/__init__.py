"""Who is where: at the tables, in the lobby, and what they are called."""
