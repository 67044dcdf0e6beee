"""The toy game keeps every law."""

from __future__ import annotations

from partie.kit.conformance import conformance
from tests.engines.toys import toy

TestToy = conformance(toy)
