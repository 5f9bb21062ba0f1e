"""What the page of sweeps is about: a scene, one or two of its numbers with a range for each, and a chance to reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Any

import msgspec

from tohit.core import commands
from tohit.core.answer import Answer
from tohit.core.axes import Axis, axes, axis_of
from tohit.core.break_even import chance_of
from tohit.core.errors import NotationError, TohitError
from tohit.core.faults import telling
from tohit.core.kinds import Choice, Number, Reading, Whole, refuse
from tohit.core.limits import TABLE
from tohit.core.notation import canonical, fragment, loads, parse
from tohit.core.pages import FORMAT, read_page, write_page
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset
from tohit.core.sweep import sweep
from tohit.explorer import Edit, Explorer
from tohit.words import Phrase

__all__ = ["FIELDS", "PAGE", "Look", "Plan", "PlanExplorer", "Span", "plan_of"]

PAGE = "sweep"
FIELDS = ("first", "second")
"""What is put across and what is put down."""

ENDS = ("from", "to", "step")
NONE = "none"
"""No second number."""

WIDE = 12
"""How many steps a range takes when it is new and the field allows more than a page wants to see."""

DISTANCES = 24
HALF = Fraction(1, 2)
_PREFIX = f"{PAGE}."


class Span(msgspec.Struct, frozen=True):
    """An axis, and for numbers the first and the last of the values, in either order, and the step between them."""

    key: str
    first: int = 0
    last: int = 0
    step: int = 1

    @classmethod
    def of(cls, axis: Axis) -> Span:
        """All values, or those around the present one."""
        if not axis.is_number:
            return cls(axis.key)
        if axis.key == "overrides.distance":
            return cls(axis.key, 1, DISTANCES)
        if axis.high - axis.low <= 2 * WIDE:
            return cls(axis.key, axis.low, axis.high)
        now = int(axis.now) if isinstance(axis.now, int | float) else 0
        first = max(axis.low, 0 if 0 <= now <= WIDE else now - WIDE // 2)
        return cls(axis.key, first, min(axis.high, first + WIDE))

    def values(self, axis: Axis) -> tuple[Any, ...]:
        """The values in order."""
        low, high = sorted((self.first, self.last))
        return tuple(range(low, high + 1, self.step)) if axis.is_number else axis.values


class Plan(msgspec.Struct, frozen=True):
    """A scene, one span or two, and the chance that is wanted."""

    scene: Question
    spans: tuple[Span, ...]
    wanted: Fraction = HALF

    @classmethod
    def of(cls, scene: Question) -> Plan:
        """A first number that the chance depends on: the distance, what a table is read by, a stat of the target."""
        key = next((key for key in _likely(scene) if _matters(scene, key)), None)
        axis = axis_of(scene, key) if key else next(iter(axes(scene).values()), None)
        return cls(scene, () if axis is None else (Span.of(axis),))

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes of the spans."""
        return tuple(axis_of(self.scene, span.key) for span in self.spans)

    @property
    def values(self) -> tuple[tuple[Any, ...], ...]:
        """The values of every axis."""
        return tuple(span.values(axis) for span, axis in zip(self.spans, self.axes, strict=True))

    def led(self, scene: Question) -> Plan:
        """The same numbers in another scene; what it does not have goes, and the first one is chosen anew then."""
        kept = tuple(span for span in self.spans if _fits(span, axis_of(scene, span.key)))
        spans = kept or Plan.of(scene).spans
        return msgspec.structs.replace(self, scene=scene, spans=spans)

    def told(self, field: str, value: Any) -> Plan:
        """Another number, another end of its range or another wanted chance: ``first``, ``second_to``, ``wanted`` in percent.

        Raises:
            NotationError: what came and what is allowed, or more cells than a page shows.
        """
        name, _, end = field.partition("_")
        if field == "wanted":
            percent = Number(100).read(value, f"{_PREFIX}{field}", Reading())
            return msgspec.structs.replace(self, wanted=Fraction(percent) / 100)
        if name not in FIELDS or (end and (end not in ENDS or len(self.spans) <= FIELDS.index(name))):
            raise refuse("edit.path", _PREFIX + field, Phrase("core.allowed.path"))
        place = FIELDS.index(name)
        spans = list(self.spans)
        if end:
            axis, span = self.axes[place], spans[place]
            spans[place] = _ended(span, axis, end, value, _PREFIX + field)
        elif place == 0 and value in [span.key for span in spans[1:]]:
            spans.reverse()
        else:
            spans[place : place + 1] = self._chosen(place, value)
        return msgspec.structs.replace(self, spans=_capped(tuple(spans), axes(self.scene)))

    def _chosen(self, place: int, key: Any) -> list[Span]:
        found = axes(self.scene)
        taken = {span.key for at, span in enumerate(self.spans) if at != place}
        allowed = tuple(key for key in found if key not in taken)
        Choice((*((NONE,) if place else ()), *allowed)).read(key, _PREFIX + FIELDS[place], Reading())
        return [] if key == NONE else [Span.of(found[key])]

    def state(self) -> dict[str, Any]:
        """The page's own state, as it stands in a document."""
        over = [{"field": axis.key, **({"from": span.first, "to": span.last, "step": span.step} if axis.is_number else {})}
                for span, axis in zip(self.spans, self.axes, strict=True)]
        return {"over": over, **({"chance": str(self.wanted)} if self.wanted != HALF else {})}

    def document(self) -> str:
        """The page's document."""
        return canonical(write_page(PAGE, {"scene": self.scene}, self.state()))


