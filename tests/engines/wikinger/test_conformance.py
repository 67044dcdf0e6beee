"""Wikinger keeps every law of the kit."""

from engines.kit.conformance import conformance
from engines.wikinger import wikinger

TestWikinger = conformance(wikinger)
