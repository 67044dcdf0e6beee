"""Fixtures and settings for all tests."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import bytecode

pytest_plugins = ["tests.fixtures.emails", "tests.fixtures.oidc", "tests.fixtures.redis", "tests.fixtures.service"]

ROOT = Path(__file__).parents[1]

# Tests start `partie` with engines and nodes of their own, and the script has nothing but the packages on its path.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))

# Tests start hundreds of processes. Where Python may keep no bytecode, each would compile all of the code again.
bytecode.keep()

# A machine that does other work, too, is slow for reasons that no test can help.
_SLOW = [HealthCheck.too_slow]
# What a change broke must fail for this change, not for a later one that happens to meet the example; new examples, and
# more of them, are looked for where there is time: `make soak` takes the second profile.
_ALIKE = settings(deadline=None, suppress_health_check=_SLOW, print_blob=True)
settings.register_profile("partie", _ALIKE, max_examples=60, derandomize=True)
settings.register_profile("explore", _ALIKE, max_examples=1_000, derandomize=False)
settings.load_profile("partie")

LONG = (
    "test_bench",
    "test_fairness",
    "test_kill_service",
    "test_conformance",
    "test_kill_log",
    "test_serve",
    "test_access",
    "test_shifts",
    "test_connection",
    "test_frame",
    "test_keyboard",
    "test_vinci_whole",
    "test_fresh",
    "test_wikinger_keyboard",
    "test_vinci_keyboard",
    "test_friends",
    "test_people",
    "test_tour",
    "test_play",
    "test_quiet",
    "test_pages",
    "test_start",
    "test_wishes",
    "test_dev",
    "test_nereus",
    "test_vinci",
    "test_wikinger_views",
    "test_work",
    "test_nodes",
    "test_frames",
    "test_http",
    "test_leaks",
    "test_wire",
    "test_watching",
    "test_watchdog",
    "test_client_build",
    "test_light",
    "test_games",
    "test_naive",
    "test_folder",
    "test_levels",
    "test_client_files",
    "test_losses",
    "test_versions",
    "test_readers",
    "test_docs",
    "test_nights",
    "test_model",
)
"""Files whose tests take longest, by their stems: begun first, they keep no processor waiting at the end.

Those of the browser that wait most, for the network and for clocks, run next to those that compute.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest come first; all others stay in their order."""
    items.sort(key=lambda item: LONG.index(item.path.stem) if item.path.stem in LONG else len(LONG))


# Collecting makes hardly any garbage, and to look for it took a sixth of its time, in every process.
gc.disable()


def pytest_collection_finish() -> None:
    """Leave out what was collected, and all modules, where garbage is looked for: that took an eighth of all time."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
