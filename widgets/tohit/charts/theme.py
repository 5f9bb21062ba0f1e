"""Colours and CSS of the charts, readable on a light and on a dark page.

Colours are CSS variables with an Okabe-Ito colour to fall back on, so a page that turns dark needs no message.
"""

from __future__ import annotations

from ipywidgets import HTML

__all__ = ["CSS", "EDGE", "HIT", "INK", "LESS", "LINE", "MISS", "MORE", "MUTED", "PALE", "SHADE", "style"]

_LIGHT = {
    "ink": "var(--th-ink, #1d2733)",
    "muted": "var(--th-muted, #52606d)",
    "rule": "var(--th-line, #d8dee5)",
    "paper": "var(--th-bg, #ffffff)",
    "focus": "var(--th-focus, #0072b2)",
    "hit": "#0072b2",
    "miss": "#e9eef3",
    "edge": "#44525f",
    "line": "#b84f00",
    "more": "#0072b2",
    "less": "#d55e00",
    "pale": "#eef1f4",
    "shade": "#5b7083",
}
_DARK = {
    "ink": "var(--th-ink, #e8edf2)",
    "muted": "var(--th-muted, #a9b6c2)",
    "rule": "var(--th-line, #3a4652)",
    "paper": "var(--th-bg, #171d24)",
    "focus": "var(--th-focus, #56b4e9)",
    "hit": "#56b4e9",
    "miss": "#2b3640",
    "edge": "#c3ced8",
    "line": "#e69f00",
    "more": "#56b4e9",
    "less": "#e8863a",
    "pale": "#2b3640",
    "shade": "#9fb2c4",
}


def _colour(name: str) -> str:
    # the fallback is for pictures saved as PNG or SVG, which leave the page's variables behind
    return f"var(--chart-{name}, {_LIGHT[name]})"


HIT, MISS, EDGE, LINE = _colour("hit"), _colour("miss"), _colour("edge"), _colour("line")
MORE, LESS, PALE, SHADE = _colour("more"), _colour("less"), _colour("pale"), _colour("shade")
INK, MUTED = "var(--chart-ink, #1d2733)", "var(--chart-muted, #52606d)"


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--chart-{name}: {value}; " for name, value in colours.items())


# The page may be dark by itself or by JupyterLab's theme; a named theme wins over the system's wish.
_COLOURS = f"""
.tohit-chart {{ {_variables(_LIGHT)} }}
@media screen and (prefers-color-scheme: dark) {{ .tohit-chart {{ {_variables(_DARK)} }} }}
[data-jp-theme-light="true"] .tohit-chart {{ {_variables(_LIGHT)} }}
@media screen {{ [data-jp-theme-light="false"] .tohit-chart {{ {_variables(_DARK)} }} }}
@media print {{ .tohit-chart {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }} }}
"""

_LAYOUT = """
.tohit-chart {
  contain: layout style; box-sizing: border-box; padding: 4px 6px; gap: 0; color: var(--chart-ink);
  font-family: var(--th-font, system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif);
}
/* header and text widgets dissolve, so that title, key, figure, sentence, switch and table are one column;
   the switch comes before the sentence and the table in the document, and between them on the page */
.tohit-chart > .widget-html, .tohit-chart > .widget-html > .widget-html-content { display: contents; }
/* An absent chart keeps a size: a figure that is laid out in none draws rectangles of negative width. */
.tohit-chart.tohit-chart-absent {
  position: absolute !important; inset: 0 auto auto 0; width: 260px !important; visibility: hidden; pointer-events: none;
}
.tohit-chart h3 {
  order: 0; margin: 0; font-size: 14px; line-height: 1.3; font-weight: 600; color: var(--chart-ink);
}
.tohit-chart .tohit-chart-key {
  order: 1; margin: 2px 0 0; font-size: 12px; line-height: 1.5; color: var(--chart-muted);
}
.tohit-chart .tohit-chart-key span { margin-right: 12px; white-space: nowrap; }
.tohit-chart > .bqplot { order: 2; }
.tohit-chart .tohit-chart-said {
  order: 3; margin: 2px 0 0; font-size: 13px; line-height: 1.4; color: var(--chart-ink); overflow-wrap: anywhere;
}
.tohit-chart details, .tohit-chart .tohit-chart-files { order: 4; }
.tohit-chart .widget-html-content > div { order: 5; min-width: 0; }
.tohit-chart-key i {
  display: inline-block; width: 10px; height: 10px; margin-right: 5px; box-sizing: border-box;
  border: 1px solid var(--chart-edge); border-radius: 2px; vertical-align: -1px;
}
@media (forced-colors: active) { .tohit-chart-key i { forced-color-adjust: none; } }
.tohit-chart-key i.hit { background: var(--chart-hit); }
.tohit-chart-key i.miss { background: var(--chart-miss); }
.tohit-chart-key i.more { background: var(--chart-more); }
.tohit-chart-key i.less { background: var(--chart-less); }
.tohit-chart-key i.own { background: var(--chart-edge); }
.tohit-chart-key i.wasted { background: var(--chart-pale); }
.tohit-chart-key i.shade { background: var(--chart-shade); opacity: 0.4; }
.tohit-chart-key i.line, .tohit-chart-key i.curve {
  width: 16px; height: 3px; border: 0; border-radius: 0; background: var(--chart-line); vertical-align: 3px;
}
.tohit-chart-key i.curve { background: var(--chart-hit); }
.tohit-chart-key i.dashed { width: 16px; height: 0; border: 0; border-top: 2px dashed var(--chart-edge); border-radius: 0; vertical-align: 3px; }
.tohit-chart-key i.dot { border-radius: 50%; background: var(--chart-line); }
"""

