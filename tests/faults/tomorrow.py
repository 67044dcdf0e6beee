"""Tomorrow's build, for a node in a process of its own: the next version of the toy game, the next format of the log.

Named as an engine (``tests.faults.tomorrow:toy``) it changes what events are written in before the node starts.
"""

from __future__ import annotations

from typing import Final

from partie.table import context, upcasters
from partie.table.upcasters import Plain
from tests.faults.newer import toy

__all__ = ["toy"]


def _lifted(event: Plain) -> Plain:
    return event


TODAY: Final = upcasters.FORMAT
upcasters.LIFTS[TODAY] = _lifted
upcasters.FORMAT = TODAY + 1  # type: ignore[misc]
context.Decision.format = TODAY + 1  # type: ignore[method-assign,assignment]
