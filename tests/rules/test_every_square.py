"""Heat layer, what is told beside the pointer, headline and command line say the same of every square."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from contract import System
from contract_scenes import MAKERS

import tohit
from tohit.__main__ import main
from tohit.core.geometry import FACINGS, square_name
from tohit.dashboards.explore import Page
from tohit.dashboards.heat import FIRST, NOBODY, REFUSED
from tohit.explorer import Explorer

FACINGS_OF = ("best", "as-is")


@pytest.fixture(params=sorted(MAKERS))
def system(request: pytest.FixtureRequest) -> System:
    return System(tohit.ruleset(request.param), MAKERS[request.param])


@pytest.fixture
def page(system: System, seed: int) -> Iterator[Page]:
    made = Page(Explorer(system.question(seed)))
    yield made
    made.close()


def look(page: Page, over: str, facing: str) -> Any:
    """What the board's bytes say of every square: (row, column) -> cell, level or None, facing."""
    page.heat.set_state({"choice": {"over": over, "facing": facing}})
    heat, data = page.board.heat, page.board.heat_cells
    shape = heat["rows"], heat["columns"]
    size = shape[0] * shape[1]
    kind = np.dtype("<u2" if heat["wide"] else "u1")
    cells = np.frombuffer(data, kind, size).reshape(shape)
    facings = np.frombuffer(data, np.uint8, size, size * kind.itemsize).reshape(shape)
    assert len(data) == size * (kind.itemsize + 1)
    return {
        cell: (int(cells[cell]), heat["levels"][cells[cell] - FIRST] if cells[cell] >= FIRST else None, int(facings[cell]))
        for cell in np.ndindex(shape)
    }


def moved(page: Page, over: str, cell: tuple[int, int], facing: int) -> tohit.Question:
    question = page.explorer.question
    edits = [{"mini": getattr(question.attack, over), "at": square_name(*cell)}]
    if question.rules.facings:
        edits.append({"mini": question.attack.attacker, "facing": FACINGS[facing]})
    return tohit.apply(question, edits)


@pytest.mark.parametrize("facing", FACINGS_OF)
@pytest.mark.parametrize("over", ["attacker", "target"])
@pytest.mark.parametrize("seed", [1, 4])  # allowed, and not allowed as it stands
def test_every_square_is_told_the_same_everywhere(page: Page, over: str, facing: str, seed: int) -> None:
    for serial, (cell, (kind, level, turned)) in enumerate(look(page, over, facing).items(), start=1):
        page.board.set_state({"peek": {"square": square_name(*cell), "serial": serial}})
        told = page.board.peeked
        assert told["serial"] == serial
        try:
            answer = tohit.evaluate(moved(page, over, cell, turned))
        except tohit.SceneError:
            assert kind == NOBODY and told["refusals"] and "chance" not in told
            continue
        assert told["chance"] == str(answer.chance)
        if not answer.allowed:
            assert kind == REFUSED and told["refusals"]
            continue
        assert level["chance"] == str(answer.chance)
        assert Fraction(level["share"]) == Fraction(float(answer.chance))
        assert level["above"] == (answer.chance >= Fraction(1, 2))
        headline = {key: told[key] for key in ("fraction", "percent")}
        assert headline == {key: level[key] for key in headline}


@pytest.mark.parametrize("seed", [2])
def test_going_there_makes_the_headline_and_the_command_line_say_so(page: Page, seed: int, tmp_path: Path, capsys: Any) -> None:
    for number, (cell, (kind, level, turned)) in enumerate(look(page, "attacker", "best").items(), start=1):
        if kind < FIRST or number % 3:
            continue
        name = page.explorer.question.attack.attacker
        edits = [{"mini": name, "at": square_name(*cell)}]
        if page.explorer.question.rules.facings:
            edits.append({"mini": name, "facing": FACINGS[turned]})
        page.explorer.ask([{**edit, "gesture": number, "done": edit is edits[-1]} for edit in edits])
        assert (page.headline.fraction, page.headline.percent) == (level["fraction"], level["percent"])
        file = tmp_path / f"{number}.json"
        file.write_text(tohit.dumps(page.explorer.question), encoding="utf-8")
        main(["chance", str(file), "--json"])
        assert json.loads(capsys.readouterr().out)["chance"] == level["chance"]
