"""The axes of metrics."""

from __future__ import annotations

from sweeplens.data.metrics import Metric
from sweeplens.figures import Axis
from sweeplens.panes.base import Question


def metric_axis(metric: Metric, log: bool, low: float | None = None, high: float | None = None) -> Axis:
    """The axis of a metric."""
    return Axis(metric.head, metric.unit, metric.direction, log, low, high, metric.name)


def is_log(question: Question, axis: str) -> bool:
    """Whether `axis` (`x` or `y`) is logarithmic: the view says so, or, for y, the selection."""
    asked = question.view.options.get("log", ()) if question.view else ()
    named = axis in asked if isinstance(asked, str | list) else bool(asked)
    return named or (axis == "y" and question.selection.log)
