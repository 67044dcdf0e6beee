"""What is shown of a table: its document, the lines of its history, and files."""
