"""The headline: the answer, before anything else."""

from __future__ import annotations

from traitlets import Unicode

from tohit.widgets.base import Panel
from tohit.widgets.records import RecordsTrait, TextsTrait

__all__ = ["Headline"]

FACES = {"face": int, "hit": bool, "rerolled": (bool, False)}


class Headline(Panel):
    """Who attacks whom, and the chance: as a fraction, a percentage, a needed roll and drawn dice.

    When the attack is not allowed, the same place says why, and what would allow it.
    All texts are shown as given; ``need`` is the short form (``4+``, ``13-``, ``>9``, ``never``, ``always``).

    >>> headline = Headline(sentence="Archer shoots Orc", fraction="2 in 6", percent="33.3%", need="5+",
    ...                     faces=[{"face": n, "hit": n >= 5} for n in range(1, 7)])
    >>> headline.faces[5]
    {'face': 6, 'hit': True, 'rerolled': False}

    Args:
        sentence: Who does what to whom.
        fraction: The chance with the die's own denominator, ``"2 in 6"``.
        percent: The same in percent, rounded.
        need: The needed roll of a single die; "" where there are several.
        rate: What that means over many tries, ``"1 hit per 3 shots"``.
        faces: The faces of a single die: records ``{"face", "hit", "rerolled"}``.
        stages: Several rolls one after the other, instead of ``faces``: records ``{"name", "need", "faces"}``.
        refusals: Why the attack is not allowed; the numbers are hidden as long as there are any.
        remedies: What would allow it.
        notices: What the reader should know about this answer.
    """

    _name = "headline"

    sentence = Unicode("", help="Who does what to whom.").tag(sync=True)
    fraction = Unicode("", help="The chance as a fraction.").tag(sync=True)
    percent = Unicode("", help="The chance in percent.").tag(sync=True)
    need = Unicode("", help="The needed roll.").tag(sync=True)
    rate = Unicode("", help="The chance as a rate over many tries.").tag(sync=True)
    faces = RecordsTrait(FACES, help="The faces of the die.").tag(sync=True)
    stages = RecordsTrait({"name": str, "need": (str, ""), "faces": FACES}, help="Several rolls.").tag(sync=True)
    refusals = TextsTrait(help="Why the attack is not allowed.").tag(sync=True)
    remedies = TextsTrait(help="What would allow it.").tag(sync=True)
    notices = TextsTrait(help="What the reader should know.").tag(sync=True)
