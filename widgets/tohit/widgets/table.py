"""A board without rules: edits on plain scene data, and the steps that can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from tohit.core.errors import SceneError
from tohit.core.geometry import FACINGS, parse_square
from tohit.core.scene import Grid, Mini, Scene, Terrain, check_scene

__all__ = ["Steps", "change", "check"]

KINDS = ("wall", "light", "heavy")

Value = TypeVar("Value")


class Steps(Generic[Value]):
    """A value that edits change, with undo, redo and cancel; a gesture is one step."""

    def __init__(self, value: Value, change: Callable[[Value, Mapping[str, Any]], Value]):
        self.value = value
        self._change = change
        self._past: list[tuple[object, Value]] = []
        self._future: list[Value] = []

    def take(self, edits: list[dict[str, Any]]) -> None:
        """Apply all edits, or none.

        Raises:
            ValueError: the first one that cannot be.
        """
        with self.kept():
            for edit in edits:
                self._take_one(edit)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Everything as it was, if what happens inside is refused."""
        before = self.value, list(self._past), list(self._future)
        try:
            yield
        except ValueError:
            self.value, self._past, self._future = before
            raise

    def _take_one(self, edit: dict[str, Any]) -> None:
        gesture = edit.get("gesture", edit["n"])
        if "undo" in edit:
            if not self._past:
                raise SceneError("board.nothing_to_undo")
            self._future.append(self.value)
            self.value = self._past.pop()[1]
        elif "redo" in edit:
            if not self._future:
                raise SceneError("board.nothing_to_redo")
            self._past.append((None, self.value))
            self.value = self._future.pop()
        elif "cancel" in edit:
            if self._past and self._past[-1][0] == gesture:
                self.value = self._past.pop()[1]
        else:
            changed = self._change(self.value, edit)
            if changed != self.value:
                if not self._past or self._past[-1][0] != gesture:
                    self._past.append((gesture, self.value))
                self.value, self._future = changed, []


def change(scene: dict[str, Any], edit: Mapping[str, Any]) -> dict[str, Any]:
    """The scene after one edit.

    Raises:
        SceneError: what the edit would make cannot stand on a table, or needs rules.
    """
    if "at" in edit or "facing" in edit:
        changed = _with_mini(scene, edit)
    elif "terrain" in edit:
        changed = _with_terrain(scene, edit["square"], edit["terrain"], edit.get("controlled_by"))
    elif "attacker" in edit:
        changed = _with_role(scene, "attacker", "target", edit["attacker"])
    elif "target" in edit:
        changed = _with_role(scene, "target", "attacker", edit["target"])
    else:
        raise SceneError("board.not_alone")
    check(changed)
    return changed


def check(scene: Mapping[str, Any]) -> None:
    """Refuse what cannot stand on a table.

    Raises:
        SceneError: with the path of the first fault.
    """
    last = Grid(scene["columns"], scene["rows"]).last()
    for path, square in _squares(scene):
        if parse_square(square) is None:
            raise SceneError("core.off_board", path, square=square, last=last)
    for mini in scene["minis"]:
        if mini["facing"] not in FACINGS:
            raise SceneError("core.got", f"{mini['name']}.facing", got=mini["facing"], allowed=FACINGS)
    for index, piece in enumerate(scene["terrain"]):
        if piece["kind"] not in KINDS:
            raise SceneError("core.got", f"terrain[{index}].kind", got=piece["kind"], allowed=KINDS)
    for role in ("attacker", "target"):
        if scene[role] is not None:
            _mini(scene, scene[role])
    terrain = (
        Terrain(
            tuple(parse_square(square) for square in piece["squares"]), piece["kind"], piece.get("name", "")
        )
        for piece in scene["terrain"]
    )
    minis = (Mini(mini["name"], mini["side"], parse_square(mini["at"]), 0, None) for mini in scene["minis"])
    check_scene(Scene(Grid(scene["columns"], scene["rows"], tuple(terrain)), tuple(minis)))


def _squares(scene: Mapping[str, Any]):
    for index, mini in enumerate(scene["minis"]):
        yield f"minis[{index}].at", mini["at"]
    for index, piece in enumerate(scene["terrain"]):
        for square in piece["squares"]:
            yield f"terrain[{index}].squares", square


def _mini(scene: Mapping[str, Any], name: str) -> dict[str, Any]:
    for mini in scene["minis"]:
        if mini["name"] == name:
            return mini
    raise SceneError("board.unknown_mini", mini=name)


def _with_mini(scene: dict[str, Any], edit: Mapping[str, Any]) -> dict[str, Any]:
    old = _mini(scene, edit["mini"])
    new = {**old, **{key: edit[key] for key in ("at", "facing") if key in edit}}
    return {**scene, "minis": [new if mini is old else mini for mini in scene["minis"]]}


def _with_terrain(scene: dict[str, Any], square: str, kind: str | None, owner: str | None) -> dict[str, Any]:
    rest = [
        {**piece, "squares": [at for at in piece["squares"] if at != square]} for piece in scene["terrain"]
    ]
    held = {"controlled_by": owner} if owner else {}
    painted = [{"squares": [square], "kind": kind, **held}] if kind else []
    return {**scene, "terrain": [*(piece for piece in rest if piece["squares"]), *painted]}


def _with_role(scene: dict[str, Any], role: str, other: str, name: str) -> dict[str, Any]:
    """Choosing who has the other part already makes the two change places."""
    given = {other: scene[role]} if scene[other] == name else {}
    return {**scene, **given, role: name}
