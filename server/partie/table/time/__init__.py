"""Clocks and time control, the hours that count, and how far behind those are who watch."""
