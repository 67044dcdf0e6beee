"""Vinci keeps every law of the kit."""

from partie.games.vinci import vinci
from partie.kit.conformance import conformance

TestVinci = conformance(vinci)
