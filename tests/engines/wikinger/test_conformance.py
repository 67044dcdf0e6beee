"""Wikinger keeps every law of the kit, in both versions."""

from msgspec.structs import replace

from partie.games.wikinger import wikinger
from partie.kit.conformance import DEFAULT, conformance

# Finished games of both versions are in tests/golden.
TestWikinger = conformance(wikinger, recorded=False)
# Both versions run through the same code, so the older one gets less of the time.
TestWikinger1 = conformance(
    wikinger.at(1), replace(DEFAULT, corpus=1, positions=75, made=150, pairs=750), recorded=False
)
