"""The tests of the service and of the games."""
