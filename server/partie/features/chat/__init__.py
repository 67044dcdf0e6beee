"""What people say at a table: records beside its log, which no fold depends on and which can be erased."""
