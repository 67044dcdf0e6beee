"""Waters of Nereus keeps every law of the kit."""

from partie.games.nereus import nereus
from partie.kit.conformance import conformance

TestWatersOfNereus = conformance(nereus)
