"""Glen More keeps every law of the kit."""

from partie.games.glenmore import glenmore
from partie.kit.conformance import conformance

TestGlenMore = conformance(glenmore)
