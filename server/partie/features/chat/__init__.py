"""The chat at tables: records next to the log, which no fold depends on and which can be deleted."""
