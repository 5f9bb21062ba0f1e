"""Pages: each function returns one widget; the only place that knows board, explorer and charts belong together."""

from tohit.dashboards.explore import explore
from tohit.dashboards.index import index

__all__ = ["explore", "index"]
