"""A rule system as checked data: stats, weapon, options, rulings, modes and what may stand in a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from tohit.core.declared import check_declared
from tohit.core.distribution import Distribution
from tohit.core.kinds import Choice
from tohit.core.modifier import Modifier, Requirement
from tohit.core.plain import plain
from tohit.core.record import Field, Record
from tohit.words import Words, words

if TYPE_CHECKING:
    from tohit.core.area import Area
    from tohit.core.pool import Pool
    from tohit.core.question import Question
    from tohit.core.reach import Moves
    from tohit.core.resolution import Resolution
    from tohit.core.scene import Mini, Scene
    from tohit.core.situation import Situation

__all__ = ["Base", "Mode", "Procedure", "Ruleset", "Ruling", "Stat", "Table"]

Stat = Field
"""A number, flag or choice of a mini, a weapon or an attack: key, kind, default."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A disputed reading: the first choice is the default, all of them stand on the page."""

    key: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Base:
    """A number or dice that a roll starts from, before any modifier: shown on top of the ledger, unless None."""

    key: str
    value: Callable[[Situation], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Mode:
    """One way to attack.

    Args:
        numbers: the few integers that the dice depend on, for all cells at once: arrays, constants that can be
            hashed, and lists of these, however deep (read as tuples).
        resolve: exact chances from one set of these numbers; its parameters are exactly their names.
        asks: the overrides that must be given when there is no board.
        outcomes: the keys of the outcomes, for the answer of an attack that is not allowed.
        about: the mini whom the chance is about, where it may be another than the target (the first of several).
        dice: how many dice one attack may need at most, in the chain's own counting.
        extras: what the answer of an attack that is not allowed holds beside the outcomes.
        landing: the names of the numbers that ``chance`` depends on, for a sweep; none named, all of them.
        worst_only: the channels in which of all penalties only the worst counts.
    """

    key: str
    base: tuple[Base, ...]
    modifiers: tuple[Modifier, ...]
    requirements: tuple[Requirement, ...]
    numbers: Callable[[Situation], Mapping[str, Any]]
    resolve: Callable[..., Resolution]
    asks: tuple[str, ...] = ()
    outcomes: Callable[[Situation], tuple[str, ...]] = lambda s: ()
    dice: Callable[[Situation], int] = lambda s: 1
    about: Callable[[Situation], str] = lambda s: s.target.name
    extras: Callable[[Situation], Mapping[str, Any]] = lambda s: {}
    landing: tuple[str, ...] = ()
    worst_only: Callable[[Situation], tuple[str, ...]] = lambda s: ()


@dataclass(frozen=True, slots=True, eq=False)
class Procedure:
    """Something that is no attack but has dice: recovery, scatter, movement cost.

    ``chances`` takes the inputs by their attribute names and returns a Distribution.
    """

    key: str
    inputs: tuple[Field, ...]
    chances: Callable[..., Distribution]
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Two stats that a roll is read off a table by: a page shows it whole.

    Args:
        columns: the attacker's stat.
        rows: the target's stat; the rules of ``modes`` must take both as arrays.
        low: the least value of both.
        high: the greatest.
        modes: where the table is used.
        stage: the roll whose need stands in the cells.
    """

    columns: str
    rows: str
    low: int
    high: int
    modes: tuple[str, ...]
    stage: str


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A whole rule system; equal and hashed by its key.

    Args:
        key: kebab-case name, as in documents.
        facings: stops of the facing dial: 8, 4, or 0 when facing means nothing.
        channels: where modifiers go; the first is the attack roll.
        distance: squared thousandths of a square between attacker and target, for all cells.
        minis_block: other minis block sight, not only walls.
        sight_corners: the corner rule of sight, when it is not a ruling.
        table: the two stats that a roll is read off a table by, where the system has one.
        moves: what moving costs, where the system says so.
        area: what an attack on an area covers, where there are such attacks.
        given: the keys a modifier made by hand may have, and the channel of each.
        check: raises a NotationError for a question whose parts do not fit together: an option that names a
            mini or a profile that is not there.
        notices: what a page must say of a scene's answers, by key: its sentence is ``RULES.notice.KEY``.
        pool: what one of the two minis has to lose before it is gone, under this attack; None where attacks like
            this do not wear one target down.
        in_turn: the different attacks that an attack is made of, which follow each other over and over.
        one_roll: whether an attack is one roll to land at one target, which costs nothing unless it lands.
        tell: sentences about the answer's extras, for the explanation.
        words: texts by language for a system that a reader wrote; a missing one falls back to its key.

    Raises:
        RulesError: a key that stands twice, a channel or a table's stat that is not there, a missing source or word.
    """

    key: str
    facings: int
    channels: tuple[str, ...]
    stats: tuple[Field, ...]
    weapon: tuple[Field, ...]
    options: tuple[Field, ...]
    rulings: tuple[Ruling, ...]
    modes: tuple[Mode, ...]
    distance: Callable[[Situation], Any]
    minis_block: bool = False
    sight_corners: str = "pinched"
    abilities: tuple[str, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    table: Table | None = None
    moves: Moves | None = None
    area: Area | None = None
    given: Mapping[str, str] = field(default_factory=lambda: {"attack": "attack"})
    notices: Callable[[Scene], tuple[str, ...]] = lambda scene: ()
    check: Callable[[Question], None] = lambda question: None
    pool: Callable[[Question, Mini], Pool | None] = lambda question, mini: None
    in_turn: Callable[[Question], tuple[Question, ...]] = lambda question: (question,)
    one_roll: Callable[[Question], bool] = lambda question: True
    tell: Callable[[Mapping[str, Any], Words], Iterable[str]] = lambda extras, say: ()
    words: Mapping[str, Mapping[str, Any]] | None = None

    def __post_init__(self) -> None:
        check_declared(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<rules {self.key}>"

    @cached_property
    def stats_record(self) -> Record:
        return Record("Stats", self.stats)

    @cached_property
    def weapon_record(self) -> Record:
        return Record("Weapon", self.weapon)

    @cached_property
    def options_record(self) -> Record:
        return Record("Options", self.options)

    @cached_property
    def rulings_record(self) -> Record:
        return Record("Rulings", [Field(r.key, Choice(r.choices), r.choices[0]) for r in self.rulings])

    def mode(self, key: str) -> Mode:
        """The mode of that key; it exists once a document has been read."""
        return next(mode for mode in self.modes if mode.key == key)

    def say(self, language: str = "en") -> Words:
        """The catalogue with this system's own texts."""
        say = words(language)
        if self.words is None:
            return say
        own = {**self.words.get("en", {}), **self.words.get(language, {})}
        return say.extended({f"{self.key}.{key}": text for key, text in own.items()}, spare=partial(plain, say))

    def word_keys(self) -> Iterator[str]:
        """Every text this system needs, by key."""
        yield from (f"{self.key}.{part}" for part in ("name", "sentence.summary", "unit", "distance-unit"))
        yield from (f"{self.key}.channel.{channel}" for channel in self.channels)
        yield from (f"{self.key}.ability.{ability}" for ability in self.abilities)
        for group in ("stats", "weapon", "options"):
            yield from _field_keys(f"{self.key}.{group}", getattr(self, group))
        for ruling in self.rulings:
            yield f"{self.key}.ruling.{ruling.key}"
            yield from (f"{self.key}.ruling.{ruling.key}.{choice}" for choice in ruling.choices)
        for mode in self.modes:
            yield f"{self.key}.mode.{mode.key}"
            yield f"{self.key}.sentence.{mode.key}"
            yield from (f"{self.key}.base.{base.key}" for base in mode.base)
            for modifier in mode.modifiers:
                yield f"{self.key}.{modifier.key}"
                yield f"{self.key}.{modifier.key}.because"
            yield from (f"{self.key}.requires.{requirement.key}" for requirement in mode.requirements)
        for procedure in self.procedures:
            yield f"{self.key}.procedure.{procedure.key}"
            yield from (f"{self.key}.procedure.{procedure.key}.{field_.key}" for field_ in procedure.inputs)


def _field_keys(group: str, fields: tuple[Field, ...]) -> Iterator[str]:
    for field_ in fields:
        key = f"{group}.{field_.key}"
        yield from (key, f"{key}.help")
        if isinstance(field_.kind, Record):
            yield from _field_keys(key, field_.kind.fields)
