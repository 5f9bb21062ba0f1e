"""A distribution as SVG bars; the numbers stand in a table beside them."""

from __future__ import annotations

from html import escape

from tohit.core.distribution import Distribution
from tohit.words import Words

__all__ = ["bars_svg"]

_WIDE, _HIGH, _FOOT = 340, 140, 22
_MOST = 41  # bars that have room; the rest is in the table


def bars_svg(distribution: Distribution, title: str, say: Words) -> str:
    """One bar for each outcome, the whole height being 100 %."""
    shown = [(outcome, distribution.chance(outcome)) for outcome, _ in distribution.items()][:_MOST]
    step = _WIDE / max(len(shown), 3)
    drawn = []
    for place, (outcome, chance) in enumerate(shown):
        height = float(chance) * _HIGH
        x = place * step
        drawn.append(f'<rect x="{x + step * 0.15:.1f}" y="{_HIGH - height:.1f}" width="{step * 0.7:.1f}" height="{height:.1f}">'
                     f"<title>{outcome}: {chance} = {escape(say.percent(chance))}</title></rect>")
        if len(shown) <= 21 or place % 5 == 0:
            drawn.append(f'<text x="{x + step / 2:.1f}" y="{_HIGH + 15}">{outcome}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH + _FOOT}" class="bars" role="img" '
            f'aria-label="{escape(title)}"><path class="lines" d="M0 0h{_WIDE}M0 {_HIGH / 2}h{_WIDE}M0 {_HIGH}h{_WIDE}"/>'
            f'{"".join(drawn)}</svg>')
