"""Exact chances of whole-number outcomes: integer counts over one denominator, Fractions only at the edge."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd, inf, lcm

from tohit.core.arguments import as_written, mapping_of, outcome_of, whole_number
from tohit.core.errors import NotationError
from tohit.core.polynomial import multiply, power

__all__ = ["Distribution", "digits"]

_WIDEST = 1_000_000  # outcomes from the lowest to the highest, zero counts included
_LONGEST = 100_000  # bits in one count: beyond it, fractions take seconds to bring to lowest terms
_LARGEST = 1_000_000_000  # bits in all counts together: 1,000 hundred-sided dice need 660 million
_LARGEST_SUM = 100_000_000  # the same for a sum of two, whose time grows faster than its size


@dataclass(frozen=True, slots=True, repr=False)
class Distribution:
    """Chances of whole-number outcomes, exact and immutable.

    Counts are kept in lowest terms with no zero at either end, so two distributions are equal exactly when
    every chance is equal.

    Example:
        >>> hit = Distribution.die(6).map(lambda face: face >= 5)
        >>> hit.times(2).to_dict()
        {'0': '4/9', '1': '4/9', '2': '1/9'}

    Attributes:
        low: The lowest outcome.
        counts: How many of the equally likely cases give ``low``, ``low + 1``, … (zeros only in between).
        denominator: The number of equally likely cases.
    """

    low: int
    counts: tuple[int, ...]
    denominator: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        low = whole_number(self.low, "Distribution: low")
        counts = tuple(whole_number(count, "Distribution: a count", least=0) for count in self.counts)
        reduced = _reduced(low, counts, sum(counts), "Distribution")
        _set(self, reduced.low, reduced.counts, reduced.denominator)

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Distribution:
        """The distribution in which each outcome happens in that many equally likely cases."""
        weights = {
            outcome_of(outcome, "of"): whole_number(count, "of: a count", least=0)
            for outcome, count in mapping_of(counts, "of").items()
        }
        return _dense(weights, sum(weights.values()), "of")

    @classmethod
    def certain(cls, outcome: int) -> Distribution:
        """The distribution of something that always gives ``outcome``."""
        return _made(outcome_of(outcome, "certain"), (1,), 1)

    @classmethod
    def die(cls, sides: int) -> Distribution:
        """A fair die with the faces 1 to ``sides``."""
        sides = whole_number(sides, "die: sides", least=1, most=_WIDEST)
        return _made(1, (1,) * sides, sides)

    @classmethod
    def from_chances(cls, chances: Mapping[int, Fraction]) -> Distribution:
        """The distribution with exactly these chances, which must sum to exactly 1."""
        for chance in mapping_of(chances, "from_chances").values():
            if not isinstance(chance, int | Fraction) or isinstance(chance, bool) or chance < 0:
                msg = f"from_chances: a chance must be a Fraction of at least 0, got {as_written(chance)}."
                raise ValueError(msg)
        if sum(chances.values()) != 1:
            msg = f"from_chances: the chances must sum to 1, got {sum(chances.values())}."
            raise ValueError(msg)
        denominator = lcm(*(chance.denominator for chance in chances.values()))
        return cls.of({outcome: int(chance * denominator) for outcome, chance in chances.items()})

    @classmethod
    def mix(cls, parts: Iterable[tuple[int, Distribution]]) -> Distribution:
        """One of several distributions, each chosen in that many equally likely cases."""
        chosen = [(whole_number(weight, "mix: a weight", least=0), part) for weight, part in parts]
        for _, part in chosen:
            if not isinstance(part, Distribution):
                msg = f"mix: a part must be a Distribution, got {as_written(part)}."
                raise ValueError(msg)
        chosen = [(weight, part) for weight, part in chosen if weight]
        common = lcm(*(part.denominator for _, part in chosen))
        total = common * sum(weight for weight, _ in chosen)
        weights: dict[int, int] = {}
        for weight, part in chosen:
            scale = weight * (common // part.denominator)
            for outcome, count in part.items():
                weights[outcome] = weights.get(outcome, 0) + scale * count
        return _dense(weights, total, "mix")

    def items(self) -> Iterator[tuple[int, int]]:
        """Each possible outcome with its count, in rising order."""
        return ((outcome, count) for outcome, count in enumerate(self.counts, self.low) if count)

    def outcomes(self) -> tuple[int, ...]:
        """The possible outcomes, in rising order."""
        return tuple(outcome for outcome, _ in self.items())

    def chance(self, outcome: int) -> Fraction:
        """The chance of exactly ``outcome``."""
        place = outcome_of(outcome, "chance") - self.low
        return Fraction(self.counts[place] if 0 <= place < len(self.counts) else 0, self.denominator)

    def at_least(self, outcome: int) -> Fraction:
        """The chance of ``outcome`` or more."""
        start = max(outcome_of(outcome, "at_least") - self.low, 0)
        return Fraction(sum(self.counts[start:]), self.denominator)

    def mean(self) -> Fraction:
        """The expected outcome."""
        return Fraction(sum(outcome * count for outcome, count in self.items()), self.denominator)

    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""
        squares = sum(outcome * outcome * count for outcome, count in self.items())
        return Fraction(squares, self.denominator) - self.mean() ** 2

    def to_dict(self) -> dict[str, str]:
        """The chances as text, ``{"0": "1/2", …}``, possible outcomes only, in rising order."""
        return {str(outcome): digits(Fraction(count, self.denominator)) for outcome, count in self.items()}

    def map(self, change: Callable[[int], int | Distribution]) -> Distribution:
        """What ``change`` makes of each outcome: another outcome, or a further distribution to draw from.

        A truth value counts as 1 or 0: ``Distribution.die(6).map(lambda face: face >= 4)``.
        """
        changed = [(change(outcome), count) for outcome, count in self.items()]
        if any(isinstance(result, Distribution) for result, _ in changed):
            return self.mix((count, _drawn(result)) for result, count in changed)
        weights: dict[int, int] = {}
        for result, count in changed:
            outcome = outcome_of(result, "map")
            weights[outcome] = weights.get(outcome, 0) + count
        return _dense(weights, self.denominator, "map")

    def given(self, condition: Callable[[int], bool]) -> Distribution:
        """The chances once it is known that the outcome is one for which ``condition`` holds.

        Example:
            >>> Distribution.die(6).given(lambda face: face % 2 == 0).to_dict()
            {'2': '1/3', '4': '1/3', '6': '1/3'}

        Raises:
            NotationError: no possible outcome does that, so that there is nothing to tell.
        """
        held = {outcome: count for outcome, count in self.items() if condition(outcome)}
        if not held:
            raise NotationError("core.cannot_happen", "given")
        return self.of(held)

    def clip(self, low: int | None = None, high: int | None = None) -> Distribution:
        """The same with outcomes below ``low`` raised to it and outcomes above ``high`` lowered to it."""
        least = -inf if low is None else whole_number(low, "clip: low")
        most = inf if high is None else whole_number(high, "clip: high")
        if least > most:
            msg = f"clip: low must be at most high, got low {low} and high {high}."
            raise ValueError(msg)
        return self.map(lambda outcome: min(max(outcome, least), most))

    def __add__(self, other: Distribution | int) -> Distribution:
        """The sum of two independent draws, or of a draw and a fixed number."""
        if not isinstance(other, Distribution):
            try:
                return _made(self.low + operator.index(other), self.counts, self.denominator)
            except TypeError:
                return NotImplemented
        width = len(self.counts) + len(other.counts) - 1
        denominator = self.denominator * other.denominator
        _affordable(width, denominator.bit_length(), "a sum", _LARGEST_SUM)
        # the product of two polynomials in lowest terms is in lowest terms (Gauss)
        return _made(self.low + other.low, multiply(self.counts, other.counts), denominator)

    __radd__ = __add__

    def times(self, n: int) -> Distribution:
        """The sum of ``n`` independent draws."""
        n = whole_number(n, "times: n", least=0)
        if n == 0 or len(self.counts) == 1:
            return _made(self.low * n, (1,), 1)
        width = n * (len(self.counts) - 1) + 1
        _affordable(width, n * self.denominator.bit_length(), "times")
        return _made(self.low * n, power(self.counts, n), self.denominator**n)

    def highest(self, n: int) -> Distribution:
        """The highest of ``n`` independent draws."""
        n = whole_number(n, "highest: n", least=1)
        _affordable(len(self.counts), n * self.denominator.bit_length(), "highest")
        none_above = [0, *(below**n for below in accumulate(self.counts))]
        counts = tuple(upper - lower for lower, upper in pairwise(none_above))
        return _reduced(self.low, counts, none_above[-1], "highest")

    def lowest(self, n: int) -> Distribution:
        """The lowest of ``n`` independent draws."""
        n = whole_number(n, "lowest: n", least=1)
        return -(-self).highest(n)

    def __neg__(self) -> Distribution:
        """The same with every outcome's sign turned."""
        return _made(1 - self.low - len(self.counts), self.counts[::-1], self.denominator)

    def __repr__(self) -> str:
        shown = [f"{outcome}: {as_written(count)}" for outcome, count in self.items()]
        if len(shown) > 20:
            shown[10:-10] = ["…"]
        return f"Distribution.of({{{', '.join(shown)}}})"


