"""Vinci keeps every law of the kit, in both versions."""

from msgspec.structs import replace

from partie.games.vinci import vinci
from partie.kit.conformance import DEFAULT, conformance

# Finished games of both versions are in tests/golden.
TestVinci = conformance(vinci, recorded=False)
# Both versions run through the same code, so the older one gets less of the time.
TestVinci1 = conformance(vinci.at(1), replace(DEFAULT, corpus=1, positions=75, made=150, pairs=750), recorded=False)
