"""Tests of Wikinger."""
