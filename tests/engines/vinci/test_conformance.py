"""Vinci keeps every law of the kit."""

from engines.kit.conformance import conformance
from engines.vinci import vinci

TestVinci = conformance(vinci)
