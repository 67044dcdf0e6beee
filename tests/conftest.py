"""Fixtures and settings for all tests."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.fixtures.redis", "tests.fixtures.service"]

# A machine that does other work besides is slow for reasons that no test can help.
settings.register_profile("partie", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("partie")
