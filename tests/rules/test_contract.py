"""Our four rule systems keep the contract."""

from __future__ import annotations

import contract
import pytest
from contract import *
from contract import System
from contract_scenes import MAKERS

from tohit.rules import SYSTEMS


@pytest.fixture(params=sorted(MAKERS))
def system(request: pytest.FixtureRequest) -> System:
    return System(SYSTEMS[request.param], MAKERS[request.param])


def test_every_system_keeps_the_contract() -> None:
    assert set(MAKERS) == set(SYSTEMS)


def test_no_part_of_the_contract_is_left_out() -> None:
    """``from contract import *`` takes only what it names."""
    assert {name for name in vars(contract) if name.startswith("test_")} < set(contract.__all__)