_NUMBERS = """
.tohit-chart summary {
  display: inline-flex; align-items: center; min-height: 24px; padding: 0 4px; margin-left: -4px;
  font-size: 12px; color: var(--chart-muted); cursor: pointer; border-radius: 4px;
}
.tohit-chart summary::before { content: "\\25b8"; width: 14px; }
.tohit-chart details[open] summary::before { content: "\\25be"; }
.tohit-chart summary::-webkit-details-marker { display: none; }
.tohit-chart summary:hover { color: var(--chart-ink); }
.tohit-chart summary:focus-visible, .tohit-chart-table:focus-visible {
  outline: 2px solid var(--chart-focus); outline-offset: 1px;
}
/* beside the disclosure, on its line */
.tohit-chart .tohit-chart-files { display: none; align-self: flex-end; gap: 2px; margin: -26px 0 0; }
.tohit-page .tohit-chart .tohit-chart-files { display: flex; }
.tohit-chart-files button {
  min-width: 24px; min-height: 24px; padding: 0 6px; border: 0; border-radius: 4px; background: none;
  font: inherit; font-size: 12px; line-height: 1; color: var(--chart-muted); cursor: pointer;
}
.tohit-chart-files button:hover { color: var(--chart-ink); text-decoration: underline; }
.tohit-chart-files button:focus-visible { outline: 2px solid var(--chart-focus); outline-offset: 1px; }
@media print { .tohit-page .tohit-chart .tohit-chart-files { display: none; } }
.tohit-chart:not(.tohit-chart-open) .tohit-chart-table { display: none; }
.tohit-chart-table { max-height: 260px; overflow: auto; font-size: 12px; line-height: 1.4; }
.tohit-chart-table table {
  width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; color: var(--chart-ink); background: none;
}
.tohit-chart-table caption {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.tohit-chart-table th, .tohit-chart-table td {
  padding: 3px 6px; border: 0; border-bottom: 1px solid var(--chart-rule); text-align: right; font-weight: 400;
  white-space: nowrap;
}
.tohit-chart-table th[scope="col"] { font-weight: 600; color: var(--chart-muted); }
.tohit-chart-table tr > :first-child { text-align: left; padding-left: 0; white-space: normal; }
.tohit-chart-table tfoot > tr > * { font-weight: 600; }
.tohit-chart-table p { margin: 6px 0 0; color: var(--chart-muted); }
"""

# bqplot writes its own text and line colours in CSS (orange on dark pages); these win because they are longer.
# Without pointer events a mark sends no hover message to the kernel, and a drag passes over it undisturbed.
_FIGURE = """
.tohit-chart > .bqplot { pointer-events: none; }
.tohit-chart-failed > .bqplot { opacity: 0.25; }
.tohit-chart > .bqplot > svg { font-family: inherit; }
.tohit-chart > .bqplot > svg .axis .tick text { fill: var(--chart-muted); font: 11px sans-serif; font-family: inherit; }
.tohit-chart > .bqplot > svg .axis text.axislabel {
  fill: var(--chart-muted); font: 12px sans-serif; font-family: inherit;
}
.tohit-chart > .bqplot > svg .axis path { stroke: none; }
.tohit-chart > .bqplot > svg .axis .tick line { stroke: var(--chart-rule); }
.tohit-chart > .bqplot > svg .axis .tick.short line { stroke: none; }
.tohit-chart > .bqplot > svg .zeroLine { stroke: var(--chart-edge); }
.tohit-chart > .bqplot > svg .label {
  font-family: inherit; paint-order: stroke; stroke: var(--chart-paper); stroke-width: 3px; stroke-linejoin: round;
}
"""

CSS = _COLOURS + _LAYOUT + _NUMBERS + _FIGURE
"""The style sheet of all charts for a page, whose script marks the charts with open numbers."""

# Without a page's script the open numbers have to be looked for; on a page this would make every change dearer.
_ALONE = """
.tohit-chart:has(details[open]) .tohit-chart-table { display: block; }
@supports not selector(:has(a)) { .tohit-chart .tohit-chart-table { display: block; } }
"""


def style() -> HTML:
    """The style sheet as a widget without height, for charts in a cell of their own."""
    sheet = HTML(f"<style>{CSS}{_ALONE}</style>")
    sheet.layout.display = "none"
    return sheet
