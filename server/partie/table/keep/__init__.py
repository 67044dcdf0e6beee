"""What is kept of a table: the entries of its log."""
