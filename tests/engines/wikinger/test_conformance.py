"""Wikinger keeps every law of the kit, in both versions."""

from partie.games.wikinger import wikinger
from partie.kit.conformance import conformance
from partie.kit.conformance.subject import Effort

# Finished games of both versions are in tests/golden.
TestWikinger = conformance(wikinger, recorded=False)
# Both versions run through the same code, so the older one gets less of the time.
TestWikinger1 = conformance(
    wikinger.at(1), Effort(games=1, corpus=1, positions=75, made=150, pairs=1_500), recorded=False
)
