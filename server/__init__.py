"""The service. Knows engines only through the protocol of ``engines.kit``."""