def digits(chance: Fraction) -> str:
    """The fraction as text; str() refuses integers above 4,300 digits, and 1,000 attacks can have more."""
    above, below = Decimal(chance.numerator), Decimal(chance.denominator)
    return f"{above:f}" if below == 1 else f"{above:f}/{below:f}"


def _set(made: Distribution, low: int, counts: tuple[int, ...], denominator: int) -> Distribution:
    object.__setattr__(made, "low", low)
    object.__setattr__(made, "counts", counts)
    object.__setattr__(made, "denominator", denominator)
    return made


def _made(low: int, counts: tuple[int, ...], denominator: int) -> Distribution:
    """The distribution of counts that are in lowest terms already."""
    return _set(object.__new__(Distribution), low, counts, denominator)


def _reduced(low: int, counts: tuple[int, ...], denominator: int, where: str) -> Distribution:
    if not denominator:
        msg = f"{where}: at least one outcome must have a count of 1 or more, got none."
        raise ValueError(msg)
    first = next(place for place, count in enumerate(counts) if count)
    last = next(place for place in range(len(counts), 0, -1) if counts[place - 1])
    counts = counts[first:last]
    # the ends first: they are usually small or coprime, and then the rest is only looked at
    shared = gcd(counts[0], counts[-1], *counts)
    if shared > 1:
        counts = tuple(count // shared for count in counts)
    return _made(low + first, counts, denominator // shared)


def _dense(weights: Mapping[int, int], total: int, where: str) -> Distribution:
    possible = [outcome for outcome, weight in weights.items() if weight]
    low, high = min(possible, default=0), max(possible, default=0)
    _affordable(high - low + 1, total.bit_length(), where)
    return _reduced(low, tuple(weights.get(outcome, 0) for outcome in range(low, high + 1)), total, where)


def _affordable(outcomes: int, bits: int, where: str, largest: int = _LARGEST) -> None:
    if outcomes > _WIDEST:
        msg = f"{where}: the outcomes may span {_WIDEST} whole numbers, got {as_written(outcomes)}."
        raise ValueError(msg)
    if bits > _LONGEST:
        msg = f"{where}: an exact count may have {_LONGEST} bits, got {as_written(bits)}."
        raise ValueError(msg)
    if outcomes * bits > largest:
        msg = f"{where}: exact counts may take {largest} bits, got {outcomes} counts of {bits} bits."
        raise ValueError(msg)


def _drawn(result: int | Distribution) -> Distribution:
    return result if isinstance(result, Distribution) else _made(outcome_of(result, "map"), (1,), 1)
