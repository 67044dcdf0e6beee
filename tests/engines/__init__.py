"""Tests of the kit and of the games, and the toy game."""
