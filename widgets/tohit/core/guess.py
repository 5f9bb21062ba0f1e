"""What a person types as a chance or a number, read exactly, with the tolerance its form implies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from tohit.core.errors import NotationError

__all__ = ["Guess", "read_guess"]

LONGEST = 24
WIDEST = Fraction(1, 100)
"""However few decimals are typed, a guess is never forgiven more than one percentage point."""

_SPACES = str.maketrans("", "", " \t\u00a0\u202f\u2009")
_RATIO = re.compile(r"([0-9]+)(?:/|:|in|of|sur|de)([0-9]+)")
_DECIMAL = re.compile(r"([0-9]*)(?:[.,]([0-9]*))?(%?)")


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess as a number.

    Args:
        value: exactly what was typed.
        tolerance: how far from it the truth may lie for the guess to count as right: nothing for a fraction, half of
            the last digit for a decimal, at most a percentage point.
    """

    value: Fraction
    tolerance: Fraction = Fraction(0)

    def meets(self, truth: Fraction) -> bool:
        """Whether the guess is right."""
        return abs(self.value - truth) <= self.tolerance


def read_guess(text: str, most: int | None = 1) -> Guess:
    """Read ``2/3``, ``4/6``, ``2 in 3``, ``0.667``, ``0,667``, ``66.7%``, ``66,7 %``.

    >>> read_guess("4/6").value, read_guess("66,7 %").tolerance
    (Fraction(2, 3), Fraction(1, 2000))

    Args:
        most: the highest number allowed: 1 for a chance; None for any number, without percent.

    Raises:
        NotationError: the text is no such number; one sentence says what is allowed.
    """
    plain = text.translate(_SPACES).lower()
    forms = "guess.form.chance" if most == 1 else "guess.form.number"
    if not plain or len(plain) > LONGEST:
        raise NotationError(forms)
    guess = _ratio(plain) or _decimal(plain, percent=most == 1)
    if guess is None:
        raise NotationError(forms)
    if most is not None and guess.value > most:
        raise NotationError("guess.form.above", typed=text.strip())
    return guess


def _ratio(plain: str) -> Guess | None:
    found = _RATIO.fullmatch(plain)
    if not found:
        return None
    above, below = int(found[1]), int(found[2])
    if not below:
        raise NotationError("guess.form.zero")
    return Guess(Fraction(above, below))


def _decimal(plain: str, percent: bool) -> Guess | None:
    found = _DECIMAL.fullmatch(plain)
    whole, places, sign = found.groups() if found else ("", "", "")
    if not (whole or places) or (sign and not percent):
        return None
    unit = Fraction(1, 10 ** len(places or "")) / (100 if sign else 1)
    value = int((whole or "0") + (places or "")) * unit
    is_exact = not places and not sign
    return Guess(value, Fraction(0) if is_exact else min(unit / 2, WIDEST))
