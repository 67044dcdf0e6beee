"""Waters of Nereus keeps every law of the kit."""

from engines.kit.conformance import conformance
from engines.nereus import nereus

TestWatersOfNereus = conformance(nereus)
