"""Clocks and time control, the hours that count, and the spectator delay."""
