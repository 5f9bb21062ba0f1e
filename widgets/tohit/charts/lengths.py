"""How long something goes on: rounds of a duel, attacks until a target is gone."""

from __future__ import annotations

from tohit.charts.outcomes import DamageChart
from tohit.core.distribution import Distribution

__all__ = ["LengthChart"]


class LengthChart(DamageChart):
    """Bars for the chance that it is over after exactly so many, a line for the chance that it takes at least so many.

    The note tells the mean: that of the distribution would count what was not followed as if it ended at once.

    Example:
        >>> chart = LengthChart()
        >>> chart.show(Distribution.die(6), "rounds", 1, "en", title="Rounds", note="On average 3.5 rounds.")
        >>> chart.widget  # doctest: +SKIP
    """

    def _average(self, damage: Distribution, unit: str, attacks: int, lang: str) -> str:
        return ""
