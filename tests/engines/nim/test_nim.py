"""Six methods are enough for an engine that keeps every law."""

from __future__ import annotations

import inspect

import pytest

from partie.kit import Engine
from partie.kit.conformance import LAWS, NotApplicable, broken_laws, conformance
from partie.kit.conformance.games import progress_falls
from partie.kit.conformance.report import check
from partie.kit.conformance.subject import QUICK, Subject
from tests.engines.nim import Nim, nim

TestNim = conformance(nim)


def test_the_engine_has_exactly_the_six_methods_without_a_default() -> None:
    """It overrides no other."""
    own = {name for name, member in vars(Nim).items() if inspect.isfunction(member)}
    assert own == Engine.__abstractmethods__
    assert len(own) == 6


def test_it_breaks_no_law() -> None:
    """Not one of them."""
    assert broken_laws(nim, QUICK, LAWS) == {}


def test_the_law_on_progress_says_why_it_is_skipped() -> None:
    """There is nothing to measure, and the suite does not pretend that there is."""
    with pytest.raises(NotApplicable, match="progress\\(\\) is not overridden"):
        check(progress_falls, Subject(nim, QUICK))
