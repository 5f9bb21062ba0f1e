"""Predict, then see: questions whose answers stay in Python until a guess is placed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from traitlets import Unicode, observe

from tohit.core.distribution import digits
from tohit.core.errors import NotationError
from tohit.core.guess import Guess, read_guess
from tohit.core.prediction import Prediction, Score, Verdict, bars_of, judge, judge_bars
from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait
from tohit.words import Words, words

__all__ = ["Predict"]

PREFIX = "predict."


class Predict(Panel):
    """Questions to answer before anything is shown; a placed guess stays beside the truth.

    The browser gets an answer only with the verdict on a guess, never before.

    >>> from fractions import Fraction
    >>> from tohit.core.prediction import Prediction
    >>> from tohit.words import Phrase
    >>> asked = Predict([Prediction(Phrase("guess.ask.lands", attacker="Archer", target="Orc"), Fraction(1, 3))])
    >>> asked.place(0, "2/6")
    >>> asked.items[0]["verdict"]
    'Right: 1/3 (33.3%).'

    Args:
        predictions: What is asked.
        name: Tells several of them on one page apart.
        counted: Where guesses are counted; its own, if none is given.
        is_scored: Whether the score stands under these questions.
        **settings: The widget's traits.
    """

    _name = "predict"

    items = JsonTrait([], kind=list, help="Prompt, kind, outcomes; guess and answer once placed.").tag(sync=True)
    heading = Unicode("", help="The heading; the usual one when empty.").tag(sync=True)
    note = Unicode("", help="A sentence under the questions.").tag(sync=True)
    score = JsonTrait([], kind=list, help="How the guesses do so far, in sentences.").tag(sync=True)
    name = Unicode("guess", help="Tells several on one page apart.").tag(sync=True)

    def __init__(self, predictions: Iterable[Prediction] = (), name: str = "guess", counted: Score | None = None,
                 is_scored: bool = True, **settings: Any):
        self._predictions: tuple[Prediction, ...] = ()
        self._round = 0
        self._guesses: dict[int, tuple[Any, Verdict]] = {}
        self._written: dict[int, Any] = {}
        self._counted, self._is_scored = counted if counted is not None else Score(), is_scored
        super().__init__(name=name, **settings)
        self.ask(predictions)

    def ask(self, predictions: Iterable[Prediction]) -> None:
        """Put other questions; nothing is revealed of them, and the score goes on."""
        self._predictions, self._guesses, self._round = tuple(predictions), {}, self._round + 1
        self._written = {}
        self._show()

    def refresh(self) -> None:
        """Show the score as it is now, where another panel counts into it."""
        self._show()

    def is_placed(self, place: int) -> bool:
        """Whether that question has been answered."""
        return place in self._guesses

    @property
    def placed(self) -> list[list[Any]]:
        """The guesses as they were written, ``[place, guess]`` each, in the order in which they were placed."""
        return [[place, guess] for place, guess in self._written.items()]

    def owns(self, edit: Mapping[str, Any]) -> bool:
        """Whether an edit is a guess for this panel."""
        return edit.get("path") == f"{PREFIX}{self.name}"

    def receive(self, edits: list[dict]) -> None:
        """Take the guesses that the reader has placed."""
        for edit in filter(self.owns, edits):
            value = edit.get("value")
            if not isinstance(value, dict):
                raise NotationError("guess.form.item")
            self.place(value.get("item"), value.get("guess"))

    def place(self, place: int, guess: Any) -> None:
        """Place a guess: text for a chance or number, whole numbers for bars.

        Raises:
            NotationError: there is no such question, it has a guess already, or the guess cannot be read.
        """
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(self._predictions):
            raise NotationError("guess.form.item")
        if place in self._guesses:
            raise NotationError("guess.form.taken")
        prediction = self._predictions[place]
        if prediction.kind == "bars":
            placed = bars_of(_heights(guess), prediction)
            verdict = judge_bars(prediction, placed)
        else:
            placed = read_guess(guess if isinstance(guess, str) else "", 1 if prediction.kind == "chance" else None)
            verdict = judge(prediction, placed)
        self._guesses[place], self._written[place] = (placed, verdict), guess
        if prediction.kind != "number":
            self._counted.add(verdict, prediction.kind == "chance")
        self._show()

    @observe("lang")
    def _show(self, change: object = None) -> None:
        say = words(self.lang)
        with self.hold_sync():
            self.items = [self._item(place, prediction, say) for place, prediction in enumerate(self._predictions)]
            self.score = _score(self._counted, say) if self._is_scored else []

    def _item(self, place: int, prediction: Prediction, say: Words) -> dict[str, Any]:
        outcomes = [say.number(outcome) for outcome in prediction.bars.outcomes()] if prediction.bars else []
        told = {"prompt": str(say.show(prediction.prompt)), "kind": prediction.kind, "outcomes": outcomes, "placed": False,
                "round": self._round}
        if place not in self._guesses:
            return {**told, "hint": self._hint(place, say)}
        guess, verdict = self._guesses[place]
        mistake = [str(say.show(verdict.mistake.why))] if verdict.mistake else []
        why = [str(say.show(prediction.why))] if prediction.why else []
        shown = _bars(prediction, guess, say) if prediction.kind == "bars" else _single(prediction, guess, say)
        return {**told, "placed": True, "right": verdict.right, "verdict": _verdict(prediction, guess, verdict, say),
                "why": mistake + why, "rows": shown}

    def _hint(self, place: int, say: Words) -> str:
        """How to answer, said once for each kind."""
        kinds = [prediction.kind for prediction in self._predictions]
        told = [say("predict.covered")] if place == 0 else []
        if kinds.index(kinds[place]) == place and kinds[place] != "bars":
            told.append(say("predict.hint" if kinds[place] == "chance" else "predict.hint.number"))
        return " ".join(told)


def _heights(guess: Any) -> list[int]:
    is_list = isinstance(guess, list) and len(guess) <= 60
    if not is_list or not all(isinstance(height, int) and not isinstance(height, bool) and 0 <= height <= 100 for height in guess):
        raise NotationError("guess.form.bars")
    return guess


def _single(prediction: Prediction, guess: Guess, say: Words) -> list[dict[str, Any]]:
    most = max(Fraction(1), prediction.truth, guess.value)
    return [{"name": "", "guess": float(guess.value / most), "truth": float(prediction.truth / most),
             "guessed": _told(guess.value, prediction.kind, say), "exact": _told(prediction.truth, prediction.kind, say)}]


def _bars(prediction: Prediction, guess: tuple[Fraction, ...], say: Words) -> list[dict[str, Any]]:
    pairs = zip(prediction.bars.outcomes(), guess, strict=True)
    return [{"name": say.number(outcome), "guess": float(chance), "truth": float(prediction.bars.chance(outcome)),
             "guessed": say.percent(chance), "exact": _told(prediction.bars.chance(outcome), "chance", say)}
            for outcome, chance in pairs]


def _told(value: Fraction, kind: str, say: Words) -> str:
    """A number with its exact fraction first."""
    if kind == "number":
        return digits(value) if value.denominator == 1 else f"{digits(value)} ≈ {say.number(_decimal(value, 3))}"
    exact = digits(value)
    return f"{exact} ({say.percent(value)})" if len(exact) <= 24 else say.percent(value, 2)


def _verdict(prediction: Prediction, guess: Any, verdict: Verdict, say: Words) -> str:
    points = _decimal(abs(verdict.gap) * 100, 1)
    if prediction.kind == "bars":
        return say("predict.bars", points=points)
    exact = _told(prediction.truth, prediction.kind, say)
    if prediction.of and prediction.of != prediction.truth.denominator:
        counted = say("predict.exact.in", count=int(prediction.truth * prediction.of), of=prediction.of)
        exact = f"{counted} = {exact}"
    if verdict.right and not guess.tolerance:
        return say("predict.right", exact=exact)
    if verdict.right and prediction.kind == "chance":
        return say("predict.right.about", tolerance=_decimal(guess.tolerance * 100, 2), exact=exact)
    if prediction.kind == "number":
        return say("predict.right" if verdict.right else "predict.off", exact=exact,
                   **({} if verdict.right else {"guess": _told(guess.value, "number", say)}))
    return say("predict.high" if verdict.gap > 0 else "predict.low", points=points, exact=exact)


def _score(score: Score, say: Words) -> list[str]:
    if not score.count:
        return []
    told = [say("predict.score", count=score.count, brier=_decimal(score.brier, 3))]
    if score.signed:
        lean = "none" if not score.bias else "high" if score.bias > 0 else "low"
        told.append(say(f"predict.bias.{lean}", **({"points": _decimal(abs(score.bias) * 100, 1)} if score.bias else {})))
    return [" · ".join(told), say("predict.score.help")]


def _decimal(value: Fraction, places: int) -> Decimal | int:
    """Rounded half up, without needless zeros."""
    scale = 10**places
    whole = (2 * value.numerator * scale + value.denominator) // (2 * value.denominator)
    return whole // scale if whole % scale == 0 else (Decimal(whole) / scale).normalize()
