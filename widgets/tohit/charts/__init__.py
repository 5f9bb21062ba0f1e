"""Charts of one answer, made once and assigned ever after (bqplot, object API only).

- ``faces``: which faces of the first die succeed
- ``outcomes``: damage after all attacks, with an at-least line
- ``overlay``: the damage of two scenarios on one scale
- ``lengths``: how many rounds or attacks it takes
- ``luck``: hits of all attacks, with those that happened marked
- ``curve``: the chance by distance, with bands and the present place
- ``spread``: the chance by one number or choice, with the wanted chance as a line
- ``contributions``: what each modifier is worth
- ``dots``: a class's tallies, one dot for each pair
- ``chart``: what they share: title, figure, one sentence, table
- ``table``, ``amounts``, ``theme``: the table as HTML, exact numbers as text, colours and CSS

Each chart takes plain values: nothing here knows a scene, a rule system or another widget.
"""

from tohit.charts.contributions import WorthChart
from tohit.charts.curve import DistanceChart
from tohit.charts.dots import DotsChart
from tohit.charts.faces import FaceChart
from tohit.charts.lengths import LengthChart
from tohit.charts.luck import LuckChart
from tohit.charts.outcomes import DamageChart
from tohit.charts.overlay import OverlayChart
from tohit.charts.spread import SpreadChart
from tohit.charts.theme import CSS, style

__all__ = [
    "CSS", "DamageChart", "DistanceChart", "DotsChart", "FaceChart", "LengthChart", "LuckChart", "OverlayChart", "SpreadChart",
    "WorthChart", "style",
]
