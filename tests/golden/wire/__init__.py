"""Goldens of the wire: all that the service sends in some short evenings, to everybody, as it was recorded."""

from __future__ import annotations

REWRITE = "WIRE_REWRITE"
"""Set in the environment, the evenings are written again and not compared."""