class Look:
    """A plan, and the answer to its scene."""

    def __init__(self, plan: Plan, answer: Answer):
        self.plan, self.answer = plan, answer

    @property
    def question(self) -> Question:
        return self.plan.scene


class PlanExplorer(Explorer):
    """The view model of the page."""

    answer: Look

    def __init__(self, plan: Plan, scenarios: Mapping[str, Question], systems: Mapping[str, Ruleset]):
        self.systems = systems
        self._known: Answer | None = None
        super().__init__(plan, scenarios)

    def judge(self, question: Plan) -> Look:
        """The scene's answer; another range asks nothing of the rules."""
        if self._known is None or self._known.question != question.scene:
            self._known = super().judge(question.scene)
        return Look(question, self._known)

    def change(self, question: Plan, edit: Edit) -> Plan:
        """One edit of what is swept, or of the scene."""
        path = edit.get("path", "")
        if path.startswith(_PREFIX):
            return question.told(path.removeprefix(_PREFIX), edit.get("value"))
        if "document" in edit:
            return plan_of(edit["document"], self.systems)
        if "scenario" in edit:
            return question.led(self.scenario(edit["scenario"]))
        return question.led(commands.change(question.scene, edit))

    def spoken(self, question: Plan) -> Question:
        """Commands speak of the scene."""
        return question.scene

    def packed(self, question: Plan) -> str:
        """Scene and ranges as one link."""
        return fragment(question.document())


def plan_of(text: str | bytes, systems: Mapping[str, Ruleset]) -> Plan:
    """What a document or link says: of this page, or a plain scenario.

    Raises:
        NotationError, SceneError: with the path of the first fault.
    """
    document = parse(text)
    if type(document) is not dict or document.get("format") != FORMAT:
        return Plan.of(loads(text, systems))
    parts, state = read_page(text, PAGE, ("scene",), systems)
    return _with_state(parts["scene"], state)


def _likely(scene: Question) -> Iterator[str]:
    """What a reader wants to see first, as far as the question has it: of the target's numbers, those without narrow limits."""
    if "distance" in scene.mode.asks:
        yield "overrides.distance"
    if scene.rules.table:
        yield f"target.stats.{scene.rules.table.rows}"
    stats = [axis for stat in scene.rules.stats if (axis := axis_of(scene, f"target.stats.{stat.key}")) and axis.is_number]
    yield from (axis.key for axis in sorted(stats, key=lambda axis: axis.high - axis.low <= 2 * WIDE))


def _matters(scene: Question, key: str) -> bool:
    """Whether the chance is not the same for all values around the present one."""
    axis = axis_of(scene, key)
    try:
        with telling(scene):
            swept = sweep(scene, axis.path, Span.of(axis).values(axis))
    except TohitError:
        return False
    return len(set(swept.counts.tolist())) > 1


def _with_state(scene: Question, state: Mapping[str, Any]) -> Plan:
    unknown = next((key for key in state if key not in ("over", "chance")), None)
    if unknown is not None:
        raise refuse(f"state.{unknown}", state[unknown], Phrase("core.allowed.record", keys=("over", "chance")))
    wanted = chance_of(state.get("chance", "1/2"), "state.chance")
    if "over" not in state:
        return msgspec.structs.replace(Plan.of(scene), wanted=wanted)
    over, found = state["over"], axes(scene)
    if type(over) is not list or not 1 <= len(over) <= len(FIELDS):
        record = Phrase("core.allowed.record", keys=("field", *ENDS))
        raise refuse("state.over", over, Phrase("core.allowed.listed", most=len(FIELDS), kind=record))
    spans = tuple(_read(told, f"state.over[{place}]", found) for place, told in enumerate(over))
    if len({span.key for span in spans}) < len(spans):
        others = tuple(key for key in found if key != spans[0].key)
        raise refuse("state.over[1].field", spans[1].key, Phrase("core.allowed.choice", values=others))
    return Plan(scene, _capped(spans, found), wanted)


def _read(told: Any, path: str, found: Mapping[str, Axis]) -> Span:
    if type(told) is not dict or not {"field"} <= set(told) <= {"field", *ENDS}:
        raise refuse(path, told, Phrase("core.allowed.record", keys=("field", *ENDS)))
    axis = found[Choice(tuple(found)).read(told["field"], f"{path}.field", Reading())]
    span = Span.of(axis)
    for end in ENDS if axis.is_number else ():
        if end in told:
            span = _ended(span, axis, end, told[end], f"{path}.{end}")
    return span


def _ended(span: Span, axis: Axis, end: str, value: Any, path: str) -> Span:
    """The span with another end or step."""
    allowed = Whole(1, max(1, axis.high - axis.low)) if end == "step" else Whole(axis.low, axis.high)
    name = {"from": "first", "to": "last", "step": "step"}[end]
    return msgspec.structs.replace(span, **{name: allowed.read(value, path, Reading())})


def _capped(spans: tuple[Span, ...], found: Mapping[str, Axis]) -> tuple[Span, ...]:
    """The spans, when a page can show what they come to."""
    cells = prod(_count(span, found[span.key]) for span in spans)
    if cells > TABLE:
        raise NotationError("core.too_many_cells", "sweep", cells=cells, most=TABLE)
    return spans


def _count(span: Span, axis: Axis) -> int:
    return abs(span.last - span.first) // span.step + 1 if axis.is_number else len(axis.values)


def _fits(span: Span, axis: Axis | None) -> bool:
    """Whether a span that comes from another scene can be gone over in this one."""
    if axis is None or not axis.is_number:
        return axis is not None
    return all(axis.low <= end <= axis.high for end in (span.first, span.last))
