"""Waters of Nereus keeps every law of the kit."""

from partie.games.nereus import nereus
from partie.kit.conformance import conformance

# Its finished games, and those of its earlier versions, are in tests/golden.
TestWatersOfNereus = conformance(nereus, recorded=False)
