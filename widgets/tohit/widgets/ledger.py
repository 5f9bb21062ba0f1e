"""The ledger: how a number comes about, line by line."""

from __future__ import annotations

from tohit.widgets.base import Panel
from tohit.widgets.records import RecordsTrait

__all__ = ["Ledger"]


class Ledger(Panel):
    """Modifiers with their signs, from the base to the total; each line says why and lights up its causes.

    Pointing at a line, focusing or tapping it lights up its causes on the boards of the same page; a second
    tap keeps them lit.

    >>> ledger = Ledger(
    ...     base=[{"name": "Defence Value 4", "value": "4+"}],
    ...     lines=[{"key": "firing-into-melee", "name": "firing into melee", "value": -1,
    ...             "because": "Guard stands beside Orc", "causes": ["Guard"]}],
    ...     total=[{"name": "total", "value": -1, "need": "5+"}],
    ... )
    >>> ledger.lines[0]["applied"]
    True

    Args:
        lines: Records; ``key``, ``name`` and ``value`` are required.  ``applied`` is false for a line that
            does not count (its ``because`` says why), ``wasted`` is the part of the value that has no effect,
            ``overridden`` marks what was set by hand, ``causes`` are names of minis and squares.
        base: What it starts from: records ``{"name", "value", "need", "channel"}``.
        total: What it comes to, one record a channel.
        channels: Records ``{"key", "name"}``: the headings, when there is more than one channel.
    """

    _name = "ledger"

    lines = RecordsTrait(
        {
            "key": str,
            "name": str,
            "channel": (str, ""),
            "value": int,
            "applied": (bool, True),
            "wasted": (int, 0),
            "overridden": (bool, False),
            "because": (str, ""),
            "causes": (list, ()),
            "source": (str, ""),
        },
        help="The modifiers, in the order of the rules.",
    ).tag(sync=True)
    base = RecordsTrait(
        {"name": str, "value": (int | str, ""), "need": (str, ""), "channel": (str, "")},
        help="What the modifiers are added to.",
    ).tag(sync=True)
    total = RecordsTrait(
        {"name": (str, ""), "value": int, "need": (str, ""), "channel": (str, "")},
        help="The sum, one record a channel.",
    ).tag(sync=True)
    channels = RecordsTrait({"key": str, "name": str}, help="The headings of the ledger.").tag(sync=True)
