"""Finished games and logs that pin what every later version must still make of them."""
