"""What is shown of a table."""
