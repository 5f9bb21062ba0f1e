"""The same numbers as a chart, as a real HTML table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["table"]


def table(
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    foot: Sequence[Sequence[str]] = (),
    note: str = "",
) -> str:
    """A table whose first column names its row; every text is shown as text.

    Args:
        caption: What the table is about; also the name of the region it scrolls in.
        heads: One heading for each column.
        rows: The cells, row by row.
        foot: Rows that sum up.
        note: A sentence below the table.
    """
    name = escape(caption)
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    below = f"<p>{escape(note)}</p>" if note else ""
    end = f"<tfoot>{_lines(foot)}</tfoot>" if foot else ""
    return (
        f'<div class="tohit-chart-table" role="region" tabindex="0" aria-label="{name}"><table><caption>{name}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{_lines(rows)}</tbody>{end}</table>{below}</div>"
    )


def _lines(rows: Sequence[Sequence[str]]) -> str:
    return "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join([f"<td>{escape(cell)}</td>" for cell in cells])}</tr>'
        for first, *cells in rows
    )
