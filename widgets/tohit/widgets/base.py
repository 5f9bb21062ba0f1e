"""What all our widgets have in common: files beside the class, words, edits, one message for many panels.

Python owns the truth and the browser owns the pixels.  A panel therefore lets in only the traits tagged
``incoming=True`` (edits, and view state such as the tool in hand); whatever else comes from the browser is
dropped and the true value sent again.
"""

from __future__ import annotations

import inspect
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path

import anywidget
from ipywidgets import Widget
from traitlets import Dict, Enum, Int, TraitError, Unicode, default, observe

from tohit.core.errors import SceneError, TohitError
from tohit.widgets.traits import EditTrait, JsonTrait
from tohit.words import LANGUAGES, words

__all__ = ["Panel", "bundle"]

_FOLDER = Path(__file__).parent
_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./(\w+\.mjs)";?[ \t]*$', re.MULTILINE)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?(?:function\*?|const|let)\s+(\w+))", re.MULTILINE)

Handler = Callable[[list[dict]], "str | None"]


class Panel(anywidget.AnyWidget):
    """The base of all our widgets; a subclass names its files and its topic in the words with ``_name``.

    ``_name = "board"`` finds ``board.mjs`` and ``board.css`` beside the module and the words ``board.…``.

    Args:
        **settings: Initial values of the widget's own traits.
    """

    _name = ""

    lang = Enum(LANGUAGES, "en", help="Language of every text the view shows.").tag(sync=True)
    texts = JsonTrait(kind=dict, help="The words of this widget's topic, by key.").tag(sync=True)
    edit = EditTrait(help="Edits proposed by the browser and not yet acknowledged.").tag(
        sync=True, incoming=True, echo_update=False
    )
    applied = Int(0, help="The highest n among the edits that have been dealt with.").tag(sync=True)
    refused = JsonTrait({}, kind=dict, help='{"n": …, "text": …} of the last refusal, or {}.').tag(sync=True)
    desk = Unicode(help="The model whose edit and applied this panel uses.").tag(sync=True)
    parcel = Dict({}, help="States of other widgets that travel along, in order.").tag(sync=True)
    failed = Unicode("", help="Shown in the view's place when it could not be brought up to date.").tag(
        sync=True
    )

    _theme = Unicode((_FOLDER / "theme.css").read_text(encoding="utf-8")).tag(sync=True)

    _handler: Handler | None = None
    _dealing = 0  # the n of the edits that are being dealt with

    def __init_subclass__(cls, **kwargs):
        if "_name" in cls.__dict__:
            folder = Path(inspect.getfile(cls)).parent
            cls._esm = bundle(folder / f"{cls._name}.mjs")
            style = folder / f"{cls._name}.css"
            cls._css = style.read_text(encoding="utf-8") if style.exists() else ""
        super().__init_subclass__(**kwargs)

    def __init__(self, **settings):
        allowed = self._settings()
        unknown = sorted(set(settings) - set(allowed))
        if unknown:
            own = set(inspect.signature(type(self).__init__).parameters) - {"self", "settings"}
            raise TypeError(
                f"{type(self).__name__}: no setting {', '.join(map(repr, unknown))}; "
                f"allowed: {', '.join(sorted({*allowed, *own}))}"
            )
        # The id is chosen here, not by the comm, so that the desk is known in the very first message.
        super().__init__(model_id=uuid.uuid4().hex, **settings)

    def at_desk(self, panel: Panel) -> Panel:
        """Send this panel's edits through ``panel``, so that all panels of a page share one ordered list."""
        self.desk = f"IPY_MODEL_{panel.model_id}"
        return self

    def on_edits(self, handler: Handler | None) -> None:
        """Let ``handler`` deal with new edits instead of ``receive``; there is only ever one.

        It gets the edits that are new, in order, and returns ``None`` or the sentence that says why they
        were refused; a ``ValueError`` counts as a refusal, with its text.
        """
        self._handler = handler

    def receive(self, edits: list[dict]) -> str | None:
        """Deal with new edits where no page does; a panel that can stand alone overrides this."""

    @contextmanager
    def parcelled(self, widgets: Iterable[Widget], stepwise: Iterable[Widget] = ()) -> Iterator[None]:
        """Send all changes made to ``widgets`` and to this panel inside the block as one message.

        Args:
            widgets: Their changes arrive at once, each widget's newest values.
            stepwise: Their changes arrive after those, one by one and in the order made; none of them may refer to
                another widget.
        """
        with self.hold_sync():
            changed: dict[Widget, set[str]] = {}
            in_steps: list[list] = []
            if self._dealing:
                # Applied travels with what the edits change: a scene without it would be drawn with its own
                # edits folded in a second time.  What follows (charts) need not be waited for.
                self.applied = self._dealing
            senders = {widget: partial(_noted, changed, widget) for widget in widgets if widget is not self}
            senders |= {widget: partial(_taken, in_steps, widget) for widget in stepwise}
            try:
                with _sending(senders):
                    yield
            finally:
                states = [[widget.model_id, widget.get_state(keys)] for widget, keys in changed.items()] + in_steps
                if states:
                    unsent = self.parcel.get("states", []) if "parcel" in self._states_to_send else []
                    # The serial makes two equal parcels differ: the second one may undo a change in between.
                    self.parcel = {"serial": self.parcel.get("serial", 0) + 1, "states": [*unsent, *states]}

    def set_state(self, sync_data: dict) -> None:
        """Take in what the browser sends: incoming traits are checked, everything else is dropped."""
        let_in = self.trait_names(sync=True, incoming=True)
        incoming = {name: value for name, value in sync_data.items() if name in let_in}
        dropped = [name for name in sync_data if name in self._settings(every=True) and name not in incoming]
        if dropped:
            self.send_state(dropped)
        try:
            super().set_state(incoming)
        except TraitError:
            self.send_state(list(incoming))
            if "edit" in incoming:
                self._refuse(0, words(self.lang)("panel.unreadable"))

    @classmethod
    def _settings(cls, every: bool = False) -> list[str]:
        """The names of the public synced traits; without ``every`` only those for the constructor."""
        names = sorted(name for name in cls.class_trait_names(sync=True) if not name.startswith("_"))
        return names if every else [name for name in names if name not in _INNER]

    @observe("edit")
    def _deal_with_edits(self, change) -> None:
        fresh = [edit for edit in change.new["edits"] if edit["n"] > self.applied]
        if not fresh:
            return
        last = fresh[-1]["n"]
        refusal: str | None = words(self.lang)("panel.broken")
        self._dealing = last
        # A page sends its panels first and its charts after; a panel alone has one message to send.
        with nullcontext() if self._handler else self.hold_sync():
            try:
                refusal = (self._handler or self.receive)(fresh)
            except ValueError as error:
                refusal = self._told(error)
            finally:
                self._dealing = 0
                with self.hold_sync():
                    self.applied = last
                    self._refuse(last, refusal)

    def _told(self, error: ValueError) -> str:
        """The sentence of an error; the place in the document says nothing to someone who moved a mini."""
        if isinstance(error, SceneError):
            return str(words(self.lang).show(error.phrase))
        return error.sentence(self.lang) if isinstance(error, TohitError) else str(error)

    def _refuse(self, n: int, text: str | None) -> None:
        """Say why; an ``n`` of 0 makes the browser forget everything that it has not been answered."""
        serial = self.refused.get("serial", 0) + 1
        self.refused = {"n": n, "text": text, "serial": serial} if text else {}

    @default("desk")
    def _own_desk(self) -> str:
        return f"IPY_MODEL_{self._model_id}"

    @default("texts")
    def _own_texts(self) -> dict:
        return words(self.lang).starting(f"{self._name}.", "panel.")

    @observe("lang")
    def _follow_language(self, change) -> None:
        self.texts = self._own_texts()


