"""The Grafana dashboard in deploy/ shows the metrics that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import Metric

from partie.metrics import Metrics

DASHBOARD: dict[str, Any] = json.loads((Path(__file__).parents[2] / "deploy" / "grafana.json").read_text())

NOT_SHOWN: dict[str, str] = {}
"""Metrics that are deliberately on no panel, and why."""

_SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}


def families() -> list[Metric]:
    """All metrics of a node."""
    return list(Metrics().registry.collect())


def samples() -> dict[str, str]:
    """The names under which Prometheus has them, and the metric of each."""
    return {family.name + suffix: family.name for family in families() for suffix in _SUFFIXES[family.type]}


def expressions() -> list[str]:
    """What the panels and the variables ask for."""
    asked = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", ())]
    return asked + [one["query"] for one in DASHBOARD["templating"]["list"] if one["type"] == "query"]


@pytest.mark.parametrize("expression", expressions())
def test_every_expression_names_metrics_that_exist(expression: str) -> None:
    """By the names under which Prometheus keeps them, and by labels that they have."""
    named = set(re.findall(r"partie_\w+", expression))
    assert named
    assert named <= samples().keys()
    assert expression.count("(") == expression.count(")")
    for labels in re.findall(r"by \(([^)]*)\)", expression):
        known = {"instance", "le"}
        for name in named:
            known |= set(getattr(Metrics(), _attribute(samples()[name]))._labelnames)
        assert set(re.findall(r"\w+", labels)) <= known


def _attribute(family: str) -> str:
    """Under which name :class:`Metrics` has a metric."""
    metrics = Metrics()
    return next(name for name, value in vars(metrics).items() if getattr(value, "_name", "") == family)


def test_every_metric_is_shown_or_deliberately_not() -> None:
    """A new metric has to be put on the dashboard, or among those that are left out with the reason."""
    named = {samples()[name] for one in expressions() for name in re.findall(r"partie_\w+", one) if name in samples()}
    assert {family.name for family in families()} == named | NOT_SHOWN.keys()
    assert not named & NOT_SHOWN.keys()


def test_panels_have_numbers_of_their_own_and_do_not_overlap() -> None:
    """As Grafana wants them."""
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(numbers)) == len(numbers)
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken
        assert place["x"] + place["w"] <= 24
        taken |= cells


def test_every_metric_is_declared_with_a_sentence_of_help() -> None:
    """Operators who meet one in Prometheus can read what it counts."""
    for family in families():
        assert re.fullmatch(r"[A-Z].{9,}\.", family.documentation), family.name


def test_no_other_module_declares_a_metric() -> None:
    """All that is counted stands in one place."""
    server = Path(__file__).parents[2] / "server"
    makers = re.compile(r"from prometheus_client import|\b(?:Counter|Gauge|Histogram|Summary)\(\s*\"partie_")
    found = {path.name for path in server.rglob("*.py") if makers.search(path.read_text())}
    assert found == {"metrics.py"}
