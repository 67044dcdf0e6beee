"""What is kept of a table: the entries of its log, in every format there was, and snapshots beside them."""
