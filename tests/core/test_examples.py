"""The examples in docstrings of public calls run as they stand."""

from __future__ import annotations

import doctest
from fractions import Fraction
from importlib import import_module

import pytest

import tohit

MODULES = ("core.answer", "core.break_even", "core.distribution", "core.duel", "core.luck", "core.sensitivity", "core.simulate", "core.until", "spread")


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str) -> None:
    found = doctest.testmod(import_module(f"tohit.{module}"), extraglobs={"tohit": tohit, "Fraction": Fraction})
    assert found.attempted and not found.failed
