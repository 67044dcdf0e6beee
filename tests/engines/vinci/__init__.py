"""Tests of Vinci."""
