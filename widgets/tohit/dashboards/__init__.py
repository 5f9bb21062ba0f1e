"""Pages: each function returns one widget; the only place that knows board, explorer and charts belong together."""

from tohit.dashboards.compare import compare
from tohit.dashboards.explore import explore
from tohit.dashboards.four_rules import four_rules
from tohit.dashboards.index import index
from tohit.dashboards.lesson import lesson
from tohit.dashboards.predict import predict
from tohit.dashboards.teacher import teacher

__all__ = ["compare", "explore", "four_rules", "index", "lesson", "predict", "teacher"]
