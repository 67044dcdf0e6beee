"""Finding company."""
