"""Pages: each function returns one widget; the only place that knows board, explorer and charts belong together."""

from tohit.dashboards.compare import compare
from tohit.dashboards.duels import duels
from tohit.dashboards.explore import explore
from tohit.dashboards.four_rules import four_rules
from tohit.dashboards.index import index
from tohit.dashboards.lesson import lesson
from tohit.dashboards.predict import predict
from tohit.dashboards.sweeps import sweeps
from tohit.dashboards.teacher import teacher
from tohit.dashboards.was_i_unlucky import was_i_unlucky

__all__ = ["compare", "duels", "explore", "four_rules", "index", "lesson", "predict", "sweeps", "teacher",
           "was_i_unlucky"]
