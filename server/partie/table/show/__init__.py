"""The presentation of a table: its document, the lines of its history, and files."""
