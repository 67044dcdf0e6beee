"""Glen More keeps every law of the kit."""

from engines.glenmore import glenmore
from engines.kit.conformance import conformance

TestGlenMore = conformance(glenmore)
