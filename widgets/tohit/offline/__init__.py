"""Pages and pictures that need no kernel.

- ``page``: one HTML file with a board, the answer, and exact answers for its own small range of inputs
- ``stored``: those answers, as codes of few distinct chances
- ``board``, ``bars``: SVG of a scene, and of a distribution
"""

from tohit.offline.page import export

__all__ = ["export"]
