"""Glen More keeps every law of the kit."""

from partie.games.glenmore import glenmore
from partie.kit.conformance import conformance

# Its finished games, and those of its earlier versions, are in tests/golden.
TestGlenMore = conformance(glenmore, recorded=False)
