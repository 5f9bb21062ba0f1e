"""Pages and pictures that need no kernel.

- ``page``: one HTML file with a board, the answer, and exact answers for its own small range of inputs
- ``stored``: those answers, as codes of few distinct chances
- ``board``, ``sides``, ``bars``: SVG of a scene, and of a distribution
- ``saved``: what a notebook keeps of a page: a picture and a table
"""

from tohit.offline.page import export
from tohit.offline.saved import picture, saved, table

__all__ = ["export", "picture", "saved", "table"]