@contextmanager
def _sending(senders: Mapping[Widget, Callable[..., None]]) -> Iterator[None]:
    """Let these functions take what the widgets would send.

    Without a ``hold_sync`` for each: of the forty widgets of a page a move changes ten.
    """
    before = {widget: widget.__dict__.get("send_state") for widget in senders}
    for widget, send in senders.items():
        widget.send_state = send
    try:
        yield
    finally:
        for widget, send in before.items():
            if send is None:
                del widget.send_state
            else:
                widget.send_state = send


def _noted(changed: dict[Widget, set[str]], widget: Widget, key: str | Iterable[str] | None = None) -> None:
    """Remember what has changed; the newest values are asked for in the end."""
    keys = widget.keys if key is None else [key] if isinstance(key, str) else key
    changed.setdefault(widget, set()).update(keys)


def _taken(states: list[list], widget: Widget, key: str | Iterable[str] | None = None) -> None:
    """Take what has changed as it is now: ``[model id, {trait: value}]``."""
    state = widget.get_state(key)
    if state:
        states.append([widget.model_id, state])


_INNER = {"applied", "desk", "edit", "failed", "parcel", "refused", "texts"}


def bundle(path: Path) -> str:
    """The text of a module with its neighbours inlined, because the browser loads it from a blob address.

    ``import {a, b as c} from "./shared.mjs"`` becomes a destructuring of a function that returns what the
    neighbour exports, so that private names of two files never meet.

    Raises:
        ValueError: an import or export in a form that would not survive.
    """
    order: list[str] = []
    parts: dict[str, str] = {}
    main = _inline(path, parts, order, open_files=())
    return "".join(parts[name] for name in order) + main


def _inline(path: Path, parts: dict[str, str], order: list[str], open_files: tuple[str, ...]) -> str:
    text = path.read_text(encoding="utf-8")
    if path.name in open_files:
        raise ValueError(f"{path.name}: imports itself by way of {' and '.join(open_files)}")

    def linked(match: re.Match) -> str:
        names, name = match.groups()
        beside = path.with_name(name)
        body = _inline(beside if beside.exists() else _FOLDER / name, parts, order, (*open_files, path.name))
        exported = [found[1] for found in _EXPORT.findall(body)]
        for wanted in (part.split(" as ")[0].strip() for part in names.split(",") if part.strip()):
            if wanted not in exported:
                raise ValueError(f"{path.name}: {name} exports no {wanted!r}")
        if name not in parts:
            body = _EXPORT.sub(r"\1", body)
            if re.search(r"^export\b", body, re.MULTILINE):
                raise ValueError(f"{name}: only `export function` and `export const` can be inlined")
            parts[name] = (
                f"const {_alias(name)} = (() => {{\n{body}\nreturn {{{', '.join(exported)}}};\n}})();\n"
            )
            order.append(name)
        return f"const {{{names.replace(' as ', ': ').strip()}}} = {_alias(name)};"

    text = _IMPORT.sub(linked, text)
    if re.search(r"^import\b", text, re.MULTILINE):
        raise ValueError(f'{path.name}: only `import {{…}} from "./neighbour.mjs"` can be inlined')
    return text


def _alias(name: str) -> str:
    return "$" + name.removesuffix(".mjs")
