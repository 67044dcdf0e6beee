"""Fixtures and settings for all tests."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.fixtures.redis", "tests.fixtures.service"]

# A machine that does other work besides is slow for reasons that no test can help.
_SLOW = [HealthCheck.too_slow]
# What a change broke must fail for this change, not for a later one that happens to meet the example; new examples
# are looked for where there is time: `make soak` takes the second profile.
settings.register_profile("partie", deadline=None, suppress_health_check=_SLOW, print_blob=True, derandomize=True)
settings.register_profile("explore", deadline=None, suppress_health_check=_SLOW, print_blob=True, derandomize=False)
settings.load_profile("partie")
