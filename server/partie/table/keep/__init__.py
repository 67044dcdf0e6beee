"""The storage of a table: the entries of its log, in every format ever used, and snapshots next to them."""
