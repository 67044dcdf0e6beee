"""The bench: what ``partie bench`` measures, each part in a file of its own. Nothing that serves imports it."""
