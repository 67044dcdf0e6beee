"""Wikinger keeps every law of the kit."""

from partie.games.wikinger import wikinger
from partie.kit.conformance import conformance

TestWikinger = conformance(wikinger)
