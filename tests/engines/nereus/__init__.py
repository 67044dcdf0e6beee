"""Tests of Waters of Nereus."""
